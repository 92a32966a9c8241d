import { createHash } from "node:crypto";
import type { JsonObject } from "../../../kernel/index.js";
import { AddressTable, grown } from "../address-table.js";
import type { Frontier } from "../frontier.js";
import { MAX_LISTED } from "./list.js";

/** Most addresses that are reported of one group. */
const MAX_IN_GROUP = 50;

/** Pages that say the same: of each thing said the first page, and all of them where there are more. */
export class Duplicates {
  private readonly said = new AddressTable();
  private first = new Uint32Array(1024);
  private readonly groups = new Map<number, { readonly text: string; readonly urls: string[]; count: number }>();

  constructor(private readonly frontier: Frontier) {}

  add(text: string | undefined, page: number): void {
    if (text === undefined || text === "") return;
    const before = this.said.size;
    const thing = this.said.add(createHash("sha256").update(text.toLowerCase()).digest("base64").slice(0, 20));
    if (thing === before) {
      if (thing >= this.first.length) this.first = grown(this.first, Uint32Array);
      this.first[thing] = page;
      return;
    }
    const group = this.groups.get(thing);
    if (group === undefined) {
      const urls = [this.frontier.address(this.first[thing]!), this.frontier.address(page)];
      this.groups.set(thing, { text: text.slice(0, 200), urls, count: 2 });
      return;
    }
    group.count += 1;
    if (group.urls.length < MAX_IN_GROUP) group.urls.push(this.frontier.address(page));
  }

  report(name: string): JsonObject {
    const groups = [...this.groups.values()].sort((a, b) => b.count - a.count).slice(0, MAX_LISTED);
    const items = groups.map(({ text, urls, count }) => ({ [name]: text, count, urls }));
    return { count: this.groups.size, items };
  }
}
