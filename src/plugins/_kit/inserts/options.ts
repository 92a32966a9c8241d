import { z } from "zod";
import { inGroup, marked } from "../../../kernel/index.js";
import { choice, flag, lines, whole } from "../option-fields.js";

const linkSet = z.looseObject({
  keywordsFile: lines("Words to link, one per line."),
  urlsFile: lines("Addresses, one per line."),
  lockUrl: flag(
    false,
    "Line N of the words goes with line N of the addresses; else an address is drawn for each word.",
  ),
  maxPerArticle: whole({ from: 0, to: 100, usual: 1 }, "Most links of this set in one article."),
  maxPerUrl: whole({ from: 0, to: 100, usual: 0 }, "Most links to one address in one article; 0 sets no limit."),
  nofollow: flag(false, "Links with `nofollow`."),
  newTab: flag(false, "Links that open a new tab."),
  position: choice(
    { of: ["any", "start", "middle", "end"], usual: "any" },
    "The third of the article that links are in.",
  ),
  whenMissing: choice(
    { of: ["skip", "sentence"], usual: "skip" },
    "What becomes of links whose word is not in the article: none, or a sentence of `linkSentencesFile`.",
  ),
  linkSentencesFile: lines("Sentences with `{keyword}` in them, one per line. Spintax is expanded."),
});

const categoryInsert = z.looseObject({
  CategoryInsertFile: lines("Categories, one per line; `category|word, word` with the words of a rule."),
  Mode: choice({ of: ["random", "all", "byKeyword", "byRule"], usual: "random" }, "How they are chosen."),
  Max: whole({ from: 0, to: 100, usual: 1 }, "Most of them for one article."),
});

const headingInsert = z.looseObject({
  FrequencyFrom: whole({ from: 0, to: 100, usual: 2 }, "Fewest headings."),
  FrequencyTo: whole({ from: 0, to: 100, usual: 5 }, "Most headings."),
  Levels: z.array(z.enum(["h2", "h3"])).default(["h2", "h3"]),
  Source: choice({ of: ["extracted", "keywords", "file", "ai"], usual: "extracted" }, "Where they come from."),
  HeadingsFile: lines("Headings, one per line, for `file`."),
});

const tagInsert = z.looseObject({
  Max: whole({ from: 0, to: 100, usual: 5 }, "Most tags of one article."),
  Source: choice({ of: ["keywords", "file"], usual: "keywords" }, "Where they come from."),
  TagsFile: lines("Tags, one per line, for `file`."),
});

const videoInsert = z.looseObject({
  Provider: z.string().default("youtube"),
  FrequencyFrom: whole({ from: 0, to: 20, usual: 0 }, "Fewest videos."),
  FrequencyTo: whole({ from: 0, to: 20, usual: 1 }, "Most videos."),
  Position: choice({ of: ["start", "middle", "end", "random"], usual: "middle" }, "Where they stand."),
  UrlsFile: lines("Videos to take, one per line: `address` or `address|title`."),
});

