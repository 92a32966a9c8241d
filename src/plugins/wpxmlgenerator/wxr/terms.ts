import { unescaped } from "../../../engines/pages/extraction/entities.js";
import { Untaken, wpSlug } from "./names.js";

export interface Term {
  readonly id: number;
  readonly taxonomy: "category" | "post_tag";
  readonly slug: string;
  readonly name: string;
  /** The category it is within. */
  readonly within: Term | undefined;
}

/** A term as articles name it: `Sport > Football` for one within another. */
export function termPath(term: Term): string {
  return pathOfNames(
    levelsOf(term)
      .map(({ name }) => name)
      .reverse(),
  );
}

/** From the outermost; what divides them is escaped within them. */
export function pathOfNames(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(">", "&gt;")).join(" > ");
}

/** A term, and those that it is within. */
export function levelsOf(term: Term): Term[] {
  return term.within === undefined ? [term] : [term, ...levelsOf(term.within)];
}

export interface Author {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly name: string;
}

/** The categories and tags of all posts, each with a slug of its own; what a category is within comes before it. */
export class Terms {
  private readonly categories = new Map<string, Term>();
  private readonly tags = new Map<string, Term>();
  private readonly categorySlugs = new Untaken();
  private readonly tagSlugs = new Untaken();
  private count = 0;

  all(): Term[] {
    return [...this.categories.values(), ...this.tags.values()];
  }

  /** `Sport > Football` is a category within another. */
  category(path: string): Term | undefined {
    const names = path.split(/\s*>\s*/).map((name) => unescaped(name).trim());
    let key = "";
    let term: Term | undefined;
    for (const name of names.filter((one) => one !== "")) {
      key += `${name.toLowerCase()}\n`;
      const known = this.categories.get(key);
      // As WordPress has it, a name that is taken elsewhere is told apart by what it is within.
      const plain = wpSlug(name, "category");
      const slug =
        term !== undefined && this.categorySlugs.has(plain) ? wpSlug(`${name} ${term.slug}`, "category") : plain;
      term = known ?? this.term("category", this.categorySlugs.take(slug), name, term);
      this.categories.set(key, term);
    }
    return term;
  }

  tag(given: string): Term {
    const name = unescaped(given);
    const key = name.toLowerCase();
    const term = this.tags.get(key) ?? this.term("post_tag", this.tagSlugs.take(wpSlug(name, "tag")), name, undefined);
    this.tags.set(key, term);
    return term;
  }

  private term(taxonomy: Term["taxonomy"], slug: string, name: string, within: Term | undefined): Term {
    this.count += 1;
    return { id: this.count, taxonomy, slug, name, within };
  }
}

/** The authors of all posts, by their names. */
export class Authors {
  private readonly known = new Map<string, Author>();
  private readonly logins = new Untaken();

  constructor(private readonly usual: { readonly login: string; readonly email: string; readonly name: string }) {}

  all(): Author[] {
    return [...this.known.values()];
  }

  /** Of no name, the usual one. */
  author(name: string): Author {
    const known = this.known.get(name.toLowerCase());
    if (known !== undefined) return known;
    const isUsual = name === "";
    const login = this.logins.take(isUsual ? this.usual.login : decodedLogin(name));
    const author = {
      id: this.known.size + 1,
      login,
      email: isUsual ? this.usual.email : "",
      name: isUsual ? this.usual.name : name,
    };
    this.known.set(name.toLowerCase(), author);
    return author;
  }
}

/** Logins are of plain letters: where a name has none, one with a number is made up. */
function decodedLogin(name: string): string {
  return (
    wpSlug(name, "author")
      .replace(/%[\da-f]{2}/g, "")
      .replace(/^-+|-+$/g, "")
      .slice(0, 50) || "author"
  );
}
