import type { z } from "zod";
import type { AnyTaskPlugin, PluginEntry } from "../task-plugin.js";

type Schema = z.core.$ZodType;

/** What the schemas that may describe one value say about it. */
export interface Marks {
  /** True and false as a schema says; undefined when none does. One that says true outweighs all others. */
  readonly secret: boolean | undefined;
  readonly member: (name: string) => Marks;
  readonly element: (index: number) => Marks;
}

const NONE: ReadonlySet<string> = new Set();
/** Without any schema. */
export const NO_MARKS: Marks = unknownTo(NONE).plain;

/** Those that were read, by the names that are secret everywhere and then by the task type's schema. */
const known = new WeakMap<ReadonlySet<string>, WeakMap<Schema, Marks>>();

/**
 * What a task type's own schema and that of the common fields say together; undefined for a type that is not installed.
 * Fields of the names in `declared` are secret where neither says anything.
 */
export function marksOf(options: Schema | undefined, common: z.ZodObject, declared: ReadonlySet<string> = NONE): Marks {
  const those = known.get(declared) ?? new WeakMap<Schema, Marks>();
  known.set(declared, those);
  const key = options ?? common;
  const earlier = those.get(key);
  if (earlier !== undefined) return earlier;
  // A field that all types share is what its own schema says.
  const names = new Set([...declared].filter((name) => !Object.hasOwn(common.shape, name)));
  const found = read(options === undefined ? [common] : [options, common], names);
  those.set(key, found);
  return found;
}

/**
 * The names of the fields that any of the task types declares as a secret. One that cannot be loaded is passed over;
 * `isWhole` is false then.
 */
export async function declaredSecrets(
  entries: readonly PluginEntry[],
  pluginOf: (entry: PluginEntry) => Promise<AnyTaskPlugin>,
): Promise<{ readonly names: ReadonlySet<string>; readonly isWhole: boolean }> {
  const names = new Set<string>();
  let isWhole = true;
  for (const entry of entries) {
    try {
      const fields =
        "load" in entry && entry.secretFields !== undefined
          ? entry.secretFields
          : secretFieldsOf((await pluginOf(entry)).options as z.ZodType);
      for (const name of fields) names.add(name);
    } catch {
      isWhole = false;
    }
  }
  return { names, isWhole };
}

/** The names of the fields that a schema marks as secret, or that hold a list of what it marks. */
export function secretFieldsOf(schema: Schema): readonly string[] {
  const names = new Set<string>();
  const seen = new Map<Schema, Set<string>>();
  const visit = (one: Schema, name: string): void => {
    const under = seen.get(one) ?? new Set();
    if (under.has(name)) return;
    seen.set(one, under.add(name));
    const { said, bare } = unfolded([one]);
    if (said.includes(true) && name !== "") names.add(name);
    for (const def of bare) {
      if (def.type === "object") {
        const { shape, catchall } = def as z.core.$ZodObjectDef;
        for (const [member, value] of Object.entries(shape)) visit(value, member);
        if (catchall !== undefined) visit(catchall, name);
      } else if (def.type === "record") visit((def as z.core.$ZodRecordDef).valueType, name);
      else for (let index = 0; index <= placesOf(def); index += 1) visit(elementOf(def, index) ?? one, name);
    }
  };
  visit(schema, "");
  return [...names].sort();
}

/** What schemas say that may describe one value, and what is left of them without what is around it. */
function unfolded(schemas: readonly Schema[]) {
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
  return { said, bare };
}

/** What is said of what no schema describes. */
function unknownTo(declared: ReadonlySet<string>): { readonly plain: Marks; readonly secret: Marks } {
  const member = (name: string) => (declared.has(name) ? secret : plain);
  const plain: Marks = { secret: undefined, member, element: () => plain };
  const secret: Marks = { secret: true, member, element: () => plain };
  return { plain, secret };
}

function read(
  schemas: readonly Schema[],
  declared: ReadonlySet<string>,
  unknown = unknownTo(declared),
  name = "",
): Marks {
  const isDeclared = declared.has(name);
  if (schemas.length === 0) return isDeclared ? unknown.secret : unknown.plain;
  const { said, bare } = unfolded(schemas);
  const members = new Map<string, Marks>();
  const elements = new Map<number, Marks>();
  return {
    secret: said.length > 0 ? said.includes(true) : isDeclared || undefined,
    member: (below) =>
      remembered(members, below, () =>
        read(
          bare.flatMap((def) => memberOf(def, below) ?? []),
          declared,
          unknown,
          below,
        ),
      ),
    element: (index) => {
      // Beyond the places of the longest tuple all elements are alike.
      const place = Math.min(index, Math.max(0, ...bare.map(placesOf)));
      return remembered(elements, place, () =>
        read(
          bare.flatMap((def) => elementOf(def, place) ?? []),
          declared,
          unknown,
        ),
      );
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
