import { Parser } from "htmlparser2";
import { ScriptoriumError } from "../../../kernel/index.js";
import type { Place } from "./parts.js";

export interface PlacedText extends Place {
  readonly text: string;
}

export interface PlacedElement extends Place {
  readonly name: string;
  /** Behind its opening tag. */
  readonly inner: number;
  readonly children: readonly PlacedNode[];
}

export type PlacedNode = PlacedText | PlacedElement;

type Open = { -readonly [Key in keyof PlacedElement]: PlacedElement[Key] } & { children: PlacedNode[] };

/** Browsers nest 512 deep, and the time that the parser takes grows by the square of it. */
const MOST_DEEP = 1000;

/** The elements and texts of HTML with their places. Throws PAGE_UNREADABLE for what is nested as nobody nests it. */
export function placedNodes(html: string): readonly PlacedNode[] {
  const root: Open = { name: "", start: 0, inner: 0, end: html.length, children: [] };
  const open = [root];
  const parser: Parser = new Parser({
    onopentag(name) {
      if (open.length > MOST_DEEP) {
        throw new ScriptoriumError(
          "PAGE_UNREADABLE",
          "The elements of the text are nested more than 1,000 deep, which no text for people is. Leave it out.",
        );
      }
      const inner = parser.endIndex + 1;
      const element: Open = { name, start: parser.startIndex, inner, end: inner, children: [] };
      open.at(-1)!.children.push(element);
      open.push(element);
    },
    ontext(text) {
      open.at(-1)!.children.push({ text, start: parser.startIndex, end: parser.endIndex + 1 });
    },
    onclosetag(_name, isImplied) {
      const element = open.pop()!;
      element.end = isImplied ? (element.children.at(-1)?.end ?? element.inner) : parser.endIndex + 1;
    },
  });
  parser.end(html);
  return root.children;
}

export const isElement = (node: PlacedNode): node is PlacedElement => "name" in node;

/** All elements within, in the order of the text. */
export function* elementsIn(nodes: readonly PlacedNode[]): Generator<PlacedElement> {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    yield node;
    yield* elementsIn(node.children);
  }
}

const UNREAD = new Set(["script", "style", "template", "noscript", "svg", "math"]);

/** The words of nodes, those of different blocks apart. */
export function wordsIn(nodes: readonly PlacedNode[], isApart: (name: string) => boolean): string {
  return nodes
    .map((node) => {
      if (!isElement(node)) return node.text;
      if (UNREAD.has(node.name)) return "";
      const words = wordsIn(node.children, isApart);
      return isApart(node.name) ? ` ${words} ` : words;
    })
    .join("");
}
