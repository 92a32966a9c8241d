import { RE2JS } from "re2js";
import { badField } from "../../../engines/pages/fields.js";
import { shown } from "../../../kernel/index.js";

/** Kinds of files that articles are read from. */
export const READABLE = ["html", "htm", "xhtml", "md", "markdown", "txt", "text"];
const MAX_LENGTH = 1000;

/**
 * Whether a path fits the pattern, whatever its case: `*` and `?` within a name, `**` over folders, `{a,b}` for one of several.
 * Takes time in proportion to the path. Throws bad-input.
 */
export function filePattern(pattern: string, field = "articleFilesPattern"): (path: string) => boolean {
  const given = pattern.trim().replace(/^\.\//, "");
  if (given.length > MAX_LENGTH) throw refused(field, pattern, "is longer than 1,000 characters");
  if (/[\u0000-\u001f\\]/.test(given)) throw refused(field, pattern, "holds a backslash or a control character");
  try {
    const compiled = RE2JS.compile(`(?is)\\A${expression(given)}\\z`);
    return (path) => compiled.matcher(path).matches();
  } catch (error) {
    throw refused(field, pattern, "has braces that do not fit together", error);
  }
}

function expression(pattern: string): string {
  let source = "";
  let open = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at]!;
    if (pattern.startsWith("**/", at)) {
      source += "(?:[^/]+/)*";
      at += 2;
    } else if (pattern.startsWith("**", at)) {
      source += ".*";
      at += 1;
    } else if (character === "*") source += "[^/]*";
    else if (character === "?") source += "[^/]";
    else if (character === "{") {
      open += 1;
      source += "(?:";
    } else if (character === "}" && open > 0) {
      open -= 1;
      source += ")";
    } else if (character === "," && open > 0) source += "|";
    else source += RE2JS.quote(character);
  }
  return source;
}

function refused(field: string, pattern: string, why: string, cause?: unknown): Error {
  return badField(field, `${field} is "${shown(pattern)}", which ${why}. Write it as **/*.{html,md,txt}.`, cause);
}
