import { languageOf } from "../../engines/language.js";
import { termsOf } from "../../engines/pages/terms.js";
import type { Source } from "./sources.js";

const SAMPLE_BLOCKS = 12;

/** What a source begins with, and the language that is written in. */
interface Sample {
  readonly terms: readonly string[];
  readonly language: string;
}

const samples = new WeakMap<Source, Sample>();

function sampleOf(source: Source): Sample {
  const known = samples.get(source);
  if (known !== undefined) return known;
  const blocks = source.blocks.filter(({ kind }) => kind !== "heading").slice(0, SAMPLE_BLOCKS);
  const text = blocks.map((block) => block.text).join(" ");
  const sample = { terms: termsOf(`${source.title} ${text}`), language: languageOf(text) };
  samples.set(source, sample);
  return sample;
}

/** The sources that are written in one language, and the others: an article in two languages is none. */
export function inOneLanguage(
  sources: readonly Source[],
  query: readonly string[],
): {
  readonly kept: readonly Source[];
  readonly others: readonly { readonly source: Source; readonly language: string }[];
} {
  const read = sources.map((source) => {
    const { terms, language } = sampleOf(source);
    const naming = terms.filter((term) => query.includes(term)).length;
    return { source, language, naming };
  });
  const votes = new Map<string, number>();
  for (const { language, naming } of read) {
    if (language !== "") votes.set(language, (votes.get(language) ?? 0) + 1 + Math.min(3, naming));
  }
  const [most] = [...votes].sort(([, one], [, other]) => other - one);
  if (most === undefined || votes.size < 2) return { kept: sources, others: [] };
  const isKept = ({ language }: { language: string }) => language === "" || language === most[0];
  return {
    kept: read.filter(isKept).map(({ source }) => source),
    others: read.filter((each) => !isKept(each)),
  };
}
