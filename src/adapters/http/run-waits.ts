import type { Task, Tasks } from "../../kernel/index.js";
import { type ApiRequest, ClientGone } from "./envelope.js";
import { wholeNumber } from "./fuller/queries.js";

const MOST_SECONDS = 300;
/** Half of the connections that a server takes: those that wait leave the others for the rest. */
const MOST_WAITING = 256;

/** What came of a call that began a run. */
interface Begun {
  readonly task: Task;
  readonly hasWaited: boolean;
  /** Why the run failed, where the call has waited for it. */
  readonly notes: readonly string[];
}

interface Asked {
  readonly request: ApiRequest;
  readonly query: URLSearchParams;
}

/** Replies that wait for the end of a run because their request says `?wait=SECONDS`. */
export class RunWaits {
  /** Ends each of them, oldest first. */
  private readonly ends = new Set<() => void>();

  constructor(private readonly tasks: Pick<Tasks, "existing" | "settled">) {}

  /**
   * Begins a run. Where the request asks for it, waits until the task is at rest, the time is over, the server stops, or so
   * many others wait that the oldest has to give way. Throws QUERY_REFUSED for an unusable time, and begins nothing then.
   */
  async after({ request, query }: Asked, begin: () => Promise<Task>): Promise<Begun> {
    const seconds = wholeNumber(query, "wait", MOST_SECONDS);
    const begun = await begin();
    if (seconds === undefined) return { task: begun, hasWaited: false, notes: [] };
    const task = await this.rest(begun._id, seconds * 1000, request);
    return { task, hasWaited: true, notes: task.status === "failed" && task.error ? [task.error.message] : [] };
  }

  private async rest(id: string, withinMs: number, { signal: gone }: ApiRequest): Promise<Task> {
    const over = new AbortController();
    const end = () => {
      this.ends.delete(end);
      over.abort();
    };
    this.ends.add(end);
    gone?.addEventListener("abort", end);
    if (gone?.aborted) end();
    const [oldest] = this.ends;
    if (this.ends.size > MOST_WAITING) oldest?.();
    try {
      return await this.tasks.settled(id, { withinMs, signal: over.signal });
    } catch (error) {
      if (gone?.aborted) throw new ClientGone("The client is gone.");
      if (over.signal.aborted) return this.tasks.existing(id);
      throw error;
    } finally {
      this.ends.delete(end);
      gone?.removeEventListener("abort", end);
    }
  }
}
