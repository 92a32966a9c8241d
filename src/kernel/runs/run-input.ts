import { hash } from "node:crypto";
import { ScriptoriumError } from "../errors.js";
import type { Providers } from "../providers.js";
import type { Task } from "../task.js";
import type { AnyTaskPlugin } from "../task-plugin.js";
import { fittingOptions, optionProblems, parsedOptions, problemNotes } from "../tasks/options.js";
import type { Refused } from "../tasks/reading.js";
import type { JsonObject } from "../values/json.js";

/** Most lines of one run: their keys are held in memory. */
const MAX_LINES = 250_000;

/** One input line with the key under which its end is stored. */
export interface InputLine {
  readonly text: string;
  readonly key: string;
}

export interface Prepared {
  readonly options: Record<string, unknown>;
  readonly lines: readonly InputLine[];
  readonly concurrency: number;
  /** The data object that the options were read from. */
  readonly data: Task["data"];
}

/** What a run has to do, or what is wrong with the data. */
export function prepare(
  plugin: AnyTaskPlugin,
  data: Task["data"],
): Prepared | { readonly refused: readonly Refused[] } {
  const parsed = parsedOptions(plugin.options, data);
  if ("refused" in parsed) return parsed;
  const lines = new Map<string, InputLine>();
  for (const input of plugin.inputs(parsed.options)) {
    const text = input.trim();
    const key = hash("sha256", text, "hex").slice(0, 32);
    if (text !== "") lines.set(key, { text, key });
    if (lines.size > MAX_LINES) {
      throw new ScriptoriumError(
        "bad-input",
        `The task has more than ${MAX_LINES} input lines. Divide them among several tasks.`,
      );
    }
  }
  const concurrency = Number(data["concurrency"]);
  return {
    options: parsed.options,
    lines: [...lines.values()],
    concurrency: Number.isSafeInteger(concurrency) && concurrency >= 1 ? Math.min(concurrency, 64) : 4,
    data,
  };
}

/** Undefined when the lines cannot be read; why is said when the run begins. */
export function preparedOrNot(...given: Parameters<typeof prepare>): Prepared | undefined {
  try {
    const prepared = prepare(...given);
    return "refused" in prepared ? undefined : prepared;
  } catch {
    return undefined;
  }
}

/** What a run has to do. Throws what keeps it from beginning: data that cannot be used, all of it at once, or no lines. */
export async function workable(
  plugin: AnyTaskPlugin,
  data: Task["data"],
  providers: Partial<Providers>,
): Promise<Prepared> {
  const prepared = prepare(plugin, data);
  if (!("refused" in prepared) && prepared.lines.length === 0) throw await noInput(plugin, prepared);
  const found = plugin.check ? await optionProblems(plugin, fittingOptions(plugin, data), providers) : [];
  const problems = found.filter(({ severity }) => severity !== "warning");
  const notes = problemNotes(problems);
  if (!("refused" in prepared)) {
    const [first] = problems;
    if (first === undefined) return prepared;
    throw new ScriptoriumError(first.code ?? "bad-input", notes.join(" "), { field: first.field });
  }
  const { valueNotes } = await import("../tasks/value-notes.js");
  const refused = prepared.refused.length === 0 ? ["A secret is only a mask."] : valueNotes(prepared.refused);
  const all = [...refused, ...notes];
  throw new ScriptoriumError(
    "bad-input",
    `${all.join(" ")} Correct ${all.length === 1 ? "it" : "them"} and run again.`,
  );
}

/** The error of a run without lines: which fields are empty, and which posted ones were probably meant for them. */
async function noInput(plugin: AnyTaskPlugin, { options, data }: Prepared): Promise<ScriptoriumError> {
  const [{ commonOptions }, { emptyInputs }, { nearestField, unknownFieldNotes, unknownFields }] = await Promise.all([
    import("../tasks/common-options.js"),
    import("../tasks/line-notes.js"),
    import("../tasks/field-notes.js"),
  ]);
  const { id: _id, type: _type, ...fields } = data;
  const shape = { ...commonOptions.shape, ...plugin.options.shape };
  const empty = emptyInputs(plugin, options);
  const meant = unknownFields(shape, fields).filter((path) => empty.includes(nearestField(path, shape) ?? ""));
  const [what, remedy] =
    empty.length === 0
      ? ["its list of inputs is empty", "Fill it"]
      : empty.length === 1
        ? [`${empty[0]} is empty`, "Fill it"]
        : [`${empty.join(" and ")} are empty`, "Fill one of them"];
  const notes = unknownFieldNotes(meant, shape, plugin);
  return new ScriptoriumError(
    "no-input",
    [`${plugin.title} has nothing to work on: ${what}.`, ...notes, `${remedy} and run again.`].join(" "),
    { fields: empty },
  );
}

export function isDone(line: { readonly state: string }): boolean {
  return line.state === "done";
}

/** What bounds a run; 0 where nothing does. */
export interface RunLimits {
  readonly maxMinutes: number;
  readonly maxFailures: number;
  readonly maxRetries: number;
  readonly maxCost: number;
  readonly skipSeen: boolean;
}

/** The common settings that bound a run; what cannot be read as a number bounds nothing. */
export function limitsOf(data: JsonObject): RunLimits {
  return {
    maxMinutes: countOf(data["maxRunMinutes"]),
    maxFailures: countOf(data["maxFailures"]),
    maxRetries: Math.min(countOf(data["maxRetries"]), 100),
    maxCost: countOf(data["maxCostPerRun"]),
    skipSeen: data["skipSeen"] === true,
  };
}

/** The value where it is a positive number, else 0. */
export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
