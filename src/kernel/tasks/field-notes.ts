import type { z } from "zod";
import { MASK } from "../secrets/secret-names.js";
import { isPlainObject, type JsonObject, shown } from "../values/json.js";
import { mistypedName, nearestName } from "../values/nearest-name.js";

type Schema = z.core.$ZodType;
type Shape = Readonly<Record<string, Schema>>;

/** Most sentences of one kind; what is left over is counted. */
const MAX_SENTENCES = 5;
/** Most names of fields that are looked at: a post may hold hundreds of thousands. */
const MAX_NAMES = 20_000;

/** As it is said: "an rss scraper" is spelled out. */
const BEGINS_WITH_A_VOWEL = /^(?:[aeiou]|[fhlmnrsx][^aeiou ]*(?: |$))/;

/** Sentences about fields that are none of the task type; `words` is its listed form. */
export function unknownFieldNotes(unknown: readonly string[], shape: Shape, words: string): string[] {
  const whose = `${BEGINS_WITH_A_VOWEL.test(words) ? "an" : "a"} ${words}`;
  return inBrief(
    unknown,
    (path) => {
      const nearest = nearestField(path, shape);
      const meant = nearest === undefined ? "It is stored and has no effect." : `Did you mean ${nearest}?`;
      return `${shown(path)} is no field of ${whose}. ${meant}`;
    },
    (count) => (count === 1 ? `1 more field is none of ${whose}.` : `${count} more fields are none of ${whose}.`),
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
  const nearest = nearestName(last, Object.keys(known ?? {}));
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

/** Stands for a message of zod; a schema's own message is kept. */
const OURS = "\u0000";

/** Gives the sentence of a value that is refused. */
export type Refusal = () => string;

/**
 * What the schema makes of the value, or what it refuses of it; a mask is not, as it says nothing of the secret it
 * represents. `field` is where the value is in the data object.
 */
export function read(
  schema: Schema,
  value: unknown,
  field = "",
): { readonly data: unknown } | { readonly refused: readonly Refusal[] } {
  const parsed = (schema as z.ZodType).safeParse(value, { error: () => OURS });
  if (parsed.success) return { data: parsed.data };
  const issues = parsed.error.issues.filter(({ path }) => valueAt(value, path) !== MASK);
  return { refused: issues.map((issue) => () => sentenceOf(issue, schema, field)) };
}

function sentenceOf({ path, message }: z.core.$ZodIssue, schema: Schema, field: string): string {
  const at = placeOf([...(field === "" ? [] : [field]), ...path]).replace(/^entry/, "Entry") || "The data object";
  if (message !== OURS) return `${at} cannot be used: ${message.replace(/[.!]?$/, ".")}`;
  return `${at} must be ${wanted(schemaAt(schema, path))}.`;
}

/** `imageInsert.FrequencyTo`, `entry 2 of startUrlsFile`, `lockUrl in entry 1 of linkSets`. */
function placeOf(path: readonly PropertyKey[]): string {
  const last = path.findLastIndex((name) => typeof name === "number");
  if (last < 0) return shown(path.join("."));
  const entry = `entry ${Number(path[last]) + 1} of ${placeOf(path.slice(0, last))}`;
  return last === path.length - 1 ? entry : `${placeOf(path.slice(last + 1))} in ${entry}`;
}

/** The sentences of what was refused; many of them are counted. */
export function inSentences(refused: readonly Refusal[]): string[] {
  return inBrief(
    refused,
    (sentence) => sentence(),
    (count) => (count === 1 ? "1 more value cannot be used." : `${count} more values cannot be used.`),
  );
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const name of path) at = typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[name] : at;
  return at;
}

function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema {
  let at = bare(schema);
  for (const name of path) {
    const { def } = at._zod;
    const below =
      def.type === "object"
        ? (def as z.core.$ZodObjectDef).shape[String(name)]
        : def.type === "array"
          ? (def as z.core.$ZodArrayDef).element
          : def.type === "record"
            ? (def as z.core.$ZodRecordDef).valueType
            : undefined;
    if (below === undefined) return at;
    at = bare(below);
  }
  return at;
}

/** What a value has to be, as it goes on after "must be". */
function wanted(schema: Schema): string {
  const { def } = bare(schema)._zod;
  const { isWhole, range } = checked(def);
  const size = range && ` of ${range.replace(/^(?:from|of) /, "")}`;
  switch (def.type) {
    case "number":
      return `${isWhole ? "a whole number" : "a number"}${range && ` ${range}`}`;
    case "string":
      return `a text${size && `${size} characters`}`;
    case "boolean":
      return "true or false";
    case "enum":
      return oneOf(Object.values((def as z.core.$ZodEnumDef).entries));
    case "literal":
      return oneOf((def as z.core.$ZodLiteralDef<z.core.util.Literal>).values);
    case "array":
      return `a list${size && `${size} entries`}`;
    case "object":
      return "an object";
    case "record":
      return 'an object, such as {"name": "value"}';
    case "union":
      return (def as z.core.$ZodUnionDef).options.map(wanted).join(" or ");
    default:
      return "of another form";
  }
}

function oneOf(values: readonly unknown[]): string {
  const named = values.slice(0, 30).map((value) => JSON.stringify(value));
  return named.length === 1 ? named[0]! : `one of ${named.join(", ")}`;
}

/** What the checks of a schema say of a number, or of a length, in words. */
function checked({ checks = [], ...def }: z.core.$ZodTypeDef): { readonly isWhole: boolean; readonly range: string } {
  const all = [def, ...checks.map(({ _zod }) => _zod.def)] as readonly Check[];
  const least = all.map(({ check, value, minimum, length }) =>
    check === "greater_than" ? value : (minimum ?? length),
  );
  const most = all.map(({ check, value, maximum, length }) => (check === "less_than" ? value : (maximum ?? length)));
  const [from] = least.filter((one) => one !== undefined);
  const [to] = most.filter((one) => one !== undefined);
  const above = all.some(({ check, inclusive }) => check === "greater_than" && inclusive === false);
  const below = all.some(({ check, inclusive }) => check === "less_than" && inclusive === false);
  const words = [
    ...(from === undefined ? [] : [`${above ? "above" : "of at least"} ${from}`]),
    ...(to === undefined ? [] : [`${below ? "below" : "of at most"} ${to}`]),
  ];
  const both = from !== undefined && to !== undefined && !above && !below;
  return {
    isWhole: all.some(({ format }) => format !== undefined && /int/.test(format)),
    range: both ? (from === to ? `${from}` : `from ${from} to ${to}`) : words.join(" and "),
  };
}

/** The members of zod's definitions of checks that are read here. */
interface Check {
  readonly check?: string;
  readonly format?: string;
  readonly value?: number;
  readonly inclusive?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly length?: number;
}

function bare(schema: Schema): Schema {
  const { def } = schema._zod;
  if ("innerType" in def) return bare(def.innerType as Schema);
  return "in" in def ? bare(def.in as Schema) : schema;
}

/** A sentence for each of the first, and one that counts the rest. */
export function inBrief<T>(
  all: readonly T[],
  sentence: (one: T) => string,
  rest: (count: number) => string,
  most = MAX_SENTENCES,
): string[] {
  const first = [...new Set(all.slice(0, most).map(sentence))];
  return all.length > most ? [...first, rest(all.length - most)] : first;
}
