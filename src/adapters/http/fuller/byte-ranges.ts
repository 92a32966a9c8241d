/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a file that a Range header asks for (RFC 9110, 14.1.2): undefined for the whole file, because there is no
 * such header, it asks for several parts or in a way we do not know; `beyond` when it is outside the file.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | "beyond" | undefined {
  const asked = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "");
  if (asked === null) return undefined;
  const [, first = "", last = ""] = asked;
  if (first === "") {
    if (last === "") return undefined;
    // The last so many bytes.
    const length = Math.min(Number(last), size);
    return length === 0 ? "beyond" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return undefined;
  if (start >= size) return "beyond";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Whether If-None-Match names the tag: one of a list, or all of them; weak ones count (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
