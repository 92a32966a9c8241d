import { z } from "zod";
import { basic, marked } from "../../kernel/index.js";
import { imageInsertFields } from "../_kit/image-insert/options.js";
import { insertFields } from "../_kit/inserts/index.js";
import { choice, flag, lines, text, whole } from "../_kit/option-fields.js";
import { searchCacheField, searchProviderField } from "../_kit/search/options.js";
import { browserField } from "../_kit/web/browser-options.js";
import { webFields } from "../_kit/web/options.js";
import { formFields } from "./form-options.js";

/**
 * The data object of an article creator, besides the fields every task has. `sourceMode` and `outputFormats` are checked
 * when a run begins and not here, so that a wrong name is answered with the names there are.
 */
export const articleCreatorOptions = z.object({
  ...browserField(),
  ...webFields,
  articleKeywordsFile: marked(
    basic(
      lines(
        "One keyword per line. Columns `keyword|title|category|url` are allowed: the title replaces the article's own and may have the placeholders of `articleTitle`, the url is one more page to read. Spintax (`{wild|honey} bees`) is expanded once for every line of a task; in the url it is not.",
      ),
      ["wild honey", "bee keeping in winter"],
    ),
    { title: "Keywords" },
  ),
  articleCountRequired: marked(
    basic(
      whole(
        { from: 1, to: 100, usual: 1 },
        "Articles per keyword. Later ones use other passages as far as the sources allow.",
      ),
      2,
    ),
    { title: "Articles per keyword" },
  ),
  urlLimitResults: marked(
    whole(
      { from: 1, to: 100, usual: 5 },
      "Sources used per keyword: pages of a search, and the best ones of those given.",
    ),
    { group: "sources", title: "Most sources" },
  ),
  ...searchProviderField,
  articleGoogleCountry: marked(
    marked(text("United States:English:", "Country and language of the search."), {
      group: "search",
    }),
    { title: "Country and language of the search" },
  ),
  ...searchCacheField,
  ...formFields,
  sourceMode: marked(
    basic(
      lines(
        "Where sources come from: any of `search`, `urls`, `folder`, `rss`, `wikipedia`, `text`. `rss` and `wikipedia` need no key.",
        ["search"],
      ),
      ["search", "wikipedia"],
    ),
    { group: "sources" },
  ),
  sourceUrlsFile: marked(
    lines(
      "Pages to read, for `urls`, and feeds, for `rss`: with both, an address that is no feed is read as a page; with `rss` alone, the feed that a page names is read. Of feeds the items that belong to a keyword are used, with the pages they lead to where the feed holds less than their text.",
    ),
    { group: "sources" },
  ),
  sourceFolder: marked(text("", "Folder of html, md and txt files, for `folder`."), { group: "sources" }),
  sourceTextFile: marked(
    lines("For `text`: the lines of one text, or several texts when an entry holds line breaks."),
    { group: "sources" },
  ),
  blockedDomainsFile: marked(
    lines(
      "Domains that are never read, with all names below them, one per line: `example.com`. For pages that are found, listed by feeds or given.",
    ),
    { group: "sources" },
  ),
  languageFilter: marked(lines("Only sources in these languages: ISO 639-1 codes such as `en`; empty for all."), {
    group: "sources",
  }),
  articleTitle: marked(
    text("{title}", "The title, made of `{keyword}`, `{title}` (found in the sources), `{n}` and `{year}`."),
    { group: "text" },
  ),
  articleLengthFrom: marked(
    basic(
      whole(
        { from: 1, to: 20_000, usual: 500 },
        "Fewest words; fewer, with a warning, when the sources hold no more that fits.",
      ),
      400,
    ),
    { group: "text", title: "Fewest words" },
  ),
  articleLengthTo: marked(basic(whole({ from: 1, to: 20_000, usual: 1200 }, "Most words."), 900), {
    group: "text",
    title: "Most words",
  }),
  paragraphSentencesFrom: marked(whole({ from: 1, to: 50, usual: 3 }, "Fewest sentences in a paragraph."), {
    group: "text",
  }),
  paragraphSentencesTo: marked(whole({ from: 1, to: 50, usual: 6 }, "Most sentences in a paragraph."), {
    group: "text",
  }),
  sentenceMinWords: marked(
    whole(
      { from: 1, to: 200, usual: 5 },
      "Sentences with fewer words are used only between others of their paragraph.",
    ),
    { group: "text" },
  ),
  sentenceMaxWords: marked(
    whole(
      { from: 1, to: 200, usual: 45 },
      "Sentences with more words, up to 1.4 times as many, are used only between others or where they say what the keyword is; longer ones are left out.",
    ),
    { group: "text" },
  ),
  maxSentencesPerSource: marked(
    whole({ from: 1, to: 1000, usual: 6 }, "Most sentences one source gives to one article."),
    { group: "text" },
  ),
  citeSources: marked(
    choice(
      { of: ["none", "list", "inline"], usual: "list" },
      "How sources are named: `list`, `inline` (numbers after passages, and the list) or `none`.",
    ),
    { group: "text" },
  ),
  ...imageInsertFields,
  ...insertFields,
  articleJunkFilterFile: marked(
    lines(
      "A sentence or heading that holds one of these is left out: a text in any case, `*` for anything between, or `/expression/`.",
    ),
    { group: "text", title: "Sentences to leave out" },
  ),
  spinMode: marked(
    choice(
      { of: ["none", "spin", "spintax", "paraphrase"], usual: "none" },
      "`spin` exchanges words and set phrases of the sentences, but for the terms of title and headings, `paraphrase` rewrites them too, and `spintax` keeps the sentences and writes their variants to files of the format `spintax`; the keyword, the title and headings stay.",
    ),
    { group: "rewriting" },
  ),
  protectedWordsFile: marked(
    lines("Words and phrases that `spinMode` leaves alone, with their inflections, and a translation as they are."),
    { group: "rewriting" },
  ),
  articleSpinnerTranslateSource: marked(
    text(
      "en",
      "The language of the sources, for a translation and for `spinMode` `paraphrase`: an ISO 639-1 code, or for a translation `auto`.",
    ),
    { group: "rewriting", title: "Language of the text" },
  ),
  articleSpinnerTranslateTarget: marked(
    text(
      "",
      "The language that articles are translated into before they are spun: an ISO 639-1 code. Empty, or that of the sources, for no translation. A title that the keyword's line gives stays.",
    ),
    { group: "rewriting", title: "Language to translate into" },
  ),
  dryRun: flag(
    false,
    "Finds and reads the sources and says in the log and the rows which of them an article would be made from. No article is written.",
  ),
});

export type ArticleCreatorOptions = z.output<typeof articleCreatorOptions>;

/** Fields that are the two ends of a range. */
export const RANGES = [
  ["articleLengthFrom", "articleLengthTo"],
  ["paragraphSentencesFrom", "paragraphSentencesTo"],
  ["sentenceMinWords", "sentenceMaxWords"],
] as const satisfies readonly (readonly [keyof ArticleCreatorOptions, keyof ArticleCreatorOptions])[];

export const SOURCE_MODES = ["search", "urls", "folder", "rss", "wikipedia", "text"] as const;
export type SourceMode = (typeof SOURCE_MODES)[number];

export { OUTPUT_FORMATS, type OutputFormat } from "./form-options.js";
