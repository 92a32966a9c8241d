import { type JsonObject, ScriptoriumError, shown } from "../../kernel/index.js";
import { type Article, isEnd, type Work, wholeText } from "./article.js";
import {
  draftText,
  notAnArticle,
  plainLine,
  upToWholeSentence,
  withoutStrangeCitations,
  wordsOf,
} from "./draft-text.js";
import { SourceFacts } from "./facts/check-facts.js";
import { plainWords } from "./facts/names.js";
import { jobSources } from "./job-sources.js";
import type { Job } from "./jobs.js";
import type { Stage, WritingAssistantOptions } from "./options.js";
import { stagePrompt } from "./prompts.js";
import { translateArticle } from "./translation.js";

const QUERIES = 3;

/**
 * Does the stages that are still to be done, up to `last`. A stage that cannot be had leaves its reason with the article and the others
 * go on; without a draft there is no article. Throws what ends the work on it: `article` holds what was done before.
 */
export async function doStages(work: Work, last?: Stage): Promise<void> {
  const { article, context } = work;
  const { options, state, signal } = context;
  if (article.sources.length === 0 && !article.done.includes("outline") && !article.done.includes("draft")) {
    article.sources = await jobSources(work.job, () => queriesFor(work), context);
  }
  for (const stage of state.stages) {
    if (stage !== "research" && !article.done.includes(stage)) {
      signal.throwIfAborted();
      try {
        await STAGE[stage](work);
      } catch (error) {
        if (stage === "draft" || signal.aborted || isEnd(error)) throw error;
        missing(work, stage, error);
      }
      article.done.push(stage);
    }
    if (stage === last) break;
  }
  if (options.articleLengthFrom > 0 && article.body !== "") noteLength(work);
}

function missing({ article, job, context }: Work, stage: Stage, error: unknown): void {
  const why = ScriptoriumError.is(error) ? error.message : "It failed.";
  article.reasons.push(`The stage ${stage} was left out: ${why}`);
  context.log.warn(`"${shown(job.subject)}": the stage ${stage} was left out. ${why}`);
}

async function queriesFor(work: Work): Promise<readonly string[]> {
  const { job, context, writer } = work;
  if (!context.state.stages.includes("research")) return [job.subject];
  try {
    const head = { count: QUERIES, language: context.options.articleSpinnerTranslateSource };
    const { queries } = await writer.json("research", { head, says: says("research", work), text: job.input });
    // What the user named is looked for whatever the model makes of it.
    return [...new Set([job.subject, ...queries.map(plainLine)])].slice(0, QUERIES + 1);
  } catch (error) {
    if (context.signal.aborted || isEnd(error)) throw error;
    missing(work, "research", error);
    return [job.subject];
  }
}

