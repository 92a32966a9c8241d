import { ScriptoriumError } from "../../../kernel/errors.js";
import { sanitizeHtml } from "../sanitize-html.js";
import type { ExtractOptions } from "./page.js";
import { PageElement } from "./page-tree.js";
import { canFind } from "./selector-syntax.js";

const MAX_SELECTORS = 100;
const MAX_LENGTH = 500;
const DEEPEST = 500;

type Selecting = Pick<ExtractOptions, "mode" | "include" | "exclude">;

/**
 * Throws `bad-input`, naming the selector, where one of the options cannot be used; no page is needed for that. `field` is
 * where they were given, for those who look for what was wrong.
 */
export async function checkSelectors({ mode, include = [], exclude = [] }: Selecting, field?: string): Promise<void> {
  const facts = field === undefined ? {} : { field };
  if (mode === "selector" && include.length === 0) {
    throw new ScriptoriumError(
      "bad-input",
      "The mode that takes what selectors find needs a selector. Name at least one.",
      facts,
    );
  }
  const selectors = [...include, ...exclude];
  if (selectors.length === 0) return;
  if (selectors.length > MAX_SELECTORS) {
    throw new ScriptoriumError(
      "bad-input",
      `There are ${selectors.length} selectors, and ${MAX_SELECTORS} are the most. Join some with commas.`,
      facts,
    );
  }
  const { parseHTML } = await import("linkedom/cached");
  const { document } = parseHTML("<html><body><p></p></body></html>");
  for (const selector of selectors) {
    if (selector.length > MAX_LENGTH) throw refused(selector, facts);
    try {
      document.querySelectorAll(selector);
    } catch (cause) {
      throw refused(selector, facts, cause);
    }
    if (!canFind(selector)) throw refused(selector, facts);
  }
}

function refused(selector: string, facts: { readonly field?: string }, cause?: unknown): ScriptoriumError {
  const shown = selector.length > 100 ? `${selector.slice(0, 100).toWellFormed()}…` : selector;
  return new ScriptoriumError(
    "bad-input",
    `"${shown}"${facts.field === undefined ? "" : ` in ${facts.field}`} is not a CSS selector that can be used. Write it as in a style sheet, for example "article .text".`,
    { ...facts, selector: shown },
    { cause },
  );
}

/** What is used of a node of a parsed page. */
interface Node {
  readonly nodeType: number;
  readonly localName: string;
  readonly textContent: string;
  readonly firstChild: Node | null;
  readonly nextSibling: Node | null;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
}

const ELEMENT = 1;
const TEXT = 3;

/** The page as a tree whose elements know whether a selector found them; what is left out is not in it. */
export async function selectedTree(html: string, { include = [], exclude = [] }: Selecting): Promise<PageElement> {
  const { parseHTML } = await import("linkedom/cached");
  const tame = sanitizeHtml(html);
  const { document } = parseHTML(/<html[\s>]/i.test(tame.slice(0, 5000)) ? tame : `<html><body>${tame}</body></html>`);
  const included = new Set<unknown>(include.flatMap((selector) => [...document.querySelectorAll(selector)]));
  const excluded = new Set<unknown>(exclude.flatMap((selector) => [...document.querySelectorAll(selector)]));
  const root = new PageElement("#page", {}, undefined);
  const copy = (from: Node, to: PageElement) => {
    for (let child = from.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === TEXT) to.children.push(child.textContent);
      if (child.nodeType !== ELEMENT || to.depth > DEEPEST || excluded.has(child)) continue;
      const attributes = Object.fromEntries(Array.from(child.attributes, ({ name, value }) => [name, value]));
      const element = new PageElement(child.localName.toLowerCase(), attributes, to);
      to.children.push(element);
      if (included.has(child)) {
        element.included = true;
        for (let around: PageElement | undefined = to; around !== undefined; around = around.parent)
          around.holdsIncluded = true;
      }
      copy(child, element);
    }
  };
  copy(document as unknown as Node, root);
  return root;
}
