import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { Button, LinkButton } from "../../parts/button.js";
import { Menu } from "../../parts/menu.js";
import { useShortcuts } from "../../parts/shortcuts.js";
import { Empty, Notice, ProgressBar, Skeleton, StatusBadge } from "../../parts/status.js";
import { type Column, type Sort, Table } from "../../parts/table.js";
import { PageHead } from "../../shell/page-head.js";
import { readOnly } from "../../state/client.js";
import { ago, dateTime, number } from "../../state/format.js";
import { progressMoved } from "../../state/live.js";
import { go, href, route, setQuery } from "../../state/route.js";
import { typeTitle, useTypes } from "../../state/types.js";
import { tasksPage as say, words } from "../../strings.js";
import { abortTasks, deleteTasks, duplicateTasks, runTasks } from "./actions.js";
import { Filters } from "./filters.js";
import { type Further, useFurther } from "./further.js";
import { Gallery } from "./gallery.js";
import { useSearch } from "./search.js";
import {
  followTasks,
  isCut,
  isPartial,
  type ListedTask,
  MOST,
  progressNow,
  reloadTasks,
  tasks,
  tasksError,
} from "./tasks-store.js";
import "./tasks.css";
import { Welcome } from "./welcome.js";

const selection = signal<ReadonlySet<string>>(new Set());

const isLive = (status: string) => status === "running" || status === "waiting" || status.startsWith("aborting");

export default function TasksPage(): JSX.Element {
  useLayoutEffect(followTasks, []);
  return route.value.parts[0] === "new" ? <Gallery /> : <TaskList />;
}

function TaskList(): JSX.Element {
  const all = tasks.value;
  // The welcome stays until the first run that it has begun is at its end.
  const [isWelcoming, welcome] = useState(false);
  const { query } = route.value;
  const text = query.get("q") ?? "";
  const filters = {
    status: query.get("status"),
    type: query.get("type"),
    group: query.get("group"),
    tag: query.get("tag"),
  };
  const sort = sortIn(query.get("sort"));
  const found = useSearch(text);
  const further = useFurther(text, filters, sortText(sort));
  const types = useTypes().data;
  const isFiltered = text.trim() !== "" || Object.values(filters).some(Boolean);
  const shown = useMemo(
    () =>
      sorted(
        (all ?? []).filter(
          (task) =>
            (!filters.status || task.status === filters.status) &&
            (!filters.type || task.type === filters.type) &&
            (!filters.group || task.group === filters.group) &&
            (!filters.tag || task.data?.tags?.includes(filters.tag)) &&
            found.has(task),
        ),
        sort,
        // Behind these the order has gaps.
      ).slice(0, isCut.value ? MOST : undefined),
    [all, query.toString(), found.has],
  );
  const chosen = (all ?? []).filter(({ _id }) => selection.value.has(_id));
  useShortcuts(
    readOnly
      ? []
      : [
          { keys: "n", label: say.create, run: () => go("tasks", "new") },
          {
            keys: "/",
            label: say.searchLabel,
            run: () => document.querySelector<HTMLElement>(".task-search input")?.focus(),
          },
        ],
  );

  if (all === undefined) {
    return (
      <>
        <PageHead title={say.title} />
        {tasksError.value ? (
          <Notice
            kind="error"
            title={words.notLoaded}
            actions={
              <Button small onClick={reloadTasks}>
                {words.tryAgain}
              </Button>
            }
          >
            {tasksError.value.message}
          </Notice>
        ) : (
          <Skeleton lines={9} />
        )}
      </>
    );
  }
  if (isWelcoming || (all.length === 0 && !isFiltered)) return <Welcome onBegin={welcome} />;
  return (
    <>
      <PageHead
        title={say.title}
        about={
          isPartial.value
            ? say.countSoFar(number(all.length))
            : isCut.value
              ? say.countCut(number(shown.length), isFiltered)
              : say.count(number(shown.length), number(all.length), isFiltered)
        }
      >
        {!readOnly && (
          <LinkButton kind="primary" icon="plus" href={href("tasks", "new")}>
            {say.create}
          </LinkButton>
        )}
      </PageHead>
      <Filters text={text} found={found} tasks={all} types={types} filters={filters} />
      {isCut.value && <Cut further={further} />}
      {chosen.length > 0 && <Bulk chosen={chosen} />}
      <Table
        label={say.title}
        columns={useColumns(types)}
        rows={shown}
        rowKey={({ _id }) => _id}
        sort={sort}
        onSort={({ column, descending }) => setQuery({ sort: sortText({ column, descending }) })}
        {...(readOnly ? {} : { selection })}
        allKeys={() => shown.map(({ _id }) => _id)}
        onOpen={({ _id }) => go("task", _id)}
        remember="tasks"
        topOn={query.toString()}
        narrow={{ height: 76, render: (task) => <NarrowRow task={task} title={typeTitle(types, task.type)} /> }}
        {...(readOnly ? {} : { actions: (task: ListedTask) => <RowMenu task={task} /> })}
        empty={
          <Empty
            icon="search"
            title={say.nothingFound}
            actions={
              <Button
                onClick={() =>
                  setQuery({ q: undefined, status: undefined, type: undefined, group: undefined, tag: undefined })
                }
              >
                {say.clearFilters}
              </Button>
            }
          >
            {say.nothingFoundIs}
          </Empty>
        }
      />
    </>
  );
}

