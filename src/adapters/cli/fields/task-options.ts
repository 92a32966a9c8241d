import { isPlainObject, type Json, type JsonObject } from "../../../kernel/values/json.js";
import { OWN_OPTIONS } from "./own-options.js";

/** What may be given for an option: how its text becomes a value. */
export type OptionKind = "text" | "number" | "boolean" | "lines" | "list" | "json";

/** A field of a task type as an option of the command line. */
export interface TaskOption {
  /** Without dashes: `max-pages`, or `image-insert.insert-type` for a member of a field. */
  readonly flag: string;
  /** Other names of it, the shortest first. */
  readonly aliases: readonly string[];
  /** Where its value is in the data object. */
  readonly path: readonly string[];
  readonly kind: OptionKind;
  readonly meaning: string;
  readonly default: Json | undefined;
  readonly schema: JsonObject;
  /** Among the first that a person sets. */
  readonly isBasic: boolean;
  /** The heading it belongs under, where the schema has groups. */
  readonly group: string | undefined;
}

/** What of a described type the options are made of. */
export interface FieldSource {
  readonly schema: JsonObject;
}

/** Members of members are options too, to this depth. */
const DEEPEST = 3;

/** One option for each field of the type, and for the members of fields that are objects. */
export function taskOptions({ schema }: FieldSource): readonly TaskOption[] {
  const definitions = objectIn(schema, "$defs");
  const groups = titlesOf(schema);
  const found = membersOf(schema, definitions).flatMap(([name, field]) => {
    const options = optionsOf([name], field, definitions);
    const group = groups.get(String(field["x-group"]));
    return options.map((option) => ({ ...option, group }));
  });
  const taken = new Set([...OWN_OPTIONS, ...found.map(({ flag }) => flag)]);
  const claims = new Map<string, TaskOption[]>();
  for (const option of found) {
    for (const alias of aliasesOf(option)) claims.set(alias, [...(claims.get(alias) ?? []), option]);
  }
  return found.map((option) => ({
    ...option,
    aliases: aliasesOf(option)
      .filter((alias) => !taken.has(alias) && winner(claims.get(alias) ?? []) === option)
      .sort((a, b) => a.length - b.length),
  }));
}

/** `maxPages` as `max-pages`, `UseBingCC` as `use-bing-cc`. */
export function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .replaceAll(/[_\s]+/g, "-")
    .toLowerCase();
}

function optionsOf(path: readonly string[], given: JsonObject, definitions: JsonObject): TaskOption[] {
  const schema = resolved(given, definitions);
  const own = path.length === 1 && isLines(schema) ? path[0]!.replace(/(?<=.)File$/, "") : undefined;
  const flag = own === undefined ? path.map(kebab).join(".") : kebab(own);
  const option: TaskOption = {
    flag,
    aliases: [],
    path,
    kind: kindOf(schema),
    meaning: String(schema["description"] ?? ""),
    default: schema["default"],
    schema,
    isBasic: schema["x-basic"] === true,
    group: undefined,
  };
  const members = path.length < DEEPEST ? membersOf(schema, definitions) : [];
  return [option, ...members.flatMap(([name, member]) => optionsOf([...path, name], member, definitions))];
}

/** Words of fields that keep something away: what such a list holds is not what its last word alone would say. */
const AGAINST = /(?:^|-)(?:block(?:ed)?|excluded?|ignored?|protected|skip(?:ped)?|suppress(?:ed)?)-/;

/**
 * Shorter names: `startUrlsFile` is `--start-urls`, and for those who give one line `--start-url`, `--urls` and `--url`.
 * Only lists of lines have them. `excludePatternsFile` is no `--pattern`, and `filterIn` no `--in`.
 */
function aliasesOf({ flag, path, kind }: TaskOption): string[] {
  const [name = ""] = path;
  if (kind !== "lines" || path.length > 1) return [];
  const last = flag.slice(flag.lastIndexOf("-") + 1);
  const isApt = name.endsWith("File") && last.length > 2 && !AGAINST.test(flag);
  const short = isApt ? [last, singular(last)] : [];
  const names = new Set([kebab(name), singular(flag), ...short]);
  names.delete(flag);
  return [...names];
}

/** Of several that would like a name: the basic one, or else the one whose own name is nearest to it, if there is one. */
function winner(claimants: readonly TaskOption[]): TaskOption | undefined {
  const basic = claimants.filter(({ isBasic }) => isBasic);
  const [first, second] = [...(basic.length > 0 ? basic : claimants)].sort((a, b) => a.flag.length - b.flag.length);
  return first === undefined || first.flag.length === second?.flag.length ? undefined : first;
}

function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/(?:ok|ov)ies$/.test(word)) return word.slice(0, -1);
  if (/ies$/.test(word)) return word.replace(/ies$/, "y");
  return /(?:xes|ches|shes|sses)$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, "");
}

function kindOf(schema: JsonObject): OptionKind {
  const { type } = schema;
  if (type === "boolean") return "boolean";
  if (type === "integer" || type === "number") return "number";
  if (isLines(schema)) return "lines";
  if (type === "array" && ["integer", "number"].includes(String(objectIn(schema, "items")["type"]))) return "list";
  return type === "string" || Array.isArray(schema["enum"]) ? "text" : "json";
}

function isLines(schema: JsonObject): boolean {
  return schema["type"] === "array" && objectIn(schema, "items")["type"] === "string";
}

/** The titles of groups by their names. */
function titlesOf(schema: JsonObject): ReadonlyMap<string, string> {
  const groups = schema["x-groups"];
  const pairs = Array.isArray(groups) ? groups.filter(isPlainObject) : [];
  return new Map(pairs.map(({ name, title }) => [String(name), String(title)]));
}

function membersOf(schema: JsonObject, definitions: JsonObject): [string, JsonObject][] {
  return Object.entries(objectIn(schema, "properties")).flatMap(([name, member]) =>
    isPlainObject(member) ? [[name, resolved(member as JsonObject, definitions)]] : [],
  );
}

/** What a reference leads to, with what is written beside it. */
function resolved(schema: JsonObject, definitions: JsonObject): JsonObject {
  const [, name] = /^#\/\$defs\/(.+)$/.exec(String(schema["$ref"] ?? "")) ?? [];
  return name === undefined ? schema : { ...objectIn(definitions, name), ...schema };
}

function objectIn(schema: JsonObject, name: string): JsonObject {
  const found = schema[name];
  return isPlainObject(found) ? (found as JsonObject) : {};
}
