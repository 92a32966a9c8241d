/** What a request to a writer asks for, where it is one of the steps that articles are made in. */
export const WRITING_TASKS = [
  "research",
  "outline",
  "draft",
  "revise",
  "critique",
  "faq",
  "table",
  "meta",
  "translate",
] as const;
export type WritingTask = (typeof WRITING_TASKS)[number];

/** The first lines of instructions, in a form that programs read as well as models. */
export interface WritingHead {
  readonly task: WritingTask;
  /** What the text is about, as the user named it. */
  readonly subject: string;
  /** How long the answer should be. */
  readonly words?: { readonly from: number; readonly to: number };
  /** The headings that the text is to have, in their order. */
  readonly sections?: readonly string[];
  /** Questions, rows or queries that are wanted. */
  readonly count?: number;
  /** ISO 639-1 code of the answer. */
  readonly language?: string;
  /** Sentences name their source by its number: `[1]`. */
  readonly cites?: boolean;
}

/** The lines, to be followed by a blank line and the instructions proper: `Task: draft`, `Subject: honey bees` ... */
export function writingHead({ task, subject, words, sections, count, language, cites }: WritingHead): string {
  return [
    `Task: ${task}`,
    `Subject: ${oneLine(subject)}`,
    ...(words === undefined ? [] : [`Words: ${words.from} to ${words.to}`]),
    ...(sections === undefined || sections.length === 0
      ? []
      : [`Sections: ${sections.map((one) => oneLine(one).replaceAll("|", "/")).join(" | ")}`]),
    ...(count === undefined ? [] : [`Count: ${count}`]),
    ...(language === undefined || language === "" ? [] : [`Language: ${oneLine(language)}`]),
    ...(cites ? ["Cite: by number"] : []),
  ].join("\n");
}

/** What the first lines of instructions say; undefined when they are no head. */
export function readWritingHead(instructions: string): WritingHead | undefined {
  const said = new Map<string, string>();
  for (const line of instructions.split("\n")) {
    const [, name, value] = /^([A-Z][a-z]+): (.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) break;
    if (!said.has(name)) said.set(name, value.trim());
  }
  const task = WRITING_TASKS.find((one) => one === said.get("Task"));
  if (task === undefined) return undefined;
  const [, from, to] = /^(\d+) to (\d+)$/.exec(said.get("Words") ?? "") ?? [];
  const sections = (said.get("Sections") ?? "").split(" | ").filter((one) => one !== "");
  const count = Number(said.get("Count") ?? Number.NaN);
  const language = said.get("Language") ?? "";
  return {
    task,
    subject: said.get("Subject") ?? "",
    ...(from === undefined ? {} : { words: { from: Number(from), to: Number(to) } }),
    ...(sections.length === 0 ? {} : { sections }),
    ...(Number.isInteger(count) ? { count } : {}),
    ...(language === "" ? {} : { language }),
    ...(said.has("Cite") ? { cites: true } : {}),
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
