import { createHash } from "node:crypto";
import type { EventName } from "../../events.js";
import type { Delivery, Run } from "../../storage.js";
import type { JsonObject } from "../../values/json.js";
import { readTemplate, renderTemplate } from "./template.js";

/** What is sent of a task: all of it while the task is there, the id alone when it is gone. */
export interface EventTask {
  readonly id: string;
  readonly name?: string;
  readonly type?: string;
  readonly group?: string;
  readonly status?: string;
}

/** What happened. */
export interface Happening {
  readonly event: EventName;
  readonly at: string;
  readonly task: EventTask;
  readonly run?: Run;
  /** What the event carries besides the task. */
  readonly data: JsonObject;
  /** The same for every process that sees the same event, so that two servers store one delivery. */
  readonly mark: string;
}

/**
 * The delivery of a happening to a webhook; the same two give the same id. `own` is the one that the data of the task
 * `webhookId` name.
 */
export function deliveryOf(
  { event, at, task, run, data, mark }: Happening,
  webhookId: string,
  {
    template = "",
    own,
    result,
  }: {
    readonly template?: string;
    readonly own?: Pick<Delivery, "url" | "secretId">;
    readonly result?: JsonObject | undefined;
  } = {},
): Delivery {
  const id = createHash("sha256")
    .update(JSON.stringify([webhookId, event, mark]))
    .digest("hex")
    .slice(0, 24);
  const message = {
    id,
    type: event,
    createdAt: at,
    task: { ...task },
    run: run === undefined ? null : runFacts(run),
    data,
    ...(result === undefined ? {} : { result }),
  };
  const read = template === "" ? undefined : readTemplate(template);
  // A template was checked when it came; one that another hand broke since gives way to the usual body.
  const body = read === undefined || "problem" in read ? JSON.stringify(message) : renderTemplate(read, message);
  return {
    _id: id,
    webhookId,
    taskId: task.id,
    ...(own?.url === undefined ? {} : { url: own.url }),
    ...(own?.secretId ? { secretId: own.secretId } : {}),
    event,
    body,
    state: "waiting",
    attempts: 0,
    dueAt: at,
    createdAt: at,
    revision: 0,
  };
}

/** The mark of a run's end. A run that is resumed ends more than once, each time at another time and in other hands. */
export function endMark({ _id, finishedAt, fence }: Run): string {
  return `${_id} ${finishedAt ?? ""} ${fence ?? 0}`;
}

function runFacts({ _id, origin, startedAt, finishedAt, progress, error }: Run): JsonObject {
  return {
    id: _id,
    origin,
    startedAt: startedAt ?? null,
    finishedAt: finishedAt ?? null,
    progress: progress === undefined ? null : { ...progress },
    error: error === undefined ? null : { ...error },
  };
}

/** The id of the run in a body of the usual form. */
export function runIn(body: string): string | undefined {
  const { run } = JSON.parse(body) as { readonly run?: { readonly id?: string } | null };
  return run?.id;
}
