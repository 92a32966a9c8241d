/** What is shown at one time; times are in milliseconds from the beginning. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  /** As plain text, without blanks at their ends; none of them is empty. */
  readonly lines: readonly string[];
  /** When its last word begins, where the file says so; a cue often stands long after it was spoken. */
  readonly lastWord?: number;
  /** Who speaks, where the file names them. */
  readonly voice?: string;
}

/** `1:02:03`, or `2:03` below an hour. */
export function clockTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (value: number) => String(value).padStart(2, "0");
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}
