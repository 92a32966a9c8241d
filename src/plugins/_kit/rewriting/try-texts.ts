import { z } from "zod";
import {
  type JsonObject,
  type OptionProblem,
  type Random,
  ScriptoriumError,
  seededRandom,
  seedOf,
  type TryContext,
} from "../../../kernel/index.js";
import { whole } from "../option-fields.js";
import { isSkipped } from "./skipped-texts.js";
import type { Outcome, TextJob } from "./work-texts.js";
import { keyOf } from "./work-texts.js";

/** What a try of a task that works on texts may be asked. */
export const triedTexts = z.object({
  texts: whole({ from: 1, to: 10, usual: 1 }, "How many of the texts are shown, each in every language."),
});

/** Longest content of a file that is shown. */
const LONGEST = 20_000;

type Context = Pick<TryContext<unknown>, "lines" | "random" | "randomOf" | "signal" | "log">;

/** Notes what is set and comes to nothing. Throws the first error. */
export function refuseProblems(problems: readonly OptionProblem[], { log }: Pick<Context, "log">): void {
  for (const { severity, message, code, field } of problems) {
    if (severity === "warning") log.warn(message);
    else throw new ScriptoriumError(code ?? "bad-input", message, { field });
  }
}

/** What becomes of the first texts, as their rows with the contents of their files. */
export async function shownTexts(
  jobs: readonly TextJob[],
  wanted: number,
  context: Context,
  {
    work,
    failureRow,
  }: {
    work(job: TextJob, random: Random): Promise<Outcome>;
    failureRow(job: TextJob, error: ScriptoriumError): JsonObject;
  },
): Promise<JsonObject> {
  const { signal, lines, random, randomOf } = context;
  const seed = seedOf(lines[0] === undefined ? random : randomOf(lines[0])) ?? "";
  const files = new Set([...new Set(jobs.map(({ source }) => source.file))].slice(0, wanted));
  const texts: JsonObject[] = [];
  for (const job of jobs.filter(({ source }) => files.has(source.file))) {
    signal.throwIfAborted();
    try {
      const { files, row } = await work(job, seededRandom(`${seed} ${keyOf(job)}`));
      const contents = files.map(({ path, content }) => [path, content.slice(0, LONGEST)]);
      texts.push({ ...row, content: Object.fromEntries(contents) });
    } catch (error) {
      signal.throwIfAborted();
      if (!ScriptoriumError.is(error)) throw error;
      const row = failureRow(job, error);
      texts.push({ ...row, ...(isSkipped(error) ? { status: "skipped" } : {}), content: {} });
    }
  }
  return { texts };
}