/** There are more tasks than are listed: which these are, and how to find the others. */
function Cut({ further }: { readonly further: Further | undefined }): JSX.Element {
  const most = number(MOST);
  return (
    <p class="soft small-text" role="status">
      {further === undefined
        ? say.isCut(most)
        : !further.isThere
          ? say.askingServer
          : (further.problem ?? (further.isCut ? say.foundCut(most) : say.foundAll))}
    </p>
  );
}

function useColumns(types: Parameters<typeof typeTitle>[0]): readonly Column<ListedTask>[] {
  const { columns } = say;
  return useMemo(
    () => [
      {
        name: "name",
        title: columns.name,
        fixed: true,
        sortable: true,
        width: "minmax(12rem, 2.4fr)",
        render: (task) => <TaskLink task={task} />,
      },
      {
        name: "type",
        title: columns.type,
        sortable: true,
        width: "minmax(8rem, 1.2fr)",
        render: ({ type }) => <span class="soft">{typeTitle(types, type)}</span>,
      },
      { name: "group", title: columns.group, sortable: true, optional: true, render: ({ group }) => group },
      { name: "tags", title: columns.tags, optional: true, render: ({ data }) => data?.tags?.join(", ") },
      {
        name: "status",
        title: columns.status,
        sortable: true,
        width: "7.5rem",
        render: ({ status }) => <StatusBadge status={status} />,
      },
      {
        name: "progress",
        title: columns.progress,
        width: "minmax(9rem, 1.3fr)",
        render: (task) => <TaskProgress task={task} />,
      },
      {
        name: "rows",
        title: columns.rows,
        align: "end",
        optional: true,
        render: (task) => number(progressNow(task)?.rows ?? 0),
      },
      {
        name: "files",
        title: columns.files,
        align: "end",
        optional: true,
        render: (task) => number(progressNow(task)?.files ?? 0),
      },
      {
        name: "nextAt",
        title: columns.nextAt,
        optional: true,
        sortable: true,
        width: "9rem",
        render: ({ schedule }) => schedule?.nextAt && <Moment at={schedule.nextAt} />,
      },
      {
        name: "updatedAt",
        title: columns.updatedAt,
        sortable: true,
        width: "7.5rem",
        render: ({ updatedAt }) => <Moment at={updatedAt} />,
      },
      {
        name: "createdAt",
        title: columns.createdAt,
        sortable: true,
        optional: true,
        width: "7.5rem",
        render: ({ createdAt }) => <Moment at={createdAt} />,
      },
    ],
    [types],
  );
}

function Moment({ at }: { readonly at: string }): JSX.Element {
  return (
    <time class="soft" dateTime={at} title={dateTime(at)}>
      {ago(at)}
    </time>
  );
}

function TaskLink({ task }: { readonly task: ListedTask }): JSX.Element {
  return (
    <a class="task-name" dir="auto" title={task.name} href={href("task", task._id)} tabIndex={-1}>
      {task.name || say.untitled}
    </a>
  );
}