const STAGE: Readonly<Record<Exclude<Stage, "research">, (work: Work) => Promise<void>>> = {
  async outline(work) {
    const { job, article, writer, context } = work;
    const { sources } = article;
    const head = { words: lengthOf(context.options), language: article.language };
    const { title, sections } = await writer.json("outline", {
      ...{ head, says: says("outline", work), text: job.input, sources },
    });
    const known = sections.map(({ heading, points }) => ({
      heading: plainLine(heading),
      points: points.map(plainLine),
    }));
    article.outline = { title: plainLine(title), sections: known };
    article.title = article.outline.title;
  },

  async draft(work) {
    const { job, article, writer, context } = work;
    const { options } = context;
    const { outline, sources } = article;
    const words = lengthOf(options);
    const headings = outline?.sections.map(({ heading }) => heading) ?? [];
    const { text, cut } = await writer.words("draft", {
      head: { words, sections: headings, language: article.language, cites: citesInline(options) },
      says: says("draft", work, `Write ${words.from} to ${words.to} words.`),
      text: outline === undefined ? "" : outlineText(outline),
      sources,
      maxWords: words.to,
    });
    const draft = draftText(text);
    const body = cut ? upToWholeSentence(draft.body) : draft.body;
    const problem = notAnArticle(body);
    if (problem !== "") {
      throw new ScriptoriumError(
        "WRITER_FAILED",
        `The writer ${problem}. Run the task again, change the prompt, or use another model.`,
        { line: shown(job.line) },
      );
    }
    if (cut)
      article.reasons.push("The draft was cut off at its greatest length. Raise maxTokens, or ask for a shorter text.");
    article.title = job.cells["title"]?.trim() || draft.title || article.title || capitalised(job.subject);
    setBody(work, body);
  },

  async critique(work) {
    const { article, writer, context } = work;
    const { remarks } = await writer.json("critique", {
      head: { words: lengthOf(context.options), language: article.language },
      says: says("critique", work),
      text: wholeText(article),
      sources: article.sources,
    });
    article.remarks = remarks;
  },

  async revise(work) {
    const { article, writer, context } = work;
    const { options } = context;
    const remarks = [...article.remarks, ...factRemarks(work), ...lengthRemarks(article.body, options)];
    const lines = remarks.map(({ quote, problem, remedy }) => `- ${JSON.stringify(quote)}: ${problem} ${remedy}`);
    const { text, cut } = await writer.words("revise", {
      head: { words: lengthOf(options), language: article.language, cites: citesInline(options) },
      says: says("revise", work),
      text: [article.body, ...(lines.length === 0 ? [] : ["\nRemarks:\n", ...lines])].join("\n"),
      sources: article.sources,
      maxWords: Math.max(lengthOf(options).to, Math.ceil(wordsOf(article.body) * 1.2)),
    });
    const revised = draftText(text.replace(/\n\s*Remarks:\s*\n[\s\S]*$/, ""));
    // A text that lost its half was not corrected.
    const problem =
      notAnArticle(revised.body) ||
      (wordsOf(revised.body) * 2 < wordsOf(article.body) ? "left out half of the text" : "");
    if (cut || problem !== "") {
      const why = cut ? "was cut off at its greatest length" : problem;
      throw new ScriptoriumError("WRITER_FAILED", `The writer ${why}, so the draft stays as it was.`);
    }
    setBody(work, revised.body);
  },

  async faq(work) {
    const { article, writer, context } = work;
    const { faq } = await writer.json("faq", {
      head: { count: context.options.faqCount, language: article.language },
      says: says("faq", work, `${context.options.faqCount} questions.`),
      text: wholeText(article),
      sources: article.sources,
    });
    // What the text answers under the same heading is no question of its reader any more.
    const answered = new Set(article.body.match(/^#{2,6} .*$/gm)?.map((one) => plainWords(one)));
    article.faq = faq
      .map(({ question, answer }) => ({ question: plainLine(question), answer: plainLine(answer) }))
      .filter(({ question }) => !answered.has(plainWords(question)))
      .slice(0, context.options.faqCount);
    if (article.faq.length === 0)
      article.reasons.push(
        "There are no questions: the writer found none that can be answered and that the text does not answer.",
      );
  },

  async table(work) {
    const { article, writer } = work;
    const { caption, columns, rows } = await writer.json("table", {
      head: { language: article.language },
      says: says("table", work),
      text: wholeText(article),
      sources: article.sources,
    });
    const full = rows.filter((cells) => cells.filter((cell) => cell.trim() !== "").length >= 2);
    if (full.length === 0) {
      article.reasons.push("There is no table: the writer found nothing for one.");
      return;
    }
    const width = columns.length;
    article.table = {
      caption: plainLine(caption),
      columns: columns.map(plainLine),
      rows: full.map((cells) => Array.from({ length: width }, (_, at) => plainLine(cells[at] ?? ""))),
    };
  },

  async translate(work) {
    await translateArticle(work, (more) => says("translate", work, more));
  },

  async meta(work) {
    const { article, writer, context } = work;
    const takes = context.options.includeTakeaways;
    const more: JsonObject = takes ? { takeaways: { type: "array", items: { type: "string" } } } : {};
    const answer = await writer.json(
      "meta",
      { head: { count: 5, language: article.language }, says: says("meta", work), text: wholeText(article) },
      more,
    );
    const takeaways = Array.isArray(answer["takeaways"])
      ? answer["takeaways"].filter((one) => typeof one === "string")
      : [];
    article.meta = {
      title: plainLine(answer.title),
      description: plainLine(answer.description),
      slug: answer.slug,
      tags: [...new Set(answer.tags.map((tag) => plainLine(tag.replace(/^#/, ""))))].filter((tag) => tag !== ""),
      takeaways: takeaways.map(plainLine).filter((one) => one !== ""),
    };
  },
};

function says(stage: Stage, { job, article, context }: Work, more = ""): string[] {
  const language = stage === "translate" ? context.options.articleSpinnerTranslateTarget.trim() : article.language;
  const headings = article.outline?.sections.map(({ heading }) => heading) ?? [];
  const facts = { title: article.title, headings, sources: article.sources, language };
  const options = { ...context.options, brandVoice: context.state.brandVoice };
  return stagePrompt(stage, { options, job, facts }, more);
}

function setBody({ article }: Work, body: string): void {
  const { text, taken } = withoutStrangeCitations(body, article.sources.length);
  article.body = text;
  if (taken > 0) {
    article.reasons.push(
      `${taken} ${taken === 1 ? "number named a source" : "numbers named sources"} that there is not, and went.`,
    );
  }
}

/** What no source bears out, for the writer to correct. */
function factRemarks({ article, job, context }: Work): Article["remarks"] {
  if (context.options.factCheck === "off" || article.sources.length === 0) return [];
  const facts = new SourceFacts(article.sources, givenText(job)).check(article.body);
  return facts
    .filter(({ verdict }) => verdict !== "supported")
    .map(({ claim, quote, items }) => {
      const wrong = items.filter(({ verdict }) => verdict !== "supported").map(({ value }) => `"${value}"`);
      const instead = quote === "" ? "" : ` A source says: ${quote}`;
      return {
        quote: claim,
        problem: `No source bears out ${wrong.join(" and ")}.${instead}`,
        remedy: "Correct it by the sources, or leave it out.",
      };
    });
}

/** What the task itself says, which needs no source. */
export function givenText({ input, brief, cells }: Job): string {
  return [input, brief, ...Object.values(cells)].join("\n");
}

function lengthRemarks(body: string, options: WritingAssistantOptions): Article["remarks"] {
  const words = wordsOf(body);
  const { from, to } = lengthOf(options);
  if (words >= from && words <= to) return [];
  const remedy = words < from ? "Add what matters and is missing." : "Leave out what matters least.";
  return [{ quote: "", problem: `The text has ${words} words, and ${from} to ${to} are wanted.`, remedy }];
}

function noteLength({ article, job, context }: Work): void {
  const { from, to } = lengthOf(context.options);
  const words = wordsOf(article.body);
  if (words >= from && words <= to) return;
  context.log.warn(`"${shown(job.subject)}" has ${words} words instead of ${from} to ${to}.`);
}

export function lengthOf({ articleLengthFrom: a, articleLengthTo: b }: WritingAssistantOptions) {
  return { from: Math.min(a, b), to: Math.max(a, b) };
}

function citesInline({ citeSources }: WritingAssistantOptions): boolean {
  return citeSources === "inline";
}

export function outlineText({ title, sections }: NonNullable<Article["outline"]>): string {
  const parts = sections.map(({ heading, points }) =>
    [`## ${heading}`, ...points.map((point) => `- ${point}`)].join("\n"),
  );
  return [`# ${title}`, ...parts].join("\n\n");
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
