import type { HtmlElement, HtmlNode } from "./html-tree.js";
import { MARK } from "./marks.js";

/** What the body of a post may hold. Others are left out and their content stays. */
const ALLOWED = new Set(
  (
    "a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em " +
    "figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p picture pre q rp rt ruby s samp section " +
    "small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr"
  ).split(" "),
);
/** Their content is nothing to read. */
const LEFT_OUT = new Set(
  "script style template svg math iframe object embed select textarea button head title meta link base noscript source".split(
    " ",
  ),
);
const VOID = new Set(["br", "col", "hr", "img", "wbr"]);

type Check = (value: string) => string | undefined;

const asIs: Check = (value) => value;
const whole: Check = (value) => (/^\d{1,5}%?$/.test(value.trim()) ? value.trim() : undefined);
const word: Check = (value) => (/^[\w:-]{1,100}$/.test(value.trim()) ? value.trim() : undefined);
const words: Check = (value) => (/^[\w :;.-]{1,500}$/.test(value.trim()) ? value.trim() : undefined);
const side: Check = (value) => /^(?:left|center|right)$/.exec(value.trim().toLowerCase())?.[0];
const link: Check = (value) => safeReference(value, ["http", "https", "mailto", "tel"]);
const source: Check = (value) => safeReference(value, ["http", "https"]);

const EVERYWHERE: Readonly<Record<string, Check>> = { id: word, class: words, lang: word, dir: word, title: asIs };
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  a: { href: link, rel: words, target: (value) => (value === "_blank" ? value : undefined) },
  img: { src: source, alt: asIs, width: whole, height: whole, loading: word },
  td: { colspan: whole, rowspan: whole, align: side },
  th: { colspan: whole, rowspan: whole, align: side, scope: word },
  ol: { start: whole, type: word, reversed: asIs },
  li: { value: whole },
  col: { span: whole },
  colgroup: { span: whole },
  time: { datetime: words },
  blockquote: { cite: source },
  q: { cite: source },
  details: { open: asIs },
};
const MAX_REFERENCE = 4000;

export interface Safety {
  /** Whether images may be in the text itself, as `data:` addresses. @default false */
  readonly dataImages?: boolean | undefined;
}

/** The elements that a post may hold, with those of their attributes that are harmless. */
export function safeNodes(nodes: readonly HtmlNode[], safety: Safety = {}): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === "string") return [node];
    if (node.name === MARK) return [node];
    if (node.name === "input") return taskBox(node);
    if (LEFT_OUT.has(node.name)) return [];
    const children = safeNodes(node.children, safety);
    if (!ALLOWED.has(node.name)) return children;
    const attributes = { ...safeAttributes(node), ...(safety.dataImages ? dataImage(node) : {}) };
    if (node.name === "a" && attributes["href"] === undefined && attributes["id"] === undefined) return children;
    if (node.name === "img" && attributes["src"] === undefined) return [];
    return [{ name: node.name, attributes, children }];
  });
}

/** The box of a task in a list, which nobody can tick, as a character. */
function taskBox({ attributes }: HtmlElement): string[] {
  if (attributes["type"] !== "checkbox" || attributes["disabled"] === undefined) return [];
  return [attributes["checked"] === undefined ? "\u2610" : "\u2611"];
}

function safeAttributes({ name, attributes }: HtmlElement): Record<string, string> {
  const known = { ...EVERYWHERE, ...(Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : {}) };
  const safe: Record<string, string> = {};
  for (const [attribute, check] of Object.entries(known)) {
    const value = Object.hasOwn(attributes, attribute) ? check(attributes[attribute]!) : undefined;
    if (value !== undefined) safe[attribute] = value;
  }
  // Images that are loaded late have their address elsewhere.
  const late = attributes["data-src"] ?? attributes["data-lazy-src"];
  if (name === "img" && safe["src"] === undefined && late !== undefined) {
    const address = source(late);
    if (address !== undefined) safe["src"] = address;
  }
  if (safe["target"] !== undefined && !/\bnoopener\b/.test(safe["rel"] ?? "")) {
    safe["rel"] = `${safe["rel"] ?? ""} noopener`.trim();
  }
  return safe;
}

/** The address of an image that is in it; such an address may only stand in until an image comes that is loaded late. */
function dataImage({ name, attributes }: HtmlElement): Record<string, string> {
  const { src = "", "data-src": late, "data-lazy-src": lazy } = attributes;
  const isImage = name === "img" && (late ?? lazy) === undefined && /^\s*data:image\//i.test(src);
  return isImage ? { src: src.replace(/\s+/g, "") } : {};
}

/** An address of one of the schemes, or one without a scheme. Browsers read over control characters and blanks in it. */
export function safeReference(value: string, schemes: readonly string[]): string | undefined {
  const text = value.replace(/[\u0000-\u001f\u007f]/g, "").trim();
  if (text === "" || text.length > MAX_REFERENCE) return undefined;
  const scheme = /^([^/?#]*?):/.exec(text)?.[1];
  return scheme === undefined || schemes.includes(scheme.toLowerCase()) ? text : undefined;
}

const PARTS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** The nodes as a text. Quotes in it stay as they are, so that people can read it. */
export function htmlOf(nodes: readonly HtmlNode[]): string {
  let html = "";
  const text = (value: string, marks: RegExp) =>
    value
      .toWellFormed()
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replace(marks, (mark) => PARTS[mark]!);
  const walk = (node: HtmlNode) => {
    if (typeof node === "string") {
      html += text(node, /[&<>]/g);
      return;
    }
    if (node.name === MARK) {
      html += `<!--${node.attributes["text"]}-->`;
      return;
    }
    const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${text(value, /[&<>"]/g)}"`);
    html += `<${node.name}${attributes.join("")}>`;
    if (VOID.has(node.name)) return;
    for (const child of node.children) walk(child);
    html += `</${node.name}>`;
  };
  for (const node of nodes) walk(node);
  return html.trim();
}
