/** The name of a node that is a comment which WordPress reads: where a teaser or a page of a post ends. */
export const MARK = "#mark";
/** As which it passes a parser. */
export const MARK_TAG = "wordpress-mark";
const COMMENT = /<!--[ \t]*((?:more|nextpage)(?: [^<>&-]{0,100})?)[ \t]*-->/g;

export function withMarkTags(html: string): string {
  return html.replace(COMMENT, `<${MARK_TAG}>$1</${MARK_TAG}>`);
}

/** The mark of a text that was in such a tag; undefined for what is none. */
export function markOf(text: string): string | undefined {
  return /^(?:more|nextpage)(?: [^<>&-]{0,100})?$/.test(text) ? text.trim() : undefined;
}
