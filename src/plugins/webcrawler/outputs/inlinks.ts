import { type Frontier, NOBODY } from "../frontier.js";
import { endOf } from "./redirects.js";

/** Pages that are remembered of those that link to one. */
export const MOST_SOURCES = 10;

/**
 * How many pages link to each address of a crawl, and the first of them: a few numbers for each, however many links there
 * are. The links of one page come together.
 */
export class InLinks {
  private readonly counts: Uint32Array;
  private readonly lastSource: Uint32Array;
  private readonly first: Uint32Array;

  constructor(private readonly frontier: Frontier) {
    const { size } = frontier.addresses;
    this.counts = new Uint32Array(size);
    this.lastSource = new Uint32Array(size).fill(NOBODY);
    this.first = new Uint32Array(size * MOST_SOURCES);
  }

  /** A link is as good as the page it ends at: one to a redirect counts for both. Says whether the page had none to it. */
  add(source: number, target: number): boolean {
    const isFirst = this.addOne(source, target);
    const end = endOf(this.frontier, target);
    if (end !== target) this.addOne(source, end);
    return isFirst;
  }

  /** How many pages link to it. */
  count(page: number): number {
    return this.counts[page]!;
  }

  /** The addresses of the first pages that link to it. */
  sources(page: number): string[] {
    const known = Math.min(this.count(page), MOST_SOURCES);
    return Array.from({ length: known }, (_, at) => this.frontier.address(this.first[page * MOST_SOURCES + at]!));
  }

  private addOne(source: number, page: number): boolean {
    if (page === source || this.lastSource[page] === source) return false;
    this.lastSource[page] = source;
    const count = this.counts[page]!;
    if (count < MOST_SOURCES) this.first[page * MOST_SOURCES + count] = source;
    this.counts[page] = count + 1;
    return true;
  }
}
