import { elementsOf, type HtmlElement, type HtmlNode, textOf } from "../_kit/articles-in/index.js";

/** Names, which no HTML has, for what Markdown writes as `[^1]` and as `[^1]: ...`. */
export const NOTE_MARK = "note-mark";
export const NOTE = "note";

const mark = (label: string): HtmlElement => ({ name: NOTE_MARK, attributes: { label }, children: [] });
const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== "string";
/** What stays HTML, in which no Markdown is read. */
const KEPT = new Set(["table", "figure", "details", "pre", "dl"]);

/** Nodes whose footnotes, a list to which numbers in the text lead, are marks and notes; those without such stay as they are. */
export function withNotes(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const marks = [...elementsOf(nodes)].flatMap((element) => targetOf(element) ?? []);
  if (marks.length === 0) return nodes;
  const wanted = new Set(marks);
  const lists = [...elementsOf(nodes)].filter((element) => isListOf(element, wanted));
  const ids = lists.flatMap(({ children }) => children.filter(isElement).map(({ attributes }) => attributes["id"]!));
  const labels = new Map([...new Set(ids)].map((id, at) => [id, String(at + 1)]));
  return labels.size === 0 ? nodes : written(nodes, labels, new Set(lists), false);
}

/** The id of the note that a raised link leads to. */
function targetOf({ name, children }: HtmlElement): string | undefined {
  const [link, ...others] = children.filter((node) => typeof node !== "string" || node.trim() !== "");
  if (name !== "sup" || link === undefined || typeof link === "string" || others.length > 0) return undefined;
  return link.name === "a" ? /^#(.+)$/.exec(link.attributes["href"] ?? "")?.[1] : undefined;
}

/** Whether something in the text leads to an item of the list, and all of its items may be led to. */
function isListOf({ name, children }: HtmlElement, wanted: ReadonlySet<string>): boolean {
  const items = children.filter(isElement);
  return (
    name === "ol" &&
    items.some(({ attributes }) => wanted.has(attributes["id"] ?? "")) &&
    items.every((item) => item.name === "li" && (item.attributes["id"] ?? "") !== "")
  );
}

function written(
  nodes: readonly HtmlNode[],
  labels: ReadonlyMap<string, string>,
  lists: ReadonlySet<HtmlElement>,
  isKept: boolean,
): HtmlNode[] {
  const inner = (children: readonly HtmlNode[], keeps: boolean) => written(children, labels, lists, keeps);
  return nodes.flatMap((node, at): HtmlNode[] => {
    if (typeof node === "string") return [node];
    if (node.name === "hr" && isRule(nodes, at, lists)) return [];
    if (lists.has(node)) {
      return node.children.filter(isElement).map(({ attributes, children }) => ({
        ...{ name: NOTE, attributes: { label: labels.get(attributes["id"]!)! } },
        children: withoutWayBack(inner(children, false)),
      }));
    }
    const label = labels.get(targetOf(node) ?? "");
    if (label !== undefined) return isKept ? [{ ...node, children: [textOf(node.children)] }] : [mark(label)];
    return [{ ...node, children: inner(node.children, isKept || KEPT.has(node.name)) }];
  });
}

/** Whether a rule does no more than set the notes apart. */
function isRule(nodes: readonly HtmlNode[], at: number, lists: ReadonlySet<HtmlElement>): boolean {
  const next = nodes.slice(at + 1).find((node) => typeof node !== "string" || node.trim() !== "");
  return next !== undefined && typeof next !== "string" && lists.has(next);
}

/** Without the arrows that lead from a note to the text. */
function withoutWayBack(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === "string") return [node];
    const isArrow =
      node.name === "a" && /^#/.test(node.attributes["href"] ?? "") && !/[\p{L}\p{N}]/u.test(textOf(node.children));
    return isArrow ? [] : [{ ...node, children: withoutWayBack(node.children) }];
  });
}
