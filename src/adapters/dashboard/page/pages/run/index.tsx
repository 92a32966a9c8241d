import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { LinkButton } from "../../parts/button.js";
import { useShortcuts } from "../../parts/shortcuts.js";
import { Badge, Empty, Loaded, Notice, Skeleton, StatusBadge } from "../../parts/status.js";
import { Tabs } from "../../parts/tabs.js";
import { PageHead } from "../../shell/page-head.js";
import { dateTime } from "../../state/format.js";
import { useResource } from "../../state/resource.js";
import { go, href, route, setQuery } from "../../state/route.js";
import { typeTitle, useTypes } from "../../state/types.js";
import { runPage as say, shell } from "../../strings.js";
import { RunActions } from "./actions.js";
import { Compare } from "./compare/index.js";
import { Files } from "./files/index.js";
import { Effects } from "./lists/effects.js";
import { Failed } from "./lists/failed.js";
import { Runs } from "./lists/runs.js";
import { Log } from "./log/index.js";
import { Rows } from "./rows/index.js";
import { type Peek, peek } from "./rows/reading.js";
import { isAtWork, progressNow, type RunNow, useRun } from "./state.js";
import { Summary } from "./summary.js";
import { PlacesView } from "./views/map.js";
import { placeColumns } from "./views/places.js";
import { rankColumns } from "./views/ranks.js";
import { RanksView } from "./views/ranks-view.js";
import { reportFiles } from "./views/report.js";
import { ReportView } from "./views/report-view.js";
import "./run.css";

/** A run: how far it is, what it says and what it has left. `#/run/TASK/RUN`, or the last one without RUN. */
export default function RunPage(): JSX.Element {
  const [id, runId] = route.value.parts;
  const run = useRun(id, runId);
  if (id === undefined) {
    return (
      <>
        <PageHead title={shell.pages["run"]!} />
        <Empty
          icon="clock"
          title={say.noTask}
          actions={
            <LinkButton kind="primary" href={href("tasks")}>
              {shell.toTasks}
            </LinkButton>
          }
        >
          {say.noTaskIs}
        </Empty>
      </>
    );
  }
  if (run.data === undefined) {
    return (
      <>
        <PageHead title={shell.pages["run"]!} back={{ href: href("task", id), label: say.backToTask }} />
        <Loaded from={run}>{() => null}</Loaded>
      </>
    );
  }
  return <Shown now={run.data} error={run.error} changed={run.reload} />;
}

function Shown(given: { readonly now: RunNow; readonly error: Error | undefined; readonly changed: () => void }) {
  const { now, error, changed } = given;
  const { id, name, type, run } = now;
  const { data: types } = useTypes();
  useShortcuts([{ keys: "o", label: say.toTask, run: () => go("task", id) }], [id]);
  return (
    <>
      <PageHead
        title={say.titleOf(name)}
        back={{ href: href("task", id), label: say.backToTask }}
        badges={
          run && (
            <>
              {run.status === "interrupted" ? (
                <Badge kind="warn">{say.status(run.status)}</Badge>
              ) : (
                // What the task says is newer where it is told to stop.
                <StatusBadge status={now.isLast && isAtWork(now.task.status) ? now.task.status : run.status} />
              )}
              {run.keep && <Badge>{say.kept}</Badge>}
            </>
          )
        }
        about={
          <>
            {typeTitle(types, type)}
            {run && (
              <>
                {" · "}
                {run.startedAt ? say.startedAt(dateTime(run.startedAt)) : say.requestedAt(dateTime(run.createdAt))}{" "}
                {say.by(run.origin)}
                {run.attempts > 1 && ` · ${say.attempts(run.attempts)}`}
                {!now.isLast && ` · ${say.isOld}`}
              </>
            )}
          </>
        }
      >
        <RunActions now={now} changed={changed} />
      </PageHead>
      {error && <Notice kind="error">{error.message}</Notice>}
      <Summary now={now} />
      {run === undefined ? (
        <Empty icon="play" title={say.noRun}>
          {say.noRunIs}
        </Empty>
      ) : (
        <Views now={now} changed={changed} />
      )}
    </>
  );
}

