import { z } from "zod";
import type { TaskContext } from "../../kernel/index.js";
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
  promptsFile: lines("What to write about, one article per line: a subject, or a sentence that says what is wanted."),
  rowsFile: lines(
    "More articles, one per row of a table: its lines as CSV, the first with the names of the columns; or one line with a CSV file below a folder the server may read, or of a task as `task:ID/results.csv`.",
  ),
  promptTemplate: text(
    USUAL_PROMPT,
    "What is asked for each line or row: `{{input}}` is the line, or of a row its column `input`, `prompt`, `keyword`, `topic`, `subject` or `title`, or its first; `{{name}}` is the cell of that column. `{{outline}}` and `{{sources}}` as in `stageSettings`.",
  ),
  stages: lines(
    "What is done for an article, of `research`, `outline`, `draft`, `critique`, `revise`, `faq`, `table`, `translate`, `meta`; always in this order, and never without `draft`.",
    ["outline", "draft", "revise", "meta"],
  ),
  stageSettings: z
    .record(z.string(), stageSetting)
    .default({})
    .describe(
      'Own settings of stages, by name: `{"draft": {"prompt": "...", "writerProvider": "...", "writerModel": "..."}}`. A prompt replaces the built-in one and may have the placeholders of `promptTemplate`, and `{{title}}`, `{{outline}}` (its headings) and `{{sources}}` (how they are numbered).',
    ),
  ...writerFields,
  systemPrompt: text("", "Instructions that go before those of every stage."),
  tone: text("", "The tone, such as `friendly and plain`."),
  audience: text("", "For whom it is written, such as `people who keep their first hive`."),
  pointOfView: text("", "Who speaks, such as `second person` or `we`."),
  readingLevel: text("", "How hard it may be to read, such as `grade 8`."),
  brandVoice: text("", "How the brand writes: rules, words to use and to leave out, a paragraph as an example."),
  brandVoiceId: text("", "The id of one of `brandVoices` in the server's settings; `brandVoice` is said besides."),
  articleLengthFrom: whole({ from: 1, to: 20_000, usual: 800 }, "Fewest words; fewer are noted in the log."),
  articleLengthTo: whole({ from: 1, to: 20_000, usual: 1500 }, "Most words; more are noted in the log."),
  includeFaq: flag(false, "Questions with their answers at the end, as the stage `faq` does."),
  faqCount: whole({ from: 1, to: 30, usual: 5 }, "Questions that are asked for."),
  includeTable: flag(false, "A table, as the stage `table` does."),
  includeTakeaways: flag(false, "The most important sentences in a list at the beginning."),
  includeToc: flag(false, "The headings in a list at the beginning; in HTML they lead to their sections."),
  includeSchema: flag(false, "Structured data for search engines (JSON-LD) in HTML files and `meta.json` files."),
  research: choice(
    { of: ["none", "search", "urls", "folder"], usual: "none" },
    "Where sources come from, of which alone the text is then made: pages that a search finds, those of `sourceUrlsFile`, or the files of `sourceFolder`.",
  ),
  sourceUrlsFile: lines("Pages to read, for `urls`."),
  sourceFolder: text("", "Folder of html, md and txt files, for `folder`."),
  urlLimitResults: whole({ from: 1, to: 50, usual: 5 }, "Sources per article: the best ones of those found or given."),
  maxSourceWords: whole({ from: 100, to: 50_000, usual: 2000 }, "Words of one source that the writer is given."),
  languageFilter: lines("Only sources in these languages: ISO 639-1 codes such as `en`; empty for all."),
  ...searchProviderField,
  articleGoogleCountry: text("United States:English:", "Country and language of the search."),
  ...searchCacheField,
  citeSources: choice(
    { of: ["none", "list", "inline"], usual: "list" },
    "How sources are named: `list`, `inline` (numbers after sentences, and the list) or `none`.",
  ),
  factCheck: choice(
    { of: ["off", "report", "require"], usual: "report" },
    "Looks up the numbers, dates, names and quotations of the text in the sources: `report` writes what was found, `require` keeps an article with one that no source bears out as a draft for you to read.",
  ),
  requireApproval: flag(
    false,
    "Stops behind `approvalStage`: the row says `needs-approval`, and what there is waits in `drafts`. Lines in `approvedFile` are finished in the next run.",
  ),
  approvalStage: choice({ of: ["outline", "draft"], usual: "outline" }, "What is approved, with `requireApproval`."),
  approvedFile: lines("With `requireApproval`, the lines that are approved, as column `line` of the rows has them."),
  outputFormats: lines("Any of `html`, `txt`, `md`, `json`, `spintax`.", ["html"]),
  ...imageInsertFields,
  ...insertFields,
  articleJunkFilterFile: lines(
    "A sentence or heading that holds one of these is left out: a text in any case, `*` for anything between, or `/expression/`.",
  ),
  spinMode: choice(
    { of: ["none", "spin", "spintax", "paraphrase"], usual: "none" },
    "`spin` exchanges words and set phrases of the finished text, but for the terms of title and headings, `paraphrase` rewrites its sentences too, and `spintax` keeps them and writes their variants to files of the format `spintax`; the subject, the title, headings, tables and quotations stay.",
  ),
  protectedWordsFile: lines("Words and phrases that `spinMode` and the stage `translate` leave as they are."),
  articleSpinnerTranslateSource: text("en", "The language the text is written in: an ISO 639-1 code."),
  articleSpinnerTranslateTarget: text(
    "",
    "The language it is translated into by the stage `translate`, which is done wherever this is another one; empty for none.",
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
