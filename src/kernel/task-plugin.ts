import type { z } from "zod";
import { type OptionProblem, type RunErrorCode, ScriptoriumError } from "./errors.js";
import type { ProviderName, Providers, Wait } from "./providers.js";
import type { Article } from "./storage.js";
import type { Clock } from "./values/clock.js";
import type { JsonObject } from "./values/json.js";
import type { Random } from "./values/random.js";

/** Takes what a line produces. Everything is stored together when the line is finished, or not at all. */
export interface Output {
  /** The content of a keyword; a later one in the same line replaces it. */
  article(keyword: string, article: Article): void;
  /** One row of the task's results. */
  row(record: JsonObject): void;
  /**
   * A file of the task. `path` is relative with `/` between segments; throws PLUGIN_INVALID for one that leaves the
   * task's folder or cannot be a file name everywhere.
   */
  file(path: string, content: string | Uint8Array, type: string): void;
  /**
   * Adds to the end of a file, which begins with it when there is none: for files that are larger than memory, put out in
   * parts with a checkpoint after each. It adds to what an earlier attempt or run has stored, too; to start over, call
   * `file` first. Users see one file. Throws as `file` does.
   */
  append(path: string, content: string | Uint8Array, type: string): void;
  /** Removes a file of the task, if there is one. Throws as `file` does. */
  remove(path: string): void;
  /**
   * Keeps something for the next runs of the task under a name, which is as a path; no content forgets it. It is no file of
   * the user's. Throws as `file` does.
   */
  remember(name: string, content: string | Uint8Array): void;
}

export interface RunLog {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string, code?: string): void;
  error(message: string, code?: string): void;
}

/** What a plugin can report of a run besides its lines; counts are added to those reported before. */
export interface ProgressNote {
  /** What the run is at, in a word or two. */
  readonly phase?: string;
  /** Tokens of language models. */
  readonly tokens?: number;
  /** In the currency of the prices. */
  readonly cost?: number;
  /** Requests that were refused by a block page, a limit or robots rules. */
  readonly blocked?: number;
  /** How far the line is: counts towards the percentage and the time left of the run. */
  readonly parts?: LineParts;
  /** Shown behind the phase until its time has come. */
  readonly wait?: Wait;
}

/** A line in parts, such as the pages of a site or the items of a feed. */
export interface LineParts {
  /** Those that need no more work, whatever became of them. */
  readonly done: number;
  /** Those that are known, the done ones included. */
  readonly found: number;
  /** Whether more may be found. @default false */
  readonly growing?: boolean;
}

export interface EffectOptions {
  /**
   * Looks in the outside world whether it was done, when an interruption left that open: its result, or undefined when it
   * surely was not. With it nothing stays uncertain.
   */
  readonly lookup?: () => Promise<JsonObject | undefined>;
  /** What to do where nobody knows and there is no `lookup`; `skip` by default, which is at most once. */
  readonly onUncertain?: "skip" | "retry";
}

export interface CheckpointOptions {
  /**
   * Whether the rows that were put out since the last checkpoint replace those stored with an earlier checkpoint of the same
   * key that had this set, too, such as the rows of failures that are tried again; `false` by default.
   */
  readonly replacesRows?: boolean;
}

export interface EffectOutcome {
  /** `uncertain`: an earlier attempt may have done it, and it was not done again. */
  readonly state: "done" | "uncertain";
  /** True when nothing was done now. */
  readonly earlier: boolean;
  readonly result?: JsonObject;
}

/** What a run remembers of a part of a long line that is finished. */
export interface Checkpoint {
  /** As the plugin named it. */
  readonly key: string;
  readonly value: JsonObject;
}

