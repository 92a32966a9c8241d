import type { SortedBy } from "../task-query.js";
import type { Effort } from "./effort.js";
import type { Reader } from "./object-paths.js";

/** Texts, lists and objects are compared by so many of their first characters, since the keys of all tasks are kept. */
const KEY_LENGTH = 1024;

/** What a document is sorted by: for each path the rank of its type and its value, in turn. */
export type SortKeys = readonly (string | number | boolean)[];

export interface SortOrder {
  keysOf(document: unknown): SortKeys;
  /** Negative when `one` comes first, 0 when the order leaves it open. */
  compare(one: SortKeys, other: SortKeys): number;
}

/** MongoDB's order of types, as far as JSON has them, then the order inside a type. Text is compared by code unit. */
export function sortOrder(sort: readonly SortedBy[], readers: readonly Reader[], effort: Effort): SortOrder {
  return {
    keysOf(document) {
      // Made at its length, because the keys of all tasks are kept.
      const keys = new Array<string | number | boolean>(2 * readers.length);
      for (const [place, read] of readers.entries()) {
        const value = read(document);
        keys[2 * place] = rankOf(value);
        keys[2 * place + 1] = keyOf(value, effort);
      }
      return keys;
    },
    compare(one, other) {
      for (let place = 0; place < one.length; place += 1) {
        const a = one[place]!;
        const b = other[place]!;
        // Where the ranks are the same, so are the types of the values.
        if (a !== b) return (a < b ? -1 : 1) * sort[place >>> 1]!.direction;
      }
      return 0;
    },
  };
}

function rankOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  return 1 + ["number", "string", "object", "boolean"].indexOf(typeof value);
}

function keyOf(value: unknown, effort: Effort): string | number | boolean {
  if (typeof value === "string") return value.length > KEY_LENGTH ? ownCopy(value.slice(0, KEY_LENGTH)) : value;
  if (typeof value === "number" || typeof value === "boolean") return value;
  return value === undefined || value === null ? 0 : startOfJson(value, effort);
}

/** A part of a text keeps the whole of it in memory, unless it is written again. */
function ownCopy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** The first characters of a value's JSON, without the work of writing all of it. */
function startOfJson(value: unknown, effort: Effort): string {
  let text = "";
  const write = (item: unknown): void => {
    effort.spend(1);
    if (typeof item === "string") text += JSON.stringify(item.slice(0, KEY_LENGTH));
    else if (typeof item !== "object" || item === null) text += JSON.stringify(item);
    else if (Array.isArray(item)) writeAll("[", item.entries(), "]", (_place, element) => write(element));
    else
      writeAll("{", Object.entries(item), "}", (name, member) => {
        text += `${JSON.stringify(name)}:`;
        write(member);
      });
  };
  const writeAll = (
    open: string,
    members: Iterable<[string | number, unknown]>,
    close: string,
    one: (name: string | number, member: unknown) => void,
  ): void => {
    let separator = open;
    for (const [name, member] of members) {
      if (text.length > KEY_LENGTH) return;
      text += separator;
      one(name, member);
      separator = ",";
    }
    text += separator === open ? open + close : close;
  };
  write(value);
  return ownCopy(text.slice(0, KEY_LENGTH));
}
