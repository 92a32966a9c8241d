import { withoutMasks } from "../secrets/address-secrets.js";
import type { Marks } from "../secrets/marks.js";
import { changedAt, changedTexts } from "../secrets/pointers.js";
import { MASK } from "../secrets/secret-names.js";
import { takenOut } from "../secrets/taking-out.js";
import type { Sealed } from "../task.js";
import type { Json, JsonObject } from "../values/json.js";

interface Holder {
  readonly data?: JsonObject;
  readonly overrides?: JsonObject;
  readonly sealed?: Sealed;
  readonly sealedOverrides?: Sealed;
}

/**
 * A task or run without its secrets: the encrypted ones, and those in the clear that a store of an earlier version still
 * holds. Their places are empty then, because the mask there would be mistaken for the secret.
 */
export function withoutSecrets<T extends Holder>(record: T, marks: Marks): T {
  const { sealed, data, overrides, sealedOverrides, ...rest } = record;
  // All members but the two optional ones of encrypted values are there again.
  return {
    ...rest,
    ...(overrides === undefined ? {} : { overrides: emptied(overrides, sealedOverrides ?? {}, marks) }),
    ...(data === undefined ? {} : { data: emptied(data, sealed ?? {}, marks) }),
  } as unknown as T;
}

function emptied(data: JsonObject, sealed: Sealed, marks: Marks): Json {
  const { data: hidden, fresh, unfounded } = takenOut(data, marks);
  const places = new Set([...Object.keys(sealed), ...fresh.keys(), ...unfounded]);
  return [...places].reduce<Json>(
    (value, place) =>
      changedAt(value, place, (there) => changedTexts(there, (text) => (text === MASK ? "" : withoutMasks(text)))),
    hidden,
  );
}

export function hasPlainSecrets({ data = {}, overrides = {} }: Holder, marks: Marks): boolean {
  return [data, overrides].some((one) => takenOut(one, marks).fresh.size > 0);
}
