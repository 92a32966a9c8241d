import type { z } from "zod";
import { inBrief, listed } from "../values/in-brief.js";
import { isPlainObject, type JsonObject, shown } from "../values/json.js";
import { mistypedName } from "../values/nearest-name.js";
import { nearestFieldName } from "./field-names.js";
import { bare } from "./reading.js";

type Schema = z.core.$ZodType;
type Shape = Readonly<Record<string, Schema>>;

/** Most names of fields that are looked at: a post may hold hundreds of thousands. */
const MAX_NAMES = 20_000;

/** As it is said: "an rss scraper" and "a url finder" are spelled out. */
const BEGINS_WITH_A_VOWEL = /^(?:[aeio]|u(?!rl\b)|[fhlmnrsx][^aeiou ]*(?: |$))/;

/** Sentences about fields that the task type does not have; `words` is its listed form. */
export function unknownFieldNotes(
  unknown: readonly string[],
  shape: Shape,
  { type, words }: { readonly type: string; readonly words: string },
): string[] {
  const whose = `${BEGINS_WITH_A_VOWEL.test(words) ? "an" : "a"} ${words}`;
  return inBrief(
    unknown,
    (path) => {
      const nearest = nearestField(path, shape);
      return nearest === undefined
        ? `${shown(path)} is not a field of ${whose} and has no effect. GET /types/${type} lists its fields.`
        : `${shown(path)} is not a field of ${whose}. Did you mean ${nearest}?`;
    },
    (others) => {
      const names = listed(others.map((path) => shown(path)));
      return others.length === 1
        ? `${names} is not a field of ${whose} either.`
        : `${names} are not fields of ${whose} either.`;
    },
  );
}

/**
 * The fields of a data object that the shape does not know, those of its members included, each once: names joined by dots,
 * places in lists left out. Of an object that takes other members too, those that are nearly a known one.
 */
export function unknownFields(shape: Shape, posted: JsonObject): string[] {
  const found = new Set<string>();
  let looked = 0;
  const visit = (schema: Schema, value: unknown, path: string): void => {
    const { def } = bare(schema)._zod;
    if (def.type === "array" && Array.isArray(value)) {
      for (const item of value) if (looked < MAX_NAMES) visit((def as z.core.$ZodArrayDef).element, item, path);
    } else if (def.type === "object" && isPlainObject(value)) {
      const { shape: members, catchall } = def as z.core.$ZodObjectDef;
      membersOfObject(members, value, `${path}.`, catchall !== undefined && catchall._zod.def.type !== "never");
    }
  };
  const membersOfObject = (known: Shape, value: Record<string, unknown>, before: string, takesOthers = false): void => {
    for (const [name, member] of Object.entries(value)) {
      looked += 1;
      if (looked > MAX_NAMES) return;
      const field = Object.hasOwn(known, name) ? known[name] : undefined;
      if (field !== undefined) visit(field, member, before + name);
      else if (!takesOthers || nearlyOneOf(known, name)) found.add(before + name);
    }
  };
  membersOfObject(shape, posted, "");
  return [...found];
}

/** The field of the same object whose name is nearly the one at the path, or holds it or is held by it. */
export function nearestField(path: string, shape: Shape): string | undefined {
  const names = path.split(".");
  const last = names.pop()!;
  let known: Shape | undefined = shape;
  for (const name of names) known = membersOf(known?.[name]);
  const nearest = nearestFieldName(last, Object.keys(known ?? {}));
  return nearest === undefined ? undefined : [...names, nearest].join(".");
}

function membersOf(schema: Schema | undefined): Shape | undefined {
  if (schema === undefined) return undefined;
  const { def } = bare(schema)._zod;
  if (def.type === "array") return membersOf((def as z.core.$ZodArrayDef).element);
  return def.type === "object" ? (def as z.core.$ZodObjectDef).shape : undefined;
}

function nearlyOneOf(shape: Shape, name: string): boolean {
  return mistypedName(name, Object.keys(shape)) !== undefined;
}
