import { isPlainObject } from "../../kernel/index.js";
import { breakingPoint } from "../../kernel/values/breaking-point.js";
import { UsageError } from "./config-error.js";

export interface ConfigFile {
  readonly config: Readonly<Record<string, unknown>>;
  /** The line of a setting, from 1; 0 where it is not in the file. */
  lineOf(name: string): number;
}

/** A config file: JSON with comments. Throws UsageError with the place of what is wrong. */
export function parsedConfig(content: string, path: string): ConfigFile {
  const bare = withoutComments(content.replace(/^\ufeff/, " "));
  let config: unknown;
  try {
    config = JSON.parse(bare);
  } catch (cause) {
    throw new UsageError(
      `The config file ${path} is not valid JSON${placeIn(cause, bare)}. Correct it and start again.`,
    );
  }
  if (!isPlainObject(config)) {
    throw new UsageError(`The config file ${path} must hold one JSON object. Correct it and start again.`);
  }
  const repeated = repeatedKey(bare);
  if (repeated !== undefined) {
    throw new UsageError(
      `The config file ${path} has "${repeated.key}" twice in one object, the second time at line ${repeated.line}. Remove one of the two and start again.`,
    );
  }
  return {
    config,
    lineOf: (name) => {
      const at = new RegExp(`${JSON.stringify(name).replace(/[^\w]/g, "\\$&")}\\s*:`).exec(bare)?.index;
      return at === undefined ? 0 : lineAt(bare, at);
    },
  };
}

/** The first key that an object of the JSON text has a second time: JSON itself takes the last one and says nothing. */
function repeatedKey(json: string): { readonly key: string; readonly line: number } | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (/^\s*:/.test(json.slice(index + token.length))) {
      const key: string = JSON.parse(token);
      const keys = open.at(-1);
      if (keys?.has(key)) return { key, line: lineAt(json, index) };
      keys?.add(key);
    }
  }
  return undefined;
}

/** Where the text stops being JSON. */
export function placeIn(error: unknown, text: string): string {
  const at = breakingPoint(error, text) - 1;
  const line = lineAt(text, at);
  const where = line === 1 ? `character ${at + 1}` : `line ${line}`;
  const [, key] = /"((?:[^"\\]|\\.)*)"\s*:(?![\s\S]*"(?:[^"\\]|\\.)*"\s*:)/.exec(text.slice(0, at)) ?? [];
  return `: it goes wrong at ${where}${key === undefined || line === 1 ? "" : `, after "${key}"`}`;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** The text with blanks in place of comments, so that every place stays the same. */
function withoutComments(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (token) =>
    token.startsWith('"') ? token : token.replace(/[^\n]/g, " "),
  );
}