/** A line of a run that could not be done. */
export interface FailedLine {
  readonly line: string;
  readonly code: string;
  readonly message: string;
  /** Those of the error, when it was one of ours. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** What a plugin's functions are given. */
export interface TaskContext<Options, Needed extends ProviderName = never, Used extends ProviderName = never> {
  readonly taskId: string;
  readonly runId: string;
  readonly options: Options;
  /** Those of `needs` are there; those of `uses` may be undefined. */
  readonly providers: Pick<Providers, Needed> & Partial<Pick<Providers, Used>>;
  readonly output: Output;
  /** Reported to watchers at most twice a second, however often it is called. */
  progress(note: ProgressNote): void;
  /**
   * Does something that others see, such as a post or a mail, at most once for this line: `what` names it within the line
   * and must be the same in every attempt. It is written down before and after, so that a crash in between is known. What
   * `act` resolves with is kept. Throws what `act` throws.
   */
  effect(what: string, act: () => Promise<JsonObject | undefined>, options?: EffectOptions): Promise<EffectOutcome>;
  /**
   * Stores what was put out so far together with a note of how far the work is, all or nothing: for lines that take long,
   * so that a run that was interrupted need not do again what is done. `key` names the part within the run; a later note of
   * the same key replaces it. What was put out before a checkpoint stays when the line fails.
   */
  checkpoint(key: string, value: JsonObject, options?: CheckpointOptions): Promise<void>;
  /** The checkpoints of this run, those of earlier attempts included, in the order they were first made. */
  checkpoints(): AsyncIterable<Checkpoint>;
  /** A file that this task has stored, in this run or an earlier one; undefined when there is none of this path. */
  stored(path: string): Promise<Uint8Array | undefined>;
  /** Whether this task has stored a file below a folder. A plugin in a thread of its own cannot ask. */
  hasStored?(folder: string): Promise<boolean>;
  /** What this task has put away with `output.remember`, in this run or an earlier one; undefined when there is none. */
  remembered(name: string): Promise<Uint8Array | undefined>;
  /** Aborts when the task is aborted or deleted, or the server stops. */
  readonly signal: AbortSignal;
  readonly log: RunLog;
  /** Seeded by the run and the line: the same whichever line is worked first. */
  readonly random: Random;
  readonly clock: Clock;
  /** How often this line has been tried, this time included. */
  readonly attempt: number;
}

/**
 * What a try is given. It is no run: nothing of it is kept, what it puts out included, and `runId` names none. Its log is
 * answered as notes.
 */
export type TryContext<Options, Needed extends ProviderName = never, Used extends ProviderName = never> = Omit<
  TaskContext<Options, Needed, Used>,
  "effect" | "checkpoint" | "checkpoints" | "attempt"
> & {
  /** The lines that a run would work. */
  readonly lines: readonly string[];
  /** What `random` is in the work of this line, where the task has a `randomSeed`; `random` itself is that of `begin`. */
  randomOf(line: string): Random;
};

/** Shows what a run would make of a little of its input. */
export interface TaskTry<
  Options,
  Needed extends ProviderName = never,
  Used extends ProviderName = never,
  Asked extends AnyObjectSchema = AnyObjectSchema,
> {
  /** What may be asked besides `data`. Every field has a default. */
  readonly asks: Asked;
  /**
   * The answer, as JSON. The options fit the schema, and `check` has not been asked, so that a try can show what is wrong. It
   * fetches and reads as a run does, changes nothing outside, and ends when the signal aborts.
   */
  show(asked: z.output<Asked>, context: TryContext<Options, Needed, Used>): Promise<JsonObject>;
}

/** Gives a try its types. */
export function defineTry<
  Options,
  Asked extends AnyObjectSchema,
  Needed extends ProviderName,
  Used extends ProviderName,
>(one: TaskTry<Options, Needed, Used, Asked>): TaskTry<Options, Needed, Used> {
  return one as unknown as TaskTry<Options, Needed, Used>;
}

/** By the name of the field. A line comes without the blanks around it, and is not blank. */
export type LineChecks = Readonly<Record<string, (line: string) => Promise<void> | void>>;

type AnyObjectSchema = z.ZodObject<z.ZodRawShape>;

/**
 * One kind of work. A run is a list of input lines; the kernel owns the loop over them (concurrency, progress, per-line
 * state, resume, abort), and the plugin does one line well.
 */
export interface TaskPlugin<
  Schema extends AnyObjectSchema = AnyObjectSchema,
  Needed extends ProviderName = ProviderName,
  Used extends ProviderName = ProviderName,
  State = unknown,
> {
  /** The `:taskname` segment of the API: lower-case letters and digits. */
  readonly type: string;
  /** The listed form, `type` with spaces: `article creator`. */
  readonly words: string;
  /** For people: `Article Creator`. A new task is called `New` and this. */
  readonly title: string;
  readonly summary: string;
  /** Providers without which a run is refused before it starts. */
  readonly needs?: readonly Needed[];
  /** Providers it can work with, and without. */
  readonly uses?: readonly Used[];
  /** Those of `uses` without which nothing can be done as the options are by default. */
  readonly usuallyNeeds?: readonly NoInfer<Used>[];
  /** Shape, defaults and limits of the data object, besides the common fields. */
  readonly options: Schema;
  /** The machines outside that a run puts its load on, by name, so that not too many runs work on one at once. */
  hosts?(options: z.output<Schema>): readonly string[];
  /** The lines of work. Blank ones are left out and repeated ones done once. */
  inputs(options: z.output<Schema>): readonly string[];
  /**
   * All that is wrong with options that fit the schema, such as a name nobody knows or two settings that contradict each
   * other. The reply to a data post notes it, and a run is refused for it before `begin`, unless it is a warning. It fetches
   * and reads nothing.
   */
  check?(
    options: z.output<Schema>,
    context: Pick<TaskContext<z.output<Schema>, Needed, Used>, "providers">,
  ): Promise<readonly OptionProblem[]> | readonly OptionProblem[];
  /**
   * By field, the check of one line of it: it throws what `run` would fail the line with before anything is fetched or
   * read. The reply to a data post notes it of the first 1,000 lines. It fetches and reads nothing.
   */
  lineChecks?(
    options: z.output<Schema>,
    context: Pick<TaskContext<z.output<Schema>, Needed, Used>, "providers">,
  ): LineChecks | Promise<LineChecks>;
  /** What `POST /task/try/:id` shows; a type without it cannot be tried. */
  readonly try?: TaskTry<z.output<Schema>, Needed, Used>;
  /**
   * Called before the first line; what it throws fails the run. What it returns is `context.state` of every line and of
   * `finish`: the place for what the lines of one run share, such as an open browser or pages already read.
   */
  begin?(
    context: TaskContext<z.output<Schema>, Needed, Used> & { readonly lines: readonly string[] },
  ): Promise<State> | State;
  /** Does one line. What it throws is the failure of this line, not of the run. */
  run(line: string, context: TaskContext<z.output<Schema>, Needed, Used> & { readonly state: State }): Promise<void>;
  /**
   * The row of a line that failed; `{line, status: "failed", error}` when the plugin does not say, and none with null, where
   * it has put one out with a checkpoint.
   */
  failure?(line: string, error: Omit<FailedLine, "line">, context: { readonly taskId: string }): JsonObject | null;
  /**
   * The one sentence, and what to do, for a run in which every line failed and at least two did; the kernel's own when the
   * plugin has none. `failures` are the first 1,000, of `count` in all.
   */
  allFailed?(
    failures: readonly FailedLine[],
    count: number,
    context: { readonly options: z.output<Schema> },
  ): { readonly code: RunErrorCode; readonly message: string } | undefined;
  /** Called at the end of a run that began, however it ends; what it throws fails a run that would have completed. */
  finish?(context: TaskContext<z.output<Schema>, Needed, Used> & { readonly state: State }): Promise<void> | void;
}

/** A plugin, or where to get it: the plugin's module is then loaded when a task of its type is first used. */
export type PluginEntry = AnyTaskPlugin | LazyPlugin;
// A plugin's functions take its own options, so no one type argument fits every plugin; the registry hands options only
// to the plugin whose schema made them.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyTaskPlugin = TaskPlugin<any, any, any, any>;

export interface LazyPlugin {
  readonly type: string;
  readonly words: string;
  readonly title: string;
  readonly summary: string;
  readonly needs?: readonly ProviderName[];
  readonly usuallyNeeds?: readonly ProviderName[];
  /** The fields that its options mark as secrets. The plugin is loaded to find out when they are not given. */
  readonly secretFields?: readonly string[];
  readonly load: () => Promise<AnyTaskPlugin>;
}

/**
 * Checks a plugin and gives it its types. Throws PLUGIN_INVALID when the type is not lower-case letters and digits, or
 * `words` is not the type with spaces.
 */
export function defineTaskPlugin<
  Schema extends AnyObjectSchema,
  const Needed extends ProviderName = never,
  const Used extends ProviderName = never,
  State = undefined,
>(plugin: TaskPlugin<Schema, Needed, Used, State>): TaskPlugin<Schema, Needed, Used, State> {
  if (!/^[a-z][a-z0-9]{0,63}$/.test(plugin.type)) {
    throw invalid(plugin.type, "its type must be lower-case letters and digits, beginning with a letter");
  }
  if (plugin.words.replaceAll(" ", "") !== plugin.type || plugin.words !== plugin.words.trim()) {
    throw invalid(plugin.type, `its words must be the type with spaces, but are "${plugin.words}"`);
  }
  if (plugin.title.trim() === "") throw invalid(plugin.type, "it has no title");
  return plugin;
}

function invalid(type: string, problem: string): ScriptoriumError {
  return new ScriptoriumError("PLUGIN_INVALID", `Task type "${type}" cannot be used: ${problem}.`, { type });
}
