import type { JsonObject, KeptLogEntry, TaskStatus, TaskSummary } from "../../kernel/index.js";
import { type Calls, type OpenReply, sleep } from "./calls.js";
import { NotFoundError, NotReachableError, ScriptoriumClientError, TimeoutError, UnsupportedError } from "./errors.js";
import { messagesOf } from "./event-stream.js";
import type { ClientOptions, EventsOptions, LogsOptions, RowsOptions, WaitForOptions } from "./options.js";
import { path } from "./path.js";
import type { ClientEvent, ResultPage, SettledTask, TaskProgress } from "./results.js";

const LOG_PAGE = 1_000;

export const isAtRest = (status: TaskStatus) => !/^(?:waiting|running|aborting)/.test(status);

/** What goes on for longer than one call, and connects again when the connection is lost. */
export function createFollowing(calls: Calls, options: ClientOptions) {
  const { retries = 3, reconnects = 10 } = options;

  async function* rows<Row = JsonObject>(id: string, wanted: RowsOptions = {}): AsyncGenerator<Row, void> {
    const { pageSize = 500, run = "last", offset = 0, signal, ...shape } = wanted;
    const how = signal ? { signal } : {};
    let named = run;
    if (run === "last") {
      try {
        // Another run may begin while the rows are read.
        named = (await calls.steady<{ _id: string }>(path`/task/run/${id}/last`, how))._id;
      } catch (error) {
        if (error instanceof NotFoundError && error.code === "RUN_NOT_FOUND") return;
        throw error;
      }
    }
    let at = offset;
    let known: number | undefined;
    for (;;) {
      const query = { ...shape, run: named, offset: at, limit: pageSize };
      const page = await calls.steady<ResultPage<Row>>(path`/task/results/${id}`, { ...how, query });
      // From the newest on, rows that are added move the others back.
      const isMoved = shape.order === "desc" && known !== undefined;
      yield* isMoved ? page.rows.slice(page.total - known!) : page.rows;
      known = page.total;
      at += page.rows.length;
      if (page.rows.length === 0 || at >= page.total) return;
    }
  }

  /** The state of a task: at once where that is wanted, then each time when it is at rest or so many seconds later. */
  async function* states(
    id: string,
    seconds: number,
    signal: AbortSignal | undefined,
    isAtOnce = false,
  ): AsyncGenerator<TaskProgress> {
    const how = signal ? { signal } : {};
    let wait = isAtOnce ? 0 : seconds;
    let poll = 250;
    for (let isReduced = false; ; ) {
      const asked = Date.now();
      let state: TaskProgress;
      if (isReduced) {
        const [{ status }] = await calls.steady<[TaskSummary]>(path`/project/status/${id}`, how);
        state = { id, status, run: null, progress: null, error: null, position: null };
      } else {
        try {
          state = await calls.steady(path`/task/progress/${id}`, { ...how, query: { wait } });
        } catch (error) {
          if (!(error instanceof UnsupportedError)) throw error;
          isReduced = true;
          continue;
        }
      }
      yield state;
      // In the reduced edition, and when the server could not wait.
      if ((isReduced || wait > 0) && Date.now() - asked < 500) {
        await sleep(poll, [options.signal, signal]);
        poll = Math.min(poll * 1.5, 2000);
      }
      wait = seconds;
    }
  }

  /** The state in which the task is at rest, or the last one before the time is over. */
  async function settled(
    id: string,
    { timeoutMs, onProgress, signal }: WaitForOptions,
  ): Promise<{ readonly state: TaskProgress; readonly isLate: boolean }> {
    const until = timeoutMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeoutMs;
    const seconds = onProgress || timeoutMs !== undefined ? 1 : 20;
    for await (const state of states(id, seconds, signal, onProgress !== undefined)) {
      const isLate = Date.now() >= until;
      if (isLate || isAtRest(state.status)) return { state, isLate: !isAtRest(state.status) };
      onProgress?.(state);
    }
    throw new Error("There is always another state.");
  }

  async function waitForCompletion(id: string, wanted: WaitForOptions = {}): Promise<SettledTask> {
    const { state, isLate } = await settled(id, wanted);
    if (isLate) {
      throw new TimeoutError(
        `The task was still ${state.status} after ${wanted.timeoutMs} ms. Its run goes on.`,
        "TIMEOUT",
      );
    }
    const how = wanted.signal ? { signal: wanted.signal } : {};
    const [summary] = await calls.steady<[TaskSummary]>(path`/project/status/${id}`, how);
    return { ...summary, progress: state.progress, error: state.error };
  }

  async function* logs(id: string, wanted: LogsOptions = {}): AsyncGenerator<KeptLogEntry, void> {
    const { follow = false, after = 0, signal, ...shape } = wanted;
    const how = signal ? { signal } : {};
    const moments = states(id, 1, signal);
    let last = after;
    let isOver = !follow;
    try {
      for (;;) {
        const query = { ...shape, after: last, limit: LOG_PAGE };
        const entries = await calls.steady<readonly KeptLogEntry[]>(path`/task/log/${id}`, { ...how, query });
        for (const entry of entries) {
          yield entry;
          last = entry.n;
        }
        if (entries.length === LOG_PAGE) continue;
        if (isOver) return;
        isOver = isAtRest((await moments.next()).value.status);
      }
    } catch (error) {
      if (!follow || !isEnded(signal)) throw error;
    }
  }

  const isEnded = (signal: AbortSignal | undefined) => signal?.aborted || options.signal?.aborted;

  async function* events(wanted: EventsOptions = {}): AsyncGenerator<ClientEvent, void> {
    const { task, types, after, signal } = wanted;
    let last = after ?? "";
    let isFirst = true;
    for (let failed = 0; !isEnded(signal); failed += 1) {
      let open: OpenReply | undefined;
      try {
        open = await calls.open(
          task === undefined ? "/events" : path`/events/${task}`,
          {
            query: { types },
            headers: last ? { "last-event-id": last } : {},
            ...(signal ? { signal } : {}),
          },
          0,
        );
        for await (const { id, name, data } of messagesOf(open.response.body!, open.end)) {
          const happened = data && { id, name, data: JSON.parse(data) as never };
          failed = 0;
          isFirst = false;
          last = id;
          if (happened) yield happened as ClientEvent;
        }
        throw lost();
      } catch (error) {
        if (isEnded(signal)) return;
        const why = error instanceof ScriptoriumClientError ? error : lost(error);
        await calls.pause(why, failed, isFirst ? retries : reconnects, signal).catch((reason) => {
          if (!isEnded(signal)) throw reason;
        });
      } finally {
        open?.end();
      }
    }
  }

  return { rows, logs, events, settled, waitForCompletion };
}

function lost(cause?: unknown): NotReachableError {
  return new NotReachableError("The connection to the server was lost.", "NOT_REACHABLE", 0, { cause });
}
