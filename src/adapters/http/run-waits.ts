import type { Kernel, Task } from "../../kernel/index.js";
import { type ApiRequest, ClientGone } from "./envelope.js";
import { wholeNumber } from "./fuller/queries.js";

const MOST_SECONDS = 300;
/** Half of the connections that a server takes: those that wait leave the others for the rest. */
const MOST_WAITING = 256;

/** What came of a call that began a run. */
interface Begun {
  readonly task: Task;
  readonly hasWaited: boolean;
  /** Where the call has waited for the run: why it failed, or what it warned of. */
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

  constructor(private readonly kernel: Pick<Kernel, "tasks" | "content">) {}

  /**
   * Begins a run. Where the request asks for it, waits until the task is at rest, the time is over, the server stops, or so
   * many others wait that the oldest has to give way. Throws QUERY_REFUSED for an unusable time, and begins nothing then.
   */
  async after({ request, query }: Asked, begin: () => Promise<Task>): Promise<Begun> {
    const seconds = wholeNumber(query, "wait", MOST_SECONDS);
    const begun = await begin();
    if (seconds === undefined) return { task: begun, hasWaited: false, notes: [] };
    const task = await this.rest(begun._id, seconds * 1000, request);
    return { task, hasWaited: true, notes: await this.notesOn(task) };
  }

  private async notesOn(task: Task): Promise<readonly string[]> {
    const { status, error } = task;
    if (status === "failed" && error) return [error.message];
    if (status !== "complete") return [];
    const { warningsOfRun } = await import("./run-notes.js");
    return warningsOfRun(task, this.kernel.content);
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
      return await this.kernel.tasks.settled(id, { withinMs, signal: over.signal });
    } catch (error) {
      if (gone?.aborted) throw new ClientGone("The client is gone.");
      if (over.signal.aborted) return this.kernel.tasks.existing(id);
      throw error;
    } finally {
      this.ends.delete(end);
      gone?.removeEventListener("abort", end);
    }
  }
}
