import type { z } from "zod";
import { basic, marked } from "../../kernel/index.js";
import { BODY_FORMATS, EXPORT_TEMPLATE_MEANING, exportTemplate } from "../_kit/article-body/index.js";
import { choice, decimal, flag, lines, text } from "../_kit/option-fields.js";
import { writerFields } from "../_kit/writing/fields.js";
import { FORM_NAMES } from "./templates/forms.js";
import { storedTemplates } from "./templates/stored.js";

export const OUTPUT_FORMATS = BODY_FORMATS;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** What forms an article and what is reported of it. */
export const formFields = {
  articleTemplateInfo: marked(
    text(
      "default",
      `The form of articles: ${FORM_NAMES.map((name) => `\`${name}\``).join(", ")}, or the name of one of \`articleTemplates\`. An article whose sources do not fit it is written in the nearest one, with a note in the log.`,
    ),
    { group: "text", title: "Form of articles" },
  ),
  articleTemplates: marked(storedTemplates, { group: "text", title: "Forms of your own" }),
  articleMode: marked(
    basic(
      choice(
        { of: ["curate", "compose", "ai"], usual: "compose" },
        "`compose` puts sentences of the sources together, `curate` quotes them briefly with attribution and a link, `ai` has a language model write from them.",
      ),
      "curate",
    ),
    { group: "text", title: "How articles are made" },
  ),
  promptTemplateId: marked(
    text(
      "",
      "With `ai`, the prompt that says how articles are to be, in place of their form: the id of one of `promptTemplates` in the server's settings. It may have `{{keyword}}`, `{{title}}` and `{{category}}` of the line, `{{n}}` and `{{year}}`.",
    ),
    { group: "ai" },
  ),
  writerProvider: writerFields.writerProvider,
  writerModel: writerFields.writerModel,
  maxTokensPerArticle: writerFields.maxTokensPerArticle,
  maxCostPerRun: writerFields.maxCostPerRun,
  currency: writerFields.currency,
  outputFormats: marked(basic(lines("Any of `html`, `txt`, `md`, `json`, `spintax`.", ["html"]), ["html", "md"]), {
    group: "output",
  }),
  exportTemplate: marked(exportTemplate.default(() => exportTemplate.parse({})).describe(EXPORT_TEMPLATE_MEANING), {
    group: "output",
  }),
  includeSchema: marked(
    flag(
      false,
      "Structured data of schema.org in the head of html files: an article, and its questions or steps for `faq` and `how-to`.",
    ),
    { group: "output" },
  ),
  uniquenessMin: marked(
    decimal(
      { from: 0, to: 1, usual: 0 },
      "An article is rejected when a smaller share of its runs of five words is its own, found neither in its sources nor in earlier articles of its keyword; 0 only reports it.",
    ),
    { group: "text" },
  ),
  seoReport: marked(flag(true, "Writes `seo/<name>.json` for every article: a score of 100 with its reasons."), {
    group: "output",
  }),
} satisfies z.ZodRawShape;
