import type { Sealed } from "../task.js";
import { isPlainObject, type Json, type JsonObject } from "../values/json.js";
import { type UserInfo, userInfosIn, withUserInfos } from "./address-secrets.js";
import type { Marks } from "./marks.js";
import { below, valueAt } from "./pointers.js";
import { isPasswordName, isSecretName, MASK } from "./secret-names.js";

/** A data object as it is stored: masks where its secrets were, and those encrypted next to it. */
export interface Hidden {
  readonly data: JsonObject;
  /** Each under its place; those within a list are one value, under the place of the outermost list. */
  readonly sealed: Sealed;
  /** By which marks it has just been looked through; undefined when it was only read. */
  readonly marks?: Marks;
}

/** A secret that is stored: encrypted, or opened. Of addresses it is the JSON of a list of what was before each `@`. */
export type Kept = { readonly sealed: string } | { readonly text: string };

/** What encrypted values hold, by their places: the secrets below the place, the place itself being "". */
export type OpenedValues = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What was taken out of a data object; everything by the JSON Pointer of its place. */
export interface TakenOut {
  readonly data: JsonObject;
  /** Secrets that were posted. */
  readonly fresh: ReadonlyMap<string, string>;
  /** Those that a mask keeps. */
  readonly kept: ReadonlyMap<string, Kept>;
  /** Lists that keep all their secrets as they are stored. */
  readonly keptLists: ReadonlySet<string>;
  /** Encrypted values that have to be opened first; while there are any, nothing else here is of use. */
  readonly wanted: ReadonlySet<string>;
  /** Places with a mask where no secret is kept. */
  readonly unfounded: readonly string[];
}

interface Origin {
  readonly value: Json;
  readonly pointer: string;
}

const NOTHING_OPENED: OpenedValues = new Map();

/**
 * Replaces the secrets of a data object with masks. A secret is
 * - a text that is not empty, under a name or in a field that says so or within such a member, and whatever takes the
 *   place of a secret that is stored;
 * - what is before the `@` of an address, in any text.
 *
 * A mask keeps the secret that is stored for its place; in lists, for the element that it was (`originsOf`). One in an
 * address keeps what is stored for the same host at its place, or for no other than that host in its list. A stored mask
 * that nothing is stored for, as after an import without secrets, becomes an empty text.
 *
 * What is the very same as in `stored`, and was looked through there by these marks, is not looked through again.
 */
