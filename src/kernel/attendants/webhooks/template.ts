import type { Json, JsonObject } from "../../values/json.js";
import { shown } from "../../values/json.js";

/**
 * What a template may name. Progress and errors have members of their own; everything else is whole: `{{run}}` is the
 * object, and so are `{{data}}`, whose members differ from event to event, and `{{result}}`.
 */
export const VARIABLES: readonly string[] = [
  "id",
  "type",
  "createdAt",
  "task",
  ...["id", "name", "type", "group", "status"].map((name) => `task.${name}`),
  "run",
  ...["id", "origin", "startedAt", "finishedAt", "progress", "error"].map((name) => `run.${name}`),
  ...["total", "done", "ok", "failed", "skipped", "percent", "rows", "files", "bytes"].map(
    (name) => `run.progress.${name}`,
  ),
  ...["code", "message"].map((name) => `run.error.${name}`),
  "data",
  "result",
];
const KNOWN: ReadonlySet<string> = new Set(VARIABLES);

/** Longest template, in characters. */
const MAX_LENGTH = 64 * 1024;
/** Most variables in one. */
const MAX_VARIABLES = 1000;

/** A template, read: texts, and between them the variables with whether they are within a JSON text. */
interface Template {
  readonly texts: readonly string[];
  readonly variables: readonly { readonly path: string; readonly quoted: boolean }[];
}

/** Reads a template: JSON in which `{{path}}` is replaced by a value, or within a text for the value as text. */
export function readTemplate(text: string): Template | { readonly problem: string } {
  if (text.length > MAX_LENGTH) return { problem: `it is longer than ${MAX_LENGTH} characters` };
  const texts: string[] = [];
  const variables: { path: string; quoted: boolean }[] = [];
  let quoted = false;
  let from = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text[index];
    if (quoted && unit === "\\") index += 1;
    else if (unit === '"') quoted = !quoted;
    else if (unit === "{" && text[index + 1] === "{") {
      const end = text.indexOf("}}", index);
      if (end === -1) return { problem: `the variable at character ${index + 1} has no end; close it with }}` };
      const path = text.slice(index + 2, end).trim();
      if (!KNOWN.has(path)) {
        return { problem: `there is no variable {{${shown(path)}}}; use one of ${VARIABLES.join(", ")}` };
      }
      texts.push(text.slice(from, index));
      variables.push({ path, quoted });
      from = end + 2;
      index = end + 1;
    }
  }
  if (variables.length > MAX_VARIABLES) return { problem: `it has more than ${MAX_VARIABLES} variables` };
  texts.push(text.slice(from));
  const template = { texts, variables };
  try {
    JSON.parse(filled(template, () => null));
  } catch {
    return { problem: "it is not JSON once its variables are filled in; check its quotes, commas and brackets" };
  }
  return template;
}

/** The template with the values of this message: one pass, so that what a value holds is never taken for a variable. */
export function renderTemplate(template: Template, message: JsonObject): string {
  return filled(template, (path) => {
    let value: Json | undefined = message;
    for (const name of path.split(".")) {
      value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    }
    return value ?? null;
  });
}

/** What is missing is null, and nothing within a text. */
function filled({ texts, variables }: Template, valueAt: (path: string) => Json): string {
  let result = texts[0]!;
  for (const [index, { path, quoted }] of variables.entries()) {
    const value = valueAt(path);
    const json = JSON.stringify(value);
    if (!quoted) result += json;
    else if (value !== null)
      result += typeof value === "string" ? json.slice(1, -1) : JSON.stringify(json).slice(1, -1);
    result += texts[index + 1]!;
  }
  return result;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
