import { z } from "zod";
import { basic, marked, type TaskContext } from "../../kernel/index.js";
import { imageInsertFields } from "../_kit/image-insert/options.js";
import { insertFields } from "../_kit/inserts/index.js";
import { choice, flag, lines, text, whole } from "../_kit/option-fields.js";
import { searchCacheField, searchProviderField } from "../_kit/search/options.js";
import { browserField } from "../_kit/web/browser-options.js";
import { webFields } from "../_kit/web/options.js";
import { writerFields } from "../_kit/writing/fields.js";

/** In the order in which they are done, whatever their order in the data object. */
export const STAGES = [
  ...["research", "outline", "draft", "critique", "revise", "faq", "table", "translate", "meta"],
] as const satisfies readonly string[];
export type Stage = "research" | "outline" | "draft" | "critique" | "revise" | "faq" | "table" | "translate" | "meta";

const stageSetting = z.looseObject({
  prompt: z.string().default(""),
  writerProvider: z.string().default(""),
  writerModel: z.string().default(""),
});

export const USUAL_PROMPT = "Write about {{input}}.";

/** The data object of a writing assistant, besides the fields every task has. */
export const writingAssistantOptions = z.object({
  ...browserField(),
  ...webFields,
  promptsFile: basic(
    lines("What to write about, one article per line: a subject, or a sentence that says what is wanted."),
    ["How to keep bees in winter"],
  ),
  rowsFile: lines(
    "More articles, one per row of a table: its lines as CSV, the first with the names of the columns; or one line with a CSV file below a folder the server may read, or of a task as `task:ID/results.csv`.",
  ),
  promptTemplate: basic(
    text(
      USUAL_PROMPT,
      "What is asked for each line or row: `{{input}}` is the line, or of a row its column `input`, `prompt`, `keyword`, `topic`, `subject` or `title`, or its first; `{{name}}` is the cell of that column. `{{outline}}` and `{{sources}}` as in `stageSettings`.",
    ),
    "Write about {{input}} for beginners.",
  ),
  stages: lines(
    "What is done for an article, of `research`, `outline`, `draft`, `critique`, `revise`, `faq`, `table`, `translate`, `meta`; always in this order, and never without `draft`.",
    ["outline", "draft", "revise", "meta"],
  ),
  stageSettings: marked(
    z
      .record(z.string(), stageSetting)
      .default({})
      .describe(
        'Own settings of stages, by name: `{"draft": {"prompt": "...", "writerProvider": "...", "writerModel": "..."}}`. A prompt replaces the built-in one and may have the placeholders of `promptTemplate`, and `{{title}}`, `{{outline}}` (its headings) and `{{sources}}` (how they are numbered).',
      ),
    { group: "ai" },
  ),
  ...writerFields,
  systemPrompt: marked(text("", "Instructions that go before those of every stage."), {
    ...{ group: "ai", examples: ["Write short sentences.\nNever praise a product."] },
  }),
  tone: marked(basic(text("", "The tone, such as `friendly and plain`."), "friendly and plain"), { group: "text" }),
  audience: marked(text("", "For whom it is written, such as `people who keep their first hive`."), { group: "text" }),
  pointOfView: marked(text("", "Who speaks, such as `second person` or `we`."), { group: "text" }),
  readingLevel: marked(text("", "How hard it may be to read, such as `grade 8`."), { group: "text" }),
  brandVoice: marked(
    text("", "How the brand writes: rules, words to use and to leave out, a paragraph as an example."),
    { group: "text", examples: ["We speak to neighbours.\nWe say “bread” and never “product”."] },
  ),
  brandVoiceId: marked(
    text("", "The id of one of `brandVoices` in the server's settings; `brandVoice` is said besides."),
    { group: "text" },
  ),
  articleLengthFrom: marked(
    basic(whole({ from: 1, to: 20_000, usual: 800 }, "Fewest words; fewer are noted in the log."), 600),
    { group: "text", title: "Fewest words" },
  ),
  articleLengthTo: marked(
    basic(whole({ from: 1, to: 20_000, usual: 1500 }, "Most words; more are noted in the log."), 1200),
    { group: "text", title: "Most words" },
  ),
  includeFaq: marked(flag(false, "Questions with their answers at the end, as the stage `faq` does."), {
    group: "text",
  }),
  faqCount: marked(whole({ from: 1, to: 30, usual: 5 }, "Questions that are asked for."), { group: "text" }),
  includeTable: marked(flag(false, "A table, as the stage `table` does."), { group: "text" }),
  includeTakeaways: marked(flag(false, "The most important sentences in a list at the beginning."), { group: "text" }),
  includeToc: marked(flag(false, "The headings in a list at the beginning; in HTML they lead to their sections."), {
    group: "text",
  }),
  includeSchema: marked(
    flag(false, "Structured data for search engines (JSON-LD) in HTML files and `meta.json` files."),
    { group: "output" },
  ),
  research: marked(
    basic(
      choice(
        { of: ["none", "search", "urls", "folder"], usual: "none" },
        "Where sources come from, of which alone the text is then made: pages that a search finds, those of `sourceUrlsFile`, or the files of `sourceFolder`.",
      ),
      "search",
    ),
    { group: "sources" },
  ),
  sourceUrlsFile: marked(lines("Pages to read, for `urls`."), { group: "sources" }),
  sourceFolder: marked(text("", "Folder of html, md and txt files, for `folder`."), { group: "sources" }),
  urlLimitResults: marked(
    whole({ from: 1, to: 50, usual: 5 }, "Sources per article: the best ones of those found or given."),
    { group: "sources", title: "Most sources" },
  ),
  maxSourceWords: marked(
    whole({ from: 100, to: 50_000, usual: 2000 }, "Words of one source that the writer is given."),
    { group: "sources" },
  ),
  languageFilter: marked(lines("Only sources in these languages: ISO 639-1 codes such as `en`; empty for all."), {
    group: "sources",
  }),
  ...searchProviderField,
  articleGoogleCountry: marked(
    marked(text("United States:English:", "Country and language of the search."), {
      group: "search",
    }),
    { title: "Country and language of the search" },
  ),
  ...searchCacheField,
  citeSources: marked(
    choice(
      { of: ["none", "list", "inline"], usual: "list" },
      "How sources are named: `list`, `inline` (numbers after sentences, and the list) or `none`.",
    ),
    { group: "text" },
  ),
  factCheck: marked(
    choice(
      { of: ["off", "report", "require"], usual: "report" },
      "Looks up the numbers, dates, names and quotations of the text in the sources: `report` writes what was found, `require` keeps an article with one that no source bears out as a draft for you to read.",
    ),
    { group: "text" },
  ),
  requireApproval: flag(
    false,
    "Stops behind `approvalStage`: the row says `needs-approval`, and what there is waits in `drafts`. Lines in `approvedFile` are finished in the next run.",
  ),
  approvalStage: choice({ of: ["outline", "draft"], usual: "outline" }, "What is approved, with `requireApproval`."),
  approvedFile: lines("With `requireApproval`, the lines that are approved, as column `line` of the rows has them."),
  outputFormats: marked(basic(lines("Any of `html`, `txt`, `md`, `json`, `spintax`.", ["html"]), ["html", "md"]), {
    group: "output",
  }),
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
      "`spin` exchanges words and set phrases of the finished text, but for the terms of title and headings, `paraphrase` rewrites its sentences too, and `spintax` keeps them and writes their variants to files of the format `spintax`; the subject, the title, headings, tables and quotations stay.",
    ),
    { group: "rewriting" },
  ),
  protectedWordsFile: marked(lines("Words and phrases that `spinMode` and the stage `translate` leave as they are."), {
    group: "rewriting",
  }),
  articleSpinnerTranslateSource: marked(
    marked(text("en", "The language the text is written in: an ISO 639-1 code."), {
      group: "rewriting",
    }),
    { title: "Language of the text" },
  ),
  articleSpinnerTranslateTarget: marked(
    text(
      "",
      "The language it is translated into by the stage `translate`, which is done wherever this is another one; empty for none.",
    ),
    { group: "rewriting", title: "Language to translate into" },
  ),
  dryRun: flag(
    false,
    "Finds and reads the sources and says in the log and the rows what would be written, by which writer and in which stages. No writer is asked, and no article is written.",
  ),
});

export type WritingAssistantOptions = z.output<typeof writingAssistantOptions>;

export type Context = TaskContext<
  WritingAssistantOptions,
  "reader",
  "writer" | "web" | "search" | "folder" | "browser" | "video" | "images" | "prompts" | "spinner" | "paraphraser"
>;

export const OUTPUT_FORMATS = ["html", "txt", "md", "json", "spintax"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
