import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button, LinkButton } from "../../../parts/button.js";
import { usePages } from "../../../parts/pages.js";
import { Empty, Notice, Skeleton } from "../../../parts/status.js";
import { type Column, type Sort, Table } from "../../../parts/table.js";
import { client } from "../../../state/client.js";
import { number } from "../../../state/format.js";
import { onTaskEvents } from "../../../state/live.js";
import { href } from "../../../state/route.js";
import { runRows as say, words } from "../../../strings.js";
import { fileOf } from "../../articles/article.js";
import { isAtWork, type RunNow } from "../state.js";
import { CellView } from "./cell.js";
import { columnsOf, filterOf, isFigures, plainText, type Row, type SlimRow, slim } from "./cells.js";
import { ExportMenu } from "./export.js";
import { MOST_KEPT, type Peek, type Sifted, sift } from "./reading.js";
import { RowDialog } from "./row-dialog.js";

/** So many columns stand side by side before one chooses. */
const SHOWN_COLUMNS = 6;

/** The rows of a run as a table, whatever columns they have. */
export function Rows({ now, peek }: { readonly now: RunNow; readonly peek: Peek }): JSX.Element {
  const { id } = now;
  const run = now.run!._id;
  const isLive = now.isLast && isAtWork(now.run!.status);
  const [text, setText] = useState("");
  const [inColumn, setInColumn] = useState("");
  const [order, setOrder] = useState<"asc" | "desc">("asc");
  const [sort, setSort] = useState<Sort>();
  const [opened, open] = useState<number>();
  const names = useMemo(() => columnsOf(peek.some), [peek]);
  const hasTexts = useMemo(() => {
    const files = new Set(peek.files.map(({ path }) => path));
    return peek.some.some((row) => fileOf(row, files) !== undefined);
  }, [peek]);
  const columns = useMemo(() => columnsFor(names, peek.some), [names, peek]);
  const pages = usePages<SlimRow>(
    `${run} ${order} ${peek.pageSize}`,
    async (offset, limit, signal) => {
      const page = await client.results<Row>(id, { run, offset, limit, order }, { signal });
      const at = (index: number) => (order === "asc" ? offset + index : page.total - 1 - offset - index);
      return { total: page.total, rows: page.rows.map((row, index) => slim(row, at(index))) };
    },
    peek.pageSize,
  );
  const reload = useRef(pages.reload);
  reload.current = pages.reload;
  useEffect(() => {
    if (!isLive) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = onTaskEvents(id, (events) => {
      if (!events.some(({ name }) => name === "task.row" || name === "stream.reset" || name === "task.complete"))
        return;
      timer ??= setTimeout(() => {
        timer = undefined;
        reload.current();
      }, 800);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [id, isLive]);
  const key = text.trim() === "" && sort === undefined ? undefined : JSON.stringify([run, text, inColumn, sort]);
  const sifted = useSifted(key, id, {
    run,
    scanSize: peek.scanSize,
    fits: filterOf(text, inColumn || undefined),
    sort: sort && { column: decodeURIComponent(sort.column), descending: sort.descending },
  });
  const total = Math.max(pages.total, peek.total);
  if (total === 0) {
    return isLive ? (
      <Empty icon="columns" title={say.nothingYet}>
        {say.nothingYetIs}
      </Empty>
    ) : (
      <Empty icon="columns" title={say.nothing}>
        {say.nothingIs} {(now.run!.progress?.rows ?? 0) > 0 && say.removed}
      </Empty>
    );
  }
  const isSifted = key !== undefined;
  if (!isSifted && !pages.isReady && !pages.error) return <Skeleton />;
  const shown = isSifted ? sifted.rows : pages;
  const beside = (at: number, step: 1 | -1): number | undefined => {
    if (isSifted) return sifted.rows[sifted.rows.findIndex((row) => row.at === at) + step]?.at;
    const to = order === "asc" ? at + step : at - step;
    return to >= 0 && to < total ? to : undefined;
  };
  const clear = () => {
    setText("");
    setSort(undefined);
  };
  return (
    <>
      <div class="run-tools">
        <input
          type="search"
          value={text}
          placeholder={say.filter}
          aria-label={say.filterLabel}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <select
          value={inColumn}
          aria-label={say.inColumn}
          onChange={({ currentTarget }) => setInColumn(currentTarget.value)}
        >
          <option value="">{say.anyColumn}</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {titleOf(name)}
            </option>
          ))}
        </select>
        <select
          value={sort === undefined ? order : "column"}
          aria-label={say.order}
          onChange={({ currentTarget: { value } }) => {
            if (value === "column") return;
            setSort(undefined);
            setOrder(value as "asc" | "desc");
          }}
        >
          <option value="asc">{say.asStored}</option>
          <option value="desc">{say.lastFirst}</option>
          {sort && <option value="column">{say.byColumn(titleOf(decodeURIComponent(sort.column)))}</option>}
        </select>
        <ExportMenu id={id} run={run} name={now.name} />
        {hasTexts && (
          <LinkButton icon="articles" href={href("articles", id)}>
            {say.read}
          </LinkButton>
        )}
      </div>
      <p class="run-said soft small-text" role="status">
        {isSifted ? <Said sifted={sifted} sort={sort} total={total} /> : say.count(number(total), total === 1)}
        {isSifted && (
          <Button small kind="quiet" icon="close" onClick={clear}>
            {say.clear}
          </Button>
        )}
        {isSifted && sifted.isDone && sifted.total < total && (
          <Button small kind="quiet" icon="restart" onClick={sifted.again}>
            {say.moreSince} {say.readAgain}
          </Button>
        )}
      </p>
      {pages.error && (
        <Notice
          kind="error"
          title={words.notLoaded}
          actions={
            <Button small onClick={() => pages.reload()}>
              {words.tryAgain}
            </Button>
          }
        >
          {pages.error.message}
        </Notice>
      )}
      <Table
        label={say.table}
        columns={columns}
        rows={shown}
        rowKey={({ at }) => String(at)}
        sort={sort}
        onSort={setSort}
        onOpen={({ at }) => open(at)}
        // Rows of the same columns are looked at in the same way, whatever made them.
        remember={`rows ${columns.map(({ name }) => name).join(" ")}`.slice(0, 300)}
        rowHeight={40}
        narrow={{ height: 84, render: (row) => <NarrowRow row={row} names={names} /> }}
        empty={
          sifted.isDone || !isSifted ? (
            <Empty icon="search" title={say.nothing} actions={<Button onClick={clear}>{say.clear}</Button>}>
              {say.found("0", number(total))}
            </Empty>
          ) : (
            <Empty icon="search" title={words.loading} />
          )
        }
      />
      {opened !== undefined && (
        <RowDialog
          {...{ id, run, total }}
          at={opened}
          before={beside(opened, -1)}
          after={beside(opened, 1)}
          onMove={open}
          onClose={() => open(undefined)}
        />
      )}
    </>
  );
}

