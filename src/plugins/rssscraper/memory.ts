import { createHash } from "node:crypto";
import { z } from "zod";
import { isPlainObject, withoutAddressSecrets } from "../../kernel/index.js";
import { slug } from "../_kit/slug.js";
import { storedJson } from "../_kit/stored-json.js";
import type { IdentifiedItem } from "./identity.js";

/** Runs in which the page of an item fails before its text in the feed is good enough. */
const MOST_FAILURES = 5;

/** What is remembered of an item: by what it is known again, and what its files are called. */
export interface RememberedItem {
  readonly keys: readonly string[];
  /** Empty for one whose row came from another feed. */
  readonly name: string;
  /** How often its page failed in passing; absent when it is not to be tried again. */
  readonly failures?: number;
}

/** Empty for what is no text. */
const said = z.string().catch("");

/** What is remembered of a feed from run to run; it is stored together with the rows of its items. */
const MEMORY = z.object({
  /** Where the feed was found, when it is not the address itself. */
  found: said,
  title: said,
  /** Whole address of its site. */
  site: said,
  /** What the server said of its state, to ask whether it has changed; empty when something was not taken. */
  etag: said,
  lastModified: said,
  /** The settings with which its state was read: with others, a feed that has not changed may yield more. */
  settings: said,
  /** ISO 8601: when it had something new, as far as is known. */
  lastNew: said,
  /** The longest unseen first. */
  items: z
    .array(z.unknown())
    .catch([])
    .transform((items): readonly RememberedItem[] => items.flatMap(remembered)),
});

export type FeedMemory = Readonly<z.output<typeof MEMORY>>;

export const NO_MEMORY: FeedMemory = MEMORY.parse({});

/** What the files of a feed's memory are called, without ending. Tokens of the address are no part of it. */
export function memoryName(address: string): string {
  return named(address, withoutAddressSecrets(address));
}

/** The name that versions up to 0.5 gave them; undefined where it is the same. */
export function earlierMemoryName(address: string): string | undefined {
  const name = named(address, address);
  return name === memoryName(address) ? undefined : name;
}

function named(address: string, without: string): string {
  const digest = createHash("sha256").update(address).digest("hex").slice(0, 12);
  const words = [...slug(without.replace(/^[a-z]+:\/*(?:www\.)?/i, ""))].slice(0, 50).join("");
  return `${words}-${digest}`;
}

/** The memory in a stored file. One that cannot be read is none: then the items of the feed count as new. */
export function readMemory(bytes: Uint8Array | undefined): FeedMemory {
  return MEMORY.safeParse(storedJson(bytes)).data ?? NO_MEMORY;
}

function remembered(item: unknown): RememberedItem[] {
  if (!isPlainObject(item) || !Array.isArray(item["keys"])) return [];
  const keys = item["keys"].filter((key): key is string => typeof key === "string");
  const { name, failures } = item;
  return [{ keys, name: typeof name === "string" ? name : "", ...(typeof failures === "number" ? { failures } : {}) }];
}

export function writeMemory(memory: FeedMemory): string {
  return `${JSON.stringify(memory)}\n`;
}

/** The items of a feed that are known, for one run through it. */
export class KnownItems {
  private readonly items: RememberedItem[];
  private readonly byKey = new Map<string, RememberedItem>();

  constructor(memory: FeedMemory) {
    this.items = [...memory.items];
    for (const item of this.items) this.index(item);
  }

  get(item: IdentifiedItem): RememberedItem | undefined {
    return item.keys.map((key) => this.byKey.get(key)).find((known) => known !== undefined);
  }

  /** Its page failed in passing and is to be tried again. */
  isOpen(item: IdentifiedItem): boolean {
    return this.get(item)?.failures !== undefined;
  }

  /** Some of the items are to be tried again. */
  hasOpen(items: readonly IdentifiedItem[]): boolean {
    return items.some((item) => this.isOpen(item));
  }

  /** Notes that the page of an item failed in passing; after some runs it is not tried again. */
  addFailed(item: IdentifiedItem, name: string): void {
    const failures = (this.get(item)?.failures ?? 0) + 1;
    this.add(item, name, failures < MOST_FAILURES ? failures : undefined);
  }

  add(item: IdentifiedItem, name: string, failures?: number): void {
    const known = this.get(item);
    if (known !== undefined) this.forget(known);
    // What it was known by before may come back; what it was known by long ago does not.
    const keys = [...new Set([...(known?.keys.slice(-6) ?? []), ...item.keys])];
    const added = { keys, name: name || (known?.name ?? ""), ...(failures === undefined ? {} : { failures }) };
    this.items.push(added);
    this.index(added);
  }

  /** The newest `most` and, in any case, those that the feed still holds: else they would come again. */
  kept(most: number, inFeed: readonly IdentifiedItem[]): RememberedItem[] {
    const here = new Set(inFeed.map((item) => this.get(item)));
    const gone = this.items.filter((item) => !here.has(item));
    const still = this.items.filter((item) => here.has(item));
    const room = Math.max(0, most - still.length);
    return [...(room === 0 ? [] : gone.slice(-room)), ...still];
  }

  private forget(item: RememberedItem): void {
    this.items.splice(this.items.indexOf(item), 1);
    for (const key of item.keys) if (this.byKey.get(key) === item) this.byKey.delete(key);
  }

  private index(item: RememberedItem): void {
    for (const key of item.keys) this.byKey.set(key, item);
  }
}
