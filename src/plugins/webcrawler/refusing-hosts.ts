/** Refusals in a row after which a page that came before is asked for once more. */
const FIRST_IN_ROW = 3;
/** So many at most, on sites with many pages that are closed. */
const MOST_IN_ROW = 96;

interface Host<Held> {
  /** The address of a page that came. */
  proof: string;
  /** Answers since then that may be about the page or about whoever asks. */
  held: Held[];
  /** How many of them make doubtful which of the two it is. */
  most: number;
  /** The page that came before is being asked for. */
  isAsked: boolean;
  /** Rests since the last page that came. */
  rests: number;
  /** It has rested, and nothing was asked for since. */
  hasRested: boolean;
}

/** What becomes of the pages that were held: their answers are final, they are asked for again, or after a rest. */
export type Verdict = "final" | "again" | "rest";

/** What to do about a refusal: it is the page's own answer, it waits for more to be known, or `proof` is to be asked for. */
export type Doubt =
  | { readonly kind: "own" }
  | { readonly kind: "held" }
  | { readonly kind: "asked"; readonly proof: string };

/**
 * Tells a page that nobody may read from a host that no longer wants its visitor, where both answer alike: a host refuses
 * when several pages in a row were refused and then one that came before is refused as well. Until that is known, the answers
 * are held. A host that has shown nothing has nothing to take back.
 */
export class RefusingHosts<Held> {
  private readonly hosts = new Map<string, Host<Held>>();

  constructor(private readonly maxRests: number) {}

  /** A page came, so that what was held before it are the answers of their pages. */
  came(host: string, address: string): readonly Held[] {
    const known = this.hosts.get(host);
    if (known === undefined) {
      this.hosts.set(host, {
        proof: address,
        held: [],
        most: FIRST_IN_ROW,
        isAsked: false,
        rests: 0,
        hasRested: false,
      });
      return [];
    }
    known.proof = address;
    known.rests = 0;
    known.hasRested = false;
    known.most = Math.max(known.most, FIRST_IN_ROW);
    return this.taken(known);
  }

  refused(host: string, held: Held): Doubt {
    const known = this.hosts.get(host);
    if (known === undefined || known.rests > this.maxRests) return { kind: "own" };
    known.held.push(held);
    if (known.isAsked || known.held.length < known.most) return { kind: "held" };
    known.isAsked = true;
    return { kind: "asked", proof: known.proof };
  }

  /** What the page that came before was answered now. After `maxRests` in vain no refusal is doubted any more. */
  asked(host: string, isRefused: boolean): { readonly held: readonly Held[]; readonly verdict: Verdict } {
    const known = this.hosts.get(host)!;
    known.isAsked = false;
    const held = this.taken(known);
    // Another page came meanwhile.
    if (held.length === 0) return { held, verdict: "final" };
    const { hasRested } = known;
    known.hasRested = isRefused;
    if (!isRefused) {
      known.most = Math.min(2 * Math.max(known.most, FIRST_IN_ROW), MOST_IN_ROW);
      // It has just begun to answer again.
      return { held, verdict: hasRested ? "again" : "final" };
    }
    known.rests += 1;
    // The next refusal says whether the rest was of use.
    known.most = 1;
    return { held, verdict: known.rests <= this.maxRests ? "rest" : "final" };
  }

  /** What is held where nothing more will come that could decide about it. */
  undecided(): readonly Held[] {
    return [...this.hosts.values()].filter(({ isAsked }) => !isAsked).flatMap((host) => this.taken(host));
  }

  private taken(host: Host<Held>): readonly Held[] {
    const { held } = host;
    host.held = [];
    return held;
  }
}
