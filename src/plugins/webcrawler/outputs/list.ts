import { createHash } from "node:crypto";
import type { Json, JsonObject } from "../../../kernel/index.js";
import { AddressTable, grown } from "../address-table.js";
import type { Frontier } from "../frontier.js";

/** Most entries of one list of the report; there is a table for the rest. */
export const MAX_LISTED = 1000;

/** A list of which the report holds the first entries, and the number of all. */
export class List<Item extends Json> {
  count = 0;
  readonly items: Item[] = [];

  add(item: Item): void {
    this.count += 1;
    if (this.items.length < MAX_LISTED) this.items.push(item);
  }

  report(): JsonObject {
    return { count: this.count, items: this.items };
  }
}

/** The entries with the highest number, highest first. */
export class Top {
  private readonly entries: { readonly number: number; readonly item: JsonObject }[] = [];

  constructor(private readonly size: number) {}

  add(number: number, item: () => JsonObject): void {
    const last = this.entries.at(-1);
    if (this.entries.length >= this.size && last !== undefined && number <= last.number) return;
    let place = this.entries.length;
    while (place > 0 && this.entries[place - 1]!.number < number) place -= 1;
    this.entries.splice(place, 0, { number, item: item() });
    if (this.entries.length > this.size) this.entries.pop();
  }

  report(): JsonObject[] {
    return this.entries.map(({ item }) => item);
  }
}

/** Most addresses that are reported of one group. */
const MAX_IN_GROUP = 50;

/** Pages that say the same: of each thing said the first page, and all of them where there are more. */
export class Duplicates {
  private readonly said = new AddressTable();
  private first = new Uint32Array(1024);
  /** Of the pages that search engines are to list, the first and how many. */
  private listed = new Uint32Array(1024);
  private counts = new Uint32Array(1024);
  private readonly groups = new Map<number, { readonly text: string; readonly urls: string[]; count: number }>();

  constructor(private readonly frontier: Frontier) {}

  add(text: string | undefined, page: number, isListed: boolean): void {
    if (text === undefined || text === "") return;
    const before = this.said.size;
    const thing = this.said.add(keyOf(text));
    if (thing === before) {
      if (thing >= this.first.length) {
        this.first = grown(this.first, Uint32Array);
        this.listed = grown(this.listed, Uint32Array);
        this.counts = grown(this.counts, Uint32Array);
      }
      this.first[thing] = page;
      this.counts[thing] = 0;
    }
    if (isListed) {
      if (this.counts[thing] === 0) this.listed[thing] = page;
      this.counts[thing]! += 1;
    }
    if (thing === before) return;
    const group = this.groups.get(thing);
    if (group === undefined) {
      const urls = [this.frontier.address(this.first[thing]!), this.frontier.address(page)];
      this.groups.set(thing, { text: text.slice(0, 200), urls, count: 2 });
      return;
    }
    group.count += 1;
    if (group.urls.length < MAX_IN_GROUP) group.urls.push(this.frontier.address(page));
  }

  /** How many pages that search engines are to list say this, and the first of them. */
  of(text: string | undefined): { readonly count: number; readonly first: string } | undefined {
    const thing = text === undefined || text === "" ? undefined : this.said.find(keyOf(text));
    if (thing === undefined) return undefined;
    return { count: this.counts[thing]!, first: this.frontier.address(this.listed[thing]!) };
  }

  /** The first page of each thing that so many say. */
  *shared(by: number): Generator<string> {
    for (const { urls, count } of this.groups.values()) if (count >= by) yield urls[0]!;
  }

  report(name: string): JsonObject {
    const groups = [...this.groups.values()].sort((a, b) => b.count - a.count).slice(0, MAX_LISTED);
    const items = groups.map(({ text, urls, count }) => ({ [name]: text, count, urls }));
    return { count: this.groups.size, items };
  }
}

function keyOf(text: string): string {
  return createHash("sha256").update(text.toLowerCase()).digest("base64").slice(0, 20);
}
