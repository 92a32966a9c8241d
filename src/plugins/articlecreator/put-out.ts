import { bodyWords } from "../_kit/article-body/index.js";
import type { ArticleImage } from "../_kit/image-insert/images-into.js";
import { imagesOf } from "../_kit/image-insert/images-of.js";
import { usedImage } from "../_kit/image-insert/used-image.js";
import type { UsageRow } from "../_kit/writing/usage.js";
import { numberedName } from "./file-names.js";
import type { Material } from "./material.js";
import type { RunState } from "./preparation.js";
import { type ArticlePlace, putFiles, sourcesOf } from "./render.js";
import { factRecords } from "./reports/fact-records.js";
import type { Judgement } from "./reports/judged.js";
import type { KeptArticle } from "./reports/kept-reports.js";
import type { Context } from "./sources.js";
import type { FormedArticle } from "./templates/formed.js";

/** Puts out what is left of an article: its files and reports, unless it is rejected, and its row. Gives what the run keeps of it. */
export function putOut(
  article: FormedArticle & {
    readonly usage: readonly UsageRow[];
    readonly images: readonly ArticleImage[];
    /** Of the images, for a later attempt at the run. */
    readonly claims: readonly string[];
  },
  place: ArticlePlace,
  material: Material,
  { seo, uniqueness, rejection }: Judgement,
  context: Context & { readonly state: RunState },
): KeptArticle {
  const { output, options, state } = context;
  const { body } = article;
  const files = rejection === "" ? putFiles(article, place, material, state.formats, context) : [];
  const file = files[0] ?? "";
  if (file !== "" && options.seoReport) {
    const report = { keyword: body.keyword, title: body.title, file, ...seo };
    const path = `seo/${numberedName(place.name, place.n)}.json`;
    output.file(path, `${JSON.stringify(report, null, 2)}\n`, "application/json");
  }
  const sources = sourcesOf(article, material);
  const { title, keyword } = body;
  const words = bodyWords(body);
  const seoScore = seo.score;
  const status = rejection === "" ? "ok" : "rejected";
  const said = { seoScore, uniqueness: uniqueness.distance };
  output.row({
    keyword,
    n: place.n,
    title,
    file,
    words,
    sources,
    ...imagesOf(body),
    imagesUsed: article.images.map((image) => usedImage(image, "articles/")),
    ...said,
    status,
    error: rejection,
  });
  const { words: count, text, name } = uniqueness.longest;
  return {
    ...{ keyword, n: place.n, title, file, template: article.form, words, ...said, sources },
    longestRun: { words: count, text, in: name },
    facts: rejection === "" ? factRecords(article, file) : [],
    error: rejection,
    usage: article.usage,
    imageClaims: article.claims,
  };
}
