import { type ArticleBody, textsOf } from "../../_kit/article-body/index.js";
import type { ArticleCreatorOptions } from "../options.js";
import type { Source } from "../sources.js";
import { type SeoReport, seoReport } from "./seo.js";
import { type Compared, comparedText, type Uniqueness, uniquenessOf } from "./uniqueness.js";

/** What is reported of an article. */
export interface Judgement {
  readonly seo: SeoReport;
  readonly uniqueness: Uniqueness;
  /** Why it is not written; empty for one that is. */
  readonly rejection: string;
}

/** Judges the articles of a keyword one after the other: each against its sources and those before it that were not rejected. */
export function articleJudge(
  sources: readonly Source[],
  options: Pick<ArticleCreatorOptions, "uniquenessMin" | "citeSources">,
): (body: ArticleBody, file: string) => Judgement {
  const others: Compared[] = sources.map(({ address, blocks }) =>
    comparedText(address, blocks.map(({ text }) => text).join(" ")),
  );
  return (body, file) => {
    const text = body.blocks
      .flatMap(textsOf)
      .map((each) => each.text)
      .join(" ");
    const uniqueness = uniquenessOf(text, others);
    const rejection = refusal(uniqueness, body.title, options.uniquenessMin);
    if (rejection === "") others.push(comparedText(file, text));
    return { seo: seoReport(body, options.citeSources), uniqueness, rejection };
  };
}

function refusal({ distance, longest }: Uniqueness, title: string, least: number): string {
  if (distance >= least) return "";
  const run = longest.words === 0 ? "" : ` Its longest copied run has ${longest.words} words.`;
  return `"${title}" was rejected: its uniqueness is ${distance}, and uniquenessMin asks for ${least}.${run} Set spinMode to "paraphrase", articleMode to "ai", or lower uniquenessMin.`;
}
