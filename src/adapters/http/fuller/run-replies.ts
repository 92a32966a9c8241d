import { type JsonObject, type RunOptions, ScriptoriumError, type Task } from "../../../kernel/index.js";
import { summaryOf } from "../../../kernel/task.js";
import { isPlainObject } from "../../../kernel/values/json.js";
import type { unreadMembers } from "../unread.js";
import { type FullerCall, type FullerParts, NotedReply } from "./fuller.js";
import { oneOf, originIn, pageIn, runForm, wholeNumber } from "./queries.js";

const MOST = 1000;

/** What answers for the runs of a task. */
export function runReplies({ kernel, knownForm, waits }: FullerParts) {
  const { tasks } = kernel;
  const idOf = ({ parameters }: FullerCall) => knownForm(parameters["id"]);

  async function list(call: FullerCall): Promise<unknown> {
    const id = idOf(call);
    const offset = wholeNumber(call.query, "skip") ?? 0;
    const limit = wholeNumber(call.query, "limit", MOST) ?? 100;
    const newest = oneOf(call.query, "order", ["desc", "asc"]) === "desc";
    const { _id } = await tasks.existing(id);
    const total = await tasks.countRuns(_id);
    // Newest first means counting from the end, since the storage keeps them oldest first.
    const end = Math.max(0, total - offset);
    const page = newest ? { offset: Math.max(0, end - limit), limit: Math.min(limit, end) } : { offset, limit };
    const found = page.limit === 0 ? [] : await Array.fromAsync(tasks.runs(_id, page));
    return { total, runs: newest ? found.reverse() : found };
  }

  async function one(call: FullerCall): Promise<unknown> {
    return tasks.runOf(idOf(call), runForm(idOf(call), call.parameters["run"]));
  }

  async function lines(call: FullerCall): Promise<unknown> {
    const { query } = call;
    const id = idOf(call);
    const state = oneOf(query, "state", ["all", "done", "failed"]);
    const page = pageIn(query, MOST);
    const run = await tasks.runOf(id, runForm(idOf(call), query.get("run")));
    const found = tasks.lines(id, run._id, { ...page, ...(state === "all" ? {} : { state }) });
    return { run: run._id, ...page, lines: await Array.fromAsync(found) };
  }

  async function effects(call: FullerCall): Promise<unknown> {
    const { query } = call;
    const page = pageIn(query, MOST);
    const run = await tasks.runOf(idOf(call), runForm(idOf(call), query.get("run")));
    return { run: run._id, ...page, effects: await Array.fromAsync(tasks.effects(run.taskId, run._id, page)) };
  }

  async function restart(call: FullerCall): Promise<unknown> {
    const body = call.request.method === "POST" ? await call.object() : {};
    const { overrides } = body;
    if (overrides !== undefined && !isPlainObject(overrides)) {
      throw new ScriptoriumError("QUERY_REFUSED", '"overrides" must be an object of settings for this run.', {
        member: "overrides",
      });
    }
    // Checked with the body: whatever is not JSON is refused there.
    const own = overrides === undefined ? {} : { overrides: overrides as JsonObject };
    return begun(call, () => tasks.restart(idOf(call), { ...origin(call), ...own }), await unread(body, "restart"));
  }

  async function retry(call: FullerCall): Promise<unknown> {
    const body = await call.object();
    const { only = "failed" } = body;
    if (only !== "failed") {
      throw new ScriptoriumError("QUERY_REFUSED", '"only" must be "failed", the one kind of line there is to retry.', {
        member: "only",
      });
    }
    return begun(call, () => tasks.retry(idOf(call), origin(call)), await unread(body, "retry"));
  }

  async function begun(call: FullerCall, begin: () => Promise<Task>, unread: readonly string[]): Promise<NotedReply> {
    const { task, hasWaited, notes } = await waits.after(call, begin);
    return new NotedReply({ ...(hasWaited ? summaryOf(task) : {}), ...waiting(task) }, [...unread, ...notes]);
  }

  async function keep(call: FullerCall): Promise<unknown> {
    const body = await call.object();
    const { keep: wanted = true } = body;
    if (typeof wanted !== "boolean") {
      throw new ScriptoriumError("QUERY_REFUSED", '"keep" must be true or false.', { member: "keep" });
    }
    const kept = await tasks.keepRun(idOf(call), runForm(idOf(call), call.parameters["run"]), wanted);
    return new NotedReply(kept, await unread(body, "keep"));
  }

  async function progress(call: FullerCall): Promise<unknown> {
    const { task, notes } = await waits.after(call, () => tasks.existing(idOf(call)));
    const position = task.status === "waiting" ? await tasks.position(task._id) : undefined;
    const { progress = null, error = null } = task;
    return new NotedReply({ ...waiting(task), progress, error, position: position ?? null }, notes);
  }

  return { list, one, lines, effects, progress, restart, retry, keep };
}

async function unread(...asked: Parameters<typeof unreadMembers>): Promise<readonly string[]> {
  return (await import("../unread.js")).unreadMembers(...asked);
}

function origin({ query }: FullerCall): RunOptions {
  return { origin: originIn(query) };
}

/** What a caller needs to follow the task from here. */
function waiting({ _id, status, runId }: Task): { id: string; status: string; run: string | null } {
  return { id: _id, status, run: runId ?? null };
}
