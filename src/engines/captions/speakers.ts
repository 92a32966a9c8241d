/** `ANNA:`, `DR. BERG (OFF):`, `A:`; only capitals tell a name from a word with a colon. */
const NAME = /^(\p{Lu}[\p{Lu}\p{M}\p{N}.'\u2019&# -]{0,40})(?:\s?\([^()]{1,30}\))?\s?(?::(?=\s|$)|\uff1a)/u;
/** `田中：`, where a mark before it says that somebody else speaks. */
const NAME_BEHIND_MARK = /^([^\s:\uff1a]{1,20})\s?[:\uff1a]/u;

/** Whom a line names as the one who says it; `isMarked` for a line with a mark such as `>>` before it. */
export function speakerOf(line: string, isMarked: boolean): string | undefined {
  const found = NAME.exec(line) ?? (isMarked ? NAME_BEHIND_MARK.exec(line) : null);
  return found?.[1]?.trim().toLowerCase();
}

/** A line with the name of its speaker, unless it has that itself. */
export function withName(voice: string, line: string): string {
  return speakerOf(line, true) === voice.toLowerCase() ? line : `${voice}: ${line}`;
}