export function takenOut(data: JsonObject, marks: Marks, stored?: Hidden, opened = NOTHING_OPENED): TakenOut {
  const fresh = new Map<string, string>();
  const kept = new Map<string, Kept>();
  const keptLists = new Set<string>();
  const wanted = new Set<string>();
  const unfounded: string[] = [];
  const places = new Map<string, Kept>();
  const closedLists = new Set<string>();
  for (const [pointer, sealed] of Object.entries(stored?.sealed ?? {})) {
    const texts = opened.get(pointer);
    if (texts !== undefined) for (const [place, text] of texts) places.set(pointer + place, { text });
    else if (Array.isArray(valueAt(stored!.data, pointer))) closedLists.add(pointer);
    else places.set(pointer, { sealed });
  }
  const aboveSealed = new Set([...places.keys(), ...closedLists].flatMap(ancestors));

  /** With what an earlier version stored one by one in it. */
  const keepList = (pointer: string) => {
    keptLists.add(pointer);
    for (const [place, one] of places) if (place.startsWith(`${pointer}/`)) kept.set(place, one);
  };

  const isLookedThrough = stored?.marks === marks;
  /** Whether the value is that of its place in what is stored, where it has been found to hold no secret but kept ones. */
  const isKnown = (value: Json, pointer: string, origin: Origin | undefined): boolean => {
    if (!isLookedThrough || origin?.value !== value || origin.pointer !== pointer) return false;
    if (closedLists.has(pointer)) keepList(pointer);
    else if (places.has(pointer) || aboveSealed.has(pointer)) return false;
    return true;
  };

  /** The outermost list that is being looked through, and whether the masks in it are known to keep what is stored. */
  let outermost: string | undefined;
  let isCovered = false;

  const visit = (value: Json, pointer: string, at: Marks, isSecret: boolean, origin: Origin | undefined): Json => {
    if (typeof value === "string") return text(value, pointer, isSecret, origin);
    if (Array.isArray(value)) return list(value, pointer, at, isSecret, origin);
    return isPlainObject(value) ? object(value as JsonObject, pointer, at, isSecret, origin) : value;
  };

  const text = (value: string, pointer: string, isSecret: boolean, origin: Origin | undefined): Json => {
    const before = origin?.value === MASK ? places.get(origin.pointer) : undefined;
    if (value === "") return value;
    if (!isSecret && before === undefined) return addresses(value, pointer, origin);
    if (value !== MASK) fresh.set(pointer, value);
    else if (before !== undefined) kept.set(pointer, before);
    else if (isCovered) return MASK;
    else if (origin?.value === MASK) return "";
    else unfounded.push(pointer);
    return MASK;
  };

  const addresses = (value: string, pointer: string, origin: Origin | undefined): Json => {
    const infos = userInfosIn(value);
    if (infos.length === 0) return value;
    const place = origin === undefined ? undefined : places.get(origin.pointer);
    if (infos.some((info) => info.text.includes(MASK))) {
      // A text that was stored with such a mask has no secret.
      if (isCovered || (place === undefined && origin?.value === value)) return value;
      const before = typeof origin?.value === "string" ? userInfosIn(origin.value) : [];
      if (place !== undefined && "sealed" in place) {
        if (infos.length === before.length && infos.every((info, index) => isMaskOf(info, before[index]!))) {
          kept.set(pointer, place);
        } else wanted.add(origin!.pointer);
        return value;
      }
      const known = place === undefined ? [] : textsOf(place.text);
      const texts = infos.map((info) => {
        if (!info.text.includes(MASK)) return info.text;
        const index = before.findIndex((one, number) => known[number] !== undefined && isMaskOf(info, one));
        return index === -1 ? onlyOneFor(info) : known[index];
      });
      if (texts.includes(undefined)) unfounded.push(pointer);
      else if (infos.every((info) => info.text === MASK)) kept.set(pointer, { text: JSON.stringify(texts) });
      else fresh.set(pointer, JSON.stringify(texts));
    } else fresh.set(pointer, JSON.stringify(infos.map((info) => info.text)));
    return withUserInfos(value, infos, () => MASK);
  };

  /** What the list keeps for the host, if that is the same everywhere. */
  const onlyOneFor = ({ text, host }: UserInfo): string | undefined => {
    if (text !== MASK || outermost === undefined) return undefined;
    const found = new Set<string | undefined>();
    for (const place of opened.get(outermost)?.keys() ?? []) {
      const was = valueAt(stored!.data, outermost + place);
      const kept = places.get(outermost + place);
      if (typeof was !== "string" || was === MASK || kept === undefined || !("text" in kept)) continue;
      const texts = textsOf(kept.text);
      for (const [index, one] of userInfosIn(was).entries()) if (one.host === host) found.add(texts[index]);
    }
    const [only, another] = found;
    return another === undefined ? only : undefined;
  };

  const list = (
    value: readonly Json[],
    pointer: string,
    at: Marks,
    isSecret: boolean,
    origin: Origin | undefined,
  ): readonly Json[] => {
    if (outermost !== undefined) return elements(value, pointer, at, isSecret, origin);
    outermost = pointer;
    try {
      if (origin === undefined || !closedLists.has(origin.pointer)) {
        return elements(value, pointer, at, isSecret, origin);
      }
      if (value !== origin.value && canonical(value) !== canonical(origin.value)) {
        if (!JSON.stringify(value).includes(MASK)) return elements(value, pointer, at, isSecret, undefined);
        wanted.add(origin.pointer);
        return value;
      }
      isCovered = true;
      const before = fresh.size;
      const shown = elements(value, pointer, at, isSecret, undefined);
      if (fresh.size === before) keepList(pointer);
      else wanted.add(origin.pointer);
      return shown;
    } finally {
      outermost = undefined;
      isCovered = false;
    }
  };

  const elements = (
    value: readonly Json[],
    pointer: string,
    at: Marks,
    isSecret: boolean,
    origin: Origin | undefined,
  ) => {
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
      // Most members of most data objects: nothing can be hidden in them.
      if (item === "" || item === null || typeof item === "boolean") continue;
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
  return { data: object(data, "", marks, false, origin), fresh, kept, keptLists, wanted, unfounded };
}

/** The parts of a secret that was taken out of addresses; none of what is no such secret. */
export function textsOf(secret: string): readonly string[] {
  try {
    const texts: unknown = JSON.parse(secret);
    return Array.isArray(texts) ? texts.map(String) : [];
  } catch {
    return [];
  }
}

function isMaskOf(info: UserInfo, stored: UserInfo): boolean {
  return info.text === MASK && stored.text === MASK && info.host === stored.host;
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

/**
 * Which element of a stored list each element of a posted one was, as far as that is known; secrets are kept by it, and
 * a password should not move to the account next to it. An element is
 * - the one at its own place, or the only other one, that is equal to it, masks included;
 * - else the one at its own place, when both lists are of one length, no other element is that one, and it is equal to
 *   none, so that it must have been edited.
 */
function originsOf(posted: readonly Json[], stored: readonly Json[]): readonly (number | undefined)[] {
  const before = stored.map(canonical);
  const now = posted.map(canonical);
  const origins = now.map((text, index) => (text === before[index] ? index : undefined));
  const claimed = new Set(origins);
  const free = new Map<string, number[]>();
  for (const [index, text] of before.entries()) {
    const places = free.get(text) ?? [];
    if (!claimed.has(index)) places.push(index);
    free.set(text, places);
  }
  for (const [index, text] of now.entries()) {
    const [only, another] = free.get(text) ?? [];
    if (origins[index] !== undefined || only === undefined || another !== undefined) continue;
    free.set(text, []);
    origins[index] = only;
    claimed.add(only);
  }
  if (posted.length !== stored.length) return origins;
  return origins.map((origin, index) => origin ?? (claimed.has(index) || free.has(now[index]!) ? undefined : index));
}

/** JSON with the members of objects sorted, since clients write them in any order. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isPlainObject(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : Number(a > b))))
      : item,
  );
}
