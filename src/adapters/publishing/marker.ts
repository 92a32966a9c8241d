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

/** The body with its marker at the end, inside its last paragraph, where no blog makes an empty paragraph of it. */
export function withMarker(html: string, marker: string): string {
  const comment = markerComment(marker);
  const body = html.trimEnd();
  return body.endsWith("</p>") ? `${body.slice(0, -"</p>".length)}${comment}</p>` : `${body}${comment}`;
}

/** Whether the text has this marker, and not one that begins like it. */
export function hasMarker(text: string, marker: string): boolean {
  return text.includes(markerComment(marker));
}

/** The slug of an image, by which it is found again. */
export function imageSlug(marker: string): string {
  return markerText(marker).replace(":", "-").toLowerCase();
}
