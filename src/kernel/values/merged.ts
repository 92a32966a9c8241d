import { isPlainObject, type Json, type JsonObject } from "./json.js";

/** Plain objects merge member by member; arrays and everything else replace. Keys are checked before they get here. */
export function mergedDeep(target: Json, posted: Json): Json {
  if (!isPlainObject(target) || !isPlainObject(posted)) return posted;
  const result: Record<string, Json> = { ...(target as JsonObject) };
  for (const [key, value] of Object.entries(posted as JsonObject)) {
    const present = Object.hasOwn(result, key) ? result[key] : undefined;
    result[key] = present === undefined ? value : mergedDeep(present, value);
  }
  return result;
}
