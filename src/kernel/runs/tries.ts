import type { z } from "zod";
import { ScriptoriumError } from "../errors.js";
import type { PluginRegistry } from "../plugin-registry.js";
import type { ProviderName, Providers } from "../providers.js";
import { Redactor } from "../secrets/redaction.js";
import type { StorageAdapter } from "../storage.js";
import type { TaskTry, TryContext } from "../task-plugin.js";
import { coerced, withoutNulls } from "../tasks/options.js";
import { read } from "../tasks/reading.js";
import type { TaskService } from "../tasks/task-service.js";
import { valueNotes } from "../tasks/value-notes.js";
import type { Clock } from "../values/clock.js";
import type { Ids } from "../values/ids.js";
import { isPlainObject, type JsonObject, jsonProblem, shown } from "../values/json.js";
import type { Logger } from "../values/logger.js";
import { seededRandom } from "../values/random.js";
import { untilAborted } from "../values/until-aborted.js";
import { runError } from "./run-error.js";
import { RunFiles } from "./run-files.js";
import { type InputLine, prepare } from "./run-input.js";
import { LogBuffer, OutputBuffer } from "./run-output.js";

export interface TryParts {
  readonly service: TaskService;
  readonly registry: PluginRegistry;
  readonly storage: StorageAdapter;
  readonly providers: Partial<Providers>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
}

/** What a try shows, with notes in sentences. */
export interface Tried {
  readonly shown: JsonObject;
  readonly notes: readonly string[];
}

/** Tries at once: each may read a page of many megabytes. */
const MOST_AT_ONCE = 4;
const LIMIT_MS = 90_000;

/** Shows what runs would do, without a run. */
export class Tries {
  private readonly ongoing = new Set<AbortController>();
  private isStopping = false;

  constructor(private readonly parts: TryParts) {}

  /** See `Tasks.try`. */
  async try(id: string, asked: JsonObject, signal: AbortSignal | undefined): Promise<Tried> {
    if (this.isStopping) throw stopping();
    if (this.ongoing.size >= MOST_AT_ONCE) {
      throw new ScriptoriumError(
        "TRY_BUSY",
        `${MOST_AT_ONCE} tries are at work, which are as many as there may be at once. Try again in some seconds.`,
      );
    }
    const controller = new AbortController();
    const leave = () => controller.abort(signal?.reason);
    const late = setTimeout(() => controller.abort(tooLong()), LIMIT_MS);
    this.ongoing.add(controller);
    signal?.addEventListener("abort", leave, { once: true });
    if (signal?.aborted) leave();
    try {
      return await this.tried(id, asked, controller.signal);
    } finally {
      clearTimeout(late);
      this.ongoing.delete(controller);
      signal?.removeEventListener("abort", leave);
    }
  }

  /** Ends those that are at work. */
  stop(): void {
    this.isStopping = true;
    for (const controller of this.ongoing) controller.abort(stopping());
  }

  private async tried(id: string, { data: posted = {}, ...asked }: JsonObject, signal: AbortSignal): Promise<Tried> {
    const { service, registry, clock } = this.parts;
    if (!isPlainObject(posted))
      throw refused("data is not an object. Leave it out, or give the fields that are to be tried.");
    const { task, opened } = await service.tried(id, posted as JsonObject);
    const entry = registry.find(task.type);
    const plugin = entry && (await registry.plugin(entry));
    if (plugin?.try === undefined) {
      throw refused(
        `${entry === undefined ? `Tasks of the type "${shown(task.type)}"` : `A ${entry.words}`} cannot be tried: the task type has no such call. Run it with few lines instead.`,
      );
    }
    const redactor = new Redactor(opened.values);
    redactor.addTokensOf(opened.data);
    const prepared = prepare(plugin, opened.data);
    if ("refused" in prepared) throw refused(redactor.text(valueNotes(prepared.refused).join(" ")));
    const log = new LogBuffer(clock, redactor);
    const context = {
      ...this.context(plugin, task._id, signal),
      ...{ log, options: prepared.options, lines: prepared.lines.map(({ text }) => text) },
      ...this.randoms(opened.data, prepared.lines),
    };
    const { values, notes } = wanted(plugin.try, asked);
    try {
      const answer = await untilAborted(signal, plugin.try.show(values, context as TryContext<unknown>));
      const problem = jsonProblem(answer, { depth: 64, values: 500_000, keyLength: 1000 });
      if (problem !== undefined) throw new Error(`The answer of the try ${problem}.`);
      const notable = log.taken().filter(({ level }) => level !== "debug");
      return { shown: redactor.row(answer), notes: [...notes, ...new Set(notable.map(({ msg }) => msg))] };
    } catch (error) {
      signal.throwIfAborted();
      throw this.described(error, plugin.type, redactor);
    }
  }

