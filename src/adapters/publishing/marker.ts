import { ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/values/json.js";

const MOST_CHARACTERS = 100;

/** The marker as it stands in a text. */
export function markerText(marker: string): string {
  // A blog makes one of two hyphens in a comment, and finds nothing of a text that begins with one.
  if (marker.length <= MOST_CHARACTERS && /^[a-z0-9]+(?:-[a-z0-9]+)*$/i.test(marker)) return `scriptorium:${marker}`;
  throw new ScriptoriumError(
    "bad-input",
    `The marker "${shown(marker)}" cannot be used. Write it with up to ${MOST_CHARACTERS} letters, digits and single hyphens between them.`,
    { marker: shown(marker) },
  );
}

export function markerComment(marker: string): string {
  return `<!-- ${markerText(marker)} -->`;
}

/** Tags that end a body. What is longer is made to hurt. */
const LONGEST_END = 500;
/** Elements in which a comment would be text, or is not read. */
const NO_COMMENT = /<\/(?:script|style|textarea|title|iframe|noscript|svg|math|select|video|audio|object)\b/i;

const AS_THEY_STAND = /<(pre|code|textarea|script|style)\b[\s\S]*?<\/\1\s*>|\n\s*/gi;
const END_OF_BLOCK =
  /<(?:\/(?:p|h[1-6]|[uod]l|li|d[td]|table|t(?:head|body|foot|r|d|h)|blockquote|div|fig(?:ure|caption)|section|pre)|[uod]l|table|t(?:head|body|foot|r)|hr)\b[^<>]{0,200}>$|-->$/i;

/**
 * A blog like WordPress makes a line break of every line end within a paragraph, and runs what is in square brackets in
 * code: so a line of HTML that was wrapped becomes one line, and brackets in code become what they are.
 */
export function withoutLineEnds(html: string): string {
  return html.replace(AS_THEY_STAND, (found: string, tag: string | undefined, at: number) => {
    // A blank line is one between paragraphs, also where they are no elements.
    if (tag === undefined && /\n\s*\n/.test(found)) return found;
    if (tag === undefined) return END_OF_BLOCK.test(html.slice(Math.max(0, at - 220), at)) ? "\n" : " ";
    return /^(?:pre|code)$/i.test(tag) ? found.replaceAll("[", "&#91;") : found;
  });
}

/** The body with its marker at the end, inside its last element, where WordPress makes no empty paragraph of it. */
export function withMarker(html: string, marker: string): string {
  const body = html.trimEnd();
  const [ends = ""] = /(?:<\/[a-z][a-z0-9]*\s*>\s*)+$/i.exec(body.slice(-LONGEST_END)) ?? [];
  const inside = NO_COMMENT.test(ends) ? body.length : body.length - ends.length;
  return `${body.slice(0, inside)}${markerComment(marker)}${body.slice(inside)}`;
}

/** Whether the text has this marker, and not one that begins like it. */
export function hasMarker(text: string, marker: string): boolean {
  return text.includes(markerComment(marker));
}

/** The slug of an image, by which it is found again. */
export function imageSlug(marker: string): string {
  return markerText(marker).replace(":", "-").toLowerCase();
}
