/** Most sentences of one kind; what is left over is named in one sentence. */
const MAX_SENTENCES = 20;
/** Most names in one sentence: a post may hold hundreds of thousands. */
const MAX_NAMES = 1000;

/** A sentence for each of the first, and one that names the rest. */
export function inBrief<T>(
  all: readonly T[],
  sentence: (one: T) => string,
  rest: (others: readonly T[]) => string,
  most = MAX_SENTENCES,
): string[] {
  const first = [...new Set(all.slice(0, most).map(sentence))];
  return all.length > most ? [...first, rest(all.slice(most))] : first;
}

/** `a, b and c`; very many are counted. */
export function listed(names: readonly string[], last = "and"): string {
  const more = names.length - MAX_NAMES;
  const parts = more > 0 ? [...names.slice(0, MAX_NAMES), `${more.toLocaleString("en")} more`] : names;
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${last} ${parts.at(-1)}`;
}

/** Ascending numbers: `2, 4 and 7 to 9`. */
export function numbered(numbers: readonly number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return listed(
    runs.flatMap(([from, to]) =>
      from === to ? [`${from}`] : to === from + 1 ? [`${from}`, `${to}`] : [`${from} to ${to}`],
    ),
  );
}
