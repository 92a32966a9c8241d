import type { z } from "zod";
import { isPlainObject, type JsonObject } from "../values/json.js";
import { unknownFieldNotes, unknownFields } from "./field-notes.js";
import { coerced, FIXED_FIELDS, takesNull, withoutNulls } from "./options.js";
import { type Refused, read } from "./reading.js";
import { valueNotes } from "./value-notes.js";

type Schema = z.core.$ZodType;

interface NotedType {
  readonly options: z.ZodObject;
  readonly type: string;
  readonly words: string;
}

/** What replies have data objects in, and what is next to it. */
const WRAPPERS = ["result", "data"] as const;
const AROUND_DATA: ReadonlySet<string> = new Set([...WRAPPERS, "success", "message", "notes"]);

/** What a person should know about posted fields of a task: those that its type does not have, and what a run refuses. */
export function postedFieldNotes(
  plugin: NotedType,
  common: z.ZodObject,
  data: JsonObject,
  posted: JsonObject,
): string[] {
  const { options } = plugin;
  const shape: Record<string, Schema> = { ...common.shape, ...options.shape };
  const wrapped = WRAPPERS.find((name) => isPlainObject(posted[name]) && !Object.hasOwn(shape, name));
  const unknown = unknownFields(shape, posted).filter(
    (name) => !FIXED_FIELDS.has(name) && (wrapped === undefined || !AROUND_DATA.has(name)),
  );
  const notes = unknownFieldNotes(unknown, shape, plugin);
  if (wrapped !== undefined) {
    notes.unshift(`The fields in "${wrapped}" have no effect there. Post the object in "${wrapped}" by itself.`);
  }
  const refused: Refused[] = [];
  for (const name of Object.keys(posted)) {
    // A schedule is judged as a whole, by whoever keeps it.
    if (FIXED_FIELDS.has(name) || name.startsWith("jobCron")) continue;
    // Of a whole reply even `notes`, which is a field of tasks as well, is none of the data.
    if (wrapped !== undefined && AROUND_DATA.has(name)) continue;
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const value = data[name];
    if (field === undefined || value === undefined || (value === null && !takesNull(field))) continue;
    const result = read(field, withoutNulls(field, value), name);
    if ("refused" in result) refused.push(...result.refused);
  }
  const scheduled = posted["jobCronData"] === undefined ? undefined : data["jobCronData"];
  if (isPlainObject(scheduled)) {
    const overrides = coerced(options, coerced(common, scheduled)) as JsonObject;
    notes.push(...postedFieldNotes(plugin, common, overrides, overrides).map((note) => `In jobCronData: ${note}`));
  }
  return [...notes, ...keptNotes(data, posted), ...valueNotes(refused)];
}

/** On posted values in whose place the task keeps its own. */
function keptNotes(data: JsonObject, posted: JsonObject): string[] {
  const notes: string[] = [];
  for (const name of ["jobName", "group"]) {
    const isKept = typeof posted[name] === "object" && posted[name] !== null && typeof data[name] === "string";
    if (isKept) notes.push(`${name} is not a text, so it was left as it was. Write it as a text.`);
  }
  if (isOther(data["type"], posted["type"])) {
    notes.push("The type of a task cannot be changed. Create another task.");
  }
  if (isOther(data["id"], posted["id"])) notes.push("The id of a task cannot be changed. Leave it out.");
  return notes;
}

function isOther(own: unknown, posted: unknown): boolean {
  if (posted === undefined || posted === null) return false;
  const plain = (value: unknown) =>
    String(value)
      .toLowerCase()
      .replace(/[\s_-]+/g, "");
  return typeof posted === "object" || plain(own) !== plain(posted);
}
