import { yearOf } from "./figures.js";

/** The years that a part of an article tells of. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const FEWEST_YEARS = 2;
/** Share of the sentences of an account that name a year. */
const LEAST_SHARE = 0.3;

/** The years of an account; undefined for what names a year by the way, which a history never does. */
export function spanOf(heading: string, texts: readonly string[], isHistory = false): Span | undefined {
  // "The discovery (1897-1898)".
  const headed = [...heading.matchAll(/\b(1\d{3}|20[0-4]\d)\b/g)].map(([year]) => Number(year));
  if (headed.length > 0) return { from: headed[0]!, to: Math.max(...headed) };
  const years = texts.map(yearOf).filter((year) => year !== undefined);
  if (years.length === 0) return undefined;
  if (!isHistory && (years.length < FEWEST_YEARS || years.length < LEAST_SHARE * texts.length)) return undefined;
  return { from: years[0]!, to: Math.max(...years) };
}

/** Whether two accounts tell of the same years, and not the one of what came after the other. */
export function overlap(one: Span, other: Span): boolean {
  return Math.max(one.from, other.from) < Math.min(one.to, other.to);
}

/** The same parts, with the accounts among them by their years: those of one source stay in its order. */
export function byYearsOfSources<P>(
  parts: readonly P[],
  of: (part: P) => { readonly source: number; readonly span: Span | undefined },
): P[] {
  const dated = parts.map((part) => ({ part, ...of(part) }));
  const told = dated.filter(({ span }) => span !== undefined);
  const queues = [...Map.groupBy(told, ({ source }) => source).values()];
  return dated.map(({ part, span }) => {
    if (span === undefined) return part;
    const heads = queues.filter((queue) => queue.length > 0);
    const first = heads.reduce((best, queue) => (queue[0]!.span!.from < best[0]!.span!.from ? queue : best));
    return first.shift()!.part;
  });
}
