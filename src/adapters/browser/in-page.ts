/**
 * Functions that run inside a page: each is sent there as text, so that it may use nothing from outside itself but what a page
 * has. Their types name the little of it that they use.
 */

interface Tree {
  readonly nodeType: number;
  readonly childNodes: ArrayLike<Tree>;
  readonly parentNode: Tree | null;
  appendChild(child: Tree): void;
}
interface Element extends Tree {
  readonly localName: string;
  readonly shadowRoot: Tree | null;
  readonly outerHTML: string;
  readonly innerHTML: string;
  readonly firstElementChild: Element | null;
  checkVisibility(options: { readonly visibilityProperty: boolean }): boolean;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  querySelectorAll(selector: string): ArrayLike<Element>;
  assignedNodes?(): readonly Tree[];
  getBoundingClientRect(): { readonly width: number; readonly height: number };
}
interface PageDocument extends Tree {
  /** Null after a script has emptied the document. */
  readonly documentElement: Element | null;
  readonly body: Element | null;
  readonly doctype: { readonly name: string } | null;
  readonly baseURI: string;
  readonly readyState: string;
  readonly implementation: { createHTMLDocument(): PageDocument };
  importNode(node: Tree, deep: boolean): Tree;
  createElement(name: string): Element;
  createTextNode(text: string): Tree;
  createTreeWalker(root: Tree, show: number): { nextNode(): (Tree & { readonly data: string }) | null };
  querySelectorAll(selector: string): ArrayLike<Element>;
}
declare const document: PageDocument;
declare const window: Record<symbol, unknown> & {
  readonly innerHeight: number;
  scrollTo(x: number, y: number): void;
};
declare const MutationObserver: new (
  seen: (changes: readonly { readonly addedNodes: ArrayLike<Tree> }[]) => void,
) => { observe(target: Tree, options: Readonly<Record<string, boolean>>): void };

/** A frame as it is put into the page around it. */
export interface InlinedFrame<Handle> {
  readonly element: Handle;
  readonly url: string;
  readonly html: string;
}

/**
 * The HTML of a document as it stands: open shadow roots in place of the children they hide, frames after the elements that
 * show them. A document inside another is given as its body, with complete addresses. Undefined for more than `limit` characters.
 */
export function htmlOfDocument({
  frames,
  isFrame,
  limit,
}: {
  readonly frames: readonly InlinedFrame<unknown>[];
  readonly isFrame: boolean;
  readonly limit: number;
}): string | undefined {
  const top = document.documentElement;
  if (top === null) return "";
  const inlined = new Map(frames.map(({ element, url, html }) => [element as Element, { url, html }]));
  const hasShadow = () => {
    const all = document.querySelectorAll("*");
    for (let index = 0; index < all.length; index += 1) if (all[index]?.shadowRoot) return true;
    return false;
  };
  // Scripts such as that of WordPress put pictures in place of emoji that the fonts of a machine lack.
  const emojiOf = (element: Element | undefined) => {
    if (element?.localName !== "img" || !/\bemoji\b/.test(element.getAttribute("class") ?? "")) return "";
    const alt = element.getAttribute("alt") ?? "";
    return /^[\p{Extended_Pictographic}\p{Emoji_Component}]{1,16}$/u.test(alt) ? alt : "";
  };
  const hasEmoji = document.querySelectorAll("img.emoji[alt]").length > 0;
  const doctype = document.doctype === null ? "" : `<!DOCTYPE ${document.doctype.name}>`;
  if (!isFrame && inlined.size === 0 && !hasEmoji && !hasShadow()) {
    const html = doctype + top.outerHTML;
    return html.length > limit ? undefined : html;
  }
  // Elements of a document that nobody shows run nothing and load nothing.
  const copyTo = document.implementation.createHTMLDocument();
  let marks = 0;
  const markOf = new Map<string, string>();
  const copy = (node: Tree, depth: number): readonly Tree[] => {
    if (depth > 1500) return [];
    const element = node.nodeType === 1 ? (node as Element) : undefined;
    if (element?.localName === "slot" && element.assignedNodes !== undefined) {
      const assigned = element.assignedNodes();
      return (assigned.length > 0 ? assigned : Array.from(element.childNodes)).flatMap((each) => copy(each, depth + 1));
    }
    const emoji = emojiOf(element);
    if (emoji !== "") return [copyTo.createTextNode(emoji)];
    const made = copyTo.importNode(node, element?.localName === "template");
    const shadow = element?.shadowRoot ?? null;
    const children = element?.localName === "template" ? [] : Array.from((shadow ?? node).childNodes);
    for (const child of children) {
      if (shadow !== null && ["style", "link"].includes((child as Element).localName)) continue;
      for (const one of copy(child, depth + 1)) made.appendChild(one);
    }
    const frame = element && inlined.get(element);
    if (frame === undefined) return [made];
    const place = copyTo.createElement("div");
    place.setAttribute("data-frame", frame.url);
    marks += 1;
    // Put in as text afterwards: parsed here it would cost as much again.
    const mark = `frame-${marks}-${frame.html.length}`;
    place.setAttribute("data-mark", mark);
    markOf.set(` data-mark="${mark}"></div>`, frame.html);
    return [made, place];
  };
  const root = copy(top, 0)[0] as Element;
  if (isFrame) {
    for (const name of ["href", "src", "poster", "action"]) {
      const found = root.querySelectorAll(`[${name}]`);
      for (let index = 0; index < found.length; index += 1) {
        const value = found[index]?.getAttribute(name) ?? "";
        if (value.startsWith("#")) continue;
        try {
          found[index]?.setAttribute(name, new URL(value, document.baseURI).href);
        } catch {
          // Not an address.
        }
      }
    }
  }
  const body = isFrame ? Array.from(root.childNodes).find((child) => (child as Element).localName === "body") : root;
  let html = isFrame ? ((body as Element | undefined)?.innerHTML ?? "") : doctype + root.outerHTML;
  for (const [mark, text] of markOf) html = html.replace(mark, () => `>${text}</div>`);
  return html.length > limit ? undefined : html;
}

