import { ScriptoriumError } from "../../kernel/errors.js";
import { isPlainObject } from "../../kernel/values/json.js";
import { readWritingHead, type WritingTask } from "../../kernel/values/writing-head.js";
import { critique, revised } from "./checked-text.js";
import { draft } from "./draft.js";
import { faq, meta, research, table } from "./extras.js";
import { outline } from "./plan.js";
import type { Step, StepRequest, StepSource, WrittenStep } from "./step.js";

const STEPS: Readonly<Record<Exclude<WritingTask, "translate">, (step: Step) => WrittenStep>> = {
  ...{ research, outline, draft, revise: revised, critique, faq, table, meta },
};
/** What states something, so that it needs something to state. */
const STATING: readonly WritingTask[] = ["outline", "draft", "faq", "table"];

/**
 * Does a step of an article by rules: every statement is a sentence of the sources or of the text. Throws `no-input` without them,
 * `empty-result` where they do not speak of the subject, WRITER_FAILED for what needs a model.
 */
export function writtenStep({ instructions, text, sources = [], maxWords }: StepRequest): WrittenStep {
  const head = readWritingHead(instructions);
  if (head === undefined || head.task === "translate") {
    const what = head === undefined ? "does the steps of articles alone" : "cannot translate";
    throw new ScriptoriumError("WRITER_FAILED", `The offline writer ${what}. Set a language model for this.`, {
      writer: "template",
    });
  }
  const given = sources.filter((one) => one.text.trim() !== "");
  const usable =
    given.length === 0 && TEXT_IS_SOURCE.includes(head.task) && text.trim() !== "" ? [ofText(text)] : given;
  if (usable.length === 0 && STATING.includes(head.task)) {
    throw new ScriptoriumError(
      "no-input",
      `The offline writer puts together what sources say, and has none for "${head.subject}". Give it sources, such as pages, a folder or a search, or set a language model.`,
      { writer: "template" },
    );
  }
  return STEPS[head.task]({ head, text, sources: usable, maxWords });
}

/** The answer to a step: as Markdown, or as JSON where a schema is given. Throws as `writtenStep` does, and for a schema that asks for more. */
export function stepAnswer(request: StepRequest & { readonly schema?: Readonly<Record<string, unknown>> }): string {
  const { text, json } = writtenStep(request);
  if (request.schema === undefined && text !== "") return text;
  if (request.schema === undefined) {
    throw new ScriptoriumError(
      "empty-result",
      "The sources hold nothing for this step of the offline writer. Leave the step out, or set a language model.",
      { writer: "template" },
    );
  }
  const missing = missingIn(request.schema, json, "");
  if (missing === undefined) return JSON.stringify(json);
  throw new ScriptoriumError(
    "WRITER_FAILED",
    `The offline writer cannot answer in this form: it has no "${missing}". Set a language model for it.`,
    { writer: "template" },
  );
}

/** The first member that a schema requires and a value has not. */
function missingIn(schema: unknown, value: unknown, path: string): string | undefined {
  if (!isPlainObject(schema)) return undefined;
  if (Array.isArray(value)) {
    return value.map((one: unknown) => missingIn(schema["items"], one, path)).find((one) => one !== undefined);
  }
  if (!isPlainObject(value)) return undefined;
  const required: unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const absent = required.find((name) => typeof name === "string" && !Object.hasOwn(value, name));
  if (absent !== undefined) return `${path}${String(absent)}`;
  const properties = isPlainObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  return properties
    .map(([name, below]) => missingIn(below, value[name], `${path}${name}.`))
    .find((one) => one !== undefined);
}

const TEXT_IS_SOURCE: readonly WritingTask[] = ["faq", "table"];

function ofText(text: string): StepSource {
  return { title: "", url: "", text };
}
