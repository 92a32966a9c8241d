/** The media type under which a file is stored whose bytes are in pieces; its own bytes say what it is. */
export const GROWN = "application/vnd.scriptorium.pieces+json";

/**
 * Begins the paths of what is stored among the files of a task and is none of the user's. No path of theirs has a control
 * character, and these come before all of theirs.
 */
const MARK = "\u0001";

export function isHidden(path: string): boolean {
  return path.startsWith(MARK);
}

/** Under what a task remembers something from run to run. */
export function memoryPath(name: string): string {
  return `${MARK}memory/${name}`;
}

const EARLIER = `${MARK}earlier/`;

/** What a file held before the last run that replaced it. */
export function earlierPath(path: string): string {
  return EARLIER + path;
}

const PIECES = `${MARK}pieces/`;

/** A piece of a file that grows, the first being 1. */
export function piecePath(path: string, number: number): string {
  return `${PIECES}${path}/${String(number).padStart(7, "0")}`;
}

/** The file that a hidden path is a piece of; undefined for anything else. */
export function fileOfPiece(hidden: string): string | undefined {
  return hidden.startsWith(PIECES) ? hidden.slice(PIECES.length, hidden.lastIndexOf("/")) : undefined;
}

/** The part of a hidden path that somebody chose. */
export function nameInHidden(hidden: string): string {
  if (hidden.startsWith(EARLIER)) return hidden.slice(EARLIER.length);
  return fileOfPiece(hidden) ?? hidden.slice(memoryPath("").length);
}