  private context(
    { needs = [], uses = [] }: { readonly needs?: readonly ProviderName[]; readonly uses?: readonly ProviderName[] },
    taskId: string,
    signal: AbortSignal,
  ): Omit<TryContext<unknown>, "options" | "lines" | "log" | "random" | "randomOf"> {
    const { providers, storage, clock, ids } = this.parts;
    const runId = `try-${ids.next()}`;
    const files = new RunFiles({
      ...{ content: storage.content, runs: storage.runs, taskId, runId },
      output: undefined,
      log: new LogBuffer(clock, new Redactor()),
    });
    return {
      ...{ taskId, runId, signal, clock },
      providers: Object.fromEntries([...needs, ...uses].map((name) => [name, providers[name]])) as never,
      output: new OutputBuffer(),
      progress: () => {},
      stored: (path) => files.stored(path),
      hasStored: (folder) => files.hasStored(folder),
      remembered: (name) => files.remembered(name),
    };
  }

  /** The choices of a run with the seed of the task; without one each try makes its own, as each run does. */
  private randoms(
    { randomSeed }: JsonObject,
    lines: readonly InputLine[],
  ): Pick<TryContext<unknown>, "random" | "randomOf"> {
    const seed = typeof randomSeed === "number" ? String(randomSeed) : this.parts.ids.next();
    const ofKey = (key: string) => seededRandom(`${seed}:${key}`);
    return {
      random: ofKey("run"),
      randomOf: (line) => ofKey(lines.find(({ text }) => text === line)?.key ?? line),
    };
  }

  /** What a caller reads: a fault of the options refuses the call, and one of the task type is reported to the log. */
  private described(error: unknown, type: string, redactor: Redactor): ScriptoriumError {
    if (ScriptoriumError.is(error)) {
      const message = redactor.text(error.message);
      const isOfOptions =
        error.code === "bad-input" ||
        error.code === "no-input" ||
        error.code === "no-browser" ||
        error.code === "no-provider";
      return new ScriptoriumError(isOfOptions ? "TRY_REFUSED" : error.code, message, error.facts, {
        cause: error.cause,
      });
    }
    const { message } = runError(error, type, (reference, problem) =>
      this.parts.logger.error(`${problem} (ref ${reference}).`, redactor.error(error)),
    );
    return new ScriptoriumError("internal", message.replace("A run of", "A try of"));
  }
}

/** What the call asks in the form of its schema, with notes on what is not read. Throws TRY_REFUSED. */
function wanted({ asks }: TaskTry<unknown>, asked: JsonObject): { values: never; notes: readonly string[] } {
  const schema: z.ZodObject = asks;
  const known = Object.keys(schema.shape);
  const form = coerced(schema, asked);
  const result = read(schema, withoutNulls(schema, form));
  if ("refused" in result) throw refused(valueNotes(result.refused).join(" "));
  const strange = Object.keys(asked).filter((name) => !known.includes(name));
  const notes = strange
    .slice(0, 10)
    .map((name) => `"${shown(name)}" is not read here. There are data, ${known.join(", ")}.`);
  return { values: result.data as never, notes };
}

function refused(message: string): ScriptoriumError {
  return new ScriptoriumError("TRY_REFUSED", message);
}

function tooLong(): ScriptoriumError {
  return new ScriptoriumError(
    "TRY_TIMEOUT",
    `The try took longer than ${LIMIT_MS / 1000} seconds. Try less of it: fewer steps, a smaller page, or the page as html.`,
  );
}

function stopping(): ScriptoriumError {
  return new ScriptoriumError("NOT_STARTED", "The server is stopping. Try again when it is back.");
}
