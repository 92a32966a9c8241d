import type { z } from "zod";
import { withoutAddressSecrets } from "../secrets/address-secrets.js";
import { isSecretName } from "../secrets/secret-names.js";
import { inBrief, listed, numbered } from "../values/in-brief.js";
import { shown } from "../values/json.js";
import { mistypedName } from "../values/nearest-name.js";
import { bare, type Refused } from "./reading.js";

type Schema = z.core.$ZodType;

/** A sentence for each value that was refused, and one of what to use; of very many the names alone. */
export function valueNotes(refused: readonly Refused[]): string[] {
  return inBrief(refused, valueNote, (others) => `${capital(listed(placesOf(others)))} cannot be used either.`);
}

/** One sentence of what is wrong, one of what to do. */
export function valueNote({ path, value, schema, message }: Refused): string {
  const at = capital(placeOf(path)) || "The data object";
  if (message !== undefined) return `${at} cannot be used: ${message.replace(/[.!]?$/, ".")}`;
  const is = value === undefined ? "is missing" : `is ${path.some(isSecret) ? "refused" : described(value, schema)}`;
  return `${at} ${is}. ${meant(value, schema) ?? remedy(schema)}`;
}

/** More values than this are not told where one of them is but for some letters what was sent. */
const FEW = 4;

/** The one of many values that was probably meant, as a question; undefined where none is. */
function meant(value: unknown, schema: Schema): string | undefined {
  const { def } = bare(schema)._zod;
  if (typeof value !== "string" || def.type !== "enum") return undefined;
  const values = Object.values((def as z.core.$ZodEnumDef).entries).map(String);
  const name = values.length > FEW ? mistypedName(value, values) : undefined;
  return name === undefined ? undefined : `Did you mean "${name}"?`;
}

function isSecret(name: PropertyKey): boolean {
  // A setting of the command line comes with where it was found: `"apiKey" in the config file`.
  return typeof name === "string" && (isSecretName(name) || isSecretName(/[\w-]+/.exec(name)?.[0] ?? ""));
}

/** The value where it is short, else what it is. */
function described(value: unknown, schema: Schema): string {
  const { type } = schema._zod.def;
  if (Array.isArray(value)) return type === "array" ? `a list of ${value.length} entries` : "a list";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  if (value === "") return "empty";
  if (type === "string") return `a text of ${value.length} characters`;
  // Where several values are expected, one text may hold anything.
  const isOne = type === "number" || type === "boolean" || type === "enum" || type === "literal";
  return isOne ? `"${shown(withoutAddressSecrets(value))}"` : "a text";
}

/** `imageInsert.FrequencyTo`, `entry 2 of startUrlsFile`, `lockUrl in entry 1 of linkSets`. */
function placeOf(path: readonly PropertyKey[], entry = (place: number) => `entry ${place + 1}`): string {
  const last = path.findLastIndex((name) => typeof name === "number");
  if (last < 0) return shown(path.join("."));
  const list = `${entry(Number(path[last]))} of ${placeOf(path.slice(0, last))}`;
  return last === path.length - 1 ? list : `${placeOf(path.slice(last + 1))} in ${list}`;
}

/** The places of many values, those of one list together: `entries 2, 4 and 7 to 9 of startUrlsFile`. */
function placesOf(refused: readonly Refused[]): string[] {
  const alike = new Map<string, { readonly path: readonly PropertyKey[]; readonly places: number[] }>();
  for (const { path } of refused) {
    const last = path.findLastIndex((name) => typeof name === "number");
    const key = path.map((name, index) => (index === last ? "" : String(name))).join("\u0000");
    const found = alike.get(key) ?? { path, places: [] };
    if (last >= 0) found.places.push(Number(path[last]) + 1);
    alike.set(key, found);
  }
  return [...alike.values()].map(({ path, places }) =>
    placeOf(path, places.length > 1 && new Set(places).size > 1 ? () => `entries ${numbered(places)}` : undefined),
  );
}

function capital(place: string): string {
  return place.replace(/^entr/, "Entr");
}

/** What to do about a value of the schema. */
function remedy(schema: Schema): string {
  const { def } = bare(schema)._zod;
  if (def.type === "boolean" || def.type === "enum" || def.type === "literal") return `Use ${wanted(schema)}.`;
  return `It must be ${wanted(schema)}.`;
}

/** What a value has to be, as it goes on after "must be" or "use". */
function wanted(schema: Schema): string {
  const { def } = bare(schema)._zod;
  const { isWhole, range } = checked(def);
  const size = range && ` of ${range.replace(/^(?:from|of) /, "")}`;
  switch (def.type) {
    case "number":
      return `${isWhole ? "a whole number" : "a number"}${range && ` ${range}`}`;
    case "string":
      return FORMATS[formatOf(def)] ?? `a text${size && `${size} characters`}`;
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

/** Texts of a form that has a name. */
const FORMATS: Readonly<Record<string, string>> = {
  date: "a date, such as 2026-01-31",
  datetime: "a date with a time, such as 2026-01-31T09:00:00Z",
  email: "a mail address, such as name@example.com",
  regex: "of another form",
  time: "a time, such as 09:00:00",
  url: "an address, such as https://example.com/",
};

function formatOf({ checks = [], ...def }: z.core.$ZodTypeDef): string {
  const all = [def, ...checks.map(({ _zod }) => _zod.def)] as readonly Check[];
  return all.find(({ format = "" }) => format in FORMATS)?.format ?? "";
}

function oneOf(values: readonly unknown[]): string {
  return listed(
    values.map((value) => JSON.stringify(value)),
    "or",
  );
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
