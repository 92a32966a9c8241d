import type { Json, JsonObject } from "../json.js";
import type { Marks } from "../secrets/marks.js";
import { changedAt } from "../secrets/pointers.js";
import { takenOut } from "../secrets/taking-out.js";
import type { Sealed } from "../task.js";

interface Holder {
  readonly data?: JsonObject;
  readonly sealed?: Sealed;
}

/**
 * A task or run without its secrets: the encrypted ones, and those in the clear that a store of an earlier version still
 * holds. Their places are empty then, because the mask that stands there would be taken for the secret.
 */
export function withoutSecrets<T extends Holder>(record: T, marks: Marks): T {
  const { sealed = {}, data, ...rest } = record;
  if (data === undefined) return rest as T;
  const { fresh, unfounded } = takenOut(data, marks);
  const places = new Set([...Object.keys(sealed), ...fresh.keys(), ...unfounded]);
  const emptied = [...places].reduce<Json>((value, place) => changedAt(value, place, () => ""), data);
  // All members but the optional `sealed` are there again.
  return { ...rest, data: emptied } as unknown as T;
}

export function hasPlainSecrets(data: JsonObject, marks: Marks): boolean {
  return takenOut(data, marks).fresh.size > 0;
}
