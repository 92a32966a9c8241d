import type { Marks } from "../secrets/marks.js";
import { changedAt } from "../secrets/pointers.js";
import { takenOut } from "../secrets/taking-out.js";
import type { Sealed } from "../task.js";
import type { Json, JsonObject } from "../values/json.js";

interface Holder {
  readonly data?: JsonObject;
  readonly overrides?: JsonObject;
  readonly sealed?: Sealed;
}

/**
 * A task or run without its secrets: the encrypted ones, and those in the clear that a store of an earlier version still
 * holds. Their places are empty then, because the mask that stands there would be taken for the secret.
 */
export function withoutSecrets<T extends Holder>(record: T, marks: Marks): T {
  const { sealed, data, overrides, ...rest } = record;
  // All members but the optional `sealed` are there again.
  return {
    ...rest,
    ...(overrides === undefined ? {} : { overrides: emptied(overrides, {}, marks) }),
    ...(data === undefined ? {} : { data: emptied(data, sealed ?? {}, marks) }),
  } as unknown as T;
}

function emptied(data: JsonObject, sealed: Sealed, marks: Marks): Json {
  const { fresh, unfounded } = takenOut(data, marks);
  const places = new Set([...Object.keys(sealed), ...fresh.keys(), ...unfounded]);
  return [...places].reduce<Json>((value, place) => changedAt(value, place, () => ""), data);
}

export function hasPlainSecrets(data: JsonObject, marks: Marks): boolean {
  return takenOut(data, marks).fresh.size > 0;
}
