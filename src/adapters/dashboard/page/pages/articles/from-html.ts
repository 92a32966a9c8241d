import { type Block, type Look, type Run, safeAddress } from "./document.js";

/** What is not read at all. */
const SILENT = new Set(
  "SCRIPT STYLE TEMPLATE NOSCRIPT IFRAME OBJECT EMBED SVG MATH HEAD FORM BUTTON INPUT SELECT TEXTAREA CANVAS AUDIO VIDEO DIALOG".split(
    " ",
  ),
);
const HOLDS = new Set(
  "ADDRESS ARTICLE ASIDE BODY CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER HEADER HGROUP LI MAIN NAV P SECTION SUMMARY TBODY TD TR".split(
    " ",
  ),
);
const OWN = /^(?:H[1-6]|UL|OL|BLOCKQUOTE|PRE|TABLE|HR|IMG|PICTURE)$/;

/**
 * HTML as blocks. It is parsed in a document that loads and runs nothing; handlers of events are left out before, since a browser
 * reports each of them as refused.
 */
export function fromHtml(html: string): Block[] {
  const quiet = html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/[\s/"']on[a-z]+\s*=/gi, " data-left-out="));
  return blocksIn(new DOMParser().parseFromString(quiet, "text/html").body);
}

function blocksIn(parent: Element): Block[] {
  const blocks: Block[] = [];
  let runs: Run[] = [];
  const flush = () => {
    const tidy = trimmed(runs);
    if (tidy.length > 0) blocks.push({ kind: "paragraph", runs: tidy });
    runs = [];
  };
  for (const node of parent.childNodes) {
    const element = node.nodeType === Node.ELEMENT_NODE ? (node as Element) : undefined;
    const name = element?.tagName.toUpperCase() ?? "";
    if (element === undefined) runs.push(...runsIn(node, {}));
    else if (SILENT.has(name)) continue;
    else if (OWN.test(name)) {
      flush();
      blocks.push(...own(element, name));
    } else if (HOLDS.has(name)) {
      flush();
      blocks.push(...blocksIn(element));
    } else runs.push(...runsIn(node, {}));
  }
  flush();
  return blocks;
}

function own(element: Element, name: string): Block[] {
  switch (name) {
    case "UL":
    case "OL":
      return [
        {
          kind: "list",
          start: name === "OL" ? Number(element.getAttribute("start") ?? 1) || 1 : undefined,
          items: [...element.children].filter(({ tagName }) => tagName === "LI").map(blocksIn),
        },
      ];
    case "BLOCKQUOTE":
      return [{ kind: "quote", blocks: blocksIn(element) }];
    case "PRE":
      return [{ kind: "code", text: element.textContent?.replace(/\n$/, "") ?? "" }];
    case "HR":
      return [{ kind: "rule" }];
    case "TABLE": {
      const rows = [...element.querySelectorAll("tr")].map((row) =>
        [...row.children].map((cell) => trimmed(runsIn(cell, {}))),
      );
      return rows.length === 0 ? [] : [{ kind: "table", rows, hasHead: element.querySelector("tr > th") !== null }];
    }
    case "IMG":
    case "PICTURE": {
      const image = name === "IMG" ? element : element.querySelector("img");
      const source = image?.getAttribute("src");
      return source ? [{ kind: "picture", source, text: image!.getAttribute("alt") ?? "" }] : [];
    }
    default: {
      const runs = trimmed([...element.childNodes].flatMap((node) => runsIn(node, {})));
      return runs.length === 0 ? [] : [{ kind: "heading", level: Number(name[1]), runs }];
    }
  }
}

function runsIn(node: Node, look: Look): Run[] {
  if (node.nodeType === Node.TEXT_NODE) return [{ ...look, text: (node.nodeValue ?? "").replace(/\s+/g, " ") }];
  if (node.nodeType !== Node.ELEMENT_NODE) return [];
  const element = node as Element;
  const name = element.tagName.toUpperCase();
  if (SILENT.has(name)) return [];
  if (name === "BR") return [{ text: "\n" }];
  const inner = withLook(look, name, element);
  return [...element.childNodes].flatMap((child) => runsIn(child, inner));
}

function withLook(look: Look, name: string, element: Element): Look {
  switch (name) {
    case "B":
    case "STRONG":
      return { ...look, strong: true };
    case "I":
    case "EM":
    case "CITE":
      return { ...look, emphasis: true };
    case "CODE":
    case "KBD":
    case "SAMP":
      return { ...look, code: true };
    case "S":
    case "DEL":
      return { ...look, struck: true };
    case "A": {
      const href = safeAddress(element.getAttribute("href"));
      return href === undefined ? look : { ...look, href };
    }
    default:
      return look;
  }
}

/** Without the space at both ends and twice in a row, as a browser shows it. */
function trimmed(runs: readonly Run[]): Run[] {
  const kept: Run[] = [];
  let before = " ";
  for (const run of runs) {
    const text = /\s$/.test(before) ? run.text.replace(/^ +/, "") : run.text;
    if (text === "") continue;
    kept.push({ ...run, text });
    before = text;
  }
  const last = kept.at(-1);
  if (last !== undefined) {
    const text = last.text.replace(/\s+$/, "");
    kept.pop();
    if (text !== "") kept.push({ ...last, text });
    else if (kept.length > 0) return trimmed(kept);
  }
  return kept;
}
