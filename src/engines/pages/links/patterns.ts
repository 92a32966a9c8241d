import { RE2JS } from "re2js";
import { shown } from "../../../kernel/values/json.js";
import { badField, givenLines } from "../fields.js";

/** Whether an address fits one of the lines of a field. */
export type AddressPatterns = (address: string) => boolean;

/**
 * A line is a piece of the address whatever its case, with `*` for anything between; one that begins with `http` is the
 * address from its beginning and, unless it ends in `*`, to its end; `/expression/` is an expression of the RE2 kind, which
 * takes linear time, and `/folder/` without any of its signs is a piece. Empty lines and those that begin with `#` say
 * nothing; undefined without any other. Throws bad-input for an expression that cannot be read.
 */
export function addressPatterns(lines: readonly string[], field: string): AddressPatterns | undefined {
  const tests = givenLines(lines)
    .filter((line) => !line.startsWith("#"))
    .map((line) => patternOf(line, field));
  if (tests.length === 0) return undefined;
  return (address) => {
    const lower = address.toLowerCase();
    return tests.some((test) => test(address, lower));
  };
}

function patternOf(line: string, field: string): (address: string, lower: string) => boolean {
  const expression = /^\/(.+)\/i?$/.exec(line)?.[1];
  // A path such as /blog/ is meant as one, and not as the expression that finds "blog" in "weblogs".
  if (expression !== undefined && /[^\w\-/.~]/.test(expression)) {
    const compiled = compile(expression, line, field);
    return (address) => compiled.matcher(address).find();
  }
  const parts = line.toLowerCase().split("*");
  if (/^https?:\/\//i.test(line)) return (_, lower) => spans(lower, parts);
  return (_, lower) => endInOrder(lower, parts, 0) !== undefined;
}

/** Whether the parts are in the text in their order, the first at its beginning and the last at its end. */
function spans(text: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  const end = endInOrder(text, rest, first.length);
  return end !== undefined && text.length - last.length >= end && text.endsWith(last);
}

/** Where the last of the parts ends, when they are in the text in their order. */
export function endInOrder(text: string, parts: readonly string[], from: number): number | undefined {
  let at = from;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return undefined;
    at = found + part.length;
  }
  return at;
}

function compile(expression: string, line: string, field: string): RE2JS {
  try {
    return RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE);
  } catch (cause) {
    throw badField(
      field,
      `The line "${shown(line)}" of ${field} is not a regular expression that can be used. Correct it (look-around and back-references are not supported) or write the address with * for anything.`,
      cause,
    );
  }
}
