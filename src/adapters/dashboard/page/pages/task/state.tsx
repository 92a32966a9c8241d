import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { Progress } from "../../../../../kernel/task.js";
import { LinkButton } from "../../parts/button.js";
import { Notice, ProgressBar, StatusBadge } from "../../parts/status.js";
import { client } from "../../state/client.js";
import { ago, dateTime, duration, number } from "../../state/format.js";
import { progressMoved, progressOf } from "../../state/live.js";
import { useResource } from "../../state/resource.js";
import { href } from "../../state/route.js";
import { taskPage as say, words } from "../../strings.js";

/** What the page shows of a task besides its data object. */
export interface ShownTask {
  readonly _id: string;
  readonly name: string;
  readonly type: string;
  readonly group: string;
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly runId?: string;
  readonly progress?: Progress;
  readonly error?: { readonly message: string };
  /** In the queue. */
  readonly position: number | null;
}

export const isLive = (status: string) => status === "running" || status === "waiting" || status.startsWith("aborting");

const PROJECTION = {
  name: 1,
  type: 1,
  group: 1,
  status: 1,
  createdAt: 1,
  updatedAt: 1,
  runId: 1,
  progress: 1,
  "error.message": 1,
} as const;

/** The task as it is now; null when there is none of this id. */
export async function readTask(id: string, signal: AbortSignal): Promise<ShownTask | null> {
  const [found] = await client.find<Omit<ShownTask, "position">>(
    { query: { _id: id }, projection: PROJECTION },
    { signal },
  );
  if (found === undefined) return null;
  const position = found.status === "waiting" ? (await client.progress(id, { signal })).position : null;
  return { ...found, position };
}

/** How the task stands: its progress and what it waits for, why it failed, and its last runs. */
export function State({ task }: { readonly task: ShownTask }): JSX.Element {
  void progressMoved.value;
  const id = useId();
  const progress = progressOf.get(task._id) ?? task.progress;
  const live = isLive(task.status);
  return (
    <section class="card task-state" aria-labelledby={id}>
      <h2 id={id}>{say.state}</h2>
      {task.status === "draft" && !task.runId && <p class="soft">{say.neverRun}</p>}
      {task.status === "waiting" && (
        <p class="soft">{task.position === null ? say.inQueue : say.queuePlace(task.position)}</p>
      )}
      {progress && task.status !== "draft" && task.status !== "waiting" && (
        <>
          {live ? (
            <ProgressBar label={say.state} progress={progress} />
          ) : (
            <p class="numbers">{say.linesOk(number(progress.ok), number(progress.total), progress.failed)}</p>
          )}
          {live && progress.phase && <p class="small-text">{progress.phase}</p>}
          {live && progress.current && (
            <p class="small-text soft current" title={progress.current}>
              {progress.current}
            </p>
          )}
          <dl class="task-figures numbers">
            <Figure name={say.rows} value={progress.rows} />
            <Figure name={say.files} value={progress.files} />
            <Figure name={say.failed} value={progress.failed} />
          </dl>
        </>
      )}
      {task.status === "failed" && task.error && <Notice kind="error">{task.error.message}</Notice>}
      <Runs id={task._id} />
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: number }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{number(value)}</dd>
    </div>
  );
}

const MOST_RUNS = 5;

function Runs({ id }: { readonly id: string }): JSX.Element | null {
  const runs = useResource(`runs/${id}`, (signal) => client.runs(id, { limit: MOST_RUNS }, { signal }), {
    live: id,
    every: 1500,
  }).data;
  if (runs === undefined || runs.total === 0) return null;
  return (
    <div>
      <h3 class="soft small-text">{say.runs(runs.total)}</h3>
      <ul class="runs">
        {runs.runs.map((run) => (
          <li key={run._id}>
            <a href={href("run", id, run._id)} title={run.startedAt && dateTime(run.startedAt)}>
              <span>{run.startedAt ? ago(run.startedAt) : words.status(run.status)}</span>
              <span class="soft small-text numbers">
                {run.startedAt &&
                  run.finishedAt &&
                  duration((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000)}
              </span>
              <StatusBadge status={run.status} />
            </a>
          </li>
        ))}
      </ul>
      <div class="row">
        <LinkButton small icon="clock" href={href("run", id)}>
          {say.lastRun}
        </LinkButton>
      </div>
    </div>
  );
}
