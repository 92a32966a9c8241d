import {
  type Clock,
  type ProgressNote,
  type RunLog,
  ScriptoriumError,
  type SearchAnswer,
  type SearchOptions,
  type SearchProvider,
} from "../../../kernel/index.js";
import { counted } from "../counted.js";

/** Nobody waits longer for an engine, whatever it asks. */
const LONGEST_WAIT_SECONDS = 300;
/** For engines that are busy and do not say how long. */
const USUAL_WAIT_SECONDS = 30;
const MINUTE_MS = 60_000;
/** What the next query meets as well: these are not asked again in a run. */
const LASTING: ReadonlySet<string> = new Set(["auth", "quota"]);

/** What is used of the context of a line. */
export interface AskingContext {
  readonly signal: AbortSignal;
  readonly log: RunLog;
  readonly clock: Clock;
  readonly options: { readonly maxRetries: number; readonly requestTimeout: number };
  progress(note: ProgressNote): void;
}

export type Question = Omit<SearchOptions, "signal" | "timeoutMs">;

interface Shut {
  readonly error: ScriptoriumError;
  /** Milliseconds since 1970; undefined for the rest of the run. */
  readonly until: number | undefined;
}

/**
 * The search port as the lines of one run share it: an engine that refuses the key, has no searches left or wants a long pause
 * is not asked again, so that a thousand lines do not ask a thousand times, and a note is said once.
 */
export class RunSearch {
  /** Answers that came from earlier ones. */
  cached = 0;
  asked = 0;
  private readonly shut = new Map<string, Shut>();
  /** By engines, their first question: the others wait for its end. */
  private readonly first = new Map<string, Promise<void>>();
  private readonly said = new Set<string>();

  constructor(private readonly provider: SearchProvider) {}

  /**
   * Throws as `SearchProvider`; `rate-limited` says until when, and has `passing: false` where that is longer than a run waits.
   */
  async answer(query: string, question: Question, context: AskingContext): Promise<SearchAnswer> {
    const key = (question.engines ?? []).join("\n");
    const before = this.first.get(key);
    if (before !== undefined) {
      await before;
      return await this.patiently(key, query, question, context);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.first.set(key, promise);
    try {
      return await this.patiently(key, query, question, context);
    } finally {
      resolve();
    }
  }

  /** What keeps every engine of the run from answering more; undefined while one of them may. */
  shutBy(): ScriptoriumError | undefined {
    return this.shut.size > 0 && this.shut.size === this.first.size ? [...this.shut.values()][0]!.error : undefined;
  }

  private async patiently(
    key: string,
    query: string,
    question: Question,
    context: AskingContext,
  ): Promise<SearchAnswer> {
    const { clock, signal, log, progress, options } = context;
    for (let tries = 0; ; tries += 1) {
      signal.throwIfAborted();
      this.refuseShut(key, clock);
      try {
        const answer = await this.ask(query, { ...question, timeoutMs: options.requestTimeout * 1000, signal });
        this.asked += 1;
        if (answer.cached === true) this.cached += 1;
        for (const note of answer.notes ?? []) this.sayOnce(note, answer.cached === true, log);
        return answer;
      } catch (error) {
        if (signal.aborted || !ScriptoriumError.is(error)) throw error;
        if (LASTING.has(error.code)) this.shut.set(key, { error, until: undefined });
        if (error.code !== "rate-limited") throw error;
        const seconds = Number(error.facts["retryAfterSeconds"]) || USUAL_WAIT_SECONDS * 2 ** tries;
        const until = clock.now().getTime() + seconds * 1000;
        if (tries >= options.maxRetries || seconds > LONGEST_WAIT_SECONDS) {
          this.shut.set(key, { error: limited(error, until), until });
          continue;
        }
        const name = String(error.facts["service"] ?? "the search engine");
        log.info(`${name} wants fewer questions; the next one is asked in ${counted(seconds, "second")}.`);
        progress({
          wait: { for: name, until: new Date(until).toISOString(), because: "it has had too many requests" },
        });
        await clock.sleep(seconds * 1000, signal);
      }
    }
  }

  private refuseShut(key: string, clock: Clock): void {
    const shut = this.shut.get(key);
    if (shut === undefined) return;
    if (shut.until !== undefined && clock.now().getTime() >= shut.until) this.shut.delete(key);
    else throw shut.error;
  }

  private async ask(query: string, options: SearchOptions): Promise<SearchAnswer> {
    if (this.provider.answer !== undefined) return await this.provider.answer(query, options);
    // One that has hits alone may not know what an offset is.
    const { limit, offset = 0, ...rest } = options;
    const hits = await this.provider.search(query, { ...rest, limit: limit + offset });
    return { hits: hits.slice(offset, offset + limit), engines: [], hasMore: hits.length >= limit + offset };
  }

  private sayOnce(note: string, isCached: boolean, log: RunLog): void {
    const says = isCached ? `An earlier answer was used, which came with this note: ${note}` : note;
    if (this.said.has(says)) return;
    this.said.add(says);
    // What an engine lacked then says nothing of it now.
    if (isCached) log.info(says);
    else log.warn(says);
  }
}

function limited(error: ScriptoriumError, until: number): ScriptoriumError {
  // The next full minute: before it nobody need try.
  const minute = Math.ceil(until / MINUTE_MS) * MINUTE_MS;
  const when = `${new Date(minute).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const [problem = ""] = error.message.split(/ Try again /);
  return new ScriptoriumError(
    "rate-limited",
    `${problem} It may be asked again at ${when}; run the task again then, and it goes on.`,
    { ...error.facts, passing: false },
    { cause: error },
  );
}
