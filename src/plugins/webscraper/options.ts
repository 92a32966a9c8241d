import { z } from "zod";
import { COLUMN_SOURCES } from "../../engines/pages/columns/column-rule.js";
import { BLOCKABLE_RESOURCES, basic, marked, type TaskContext, type TryContext } from "../../kernel/index.js";
import { choice, flag, lines, text, whole } from "../_kit/option-fields.js";
import { browserField } from "../_kit/web/browser-options.js";
import { webFields } from "../_kit/web/options.js";

export const RESULT_FORMATS = ["csv", "json", "jsonl", "xlsx"] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** The browser's window where a task says nothing. */
export const USUAL_WINDOW = { width: 1280, height: 800 };

const column = z.object({
  name: z.string().default(""),
  css: z.string().optional(),
  xpath: z.string().optional(),
  jsonPath: z.string().optional(),
  regex: z.string().optional(),
  from: z.enum(COLUMN_SOURCES).default("page"),
  take: z.string().default("text"),
  all: z.boolean().default(false),
  join: z.string().default("|"),
  repeat: z.boolean().default(false),
  hidden: z.boolean().default(false),
  default: z.string().default(""),
  transform: z.array(z.string()).default([]),
});

const step = z.object({
  do: z.enum(["wait", "click", "type", "press", "scroll", "evaluate", "screenshot"]),
  selector: z.string().optional(),
  milliseconds: z.number().min(0).max(60_000).optional(),
  text: z.string().optional(),
  key: z.string().optional(),
  times: z.int().min(1).max(1000).optional(),
  delayMs: z.int().min(0).max(60_000).optional(),
  script: z.string().optional(),
  full: z.boolean().optional(),
});

/** The data object of a web scraper. */
export const webScraperOptions = z.object({
  urlsFile: basic(
    lines(
      "Pages, one address per line; `[1-50]` in one stands for each number, `{keyword}` for each of `keywordsFile`; 100,000 addresses at most. Lines that begin with `#` are comments.",
    ),
    ["https://example.com/products?page=[1-5]"],
  ),
  keywordsFile: lines("What `{keyword}` in the addresses stands for, one per line."),
  inputFolder: text("", "A folder of saved pages (html, json, xml), which are read as well."),
  rowSelector: basic(
    text(
      "",
      "CSS, XPath (beginning with `/`) or JSON path (beginning with `$`) of the rows of a page; empty for one row per page.",
    ),
    ".product",
  ),
  columns: basic(
    z
      .array(column)
      .default([])
      .describe(
        "The columns: `name`; `css`, `xpath` or `jsonPath`; `from` (`page`, `jsonld`, `microdata`, `meta`, `state`), where `jsonPath` looks; `regex`; `take` (`text`, `html`, `attr:NAME`, `count`, `exists`); `all` with `join`; `repeat` (from the whole page); `hidden`; `default`; `transform` (`trim`, `number`, `date`, `date:dmy`, `date:mdy`, `url`, `lower`, `upper`, `regex:...`, `replace:FROM|TO`, `split:SEPARATOR|NUMBER`).",
      ),
    [{ name: "title", css: "h2" }],
  ),
  templateColumns: z
    .array(z.object({ name: z.string().default(""), template: z.string().default("") }))
    .default([])
    .describe("Columns made of others: `name`, and a `template` such as `{{brand}} {{model}}`."),
  keyColumn: text(
    "",
    "The column by which a row is known from run to run; empty for the whole row. For `mode` `changes`.",
  ),
  nextSelector: basic(text("", "CSS or XPath of the link or button to the next page."), "a.next"),
  urlPattern: text(
    "",
    "Address of further pages with `{page}` (from 2 on) or `{offset}` (rows so far), such as `?page={page}`.",
  ),
  maxPages: basic(whole({ from: 1, to: 100_000, usual: 1 }, "Pages read of one address."), 10),
  scroll: marked(
    z
      .object({
        times: z.int().min(0).max(1000).default(0),
        delayMs: z.int().min(0).max(60_000).default(800),
        untilSelector: z.string().default(""),
      })
      .default({ times: 0, delayMs: 800, untilSelector: "" })
      .describe("Scrolls down so often, or until the selector is there, with a pause after each. Needs a browser."),
    { group: "browser" },
  ),
  steps: marked(
    z
      .array(step)
      .default([])
      .describe(
        "Done in the browser before a page is read: `do` is `wait`, `click`, `type`, `press`, `scroll`, `evaluate` or `screenshot`; `selector`, `milliseconds`, `text`, `key`, `times`, `delayMs`, `script` and `full` say more.",
      ),
    { group: "browser" },
  ),
  waitFor: marked(text("", "CSS selector of what to wait for in the browser."), { group: "browser" }),
  viewport: marked(
    z
      .object({
        width: z.int().min(100).max(10_000).default(USUAL_WINDOW.width),
        height: z.int().min(100).max(10_000).default(USUAL_WINDOW.height),
      })
      .default(USUAL_WINDOW)
      .describe("Size of the browser's window in CSS pixels."),
    { group: "browser" },
  ),
  mobile: marked(flag(false, "A touch screen of a phone's size."), { group: "browser" }),
  locale: marked(text("", "Language of the browser, such as `de-DE`."), { group: "browser" }),
  timezone: marked(text("", "Time zone of the browser, such as `Europe/Berlin`."), { group: "browser" }),
  blockResources: marked(
    z
      .array(z.enum(BLOCKABLE_RESOURCES))
      .default(["media", "font"])
      .describe("What the browser does not load: any of `image`, `media`, `font`, `stylesheet`."),
    { group: "browser" },
  ),
  screenshot: marked(
    choice(
      { of: ["none", "view", "full"], usual: "none" },
      "A picture of each page, as far as it is seen or in full. Needs a browser.",
    ),
    { group: "browser" },
  ),
  jsonSchema: marked(
    z
      .record(z.string(), z.json())
      .nullable()
      .default(null)
      .describe(
        "JSON Schema of a row, of the type `object` with `properties`: a language model reads such rows out of the text of the page, or of what `rowSelector` finds. `columns` are then read from the whole page and stand in each row.",
      ),
    { group: "ai" },
  ),
  writerProvider: marked(
    text("", "Name of the language model in the server's settings, for `jsonSchema`; empty for the first."),
    { group: "ai" },
  ),
  mode: choice(
    { of: ["all", "changes"], usual: "all" },
    "`changes` keeps only rows that are new or differ from the last run.",
  ),
  maxBytes: whole({ from: 1, to: 50 * 1024 * 1024, usual: 10 * 1024 * 1024 }, "Most bytes of a page."),
  outputFormats: marked(
    basic(lines("Forms of the results file: any of `csv`, `json`, `jsonl`, `xlsx`.", ["csv"]), ["csv", "xlsx"]),
    { group: "output" },
  ),
  ...browserField("auto"),
  ...webFields,
});

export type WebScraperOptions = z.output<typeof webScraperOptions>;
export type Needed = "reader";
export type Used = "web" | "folder" | "browser" | "writer";
export type Context = TaskContext<WebScraperOptions, Needed, Used>;
export type Trying = TryContext<WebScraperOptions, Needed, Used>;
/** What is used of a context to read a page. */
export type ReadingContext = Pick<Context, "providers" | "signal" | "random" | "log">;
