import { isSecretName } from "../secrets/secret-names.js";
import { isPlainObject, type Json, type JsonObject } from "../values/json.js";
import { FIELD_GROUPS, type FieldGroup } from "./field-marks.js";
import { titleOfField } from "./field-titles.js";

/**
 * The JSON Schema of a data object with what a form needs of it: every field has a title, and at the top a group (`x-group`),
 * whose titles are in `x-groups` in the order of forms; the few that a newcomer needs have `x-basic`. Lists of texts have
 * `x-lines`, secrets `x-secret` and `writeOnly`, since replies show a mask in their place.
 */
export function formSchema(schema: JsonObject): JsonObject {
  const whole = withTitles(schema);
  const properties = membersOf(whole["properties"]);
  const grouped: Record<string, JsonObject> = {};
  const used = new Set<string>();
  for (const [name, property] of Object.entries(properties)) {
    const group = String(property["x-group"] ?? "main");
    used.add(group);
    grouped[name] = { ...property, "x-group": group };
  }
  const known = Object.keys(FIELD_GROUPS);
  // Groups of task types that are not ours come last, and are called as fields would be.
  const names = [...known.filter((name) => used.has(name)), ...[...used].filter((name) => !known.includes(name))];
  const groups = names.map((name) => ({ name, title: FIELD_GROUPS[name as FieldGroup] ?? titleOfField(name) }));
  return { ...whole, "x-groups": groups, properties: grouped };
}

/** Any node of the schema, with its marks under the names they have in JSON Schema. */
function withTitles(node: JsonObject): JsonObject {
  const { basic, group, secret, ...rest } = node;
  const result: Record<string, Json> = { ...rest };
  if (basic === true) result["x-basic"] = true;
  if (typeof group === "string") result["x-group"] = group;
  if (secret === true) Object.assign(result, SECRET);
  for (const key of ["items", "additionalProperties", "propertyNames"]) {
    const inner = result[key];
    if (isPlainObject(inner)) result[key] = withTitles(inner as JsonObject);
  }
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const inner = result[key];
    if (Array.isArray(inner))
      result[key] = inner.map((one) => (isPlainObject(one) ? withTitles(one as JsonObject) : one));
  }
  if (isPlainObject(result["properties"])) {
    const members = Object.entries(membersOf(result["properties"] as Json));
    result["properties"] = Object.fromEntries(members.map(([name, member]) => [name, fieldOf(name, member)]));
  }
  return result;
}

const SECRET = { writeOnly: true, "x-secret": true } as const;

function fieldOf(name: string, schema: JsonObject): JsonObject {
  const field = withTitles(schema);
  const items = field["items"];
  const isTexts = isPlainObject(items) && items["type"] === "string" && !Object.hasOwn(items, "enum");
  const isSecret =
    schema["secret"] === true ||
    (isTexts && isPlainObject(items) && items["x-secret"] === true) ||
    (schema["secret"] !== false && (isTexts || field["type"] === "string") && isSecretName(name));
  return {
    title: titleOfField(name),
    ...field,
    ...(isTexts ? { "x-lines": true } : {}),
    ...(isSecret ? SECRET : {}),
  };
}

function membersOf(json: Json | undefined): Readonly<Record<string, JsonObject>> {
  return isPlainObject(json) ? (json as Record<string, JsonObject>) : {};
}
