import type { Sealed } from "../task.js";
import { isPlainObject, type Json, type JsonObject } from "../values/json.js";
import { originsOf } from "./list-origins.js";
import type { Marks } from "./marks.js";
import { below } from "./pointers.js";
import { isPasswordName, isSecretName, MASK } from "./secret-names.js";

/** A data object as it is stored: masks where its secrets were, and those encrypted next to it. */
export interface Hidden {
  readonly data: JsonObject;
  readonly sealed: Sealed;
  /** By which marks it has just been looked through; undefined when it was only read. */
  readonly marks?: Marks;
}

/** What was taken out of a data object; everything by the JSON Pointer of its place. */
export interface TakenOut {
  readonly data: JsonObject;
  /** Secrets that were posted. */
  readonly fresh: ReadonlyMap<string, string>;
  /** Those that a mask keeps, as they are stored. */
  readonly kept: ReadonlyMap<string, string>;
  /** Places with a mask where no secret is kept. */
  readonly unfounded: readonly string[];
}

interface Origin {
  readonly value: Json;
  readonly pointer: string;
}

/**
 * Replaces the secrets of a data object with masks. A secret is a text that is not empty, under a name or in a field
 * that says so or within such a member, and whatever takes the place of a secret that is stored. A mask keeps the secret
 * that is stored for its place; in lists, for the element that it was (`originsOf`). A stored mask that nothing is stored
 * for, as after an import without secrets, becomes an empty text.
 *
 * What is the very same as in `stored`, and was looked through there by these marks, is not looked through again.
 */
export function takenOut(data: JsonObject, marks: Marks, stored?: Hidden): TakenOut {
  const fresh = new Map<string, string>();
  const kept = new Map<string, string>();
  const unfounded: string[] = [];
  const sealed = new Map(Object.entries(stored?.sealed ?? {}));
  const aboveSealed = new Set([...sealed.keys()].flatMap(ancestors));

  const isLookedThrough = stored?.marks === marks;
  /** Whether the value is that of its place in what is stored, where it has been found to hold no secret. */
  const isKnown = (value: Json, pointer: string, origin: Origin | undefined): boolean =>
    isLookedThrough &&
    origin?.value === value &&
    origin.pointer === pointer &&
    !sealed.has(pointer) &&
    !aboveSealed.has(pointer);

  const visit = (value: Json, pointer: string, at: Marks, isSecret: boolean, origin: Origin | undefined): Json => {
    if (typeof value === "string") return text(value, pointer, isSecret, origin);
    if (Array.isArray(value)) return list(value, pointer, at, isSecret, origin);
    return isPlainObject(value) ? object(value as JsonObject, pointer, at, isSecret, origin) : value;
  };

  const text = (value: string, pointer: string, isSecret: boolean, origin: Origin | undefined): Json => {
    const before = origin?.value === MASK ? sealed.get(origin.pointer) : undefined;
    if (value === "" || (!isSecret && before === undefined)) return value;
    if (value !== MASK) fresh.set(pointer, value);
    else if (before !== undefined) kept.set(pointer, before);
    else if (origin?.value === MASK) return "";
    else unfounded.push(pointer);
    return MASK;
  };

  const list = (value: readonly Json[], pointer: string, at: Marks, isSecret: boolean, origin: Origin | undefined) => {
    const was = origin !== undefined && aboveSealed.has(origin.pointer) ? origin.value : undefined;
    const origins = Array.isArray(was) ? originsOf(value, was) : [];
    return changedList(value, (item, index) => {
      const place = origins[index];
      const before =
        place === undefined || origin === undefined
          ? undefined
          : { value: (was as readonly Json[])[place] as Json, pointer: below(origin.pointer, place) };
      const marked = at.element(index);
      return visit(item, below(pointer, index), marked, marked.secret ?? isSecret, before);
    });
  };

  const object = (value: JsonObject, pointer: string, at: Marks, isSecret: boolean, origin: Origin | undefined) => {
    let copy: Record<string, Json> | undefined;
    const was = origin === undefined || !isPlainObject(origin.value) ? undefined : (origin.value as JsonObject);
    for (const [name, item] of Object.entries(value)) {
      const place = below(pointer, name);
      const before =
        was === undefined || origin === undefined || !Object.hasOwn(was, name)
          ? undefined
          : { value: was[name] as Json, pointer: below(origin.pointer, name) };
      if (isKnown(item, place, before)) continue;
      const marked = at.member(name);
      const secret = marked.secret ?? (isSecret || isSecretName(name));
      const sent = secret && typeof item === "number" && isPasswordName(name) ? String(item) : item;
      const shown = visit(sent, place, marked, secret, before);
      if (shown === item) continue;
      copy ??= { ...value };
      copy[name] = shown;
    }
    return copy ?? value;
  };

  const origin = stored === undefined ? undefined : { value: stored.data, pointer: "" };
  return { data: object(data, "", marks, false, origin), fresh, kept, unfounded };
}

function changedList(list: readonly Json[], change: (item: Json, index: number) => Json): readonly Json[] {
  let copy: Json[] | undefined;
  for (const [index, item] of list.entries()) {
    const changed = change(item, index);
    if (changed === item) continue;
    copy ??= [...list];
    copy[index] = changed;
  }
  return copy ?? list;
}

/** The pointers of everything that holds a place. */
function ancestors(pointer: string): string[] {
  const names = pointer.split("/");
  return names.slice(0, -1).map((_name, index) => names.slice(0, index + 1).join("/"));
}
