/** One line of an exposition, without the name of its family. */
export interface Sample {
  /** Behind the name: `_total`, `_bucket` ... */
  readonly suffix: string;
  readonly labels: readonly (readonly [name: string, value: string])[];
  readonly value: number;
}

export interface Family {
  /** Without the `_total` of counters and the `_info` of facts. */
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram" | "info";
  samples(): readonly Sample[];
}

/** Series of one family; what comes above it is counted with `other` in place of each value. */
const MOST_SERIES = 1000;
const OTHER = "other";

/** The states of a family by the values of its labels. */
class Series<State> {
  private readonly states = new Map<string, { readonly values: readonly string[]; readonly state: State }>();

  constructor(
    private readonly labels: readonly string[],
    private readonly empty: () => State,
  ) {}

  of(values: readonly string[]): State {
    const key = values.join("\u0000");
    const known = this.states.get(key);
    if (known !== undefined) return known.state;
    if (this.states.size >= MOST_SERIES && values.some((value) => value !== OTHER))
      return this.of(values.map(() => OTHER));
    const state = this.empty();
    this.states.set(key, { values, state });
    return state;
  }

  all(): { readonly labels: Sample["labels"]; readonly state: State }[] {
    return [...this.states.values()].map(({ values, state }) => ({
      labels: this.labels.map((name, index) => [name, values[index] ?? ""] as const),
      state,
    }));
  }
}

export interface Counter extends Family {
  /** With a value for each of its labels. */
  add(amount: number, ...values: readonly string[]): void;
}

export function counter(name: string, help: string, labels: readonly string[] = []): Counter {
  const series = new Series(labels, () => ({ total: 0 }));
  if (labels.length === 0) series.of([]);
  return {
    ...{ name, help, type: "counter" },
    add: (amount, ...values) => {
      series.of(values).total += amount;
    },
    samples: () => series.all().map(({ labels, state }) => ({ suffix: "_total", labels, value: state.total })),
  };
}

export interface Histogram extends Family {
  observe(value: number, ...values: readonly string[]): void;
}

/** `bounds` are the upper ends of its buckets, from the lowest to the highest; the last bucket has no end. */
export function histogram(
  name: string,
  help: string,
  bounds: readonly number[],
  labels: readonly string[] = [],
): Histogram {
  const series = new Series(labels, () => ({ counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 }));
  return {
    ...{ name, help, type: "histogram" },
    observe: (value, ...values) => {
      const state = series.of(values);
      const found = bounds.findIndex((bound) => value <= bound);
      state.counts[found < 0 ? bounds.length : found]! += 1;
      state.sum += value;
    },
    samples: () =>
      series.all().flatMap(({ labels, state }) => {
        let count = 0;
        const buckets = [...bounds, Number.POSITIVE_INFINITY].map((bound, index): Sample => {
          count += state.counts[index]!;
          return { suffix: "_bucket", labels: [...labels, ["le", bucketEnd(bound)]], value: count };
        });
        return [...buckets, { suffix: "_count", labels, value: count }, { suffix: "_sum", labels, value: state.sum }];
      }),
  };
}

/** As OpenMetrics writes floating-point numbers, so that both formats give the same series. */
function bucketEnd(bound: number): string {
  if (bound === Number.POSITIVE_INFINITY) return "+Inf";
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}

/** Figures that are looked up when they are asked for; without the samples that are undefined. */
export function lookedUp(
  type: Family["type"],
  name: string,
  help: string,
  look: () => number | undefined | readonly Omit<Sample, "suffix">[],
): Family {
  const suffix = { counter: "_total", gauge: "", histogram: "", info: "_info" }[type];
  return {
    ...{ name, help, type },
    samples() {
      const found = look();
      if (found === undefined) return [];
      const samples = typeof found === "number" ? [{ labels: [], value: found }] : found;
      return samples.map((sample) => ({ suffix, ...sample }));
    },
  };
}
