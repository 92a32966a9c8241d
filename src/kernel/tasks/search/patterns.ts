import { ScriptoriumError } from "../../errors.js";
import { type JsonObject, shown } from "../../values/json.js";
import type { Effort } from "./effort.js";
import { refused } from "./refused.js";

/** Largest product of a regular expression's size and a text's length; each step takes some 35 ns at worst. */
const MAX_STEPS = 20_000_000;

/** Whether a text matches. */
export type Matches = (text: string) => boolean;

/** Makes the matcher for the value of `$re2`; throws QUERY_REFUSED when there can be none. */
export type PatternCompiler = (value: JsonObject, effort: Effort) => Matches;

let compiler: Promise<PatternCompiler> | undefined;

/** Regular expressions that take linear time, without look-around and back-references. */
export function patternCompiler(): Promise<PatternCompiler> {
  compiler ??= (async () => {
    const { RE2JS } = await import("re2js");
    const flags: Record<string, number> = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL };
    return ({ pattern, options }: JsonObject, effort: Effort) => {
      const literal = options === "" ? literalMatch(String(pattern)) : undefined;
      if (literal !== undefined) {
        return (text: string) => {
          effort.spend(1 + (text.length >>> 5));
          return literal(text);
        };
      }
      const expression = usable(String(pattern), () =>
        RE2JS.compile(
          String(pattern),
          [...String(options)].reduce((sum, letter) => sum | flags[letter]!, 0),
        ),
      );
      const size = expression.programSize();
      return (text: string) => {
        // Nothing can stop a match once it has begun.
        if (size * text.length > MAX_STEPS) throw tooLarge();
        effort.spend(size * (text.length + 1));
        return expression.test(text);
      };
    };
  })();
  return compiler;
}

function tooLarge(): ScriptoriumError {
  return new ScriptoriumError(
    "QUERY_TOO_SLOW",
    "A regular expression as large as this takes too long on a text as long as some here, and the search was stopped. " +
      "Narrow it by type, status, group or name, or make the expression smaller.",
  );
}

/** What a pattern without any special characters means, but for `^` before and `$` behind it. */
function literalMatch(pattern: string): Matches | undefined {
  const [, begins, literal, ends] = /^(\^?)([^\\^$.[\](){}*+?|]*)(\$?)$/.exec(pattern) ?? [];
  if (literal === undefined) return undefined;
  if (begins && ends) return (text) => text === literal;
  if (begins) return (text) => text.startsWith(literal);
  return ends ? (text) => text.endsWith(literal) : (text) => text.includes(literal);
}

function usable<T>(pattern: string, compile: () => T): T {
  try {
    return compile();
  } catch {
    const what = `The regular expression "${shown(pattern)}" cannot be used`;
    throw refused(`${what}; look-around and back-references are not supported`, { operator: "$regex" });
  }
}
