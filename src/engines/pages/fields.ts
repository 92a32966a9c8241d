import { ScriptoriumError } from "../../kernel/errors.js";

/** The lines of a field that say something, without the spaces around them. */
export function givenLines(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** The error of a field that cannot be used as it is. */
export function badField(field: string, message: string, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError("bad-input", message, { field }, cause === undefined ? undefined : { cause });
}
