import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ShownRun } from "../../../../../../kernel/index.js";
import { usePages } from "../../../parts/pages.js";
import { Badge, Notice, Skeleton, StatusBadge } from "../../../parts/status.js";
import { Table } from "../../../parts/table.js";
import { toastError } from "../../../parts/toast.js";
import { client, readOnly } from "../../../state/client.js";
import { dateTime, duration, number } from "../../../state/format.js";
import { go } from "../../../state/route.js";
import { runPage, runList as say } from "../../../strings.js";
import { type RunNow, secondsOf } from "../state.js";

/** Every run of the task that is still there. */
export function Runs({ now, changed }: { readonly now: RunNow; readonly changed: () => void }): JSX.Element {
  const { id, run: shown, runCount } = now;
  const runs = usePages<ShownRun>(
    `runs ${id} ${runCount} ${now.task.status}`,
    async (offset, limit, signal) => {
      const found = await client.runs(id, { skip: offset, limit }, { signal });
      return { total: found.total, rows: found.runs };
    },
    100,
  );
  // Shown at once; the list is read again meanwhile.
  const [kept, setKept] = useState<Readonly<Record<string, boolean>>>({});
  const isKept = ({ _id, keep }: ShownRun) => kept[_id] ?? keep === true;
  if (runs.error) return <Notice kind="error">{runs.error.message}</Notice>;
  if (!runs.isReady) return <Skeleton />;
  const keep = async (run: ShownRun) => {
    const wanted = !isKept(run);
    const show = (keep: boolean) => setKept((before) => ({ ...before, [run._id]: keep }));
    show(wanted);
    try {
      await client.keep(id, run._id, wanted);
      runs.reload();
      changed();
    } catch (error) {
      show(!wanted);
      toastError(error);
    }
  };
  const when = ({ startedAt, createdAt }: ShownRun) => dateTime(startedAt ?? createdAt);
  const status = ({ status: now }: ShownRun) =>
    now === "interrupted" ? <Badge kind="warn">{runPage.status(now)}</Badge> : <StatusBadge status={now} />;
  const took = (run: ShownRun) => {
    const seconds = secondsOf(run);
    return seconds === undefined ? null : duration(seconds);
  };
  return (
    <>
      <p class="soft small-text">{say.retention}</p>
      <Table
        label={say.title}
        rows={runs}
        rowKey={({ _id }) => _id}
        onOpen={({ _id }) => go("run", id, _id)}
        columns={[
          {
            name: "started",
            title: say.started,
            width: "minmax(15rem, 1.6fr)",
            render: (run) => (
              <span class="run-when">
                <time dateTime={run.startedAt ?? run.createdAt}>{when(run)}</time>
                {run._id === shown?._id && <Badge kind="accent">{say.shown}</Badge>}
              </span>
            ),
          },
          { name: "status", title: say.status, width: "8rem", render: status },
          {
            name: "origin",
            title: say.origin,
            render: ({ origin }) => <span class="soft">{runPage.by(origin)}</span>,
          },
          { name: "duration", title: say.duration, align: "end", render: took },
          { name: "rows", title: say.rows, align: "end", render: ({ progress }) => progress && number(progress.rows) },
          {
            name: "failed",
            title: say.failed,
            align: "end",
            render: ({ progress }) =>
              progress && <span class={progress.failed > 0 ? "bad" : "soft"}>{number(progress.failed)}</span>,
          },
          {
            name: "files",
            title: say.files,
            align: "end",
            render: ({ progress }) => progress && number(progress.files),
          },
          {
            name: "keep",
            title: say.keep,
            width: "4rem",
            render: (run) => (
              <input
                type="checkbox"
                checked={isKept(run)}
                disabled={readOnly}
                aria-label={say.keepOf(when(run))}
                onChange={() => void keep(run)}
              />
            ),
          },
        ]}
        narrow={{
          height: 68,
          render: (run) => (
            <span class="narrow-row">
              <span class="narrow-line">
                <strong>{when(run)}</strong>
                {status(run)}
              </span>
              <span class="small-text soft">
                {took(run)} · {say.rows} {number(run.progress?.rows ?? 0)} · {say.failed}{" "}
                {number(run.progress?.failed ?? 0)}
              </span>
            </span>
          ),
        }}
      />
    </>
  );
}
