import type { z } from "zod";

type Schema = z.core.$ZodType;

/** What the schemas that may describe one value say about it. */
export interface Marks {
  /** True and false as a schema says; undefined when none does. One that says true outweighs all others. */
  readonly secret: boolean | undefined;
  readonly member: (name: string) => Marks;
  readonly element: (index: number) => Marks;
}

export const NO_MARKS: Marks = { secret: undefined, member: () => NO_MARKS, element: () => NO_MARKS };

const known = new WeakMap<Schema, Marks>();

export function marksOf(schema: Schema | undefined): Marks {
  if (schema === undefined) return NO_MARKS;
  const found = known.get(schema) ?? read([schema]);
  known.set(schema, found);
  return found;
}

const knownBoth = new WeakMap<Schema, Marks>();

/** What a task type's own schema and that of the common fields say together. */
export function marksOfBoth(options: Schema, common: Schema): Marks {
  const found = knownBoth.get(options) ?? read([options, common]);
  knownBoth.set(options, found);
  return found;
}

function read(schemas: readonly Schema[]): Marks {
  if (schemas.length === 0) return NO_MARKS;
  const said: boolean[] = [];
  const bare: z.core.$ZodTypeDef[] = [];
  const seen = new Set<Schema>();
  const collect = (schema: Schema): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    const mark = (schema as Partial<z.ZodType>).meta?.()?.["secret"];
    if (typeof mark === "boolean") said.push(mark);
    const { def } = schema._zod;
    if (def.type === "union") for (const option of (def as z.core.$ZodUnionDef).options) collect(option);
    else if (def.type === "lazy") collect((def as z.core.$ZodLazyDef).getter());
    else if ("left" in def && "right" in def) for (const side of [def.left, def.right]) collect(side as Schema);
    else if ("in" in def && "out" in def) for (const side of [def.in, def.out]) collect(side as Schema);
    else if ("innerType" in def) collect(def.innerType as Schema);
    else bare.push(def);
  };
  for (const schema of schemas) collect(schema);
  const members = new Map<string, Marks>();
  const elements = new Map<number, Marks>();
  return {
    secret: said.length === 0 ? undefined : said.includes(true),
    member: (name) => remembered(members, name, () => read(bare.flatMap((def) => memberOf(def, name) ?? []))),
    element: (index) => {
      // Beyond the places of the longest tuple all elements are alike.
      const place = Math.min(index, Math.max(0, ...bare.map(placesOf)));
      return remembered(elements, place, () => read(bare.flatMap((def) => elementOf(def, place) ?? [])));
    },
  };
}

/** Most names of members that are remembered for a schema; with a catch-all they are whatever is posted. */
const MAX_REMEMBERED = 1000;

function remembered<Key>(map: Map<Key, Marks>, key: Key, make: () => Marks): Marks {
  const found = map.get(key) ?? make();
  if (map.size < MAX_REMEMBERED) map.set(key, found);
  return found;
}

function memberOf(def: z.core.$ZodTypeDef, name: string): Schema | undefined {
  if (def.type === "record") return (def as z.core.$ZodRecordDef).valueType;
  if (def.type !== "object") return undefined;
  const { shape, catchall } = def as z.core.$ZodObjectDef;
  return Object.hasOwn(shape, name) ? shape[name] : catchall;
}

function elementOf(def: z.core.$ZodTypeDef, index: number): Schema | undefined {
  if (def.type === "array") return (def as z.core.$ZodArrayDef).element;
  if (def.type !== "tuple") return undefined;
  const { items, rest } = def as z.core.$ZodTupleDef;
  return items[index] ?? rest ?? undefined;
}

function placesOf(def: z.core.$ZodTypeDef): number {
  return def.type === "tuple" ? (def as z.core.$ZodTupleDef).items.length : 0;
}
