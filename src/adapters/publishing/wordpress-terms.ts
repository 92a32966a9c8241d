import { ScriptoriumError } from "../../kernel/errors.js";
import type { OutgoingPost } from "../../kernel/index.js";
import { shown } from "../../kernel/values/json.js";
import { folded, oneLine } from "./texts.js";

export type Taxonomy = "category" | "post_tag";

export interface Term {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** 0 for none. */
  readonly parent: number;
}

/** The terms of one blog, as its API gives them. */
export interface TermSource {
  /** Terms that may have the name, all pages of them. */
  search(taxonomy: Taxonomy, name: string, signal: AbortSignal): Promise<readonly Term[]>;
  /** Makes a term, or finds out that another did. Undefined where the account may not make one. */
  create(taxonomy: Taxonomy, name: string, parent: number, signal: AbortSignal): Promise<Term | undefined>;
}

export interface PostTerms {
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  readonly notes: readonly string[];
}

/** Of one post and taxonomy. What goes beyond is a mistake, and thousands of requests. */
const MOST_TERMS = 100;
const LONGEST_NAME = 200;

/** Matches names with the terms of a blog, and makes those that are missing. Each name is looked up once. */
export class Terms {
  private readonly known = new Map<string, Promise<Term | undefined>>();

  constructor(private readonly source: TermSource) {}

  async of(post: OutgoingPost, signal: AbortSignal): Promise<PostTerms> {
    const notes: string[] = [];
    const categories = await this.ids("category", post.categories, post.createTerms, notes, signal);
    const tags = await this.ids("post_tag", post.tags, post.createTerms, notes, signal);
    return { categories, tags, notes };
  }

  private async ids(
    taxonomy: Taxonomy,
    names: readonly string[],
    create: boolean,
    notes: string[],
    signal: AbortSignal,
  ): Promise<number[]> {
    const what = taxonomy === "category" ? "category" : "tag";
    const wanted = [...new Set(names.map(termName).filter((name) => name !== ""))];
    if (wanted.length > MOST_TERMS) {
      notes.push(
        `The post names ${wanted.length} ${what === "tag" ? "tags" : "categories"}; the first ${MOST_TERMS} were used.`,
      );
    }
    const ids = new Set<number>();
    for (const name of wanted.slice(0, MOST_TERMS)) {
      const path =
        taxonomy === "category"
          ? name
              .split(">")
              .map(oneLine)
              .filter((part) => part !== "")
          : [name];
      const term = await this.along(taxonomy, path, create, signal);
      if (term !== undefined) ids.add(term.id);
      else if (create) notes.push(`The ${what} "${shown(name)}" was left out, because the account may not make it.`);
      else notes.push(`The ${what} "${shown(name)}" was left out, because the blog does not have it.`);
    }
    return [...ids];
  }

  private async along(
    taxonomy: Taxonomy,
    path: readonly string[],
    create: boolean,
    signal: AbortSignal,
  ): Promise<Term | undefined> {
    let term: Term | undefined;
    for (const [depth, part] of path.entries()) {
      const name = part.slice(0, LONGEST_NAME).toWellFormed();
      // A name alone may be that of a category below another.
      const parent = path.length === 1 ? undefined : depth === 0 ? 0 : term?.id;
      term = await this.once(taxonomy, name, parent, create, signal);
      if (term === undefined) return undefined;
    }
    return term;
  }

  private async once(
    taxonomy: Taxonomy,
    name: string,
    parent: number | undefined,
    create: boolean,
    signal: AbortSignal,
  ): Promise<Term | undefined> {
    const key = JSON.stringify([taxonomy, folded(name), parent, create]);
    const before = this.known.get(key);
    const asking = before ?? this.found(taxonomy, name, parent, create, signal);
    this.known.set(key, asking);
    try {
      const term = await asking;
      if (term === undefined) this.known.delete(key);
      return term;
    } catch (error) {
      this.known.delete(key);
      signal.throwIfAborted();
      // Another post was aborted while it asked for both.
      if (before !== undefined && !ScriptoriumError.is(error))
        return await this.once(taxonomy, name, parent, create, signal);
      throw error;
    }
  }

  private async found(
    taxonomy: Taxonomy,
    name: string,
    parent: number | undefined,
    create: boolean,
    signal: AbortSignal,
  ): Promise<Term | undefined> {
    const terms = await this.source.search(taxonomy, name, signal);
    const there = matching(terms, name, parent);
    if (there !== undefined || !create) return there;
    return await this.source.create(taxonomy, name, parent ?? 0, signal);
  }
}

/** As a blog stores it: without tags. */
function termName(name: string): string {
  return oneLine(name.replace(/<\/?[a-z][^<>]{0,200}>/gi, ""));
}

/** The part of a name that a blog finds it by: it stores some signs escaped, and searches for what it stored. */
export function searchable(name: string): string {
  const [longest = ""] = name.split(/[&<>"'\\]/).sort((a, b) => b.length - a.length);
  return longest.trim() || name;
}

/** The term of this name, else of this slug; one without a parent goes before others. */
export function matching(terms: readonly Term[], name: string, parent: number | undefined): Term | undefined {
  const inPlace = terms
    .filter((term) => parent === undefined || term.parent === parent)
    .sort((a, b) => a.parent - b.parent || a.id - b.id);
  const wanted = folded(name);
  return inPlace.find((term) => folded(term.name) === wanted) ?? inPlace.find((term) => term.slug === wanted);
}