/** The views of what a run has left. Which there are follows from its rows and files, not from its type. */
function Views({ now, changed }: { readonly now: RunNow; readonly changed: () => void }): JSX.Element {
  const { id, runCount } = now;
  const run = now.run!;
  const isLive = now.isLast && isAtWork(run.status);
  // Its rows are there in full when it has ended.
  const found = useResource<Peek>(
    `peek ${run._id} ${run.status}`,
    (signal) => peek(id, run._id, signal),
    isLive ? { live: id, every: 2500 } : {},
  );
  const some = found.data?.some;
  const places = useMemo(() => some && placeColumns(some), [some]);
  const ranks = useMemo(() => some && rankColumns(some), [some]);
  const report = useMemo(() => reportFiles(found.data?.files ?? []), [found.data]);
  const progress = progressNow(now);
  const failed = progress?.failed ?? 0;
  const files = Math.max(progress?.files ?? 0, found.data?.files.length ?? 0);
  const rows = Math.max(progress?.rows ?? 0, found.data?.total ?? 0);
  const usual = useUsualView(run._id, isLive, { rows, failed, files });
  const tabs = [
    { name: "rows", count: rows },
    ...(places ? [{ name: "places" }] : []),
    ...(ranks ? [{ name: "ranks" }] : []),
    ...(report ? [{ name: "report" }] : []),
    { name: "files", count: files },
    { name: "failed", count: failed },
    { name: "log" },
    { name: "effects" },
    ...(runCount > 1 ? [{ name: "compare" }] : []),
    { name: "runs", count: runCount },
  ].map((tab) => ({ ...tab, label: say.views[tab.name as keyof typeof say.views] }));
  const wanted = route.value.query.get("view") ?? usual;
  const chosen = tabs.some(({ name }) => name === wanted) ? wanted : usual;
  const view = (): JSX.Element => {
    if (chosen === "files") return <Files now={now} />;
    if (chosen === "failed") return <Failed now={now} />;
    if (chosen === "log") return <Log now={now} />;
    if (chosen === "effects") return <Effects now={now} />;
    if (chosen === "runs") return <Runs now={now} changed={changed} />;
    if (chosen === "compare") return <Compare now={now} peek={found.data} />;
    if (found.data === undefined) return found.error ? <Loaded from={found}>{() => null}</Loaded> : <Skeleton />;
    if (chosen === "places" && places) return <PlacesView now={now} peek={found.data} columns={places} />;
    if (chosen === "ranks" && ranks) return <RanksView now={now} peek={found.data} columns={ranks} />;
    if (chosen === "report" && report)
      return <ReportView id={id} files={report} names={new Set(found.data.files.map(({ path }) => path))} />;
    return <Rows key={run._id} now={now} peek={found.data} />;
  };
  return (
    <Tabs label={say.viewsLabel} tabs={tabs} chosen={chosen} onChoose={(name) => setQuery({ view: name })}>
      {view()}
    </Tabs>
  );
}

/** What is shown first: what there is most to see of. It stays while the run goes on, whatever comes in. */
function useUsualView(run: string, isLive: boolean, found: { rows: number; failed: number; files: number }): string {
  const first = useRef<{ readonly run: string; readonly isLive: boolean; readonly view: string } | undefined>(
    undefined,
  );
  if (first.current?.run !== run || (first.current.isLive && !isLive && first.current.view === "log")) {
    const { rows, failed, files } = found;
    const view =
      rows > 0 && !isLive
        ? failed >= rows
          ? "failed"
          : "rows"
        : isLive
          ? "log"
          : failed > 0
            ? "failed"
            : files > 0
              ? "files"
              : "log";
    first.current = { run, isLive, view };
  }
  return first.current.view;
}