/** Watches a document from its beginning: when it changed last, and whether it ever had a script. */
export function watchDocument(): void {
  const key = Symbol.for("scriptorium.rest");
  const state = { at: performance.now(), isScripted: false };
  Object.defineProperty(window, key, { value: state });
  const isScript = (node: Tree) =>
    node.nodeType === 1 &&
    ((node as Element).localName === "script" ||
      ((node as Element).firstElementChild !== null && (node as Element).querySelectorAll("script").length > 0));
  const watched = new MutationObserver((changes) => {
    state.at = performance.now();
    if (state.isScripted) return;
    state.isScripted = changes.some(({ addedNodes }) => Array.from(addedNodes).some(isScript));
  });
  watched.observe(document, { childList: true, subtree: true, characterData: true });
}

/** How long the document has not changed, in milliseconds, and whether nothing in it can change it. */
export function restOfDocument(): { readonly quietMs: number; readonly isStill: boolean; readonly loaded: boolean } {
  const state = window[Symbol.for("scriptorium.rest")] as { at: number; isScripted: boolean } | undefined;
  // A frame may draw later, and a refresh leads on.
  const moving = "script, [onload], iframe, frame, object, embed, meta[http-equiv=refresh i]";
  const moves = state === undefined || state.isScripted || document.querySelectorAll(moving).length > 0;
  return {
    quietMs: performance.now() - (state?.at ?? 0),
    isStill: !moves,
    loaded: document.readyState === "complete",
  };
}

/** Whether a visitor can read so many words. What is hidden counts for nothing; a long document is not looked at to its end. */
export function showsWords(enough: number): boolean {
  if (document.body === null) return false;
  const walker = document.createTreeWalker(document.body, 4);
  const MOST_LOOKED_AT = 20_000;
  let words = 0;
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += 1) {
    const node = walker.nextNode();
    if (node === null) return false;
    const found = node.data.slice(0, 4000).match(/\S+/g)?.length ?? 0;
    const parent = node.parentNode as Element | null;
    if (found === 0 || parent === null || ["script", "style", "noscript", "template"].includes(parent.localName))
      continue;
    if (parent.checkVisibility({ visibilityProperty: true })) words += found;
    if (words >= enough) return true;
  }
  // So much is there that it is no empty page.
  return true;
}

/** Scrolls to the end of the document; how high it is. */
export function scrollToEnd(): number {
  const height = (document.documentElement as { readonly scrollHeight?: number } | null)?.scrollHeight ?? 0;
  window.scrollTo(0, height);
  return height;
}

/** Takes away what could reach the network without the proxy, and what a page has no use for here. */
export function withoutSideDoors(): void {
  const world = globalThis as Record<string, unknown>;
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport"]) {
    try {
      delete world[name];
      Object.defineProperty(world, name, { value: undefined, configurable: false, writable: false });
    } catch {
      // The page has no such thing.
    }
  }
  const { prototype } = (world["ServiceWorkerContainer"] ?? {}) as { readonly prototype?: object };
  if (prototype === undefined) return;
  const register = () => Promise.reject(new Error("Service workers are off."));
  Object.defineProperty(prototype, "register", { value: register, configurable: false, writable: false });
}
