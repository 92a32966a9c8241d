import type { BodyBlock } from "../article-body/index.js";
import { isBlock, isHeading } from "../articles-in/html-tree.js";
import { elementsIn, isElement, type PlacedElement, type PlacedNode, placedNodes, wordsIn } from "./html-places.js";
import { headingBlock, type Outline, oneLine, opaqueBlock, type Part, sentencesOf, withoutTitle } from "./parts.js";

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** What a page has besides its article, and nothing is put between. */
const ASIDE = names("head title script style template noscript nav aside footer form svg math dialog");
const CONTAINERS = names("html body main article section div center header hgroup address");
const MEDIA = names("img picture video audio iframe object embed canvas svg math input");
/** What is empty when its words are gone. */
const EMPTIED = names("p li ul ol dl dt dd blockquote div section");

/** The blocks of a document or of a piece of one: of its only article or its main part, where it has one. */
export function htmlOutline(html: string): Outline {
  const nodes = placedNodes(html);
  const main = mainOf(nodes);
  const { title, parts } = withoutTitle(partsIn(main?.children ?? nodes));
  return {
    title: title === "" ? firstTitle(nodes) : title,
    parts,
    end: parts.at(-1)?.end ?? endOf(html, main),
  };
}

function mainOf(nodes: readonly PlacedNode[]): PlacedElement | undefined {
  const elements = [...elementsIn(nodes)];
  const only = (name: string) => {
    const found = elements.filter((element) => element.name === name);
    return found.length === 1 ? found[0] : undefined;
  };
  return only("article") ?? only("main") ?? elements.find(({ name }) => name === "body");
}

/** Before the closing tag of the main part; what is unclosed ends with the text. */
function endOf(html: string, main: PlacedElement | undefined): number {
  if (main === undefined) return html.trimEnd().length;
  const tag = html.slice(main.inner, main.end).search(/<\/[a-z]+\s*>$/i);
  return html.slice(0, tag < 0 ? main.end : main.inner + tag).trimEnd().length;
}

/** Of a page that has it outside of its article, or only in its head. */
function firstTitle(nodes: readonly PlacedNode[]): string {
  const elements = [...elementsIn(nodes)];
  const found = ["h1", "title"].map((name) => elements.find((element) => element.name === name));
  return (
    found.map((element) => (element === undefined ? "" : words(element.children))).find((text) => text !== "") ?? ""
  );
}

const words = (nodes: readonly PlacedNode[]) => oneLine(wordsIn(nodes, (name) => isBlock(name) || name === "br"));

function partsIn(nodes: readonly PlacedNode[]): Part[] {
  const parts: Part[] = [];
  let run: PlacedNode[] = [];
  const flush = () => {
    parts.push(...partOfRun(run));
    run = [];
  };
  for (const node of nodes) {
    if (!isElement(node) || !(isBlock(node.name) || ASIDE.has(node.name) || CONTAINERS.has(node.name))) {
      run.push(node);
      continue;
    }
    flush();
    if (ASIDE.has(node.name)) continue;
    const holdsBlocks = [...elementsIn(node.children)].some(({ name }) => isBlock(name));
    if (CONTAINERS.has(node.name) && holdsBlocks) parts.push(...partsIn(node.children));
    else parts.push(...partOf(node));
  }
  flush();
  return parts;
}

/** Text that stands in no element of its own. */
function partOfRun(run: readonly PlacedNode[]): Part[] {
  const isBlank = (node: PlacedNode) => !isElement(node) && node.text.trim() === "";
  const from = run.findIndex((node) => !isBlank(node));
  if (from < 0) return [];
  const to = run.findLastIndex((node) => !isBlank(node));
  const place = { start: run[from]!.start, end: run[to]!.end };
  const text = words(run);
  if (text !== "")
    return [{ ...place, depth: 0, within: [], block: { kind: "paragraph", sentences: sentencesOf(text) } }];
  return hasMedia(run) ? [{ ...place, depth: 0, within: [], block: opaqueBlock() }] : [];
}

const hasMedia = (nodes: readonly PlacedNode[]) => [...elementsIn(nodes)].some(({ name }) => MEDIA.has(name));

function partOf(element: PlacedElement): Part[] {
  const { start, end, name, children } = element;
  const text = words(children);
  if (text === "" && !hasMedia([element]) && name !== "hr" && name !== "pre") return [];
  if (isHeading(name)) return [{ start, end, within: [], ...headingBlock(text, Number(name[1])) }];
  const within = [...elementsIn(children)].filter((inner) => EMPTIED.has(inner.name));
  return [{ start, end, depth: 0, within, block: blockOf(element, text) }];
}

function blockOf({ name, children }: PlacedElement, text: string): BodyBlock {
  if (text === "") return opaqueBlock();
  const inner = [...elementsIn(children)];
  const of = (wanted: string) => inner.filter((element) => element.name === wanted);
  switch (name) {
    case "ul":
    case "ol":
      return {
        kind: "list",
        ordered: name === "ol",
        items: of("li").map((item) => sentencesOf(words(item.children.filter((node) => !isList(node))))),
      };
    case "blockquote":
      return { kind: "quote", sentences: sentencesOf(text) };
    case "table":
      return {
        kind: "table",
        head: of("th").map((cell) => words(cell.children)),
        rows: [of("td").map((cell) => words(cell.children))],
      };
    case "p":
    case "div":
    case "section":
    case "article":
    case "main":
    case "body":
    case "center":
      return { kind: "paragraph", sentences: sentencesOf(text) };
    default:
      return opaqueBlock();
  }
}

const isList = (node: PlacedNode) => isElement(node) && (node.name === "ul" || node.name === "ol");