function TaskProgress({ task }: { readonly task: ListedTask }): JSX.Element | null {
  void progressMoved.value;
  const progress = progressNow(task);
  if (task.status === "failed" && task.error)
    return (
      <bdi class="soft" title={task.error.message}>
        {task.error.message}
      </bdi>
    );
  if (progress === undefined) return task.status === "waiting" ? <span class="soft">{say.waitsFor}</span> : null;
  if (isLive(task.status)) return <ProgressBar slim label={task.name || say.untitled} progress={progress} />;
  return <span class="soft">{words.ofTotal(number(progress.ok), number(progress.total))}</span>;
}

function NarrowRow({ task, title }: { readonly task: ListedTask; readonly title: string }): JSX.Element {
  return (
    <span class="narrow-task">
      <span class="narrow-line">
        <TaskLink task={task} />
        <StatusBadge status={task.status} />
      </span>
      <span class="narrow-line soft small-text">
        {isLive(task.status) && progressNow(task) ? <TaskProgress task={task} /> : <span>{title}</span>}
        {!isLive(task.status) && <Moment at={task.updatedAt} />}
      </span>
    </span>
  );
}

function RowMenu({ task }: { readonly task: ListedTask }): JSX.Element {
  return (
    <Menu
      small
      label={say.more(task.name || say.untitled)}
      items={[
        isLive(task.status)
          ? { label: say.abort, icon: "stop", run: () => void abortTasks([task]) }
          : { label: say.run, icon: "play", run: () => void runTasks([task]) },
        { label: say.lastRun, icon: "clock", run: () => go("run", task._id) },
        { label: say.duplicate, icon: "copy", run: () => void duplicateTasks([task]) },
        { label: say.delete, icon: "trash", danger: true, run: () => deleteTasks([task]) },
      ]}
    />
  );
}

/** What can be done with all chosen tasks. */
function Bulk({ chosen }: { readonly chosen: readonly ListedTask[] }): JSX.Element {
  const live = chosen.filter(({ status }) => isLive(status));
  const resting = chosen.filter(({ status }) => !isLive(status));
  const clear = () => {
    selection.value = new Set();
  };
  return (
    <div class="bulk">
      <strong>{say.chosen(number(chosen.length))}</strong>
      <div class="row">
        <Button small icon="play" disabled={resting.length === 0} onClick={() => void runTasks(resting)}>
          {say.run}
        </Button>
        <Button small icon="stop" disabled={live.length === 0} onClick={() => void abortTasks(live)}>
          {say.abort}
        </Button>
        <Button small icon="copy" onClick={() => void duplicateTasks(chosen)}>
          {say.duplicate}
        </Button>
        <Button
          small
          kind="danger"
          icon="trash"
          onClick={() => {
            deleteTasks(chosen);
            clear();
          }}
        >
          {say.delete}
        </Button>
      </div>
      <Button small kind="quiet" icon="close" onClick={clear}>
        {say.clearChoice}
      </Button>
    </div>
  );
}

const sortText = ({ column, descending }: Sort) => `${descending ? "-" : ""}${column}`;

function sortIn(text: string | null): Sort {
  if (!text) return { column: "createdAt", descending: true };
  return { column: text.replace(/^-/, ""), descending: text.startsWith("-") };
}

const collator = new Intl.Collator(undefined, { numeric: true });

function sorted(found: ListedTask[], { column, descending }: Sort): readonly ListedTask[] {
  // The list comes in this order.
  if (column === "createdAt" && descending) return found;
  const isText = column === "name" || column === "group" || column === "type" || column === "status";
  const of = (task: ListedTask): string =>
    column === "nextAt" ? (task.schedule?.nextAt ?? "") : String(task[column as keyof ListedTask] ?? "");
  const compare = isText
    ? (one: ListedTask, other: ListedTask) => collator.compare(of(one), of(other))
    : (one: ListedTask, other: ListedTask) => (of(one) < of(other) ? -1 : of(one) > of(other) ? 1 : 0);
  return found.sort((one, other) => (descending ? compare(other, one) : compare(one, other)));
}
