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