/** What is put into articles besides their text and images, for the schema of a task type to spread among its own. */
export const insertFields = inGroup("inserts", {
  articleUseLinks: marked(flag(true, "Whether links of `linkSets` are put into articles."), {
    title: "Put links into articles",
  }),
  linkSets: z
    .array(linkSet)
    .max(100)
    .default(() => Array.from({ length: 5 }, () => linkSet.parse({})))
    .describe(
      "Links on words of the text. Each set has words (`keywordsFile`) and addresses (`urlsFile`): line by line with `lockUrl`, else an address is drawn for each word; `maxPerArticle`; `maxPerUrl` (links to one address in one article, 0 for no limit); `nofollow`; `newTab`; `position`: `any`, or the third of the article, `start`, `middle` or `end`. Where no word of a set is in the text, `whenMissing` `sentence` adds one of `linkSentencesFile`, with `{keyword}` where the link is; `skip` adds none.",
    ),
  articleUseHtmlInsert: marked(flag(false, "Whether a block of `HtmlInsertCodeFile` is put into every article."), {
    title: "Put HTML code into articles",
  }),
  HtmlInsertCodeFile: marked(
    lines(
      "HTML code, of which one block is drawn for each article. A line is a block; lines whose elements are closed further down are one block together. `{keyword}` and `{title}` are filled in.",
    ),
    { title: "HTML code" },
  ),
  htmlInsertPosition: marked(
    choice({ of: ["start", "middle", "end", "random"], usual: "end" }, "Where the block stands."),
    { title: "Place of the HTML code" },
  ),
  articleUseCategoryInsert: marked(
    flag(
      false,
      "Whether articles are given categories of `CategoryInsertFile` and `articleCategories`. The category of a keyword's line is given always.",
    ),
    { title: "Give articles categories" },
  ),
  categoryInsert: marked(
    categoryInsert
      .default(() => categoryInsert.parse({}))
      .describe(
        "`CategoryInsertFile`: categories, one per line. `Mode`: `random`; `all`; `byKeyword`, those that the keyword, the title or a heading names; `byRule`, those of lines `category|word, word` of which a word is in the article. `Max`: most for one article, which `all` does not heed.",
      ),
    { title: "Categories" },
  ),
  articleCategories: marked(lines("More categories, as those of `CategoryInsertFile`."), { title: "More categories" }),
  articleUseHeadingInsert: marked(flag(false, "Whether headings are added to those that articles have."), {
    title: "Add headings",
  }),
  headingInsert: marked(
    headingInsert
      .default(() => headingInsert.parse({}))
      .describe(
        "`FrequencyFrom` and `FrequencyTo`: headings that are added. `Levels`: `h2` and `h3`, which stands below an h2. `Source`: `extracted`, those that paragraphs stood under in their sources; `keywords`, related phrases; `file`, those of `HeadingsFile`, which may have `{keyword}` and spintax; `ai`, written by the language model of `writerProvider`. They are put over paragraphs that speak of them.",
      ),
    { title: "Headings" },
  ),
  articleUseTags: marked(flag(false, "Whether articles are given tags."), { title: "Give articles tags" }),
  tagInsert: marked(
    tagInsert
      .default(() => tagInsert.parse({}))
      .describe(
        "`Max`: most tags. `Source`: `keywords`, the keyword and phrases that go with it, or `file`, those of `TagsFile` that are in the article, else any of them.",
      ),
    { title: "Tags" },
  ),
  articleUseVideos: marked(flag(false, "Whether videos are put into articles."), { title: "Put videos into articles" }),
  videoInsert: marked(
    videoInsert
      .default(() => videoInsert.parse({}))
      .describe(
        "`FrequencyFrom` and `FrequencyTo`: videos of one article. `Position`: `start`, `middle`, `end` or `random`. `UrlsFile`: `address` or `address|title` per line, of which those with the keyword in the title or without one are taken, else any; without lines YouTube is searched for the keyword.",
      ),
    { title: "Videos" },
  ),
  articleReplaceFilterFile: marked(
    lines(
      "`from|to` per line: words, whatever their case, are replaced in titles, headings and text, but not in quotations. Spintax in `to` is expanded each time, and an empty `to` takes the words out; `/expression/flags|to` has `$1` for its groups.",
    ),
    { title: "Words to replace" },
  ),
});

/** Of a task type that has texts besides those it puts in. */
export const junkFilterFields = inGroup("text", {
  articleJunkFilterFile: marked(
    lines(
      "A sentence or heading that holds one of these is left out: a text in any case, `*` for anything between, or `/expression/`.",
    ),
    { title: "Sentences to leave out" },
  ),
});

export type InsertOptions = z.output<z.ZodObject<typeof insertFields>>;
export type LinkSet = InsertOptions["linkSets"][number];
