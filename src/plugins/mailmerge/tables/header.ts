import { counted } from "../../_kit/counted.js";

/** The names of the columns of a table. Those that are empty are known by their numbers. */
export class Header {
  readonly names: readonly string[];
  private readonly exact = new Map<string, number>();
  private readonly loose = new Map<string, number>();

  constructor(names: readonly string[]) {
    this.names = names.map((name) => name.trim());
    for (const [index, name] of this.names.entries()) {
      if (name === "") continue;
      if (!this.exact.has(name)) this.exact.set(name, index);
      if (!this.loose.has(loosely(name))) this.loose.set(loosely(name), index);
    }
  }

  /** The place of a column, by its name, else by its name in other case, else by its number from 1. */
  find(name: string): number | undefined {
    const known = this.named(name);
    if (known !== undefined) return known;
    const number = /^\d{1,6}$/.test(name) ? Number(name) : 0;
    return number >= 1 && number <= this.names.length ? number - 1 : undefined;
  }

  named(name: string): number | undefined {
    return this.exact.get(name) ?? this.loose.get(loosely(name));
  }

  /** Names that more than one column has. */
  get twice(): readonly string[] {
    return [...new Set(this.names.filter((name, index) => name !== "" && this.exact.get(name) !== index))];
  }

  /** A name for each column that no other has. */
  get distinct(): readonly string[] {
    const taken = new Set<string>();
    return this.names.map((name, index) => {
      let own = name === "" ? `column ${index + 1}` : name;
      for (let n = 2; taken.has(own); n += 1) own = `${name} (${n})`;
      taken.add(own);
      return own;
    });
  }

  /** For messages. */
  get listed(): string {
    const first = this.names.slice(0, 20).map((name, index) => (name === "" ? String(index + 1) : name.slice(0, 60)));
    const more = this.names.length - first.length;
    return first.join(", ") + (more > 0 ? ` and ${counted(more, "more column")}` : "");
  }
}

const loosely = (name: string) => name.toLowerCase().replace(/[\s_]+/g, " ");
