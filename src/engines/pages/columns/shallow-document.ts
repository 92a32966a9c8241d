import type { Document } from "domhandler";
import { DomHandler, Parser } from "htmlparser2";
import { ScriptoriumError } from "../../../kernel/errors.js";

/** Browsers nest 512 deep. The parser takes time by the square of the depth: 15 seconds for 100,000. */
const MOST_DEEP = 5000;

/** The tree of a page, and how deep its elements are nested. Throws PAGE_UNREADABLE for more than anybody writes. */
export function shallowDocument(
  text: string,
  { xmlMode }: { readonly xmlMode: boolean },
): { readonly document: Document; readonly depth: number } {
  const options = { xmlMode, decodeEntities: true };
  const handler = new ShallowHandler(undefined, options);
  new Parser(handler, options).end(text);
  return { document: handler.root, depth: handler.depth };
}

class ShallowHandler extends DomHandler {
  depth = 0;

  override onopentag(name: string, attributes: Record<string, string>): void {
    super.onopentag(name, attributes);
    // The root is on the stack, too.
    if (this.tagStack.length - 1 > this.depth) this.depth = this.tagStack.length - 1;
    if (this.tagStack.length <= MOST_DEEP) return;
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      `The elements of the page are nested more than ${MOST_DEEP.toLocaleString("en")} deep, which no page for people is. Leave it out.`,
    );
  }
}
