/** One sample of an exposition. */
export interface ReadSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ReadFamily {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly unit?: string;
  readonly samples: readonly ReadSample[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABELS = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,(?!$)|$)/y;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([+-]?(?:\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|Inf)|NaN)$/;

/**
 * Reads an exposition as strictly as it is specified, and throws in words what is wrong with it: the older format of
 * Prometheus, and with `open` OpenMetrics 1.0.
 */
export function readExposition(text: string, { open }: { readonly open: boolean }): ReadFamily[] {
  if (!text.endsWith("\n")) throw new Error("The last line has no end.");
  const lines = text.slice(0, -1).split("\n");
  if (open && lines.pop() !== "# EOF") throw new Error("There is no # EOF.");
  const families: { name: string; type: string; help: string; unit?: string; samples: ReadSample[] }[] = [];
  const seen = new Set<string>();
  for (const line of lines) {
    const [, word, name, rest = ""] = /^# (HELP|TYPE|UNIT) (\S+) (.*)$/.exec(line) ?? [];
    if (word === "HELP") {
      if (!NAME.test(name!) || seen.has(name!)) throw new Error(`A family came twice, or has a bad name: ${line}`);
      seen.add(name!);
      families.push({ name: name!, type: "", help: rest, samples: [] });
      continue;
    }
    const family = families.at(-1);
    if (family === undefined) throw new Error(`It begins without a family: ${line}`);
    if (word !== undefined) {
      if (name !== family.name || family.samples.length > 0)
        throw new Error(`A line stands in another family: ${line}`);
      if (word === "TYPE") family.type = rest;
      else if (!name!.endsWith(`_${rest}`)) throw new Error(`The unit is not in the name: ${line}`);
      else family.unit = rest;
      continue;
    }
    family.samples.push(sampleIn(line));
  }
  for (const family of families) check(family, open);
  return families;
}

function sampleIn(line: string): ReadSample {
  const [, name, labelText = "", value] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`This is no sample: ${line}`);
  const labels: Record<string, string> = {};
  LABELS.lastIndex = 0;
  while (LABELS.lastIndex < labelText.length) {
    const found = LABELS.exec(labelText);
    if (found === null) throw new Error(`These are no labels: ${line}`);
    const [, label, text] = found;
    if (Object.hasOwn(labels, label!)) throw new Error(`A label came twice: ${line}`);
    labels[label!] = text!.replace(/\\(.)/g, (_, one) => (one === "n" ? "\n" : one));
    if (LABELS.lastIndex === 0) break;
  }
  return { name, labels, value: value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value) };
}

/** Which endings the samples of a type have. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  counter: ["_total"],
  gauge: [""],
  info: ["_info"],
  histogram: ["_bucket", "_count", "_sum"],
};

function check({ name, type, help, samples }: ReadFamily, open: boolean): void {
  const problem = (says: string) => new Error(`${name}: ${says}`);
  if (help === "" || !help.endsWith(".")) throw problem("its help is no sentence.");
  const isOlderCounter = !open && type === "counter";
  if (isOlderCounter && !name.endsWith("_total")) throw problem("a counter ends in _total.");
  if (!open && type === "info") throw problem("the older format knows no facts.");
  const endings = isOlderCounter ? [""] : ENDINGS[type];
  if (endings === undefined) throw problem(`there is no type ${type}.`);
  if (samples.length === 0) throw problem("it has no samples.");
  const keys = samples.map((sample) => `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`);
  if (new Set(keys).size < keys.length) throw problem("a series came twice.");
  for (const sample of samples) {
    if (!endings.some((ending) => sample.name === name + ending))
      throw problem(`${sample.name} is none of its samples.`);
    if (type !== "gauge" && !(sample.value >= 0)) throw problem("it counts below zero.");
  }
  if (type === "histogram") checkBuckets(samples, problem);
}

function checkBuckets(samples: readonly ReadSample[], problem: (says: string) => Error): void {
  const series = new Map<string, { bounds: number[]; counts: number[]; count?: number; hasSum: boolean }>();
  for (const { name, labels, value } of samples) {
    const { le, ...others } = labels;
    const key = JSON.stringify(others);
    const state = series.get(key) ?? { bounds: [], counts: [], hasSum: false };
    series.set(key, state);
    if (name.endsWith("_bucket")) {
      if (!/^(?:\d+\.\d+|\+Inf)$/.test(le ?? "")) throw problem(`its bucket ${le} is no floating-point number.`);
      state.bounds.push(le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le));
      state.counts.push(value);
    } else if (le !== undefined) throw problem("only buckets have an end.");
    else if (name.endsWith("_count")) state.count = value;
    else state.hasSum = true;
  }
  for (const { bounds, counts, count, hasSum } of series.values()) {
    const ascends = (list: readonly number[]) => list.every((one, index) => index === 0 || list[index - 1]! <= one);
    if (!ascends(bounds) || !ascends(counts)) throw problem("its buckets do not ascend.");
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY) throw problem("its last bucket has an end.");
    if (count !== counts.at(-1) || !hasSum)
      throw problem("its count is not that of the last bucket, or its sum is missing.");
  }
}
