import { isPlainObject, type Json, type JsonObject } from "../../../kernel/index.js";

/**
 * What `fields` and `omit` leave of a row. A field is a member by its name, or one further inside by its path with dots,
 * which then is a member called by that path. Fields come in the order they were asked for; one that the row has not is
 * left out.
 */
export function shaped(
  fields: readonly string[] | undefined,
  omit: readonly string[] | undefined,
): (row: JsonObject) => JsonObject {
  if (fields === undefined && omit === undefined) return (row) => row;
  const omitted = new Set(omit);
  return (row) => {
    const members = fields === undefined ? Object.entries(row) : fields.flatMap((field) => member(row, field));
    // fromEntries makes members of its own, whatever they are called.
    return Object.fromEntries(members.filter(([name]) => !omitted.has(name)));
  };
}

function member(row: JsonObject, field: string): [string, Json][] {
  const value = Object.hasOwn(row, field) ? row[field] : valueAt(row, field);
  return value === undefined ? [] : [[field, value]];
}

function valueAt(row: JsonObject, path: string): Json | undefined {
  let at: Json | undefined = row;
  for (const name of path.split(".")) {
    if (Array.isArray(at)) at = /^\d{1,9}$/.test(name) ? at[Number(name)] : undefined;
    else if (isPlainObject(at) && Object.hasOwn(at, name)) at = (at as JsonObject)[name];
    else return undefined;
  }
  return at;
}
