import { words } from "../../strings.js";

/** A JSON value. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };
export type ObjectValue = { readonly [name: string]: Value };

/** What the form reads of a JSON Schema (2020-12) and of its own words. */
export interface Schema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: Value;
  readonly examples?: readonly Value[];
  readonly enum?: readonly Value[];
  readonly const?: Value;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** `date`, `email`, `uri` and the like. */
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
  readonly "x-groups"?: readonly { readonly name: string; readonly title: string }[];
  readonly "x-group"?: string;
  readonly "x-basic"?: boolean;
  readonly "x-lines"?: boolean;
  /** Each of its lines is work for a run. */
  readonly "x-input"?: boolean;
  readonly "x-secret"?: boolean;
}

/** The schema without null, and whether null is one of its values. */
export function nonNull(schema: Schema): { readonly schema: Schema; readonly nullable: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  if (schema.anyOf === undefined || others.length === schema.anyOf.length || others.length !== 1) {
    return { schema, nullable: false };
  }
  const { anyOf, ...rest } = schema;
  return { schema: { ...others[0], ...rest }, nullable: true };
}

/** What a field is shown as. */
export type Kind =
  | "switch"
  | "choice"
  | "choices"
  | "number"
  | "text"
  | "long text"
  | "secret"
  | "lines"
  | "pairs"
  | "object"
  | "objects"
  | "json";

/** Names that a list of texts may hold, as its meaning lists them: "any of `html`, `txt` and `md`". */
export function namesIn({ description = "" }: Schema): readonly string[] {
  const [list = ""] = /\bany of (?:`[^`]+`(?: \([^)]*\))?(?:, | and | or )?){2,}/i.exec(description) ?? [];
  return [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
}

export function kindOf(given: Schema, value?: Value): Kind {
  const { schema } = nonNull(given);
  const { type, items } = schema;
  if (schema.enum?.every((one) => typeof one === "string")) return "choice";
  if (type === "boolean") return "switch";
  if (type === "integer" || type === "number") return "number";
  if (type === "string") {
    if (schema["x-secret"]) return "secret";
    const texts = [value, schema.default, ...(schema.examples ?? [])];
    return texts.some((text) => typeof text === "string" && (text.includes("\n") || text.length > 120))
      ? "long text"
      : "text";
  }
  if (type === "array" && items?.enum?.every((one) => typeof one === "string")) return "choices";
  if (type === "array" && items?.type === "string" && namesIn(schema).length > 0) return "choices";
  if (type === "array" && (schema["x-lines"] || ["string", "integer", "number"].includes(items?.type ?? "")))
    return "lines";
  if (type === "array" && items?.type === "object" && items.properties !== undefined) return "objects";
  if (type === "object" && schema.properties !== undefined) return "object";
  if (type === "object" && isSchema(schema.additionalProperties) && schema.additionalProperties.type === "string")
    return "pairs";
  return "json";
}

const optionsOf = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf;

/** Whether a text may stand there, among other values. */
export const takesText = (schema: Schema): boolean =>
  optionsOf(schema)?.some(takesText) ?? (schema.type === undefined || schema.type === "string");

const isSchema = (given: Schema["additionalProperties"]): given is Schema => typeof given === "object";

export const isObject = (value: Value | undefined): value is ObjectValue =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);

/** What is wrong with a value, by the path of the place (`steps.0.selector`, empty for the value itself). */
export function problemsOf(schema: Schema, value: Value, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  collect(schema, value, path, found);
  return found;
}

function collect(schema: Schema, value: Value, path: string, found: Map<string, string>): void {
  const say = (text: string) => found.set(path, text);
  // Leads to definitions of any JSON.
  if (schema.$ref !== undefined) return;
  const options = optionsOf(schema);
  if (options !== undefined) {
    const tries = options.map((one) => problemsOf(one, value, path));
    if (tries.some((problems) => problems.size === 0)) return;
    const fitting = options.findIndex((one) => hasType(one.type, value));
    for (const [place, text] of tries[Math.max(0, fitting)] ?? []) found.set(place, text);
    return;
  }
  if (schema.type !== undefined && !hasType(schema.type, value)) return void say(words.wrongType(schema.type));
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return void say(words.notOneOf(schema.enum.map(String)));
  if (schema.const !== undefined && schema.const !== value) return void say(words.notOneOf([String(schema.const)]));
  if (typeof value === "number") numberProblem(schema, value, say);
  else if (typeof value === "string") textProblem(schema, value, say);
  else if (isList(value)) {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = schema;
    if (value.length < minItems) say(words.tooFew(minItems));
    else if (value.length > maxItems) say(words.tooMany(maxItems));
    if (items) for (const [index, item] of value.entries()) collect(items, item, under(path, String(index)), found);
  } else if (isObject(value)) {
    for (const name of schema.required ?? []) {
      if (!(name in value)) found.set(under(path, name), words.required);
    }
    for (const [name, member] of Object.entries(value)) {
      const own = schema.properties?.[name];
      if (own) collect(own, member, under(path, name), found);
      else if (isSchema(schema.additionalProperties))
        collect(schema.additionalProperties, member, under(path, name), found);
    }
  }
}

export const under = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

function hasType(type: string | undefined, value: Value): boolean {
  if (type === undefined) return true;
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return isList(value);
  if (type === "object") return isObject(value);
  return typeof value === type;
}

function numberProblem(schema: Schema, value: number, say: (text: string) => void): void {
  const { minimum: least = schema.exclusiveMinimum, maximum: most = schema.exclusiveMaximum } = schema;
  const isLow = least !== undefined && (schema.minimum === undefined ? value <= least : value < least);
  const isHigh = most !== undefined && (schema.maximum === undefined ? value >= most : value > most);
  if (!isLow && !isHigh) return;
  const bounded = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;
  say(words.outside(bounded(least), bounded(most)));
}

function textProblem(
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = "", format = "" }: Schema,
  value: string,
  say: (text: string) => void,
): void {
  if (value.length < minLength) say(minLength === 1 ? words.required : words.tooShort(minLength));
  else if (value.length > maxLength) say(words.tooLong(maxLength));
  else if (!matches(pattern, value) || (format === "uri" && !URL.canParse(value)))
    say(words.wrongForm(format, pattern));
}

function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    // An expression of another dialect is left to the server.
    return true;
  }
}

/** The members that differ, as a data post takes them: null for one that is no longer there. */
export function changesOf(before: ObjectValue, after: ObjectValue): ObjectValue {
  const gone = Object.keys(before).filter((name) => !(name in after));
  return Object.fromEntries([
    ...Object.entries(after).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)),
    ...gone.map((name) => [name, null] as const),
  ]);
}
