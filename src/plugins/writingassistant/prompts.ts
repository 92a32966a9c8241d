import type { WriterSource } from "../../kernel/index.js";
import { filled } from "../_kit/writing/placeholders.js";
import type { Job } from "./jobs.js";
import { type Stage, USUAL_PROMPT, type WritingAssistantOptions } from "./options.js";

/** What the prompts of a stage may speak of. */
export interface PromptFacts {
  readonly title: string;
  readonly headings: readonly string[];
  readonly sources: readonly WriterSource[];
  /** ISO 639-1 code of what is to come out. */
  readonly language: string;
}

/** What has to be so for the answer to be read, whatever the prompt says. */
const FORMS: Readonly<Record<Stage, string>> = {
  research: "",
  outline: "",
  draft:
    "Answer in Markdown: the title behind `# ` in the first line, then the text with headings behind `## `. Nothing before and nothing after it, and no list of sources.",
  critique: "Quote the words that each remark is about exactly.",
  revise: "Answer with the whole corrected text in Markdown and nothing else. What is not remarked on stays.",
  faq: "",
  table: "",
  translate:
    "Answer with the translated text alone. Keep the Markdown, the numbers in brackets and what is between backquotes.",
  meta: "",
};

/** What a stage asks for, sentence by sentence; `more` joins the built-in words. */
export function stagePrompt(
  stage: Stage,
  {
    options,
    job,
    facts,
  }: { readonly options: WritingAssistantOptions; readonly job: Job; readonly facts: PromptFacts },
  more = "",
): string[] {
  const own = options.stageSettings[stage]?.prompt.trim() ?? "";
  const values = {
    ...job.cells,
    title: job.cells["title"] ?? facts.title,
    outline: facts.headings.join("; "),
    sources: facts.sources.length === 0 ? "no sources" : `sources 1 to ${facts.sources.length}`,
  };
  const brief = job.brief
    .replaceAll("{{outline}}", () => values.outline)
    .replaceAll("{{sources}}", () => values.sources);
  const task = own === "" ? builtIn(stage, options, facts) : filled(own, values, "stageSettings");
  return [
    options.systemPrompt.trim(),
    ...(job.brief === filled(USUAL_PROMPT, { input: job.input }, "") ? [] : [`What is wanted: ${brief}`]),
    task,
    more,
    FORMS[stage],
    ...(stage === "research" || stage === "critique" ? [] : style(options)),
    ...(STATING.has(stage) ? [grounding(facts, options, stage)] : []),
  ].filter((one) => one !== "");
}

const STATING: ReadonlySet<Stage> = new Set(["outline", "draft", "revise", "faq", "table"]);

function builtIn(stage: Stage, options: WritingAssistantOptions, { language }: PromptFacts): string {
  switch (stage) {
    case "research":
      return "Name queries for a search engine that find pages with what an article on the subject has to say: what it is, how it works, what is disputed, figures.";
    case "outline":
      return "Plan an article: a title that says what the reader gets, and sections in the order a reader needs them, each with its points in a few words. No section for an introduction, a conclusion or questions and answers.";
    case "draft":
      return "Write the article. If there is an outline, keep to its title and headings. Begin with a paragraph that says what the subject is and why it matters to the reader, and end with one that draws the text together under no heading of its own. Say every thing once, in whole paragraphs of three to six sentences; use a list only for steps or things of one kind. No phrases that would fit any subject.";
    case "critique":
      return "Read the text as a strict editor. Remark on what is wrong, unclear, said twice, empty or not asked for, what no source says, and what a reader would miss; at most ten remarks, the worst first.";
    case "revise":
      return "Correct the text by the remarks behind it, and what else is wrong, clumsy or said twice. Add nothing that it does not need.";
    case "faq":
      return "Ask what readers still want to know after the text, as they would type it, and answer each question in two to four sentences. Do not repeat the text.";
    case "table":
      return "Make one table that shows figures, kinds or steps of the subject at a glance: short cells, the same kind of thing in a column, a caption that says what it shows.";
    case "translate":
      return `Translate the text into the language with the code "${language}", as somebody writes who grew up with it. Names stay, figures stay as they are.`;
    case "meta": {
      const takeaways = options.includeTakeaways
        ? " In `takeaways` put three to five sentences of the text's most important points, each whole by itself."
        : "";
      return `Say for search engines what the text is: a title of at most 60 characters, a description of 120 to 155 characters, a slug of two to six words, and tags.${takeaways}`;
    }
  }
}

function style(options: WritingAssistantOptions): string[] {
  const said = [
    ["Tone", options.tone],
    ["Readers", options.audience],
    ["Point of view", options.pointOfView],
    ["Reading level", options.readingLevel],
    ["How the brand writes", options.brandVoice],
  ] as const;
  return said.filter(([, value]) => value.trim() !== "").map(([name, value]) => `${name}: ${value.trim()}`);
}

function grounding({ sources }: PromptFacts, { citeSources }: WritingAssistantOptions, stage: Stage): string {
  if (sources.length === 0)
    return "There are no sources: state no figure, date, name or quotation that you are not sure of.";
  const cites = citeSources === "inline" && (stage === "draft" || stage === "revise");
  return [
    "State only what the numbered sources say. Numbers, dates, names and quotations must stand in them; quote word for word or not at all.",
    cites ? "Put the number of the source behind each sentence that is from it, as in [1]." : "",
    "Where sources contradict each other, say so and name both. What they do not say stays out.",
  ]
    .filter((one) => one !== "")
    .join(" ");
}
