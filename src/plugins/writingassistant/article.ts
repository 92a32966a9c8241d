import { ScriptoriumError } from "../../kernel/index.js";
import type { StageWriter } from "./asked-stage.js";
import type { JobSource } from "./job-sources.js";
import type { Job } from "./jobs.js";
import type { Stage } from "./options.js";
import type { RunContext } from "./preparation.js";

export interface Question {
  readonly question: string;
  readonly answer: string;
}

export interface ArticleTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ArticleMeta {
  readonly title: string;
  readonly description: string;
  readonly slug: string;
  readonly tags: readonly string[];
  readonly takeaways: readonly string[];
}

/** An article on its way through the stages. It is JSON, so that it can wait for approval. */
export interface Article {
  title: string;
  /** Markdown without the title; empty before the draft. */
  body: string;
  outline: { title: string; sections: { heading: string; points: string[] }[] } | undefined;
  remarks: { quote: string; problem: string; remedy: string }[];
  faq: Question[];
  table: ArticleTable | undefined;
  meta: ArticleMeta | undefined;
  sources: readonly JobSource[];
  /** ISO 639-1, of what stands there now. */
  language: string;
  /** The text in its own language, where it was translated: it is what sources bear out. */
  original: string;
  done: Stage[];
  /** Why something of it is missing, in sentences. */
  reasons: string[];
}

export function newArticle(language: string): Article {
  return {
    ...{ title: "", body: "", outline: undefined, remarks: [], faq: [], table: undefined, meta: undefined },
    ...{ sources: [], language, original: "", done: [], reasons: [] },
  };
}

/** An article with all that its stages need. */
export interface Work {
  readonly job: Job;
  readonly article: Article;
  readonly writer: StageWriter;
  readonly context: RunContext;
}

export function wholeText({ title, body }: Pick<Article, "title" | "body">): string {
  return `# ${title}\n\n${body}`;
}

/** Whether nothing more can be asked for this article, whatever the stage. */
export function isEnd(error: unknown): boolean {
  if (!ScriptoriumError.is(error)) return true;
  return ENDS.has(error.code) || error.facts["passing"] === true;
}

const ENDS: ReadonlySet<string> = new Set([
  ...["budget", "auth", "no-network", "rate-limited", "quota", "no-provider", "bad-input", "no-browser", "internal"],
]);
