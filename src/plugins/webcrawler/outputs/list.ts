import type { Json, JsonObject } from "../../../kernel/index.js";

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
