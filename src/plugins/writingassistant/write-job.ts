import { createHash } from "node:crypto";
import { type JsonObject, ScriptoriumError, shown } from "../../kernel/index.js";
import { imagesOf } from "../_kit/image-insert/images-of.js";
import { storedJson } from "../_kit/stored-json.js";
import { type Article, newArticle, wholeText } from "./article.js";
import { StageWriter } from "./asked-stage.js";
import { articleBody, listHeadings } from "./body.js";
import { doubts, wordsOf } from "./draft-text.js";
import { type Fact, SourceFacts } from "./facts/check-facts.js";
import { articleFiles } from "./files.js";
import { finishedBody, sentencesIn } from "./finished-body.js";
import { sourceRecord } from "./job-sources.js";
import { type Job, refuseNoSubject } from "./jobs.js";
import { planned } from "./planned.js";
import { ROW, type RunContext } from "./preparation.js";
import { doStages, givenText, outlineText } from "./stages.js";

/** Writes one article through its stages. What is there when it cannot go on is stored, with its reason, before this throws. */
export async function writeJob(job: Job, context: RunContext): Promise<void> {
  const { options, state } = context;
  refuseNoSubject(job.input, job.subject);
  if (options.dryRun) return await planned(job, context);
  const memory = `waiting/${createHash("sha256").update(`${job.line}\n${job.brief}`).digest("hex").slice(0, 24)}`;
  const waits = options.requireApproval && !state.approved.has(job.line);
  const article =
    kept(await context.remembered(memory)) ?? newArticle(options.articleSpinnerTranslateSource.trim() || "en");
  const writer = new StageWriter(job, context);
  const work = { job, article, writer, context };
  try {
    await doStages(work, waits ? options.approvalStage : undefined);
  } catch (error) {
    if (article.body === "" || context.signal.aborted) throw error;
    const why = ScriptoriumError.is(error) ? error.message : "It failed.";
    article.reasons.push(why);
    await put(work, "partial");
    if (!ScriptoriumError.is(error)) throw error;
    throw new ScriptoriumError(error.code, error.message, { ...error.facts, hasRows: true }, { cause: error });
  }
  if (waits) {
    context.output.remember(memory, JSON.stringify(article));
    await put(work, "needs-approval");
    return;
  }
  context.output.remember(memory, "");
  await put(work, "ok");
}

function kept(bytes: Uint8Array | undefined): Article | undefined {
  const value = storedJson(bytes);
  // Nobody else writes under this name.
  return typeof value === "object" && value !== null && "done" in value
    ? { ...newArticle("en"), ...(value as Article) }
    : undefined;
}

type Outcome = "ok" | "partial" | "needs-approval";

/** Stores the article as far as it is: files, content and the row, in place of those of an earlier attempt. */
async function put(
  { job, article, writer, context }: { job: Job; article: Article; writer: StageWriter; context: RunContext },
  outcome: Outcome,
): Promise<void> {
  const { options, output, log, state } = context;
  const facts = factsOf(article, job, context);
  const unsupported = facts?.filter(({ verdict }) => verdict !== "supported") ?? [];
  const doubtful = outcome === "needs-approval" ? [] : doubts(article.original || article.body, job.subject);
  const reasons = [...article.reasons, ...doubtful];
  let status: string = outcome === "ok" && article.reasons.length > 0 ? "partial" : outcome;
  if (outcome !== "needs-approval" && options.factCheck === "require" && unsupported.length > 0) {
    status = "needs-review";
    reasons.push(`No source bears out ${inFew(unsupported)}.`);
  } else if (doubtful.length > 0 && outcome === "ok") {
    status = "needs-review";
  }
  const isFinished = outcome === "ok" && status !== "needs-review";
  const folder = isFinished ? "articles" : "drafts";
  const outlineOnly = article.body === "";
  const work = { job, article, writer, context };
  const { body, claims } =
    outcome === "ok" ? await finishedBody(work) : { body: articleBody(article, job.subject, options), claims: [] };
  const files = outlineOnly
    ? [{ path: `drafts/${job.name}.outline.md`, content: outlineFile(article), type: "text/markdown" }]
    : articleFiles({ article, body, job, facts, folder }, options, state.formats);
  for (const { path, content, type } of files) output.file(path, content, type);
  if (isFinished) removeDrafts(job, context);
  if (!outlineOnly && outcome !== "needs-approval") {
    output.article(job.subject, {
      keywords: [...new Set([job.subject, ...body.tags])],
      sentences: sentencesIn(body, listHeadings(article.language)),
    });
  }
  const usage = writer.usage;
  output.row({
    line: job.line,
    title: body.title,
    file: files[0]?.path ?? "",
    words: outlineOnly ? 0 : wordsOf(article.body),
    sources: article.sources.map(sourceRecord),
    ...imagesOf(body),
    supported: (facts?.length ?? 0) - unsupported.length,
    unsupported: unsupported.length,
    tokensIn: usage.reduce((sum, one) => sum + one.tokensIn, 0),
    tokensOut: usage.reduce((sum, one) => sum + one.tokensOut, 0),
    cost: Number(usage.reduce((sum, one) => sum + (one.cost ?? 0), 0).toFixed(6)),
    currency: usage.find(({ currency }) => currency !== "")?.currency ?? "",
    status,
    error: reasons.join(" "),
  });
  log.info(`"${shown(job.subject)}": ${outlineOnly ? "an outline" : `${wordsOf(article.body)} words`}, ${status}.`);
  if (status === "needs-review") log.warn(`"${shown(job.subject)}" needs your review. ${reasons.join(" ")}`);
  await context.checkpoint(`${ROW}${job.name}`, { line: job.line, images: [...claims] }, { replacesRows: true });
}

function removeDrafts(job: Job, { output, state }: RunContext): void {
  for (const ending of [...state.formats, "meta.json", "facts.json", "outline.md"]) {
    output.remove(`drafts/${job.name}.${ending}`);
  }
}

function outlineFile(article: Article): string {
  return article.outline === undefined ? `# ${article.title}\n` : `${outlineText(article.outline)}\n`;
}

/** What the text, its questions and its table state; of a translated one, what it stated before. */
function factsOf(article: Article, job: Job, { options }: RunContext): Fact[] | undefined {
  if (options.factCheck === "off" || article.body === "") return undefined;
  const facts = new SourceFacts(article.sources, givenText(job));
  if (article.original !== "") return facts.check(article.original);
  const faq = article.faq.map(({ answer }) => answer);
  const table = article.table?.rows.map((cells) => `${cells.join(", ")}.`) ?? [];
  return facts.check([wholeText(article), ...faq, ...table].join("\n\n"));
}

function inFew(facts: readonly Fact[]): string {
  const values = facts.flatMap(({ items }) => items.filter(({ verdict }) => verdict !== "supported"));
  const named = [...new Set(values.map(({ value }) => `"${value}"`))];
  const more = named.length - 5;
  return `${named.slice(0, 5).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The row of an article that came to nothing. */
export function failedRow(line: string, error: string): JsonObject {
  return {
    ...{ line: shown(line), title: "", file: "", words: 0, sources: [], images: 0, licence: "" },
    ...{ supported: 0, unsupported: 0 },
    ...{ tokensIn: 0, tokensOut: 0, cost: 0, currency: "", status: "failed", error },
  };
}
