/** Why a proxy could not be used: whether it is at fault itself, or only cannot reach what it was asked for. */
export type ProxyFault =
  /** It could not be connected to, hung up or does not speak the protocol. */
  | "unreachable"
  /** It wants a user name and password, or others than it was given. */
  | "credentials"
  /** It has an address that may not be connected to. */
  | "address"
  /** It works, but did not get through to the site. */
  | "site"
  /** It took a request and said nothing in time. */
  | "silent";

interface State {
  failures: number;
  silences: number;
  restsUntil: number;
  problem: ProxyFault | undefined;
}

const FIRST_REST_MS = 1_000;
/** Credentials and addresses seldom come right by themselves. */
const LONG_FIRST_REST_MS = 60_000;
const MAX_REST_MS = 600_000;
/** One slow site must not make a proxy rest. */
const SILENCES_BEFORE_REST = 2;

/** Takes turns among proxies; those that failed rest, longer with each failure in a row. */
export class ProxyTurns<Proxy extends object> {
  private next = 0;
  private readonly states = new Map<Proxy, State>();

  constructor(
    readonly proxies: readonly Proxy[],
    private readonly now: () => number,
  ) {}

  /** The preferred or else the next one that does not rest and is none of these; undefined when there is none. */
  take(tried: ReadonlySet<Proxy>, preferred?: Proxy): Proxy | undefined {
    const { proxies } = this;
    if (preferred !== undefined && !tried.has(preferred) && !this.rests(preferred)) return preferred;
    for (let step = 0; step < proxies.length; step += 1) {
      const index = (this.next + step) % proxies.length;
      const proxy = proxies[index];
      if (proxy === undefined || tried.has(proxy) || this.rests(proxy)) continue;
      this.next = (index + 1) % proxies.length;
      return proxy;
    }
    return undefined;
  }

  worked(proxy: Proxy): void {
    this.states.delete(proxy);
  }

  failed(proxy: Proxy, problem: ProxyFault): void {
    // Several requests may fail of one cause at once; only the first makes the rest longer.
    if (problem === "site" || this.rests(proxy)) return;
    const state = this.states.get(proxy) ?? { failures: 0, silences: 0, restsUntil: 0, problem: undefined };
    this.states.set(proxy, state);
    if (problem === "silent" && ++state.silences < SILENCES_BEFORE_REST) return;
    const first = problem === "credentials" || problem === "address" ? LONG_FIRST_REST_MS : FIRST_REST_MS;
    state.restsUntil = this.now() + Math.min(first * 2 ** state.failures, MAX_REST_MS);
    state.failures += 1;
    state.problem = problem;
  }

  /** How many rest, by the failure that made them. */
  resting(): ReadonlyMap<ProxyFault, number> {
    const counts = new Map<ProxyFault, number>();
    for (const [proxy, { problem }] of this.states) {
      if (problem !== undefined && this.rests(proxy)) counts.set(problem, (counts.get(problem) ?? 0) + 1);
    }
    return counts;
  }

  private rests(proxy: Proxy): boolean {
    return (this.states.get(proxy)?.restsUntil ?? 0) > this.now();
  }
}