/** What the shown rows are: a filter and a sort cover all rows, and say what is not shown of them. */
function Said({ sifted, sort, total }: { sifted: Sifted; sort: Sort | undefined; total: number }): JSX.Element {
  const { read, found, rows, isDone } = sifted;
  const all = number(sifted.total || total);
  if (!isDone) return <>{say.reading(number(read), all)}</>;
  const column = sort && titleOf(decodeURIComponent(sort.column));
  const isAll = found === sifted.total;
  const isCut = found > rows.length;
  return (
    <>
      {!(isAll && column) &&
        (isCut && !column ? say.foundMost(number(rows.length), number(found)) : say.found(number(found), all))}{" "}
      {column &&
        (isCut ? say.sortedMost(number(MOST_KEPT), number(found), column) : say.sortedAll(number(found), column))}
    </>
  );
}

function useSifted(
  key: string | undefined,
  id: string,
  wanted: Parameters<typeof sift>[1],
): Sifted & { again(): void } {
  const [state, set] = useState<Sifted & { readonly key: string }>();
  const [round, again] = useState(0);
  const [failure, fail] = useState<Error>();
  useEffect(() => {
    if (key === undefined) return;
    const control = new AbortController();
    fail(undefined);
    // Somebody is still typing.
    const timer = setTimeout(() => {
      sift(id, wanted, (sifted) => control.signal.aborted || set({ ...sifted, key }), control.signal).catch(
        (error: Error) => control.signal.aborted || fail(error),
      );
    }, 250);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [key, round]);
  if (failure) throw failure;
  const none: Sifted = { read: 0, total: 0, found: 0, rows: [], isDone: false };
  // Rows of the last question stay in view until the first of this one are there.
  const now = state === undefined ? none : state.key === key ? state : { ...state, isDone: false, read: 0 };
  return { ...now, again: () => again((count) => count + 1) };
}

export const titleOf = (name: string): string => (name.trim() === "" ? say.unnamed : name);

function columnsFor(names: readonly string[], some: readonly Row[]): readonly Column<SlimRow>[] {
  return names.map((name, index) => {
    const isNumber = isFigures(some, name);
    const longest = Math.max(
      name.length,
      ...some.slice(0, 20).map((row) => plainText(slim(row, 0).cells[name]).length),
    );
    const least = Math.max(7, Math.min(12.5, longest * 0.6));
    return {
      // Commas part the names of columns where they are remembered.
      name: encodeURIComponent(name),
      title: titleOf(name),
      sortable: true,
      optional: index >= SHOWN_COLUMNS,
      align: isNumber ? "end" : "start",
      width: isNumber
        ? `${Math.max(5, Math.min(12, longest * 0.55 + 2))}rem`
        : `minmax(${least}rem, ${Math.max(1, Math.min(3, longest / 20)).toFixed(1)}fr)`,
      render: ({ cells }) => <CellView cell={cells[name]} />,
    };
  });
}

function NarrowRow({ row, names }: { readonly row: SlimRow; readonly names: readonly string[] }): JSX.Element {
  const given = names.filter((name) => plainText(row.cells[name]) !== "");
  const [first = "", ...others] = given;
  return (
    <span class="narrow-row">
      <strong>{plainText(row.cells[first])}</strong>
      {others.slice(0, 2).map((name) => (
        <span key={name} class="small-text">
          <span class="soft">{titleOf(name)}</span> {plainText(row.cells[name])}
        </span>
      ))}
    </span>
  );
}
