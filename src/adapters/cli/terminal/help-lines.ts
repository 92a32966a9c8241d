import type { Screen } from "./screen.js";
import { padded, wrapped } from "./width.js";

const INDENT = "  ";
/** Less room than this beside the names, and what they mean is told below them. */
const LEAST_BESIDE = 24;
const BELOW = "      ";

/** A name with what it means beside it, in a column of `width` cells; below it where the screen is narrow. */
export function entryLines(
  name: string,
  meaning: string,
  { width, screen }: { readonly width: number; readonly screen: Screen },
): string[] {
  const room = screen.columns - INDENT.length - width;
  if (room < LEAST_BESIDE) return [INDENT + name, ...below(meaning, screen)];
  const [first = "", ...others] = wrapped(meaning, room);
  const further = others.map((line) => INDENT + " ".repeat(width) + line);
  if (name.length >= width) return [INDENT + name, INDENT + " ".repeat(width) + first, ...further];
  return [`${INDENT}${padded(name, width)}${first}`, ...further];
}

/** Texts in lines of the screen. */
export function paragraphs(texts: readonly string[], { columns }: Screen): string[] {
  return texts.map((text) => wrapped(text, columns).join("\n"));
}

function below(meaning: string, { columns }: Screen): string[] {
  return wrapped(meaning, columns - BELOW.length).map((line) => BELOW + line);
}
