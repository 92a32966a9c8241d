import { languageOf } from "../../engines/language.js";
import { termsOf } from "../../engines/pages/terms.js";
import type { Source } from "./sources.js";

const SAMPLE_BLOCKS = 12;

/** The sources that are written in one language, and the others: an article in two languages is none. */
export function inOneLanguage(
  sources: readonly Source[],
  query: readonly string[],
): {
  readonly kept: readonly Source[];
  readonly others: readonly { readonly source: Source; readonly language: string }[];
} {
  const read = sources.map((source) => {
    const sample = source.blocks.filter(({ kind }) => kind !== "heading").slice(0, SAMPLE_BLOCKS);
    const text = sample.map((block) => block.text).join(" ");
    const terms = termsOf(`${source.title} ${text}`);
    const naming = terms.filter((term) => query.includes(term)).length;
    return { source, language: languageOf(text), naming };
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
