/**
 * How task types ask a writer for the steps of an article, so that a language model and the offline writer `template` answer
 * alike.
 *
 * `instructions` begin with a head (`writingHead`): `Task: draft`, `Subject: ...`, then `Words`, `Sections`, `Count`, `Language`,
 * `Cite` where they matter, a line each; then a blank line and the instructions proper in whatever words. `asking` puts them
 * together. What is read from elsewhere goes into `sources`, numbered from 1 by their order, never into `instructions`; the text
 * that the step works on goes into `text`. Answers by task; with `schema` as JSON, without one as Markdown:
 *
 * | Task | `text` | Answer, with the schema of the same name in `ANSWERS` | without a schema |
 * | --- | --- | --- | --- |
 * | `research` | what the user wrote | `{queries}`, as many as `Count` | a line each |
 * | `outline` | what the user wrote | `{title, sections: [{heading, points}]}` | `# title`, `## heading`, `- point` |
 * | `draft` | an outline, or nothing | `{title, body}`, the body as Markdown without the title | `# title` and the body |
 * | `revise` | a text, with remarks on it behind a line `Remarks:` | `{body}` | the text |
 * | `critique` | a text | `{remarks: [{quote, problem, remedy}]}` | `- "quote": problem remedy` |
 * | `faq` | a text, or nothing | `{faq: [{question, answer}]}` | `### question`, the answer |
 * | `table` | a text, or nothing | `{caption, columns, rows}` | a table with its caption above |
 * | `meta` | a text | `{title, description, slug, tags}` | a line each: `title: ...` |
 * | `translate` | a text, into `Language` | `{body}` | the text |
 *
 * Other members of a schema are for models alone: `template` fills those that it knows, and where one is required that it does
 * not know it fails with WRITER_FAILED, as it does for `translate`. For `draft`, `outline`, `faq` and `table` without sources and
 * without a text it fails with `no-input`: it states nothing that it was not given.
 */
import { z } from "zod";
import { type WritingHead, type WritingTask, writingHead } from "../../../kernel/values/writing-head.js";

/** The instructions of a step: its head and what is to be done, a sentence or a paragraph each. */
export function asking(head: WritingHead, ...says: readonly string[]): string {
  return [writingHead(head), "", ...says.filter((one) => one.trim() !== "")].join("\n");
}

const text = z.string().min(1);

/** What comes back for each task as JSON. */
export const ANSWERS = {
  research: z.object({ queries: z.array(text) }),
  outline: z.object({ title: text, sections: z.array(z.object({ heading: text, points: z.array(text) })).min(1) }),
  draft: z.object({ title: text, body: text }),
  revise: z.object({ body: text }),
  critique: z.object({ remarks: z.array(z.object({ quote: z.string(), problem: text, remedy: z.string() })) }),
  faq: z.object({ faq: z.array(z.object({ question: text, answer: text })) }),
  table: z.object({ caption: z.string(), columns: z.array(text).min(2), rows: z.array(z.array(z.string())) }),
  meta: z.object({ title: text, description: text, slug: z.string(), tags: z.array(text) }),
  translate: z.object({ body: text }),
} as const satisfies Record<WritingTask, z.ZodType>;

/** The `schema` of a request for this task. */
export function answerSchema(task: WritingTask): Readonly<Record<string, unknown>> {
  const { $schema: _draft, ...schema } = z.toJSONSchema(ANSWERS[task]);
  return schema;
}
