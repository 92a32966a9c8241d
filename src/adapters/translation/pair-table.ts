/** A pair of languages in the codes of a service. */
export interface ServicePair {
  readonly source: string;
  readonly target: string;
}

/** By our codes, `from` to `to`, what to ask the service for. */
export type PairTable = ReadonlyMap<string, ReadonlyMap<string, ServicePair>>;

/**
 * `ours` gives the code of LANGUAGES for one of the service's, and undefined for languages that are not among them. Where
 * a service has variants of a language, the plain code is taken, else the variant that `rare` does not name.
 */
export function pairTable(
  listed: Iterable<ServicePair>,
  ours: (code: string) => string | undefined,
  rare: ReadonlySet<string> = new Set(),
): PairTable {
  const cost = ({ source, target }: ServicePair) =>
    source.length + target.length + (rare.has(source) ? 20 : 0) + (rare.has(target) ? 20 : 0);
  const table = new Map<string, Map<string, ServicePair>>();
  for (const pair of listed) {
    const from = ours(pair.source);
    const to = ours(pair.target);
    if (from === undefined || to === undefined || from === to) continue;
    const targets = table.get(from) ?? new Map<string, ServicePair>();
    table.set(from, targets);
    const known = targets.get(to);
    if (known === undefined || cost(pair) < cost(known)) targets.set(to, pair);
  }
  return table;
}

/** The same as a translator's `pairs()` gives it. */
export function pairsOf(table: PairTable): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map([...table].map(([from, targets]) => [from, new Set(targets.keys())]));
}
