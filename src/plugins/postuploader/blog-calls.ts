import { type RunErrorCode, runCodeOf, ScriptoriumError } from "../../kernel/index.js";
import type { Context } from "./options.js";

/** What keeps all posts from a blog and not one alone: nobody goes on trying, least of all with a refused login. */
const ENDS_FOR_BLOG: ReadonlySet<string> = new Set([
  "auth",
  "ACCOUNT_NOT_FOUND",
  "no-network",
  "blocked",
  "rate-limited",
  "quota",
]);
const PASSING: ReadonlySet<RunErrorCode> = new Set(["no-network", "rate-limited", "server-error"]);
const LONGEST_WAIT_MS = 10 * 60_000;

/** The calls to the blogs of a run: repeated when they fail in passing, and no more of them to a blog that cannot go on. */
export class BlogCalls {
  private readonly stops = new Map<string, ScriptoriumError>();
  private readonly told = new Set<string>();

  /** What a blog was given up for. */
  stopped(blogId: string): ScriptoriumError | undefined {
    return this.stops.get(blogId);
  }

  /** Whether it was said already that the blog was given up. Who asks says it. */
  wasTold(blogId: string): boolean {
    const was = this.told.has(blogId);
    if (this.stops.has(blogId)) this.told.add(blogId);
    return was;
  }

  /** The first blog that was given up. */
  firstStop(): ScriptoriumError | undefined {
    return this.stops.values().next().value;
  }

  get stoppedCount(): number {
    return this.stops.size;
  }

  /** Throws what the work threw last, or what the blog was given up for before. */
  async to<T>(blogId: string, work: () => Promise<T>, { options, signal, clock, random, log }: Context): Promise<T> {
    const before = this.stops.get(blogId);
    if (before !== undefined) throw before;
    for (let again = 0; ; again += 1) {
      try {
        return await work();
      } catch (error) {
        signal.throwIfAborted();
        if (!ScriptoriumError.is(error)) throw error;
        const waitMs = again < options.maxRetries && isPassing(error) ? waitOf(error, again, random.next()) : undefined;
        if (waitMs === undefined) {
          if (ENDS_FOR_BLOG.has(error.code) || ENDS_FOR_BLOG.has(runCodeOf(error))) this.stops.set(blogId, error);
          throw error;
        }
        log.warn(`It is tried again in ${Math.ceil(waitMs / 1000)} s after: ${error.message}`);
        await clock.sleep(waitMs, signal);
      }
    }
  }
}

function isPassing(error: ScriptoriumError): boolean {
  const { passing } = error.facts;
  return passing === true || (passing !== false && PASSING.has(runCodeOf(error)));
}

/** 1 s, 2 s, 4 s ... and up to half as much more, or what the blog asks for; undefined for longer than anybody waits. */
function waitOf({ facts }: ScriptoriumError, again: number, chance: number): number | undefined {
  const asked = typeof facts["waitMs"] === "number" ? facts["waitMs"] : 0;
  if (asked > LONGEST_WAIT_MS) return undefined;
  return Math.max(asked, 1000 * Math.min(2 ** again, 60) * (1 + chance / 2));
}
