import { RE2JS } from "re2js";
import { badField, givenLines } from "../../../engines/pages/fields.js";
import { endInOrder } from "../../../engines/pages/links/patterns.js";
import { shown } from "../../../kernel/index.js";

/** Says whether a sentence or heading holds something the user does not want. */
export type JunkFilter = (text: string) => boolean;

/**
 * A filter of the lines of `articleJunkFilterFile`: a text anywhere in the sentence whatever its case, `*` for anything
 * between, or `/expression/`. Expressions are of the RE2 kind and take linear time. Throws bad-input for one that
 * cannot be read.
 */
export function junkFilter(lines: readonly string[]): JunkFilter {
  const tests = givenLines(lines).map(junkTest);
  return (text) => {
    const lower = text.toLowerCase();
    return tests.some((test) => test(text, lower));
  };
}

function junkTest(line: string): (text: string, lower: string) => boolean {
  const expression = /^\/(.+)\/([a-z]*)$/.exec(line);
  if (expression !== null) {
    const compiled = compile(expression[1]!, line);
    return (text) => compiled.matcher(text).find();
  }
  const parts = line
    .toLowerCase()
    .split("*")
    .filter((part) => part !== "");
  if (parts.length === 0) return () => false;
  return (_, lower) => endInOrder(lower, parts, 0) !== undefined;
}

function compile(expression: string, line: string): RE2JS {
  try {
    return RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE);
  } catch (cause) {
    throw badField(
      "articleJunkFilterFile",
      `The line "${shown(line)}" of articleJunkFilterFile is not a regular expression that can be used. Correct it (look-around and back-references are not supported) or write the text without slashes.`,
      cause,
    );
  }
}
