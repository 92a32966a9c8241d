import { type DedupeMode, type Fingerprint, SeenTexts } from "../../../engines/pages/near-duplicates.js";
import type { JsonObject } from "../../../kernel/index.js";

/** A page of the run that was compared with the others. */
export interface SeenPage {
  readonly url: string;
  readonly print: Fingerprint;
  /** Its place in the order of the run. */
  place: number;
  /** The page that says the same and is kept; undefined for one that is kept itself. */
  first: SeenPage | undefined;
  /** What was kept, or like something that was, until this page came, which is before it in the order. */
  readonly instead: readonly SeenPage[];
  /** Of its checkpoint, once it is being stored. */
  key?: string;
  /** Resolves when it is stored. */
  stored?: Promise<void>;
  /** Paths of what it has stored. */
  files: readonly string[];
}

/** Before all that a run has still to do. */
const PUT_OUT = -1;

/** The pages of a run, of which those that say the same are saved once: the first of them in its order, whichever was read first. */
export class SeenPages {
  private readonly texts: SeenTexts;
  private readonly pages = new Map<string, SeenPage>();

  constructor(
    private readonly mode: DedupeMode,
    distance: number,
  ) {
    this.texts = new SeenTexts(mode, distance);
  }

  /** Compares a page with those that are kept. Of pages at one place the one that was read first is kept. */
  judge(print: Fingerprint, url: string, place: number): SeenPage {
    const like = this.mode === "off" ? [] : this.texts.allLike(print).filter((name) => name !== url);
    const kept = like.flatMap((name) => this.pages.get(name) ?? []);
    const before = kept.filter((page) => page.place <= place);
    const first = before.reduce<SeenPage | undefined>(
      (one, page) => (one && one.place <= page.place ? one : page),
      undefined,
    );
    const instead = first === undefined && kept.length > 0 ? [...kept, ...this.leftOutFor(kept)] : [];
    const page: SeenPage = { url, print, place, first, instead, files: [] };
    this.pages.set(url, page);
    if (first === undefined) this.keep(page);
    return page;
  }

  /** Leaves a page out after all, as one that says the same is among the rows already. */
  leaveOut(page: SeenPage, first: SeenPage): void {
    this.texts.forget(page.print, page.url);
    for (const other of [page, ...page.instead]) if (other !== first) other.first = first;
    first.first = undefined;
    this.texts.remember(first.print, first.url);
  }

  /** The page has gone to another place. */
  move(url: string, place: number, key: string): void {
    const page = this.pages.get(url);
    if (page !== undefined) Object.assign(page, { place, key });
  }

  /** What is noted of a page, for `restore`. */
  noteOf({ first, instead, files }: SeenPage): JsonObject {
    return {
      ...(first !== undefined && { like: first.url }),
      ...(instead.length > 0 && { instead: instead.map(({ url }) => url) }),
      ...(files.length > 0 && { files: [...files] }),
    };
  }

  /** Takes up a page that an earlier attempt at the run has stored. */
  restore({ url, hash, simhash, like, instead, files, held, place }: JsonObject, key: string): void {
    if (typeof url !== "string" || typeof hash !== "string" || typeof simhash !== "string" || hash === "") return;
    const page: SeenPage = {
      ...{ url, key, print: { hash, simhash }, stored: Promise.resolve() },
      place: typeof held === "string" && typeof place === "number" ? place : PUT_OUT,
      first: typeof like === "string" ? this.pages.get(like) : undefined,
      instead: Array.isArray(instead) ? instead.flatMap((name) => this.pages.get(String(name)) ?? []) : [],
      files: Array.isArray(files) ? files.map(String) : [],
    };
    this.pages.set(url, page);
    if (page.first === undefined) this.keep(page);
  }

  private leftOutFor(kept: readonly SeenPage[]): SeenPage[] {
    return [...this.pages.values()].filter(({ first }) => first !== undefined && kept.includes(first));
  }

  private keep(page: SeenPage): void {
    for (const other of page.instead) {
      if (other.first === undefined) this.texts.forget(other.print, other.url);
      other.first = page;
    }
    this.texts.forget(page.print, page.url);
    this.texts.remember(page.print, page.url);
  }
}
