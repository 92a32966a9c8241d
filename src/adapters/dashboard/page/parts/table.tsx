import type { Signal } from "@preact/signals";
import { Component, type ComponentChildren, type JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { words } from "../strings.js";
import { Icon } from "./icons.js";
import { Menu } from "./menu.js";
import { listed, type RowSource } from "./pages.js";
import { SPARE_ROWS, useWindow } from "./virtual.js";

export interface Column<Row> {
  readonly name: string;
  readonly title: string;
  /** A track of CSS grid: `minmax(12rem, 2fr)`; `minmax(7rem, 1fr)` by default. */
  readonly width?: string;
  /** `end` for figures. */
  readonly align?: "start" | "end";
  /** Whether its head sorts. */
  readonly sortable?: boolean;
  /** Not shown before it is chosen. */
  readonly optional?: boolean;
  /** Always shown. */
  readonly fixed?: boolean;
  render(row: Row, index: number): ComponentChildren;
}

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

interface TableProps<Row> {
  /** Its name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** All rows, or a source that fetches them (`usePages`). */
  readonly rows: readonly Row[] | RowSource<Row>;
  /** What a row is known by. */
  readonly rowKey: (row: Row, index: number) => string;
  readonly sort?: Sort | undefined;
  readonly onSort?: (sort: Sort) => void;
  /** Keys of the chosen rows; a column of check boxes with it. */
  readonly selection?: Signal<ReadonlySet<string>>;
  /** All keys, for choosing all; the loaded rows by default. */
  readonly allKeys?: () => readonly string[];
  /** Enter, or a click on the row. */
  readonly onOpen?: (row: Row) => void;
  /** Buttons at the end of a row. */
  readonly actions?: (row: Row) => ComponentChildren;
  readonly rowHeight?: number;
  /** On narrow screens a row is one cell that shows this. */
  readonly narrow?: { readonly height: number; render(row: Row): ComponentChildren };
  /** Remembers the chosen columns under this name. */
  readonly remember?: string;
  /** Shown without rows. */
  readonly empty?: ComponentChildren;
  /** Scrolls to the top when this becomes another value, such as a search. */
  readonly topOn?: string;
  /** Its height in CSS; fills its place by default. */
  readonly height?: string;
}

/** Of the head that stays in view, in pixels. */
const HEAD = 40;
const NARROW = "(max-width: 700px)";

export function useNarrow(): boolean {
  const [isNarrow, set] = useState(matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const look = () => set(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return isNarrow;
}

/**
 * A table of any number of rows of one height, of which it draws those in view. Arrows, Page, Home and End move; Space chooses,
 * Enter opens, Ctrl+A chooses all.
 */
export function Table<Row>(props: TableProps<Row>): JSX.Element {
  const { label, columns, rowKey, sort, onSort, selection, onOpen, actions, narrow, remember, empty, height } = props;
  const source = Array.isArray(props.rows) ? listed(props.rows as readonly Row[]) : (props.rows as RowSource<Row>);
  const isNarrow = useNarrow() && narrow !== undefined;
  const rowHeight = isNarrow ? narrow.height : (props.rowHeight ?? 44);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [active, setActive] = useState(0);
  const [chosen, choose] = useChosenColumns(columns, remember);
  const window = useWindow(box, source.total, rowHeight, HEAD);
  const at = Math.min(active, Math.max(0, source.total - 1));
  const shown = useMemo(
    () => (isNarrow ? [] : columns.filter(({ name, fixed }) => fixed || chosen.has(name))),
    [isNarrow, columns, chosen],
  );
  const latest = useRef<Latest>({ toggle() {}, setActive() {} });
  const keys = () => props.allKeys?.() ?? loadedKeys(source, rowKey);

  // Before the paint: after it, an arrow that was pressed at once would be taken back.
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0;
    setActive(0);
  }, [props.topOn, sort?.column, sort?.descending]);

  const toggle = (key: string) => {
    if (!selection) return;
    const next = new Set(selection.value);
    if (next.has(key)) next.delete(key);
    else next.add(key);
    selection.value = next;
  };
  const toggleAll = () => {
    if (!selection) return;
    const all = keys();
    selection.value = selection.value.size >= all.length ? new Set() : new Set(all);
  };
  const move = (to: number) => {
    const row = Math.max(0, Math.min(source.total - 1, to));
    setActive(row);
    window.reveal(row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of a control inside a row are its own.
    if (event.target !== box.current) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + window.fits,
      PageUp: at - window.fits,
      Home: 0,
      End: source.total - 1,
    };
    const row = source.at(at);
    if (steps[event.key] !== undefined) {
      move(steps[event.key]!);
      if (event.shiftKey && selection && row) toggle(rowKey(row, at));
    } else if (event.key === " " && selection && row) toggle(rowKey(row, at));
    else if (event.key === "Enter" && onOpen && row) onOpen(row);
    else if (event.key === "a" && (event.ctrlKey || event.metaKey) && selection) toggleAll();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const template = [
    ...(selection ? ["1.25rem"] : []),
    ...(isNarrow ? ["minmax(0, 1fr)"] : shown.map(({ width }) => width ?? "minmax(7rem, 1fr)")),
    ...(actions ? ["2rem"] : []),
  ].join(" ");
  const columnCount = (isNarrow ? 1 : shown.length) + (selection ? 1 : 0) + (actions ? 1 : 0);
  const isAll = selection !== undefined && selection.value.size > 0 && selection.value.size >= source.total;
  const pool = window.fits + 2 * SPARE_ROWS + 3;
  latest.current = { toggle, setActive };
  const picksColumns = !isNarrow && remember !== undefined && columns.some(({ fixed }) => !fixed);
  const rows: JSX.Element[] = [];
  for (let index = window.from; index < window.to; index += 1) {
    const row = source.at(index);
    const key = row === undefined ? `…${index}` : rowKey(row, index);
    const isChosen = selection?.value.has(key) ?? false;
    rows.push(
      <Row
        // By its place among those that are drawn: a scroll fills the same boxes with other rows.
        key={index % pool}
        id={`${id}-${index}`}
        {...{ table: props, row, rowId: key, index, template, rowHeight, shown, isNarrow, isChosen, toggle: latest }}
        isActive={index === at}
      />,
    );
  }
  const tall = HEAD + source.total * rowHeight + 2;
  if (source.total === 0 && empty !== undefined) return <>{empty}</>;
  return (
    // Few rows leave no empty box behind them.
    <div
      class={picksColumns && !actions ? "table picks-columns" : "table"}
      style={{
        maxBlockSize: `${tall}px`,
        minBlockSize: `min(16rem, ${tall}px)`,
        ...(height ? { blockSize: height } : {}),
      }}
    >
      <div
        ref={box}
        class="table-box"
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={source.total + 1}
        aria-colcount={columnCount}
        aria-multiselectable={selection ? true : undefined}
        aria-activedescendant={at >= window.from && at < window.to ? `${id}-${at}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div class="table-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {selection && (
            <span role="columnheader" class="cell check">
              <input type="checkbox" aria-label={words.chooseAll} checked={isAll} onChange={toggleAll} />
            </span>
          )}
          {isNarrow && (
            <span role="columnheader" class="cell">
              {label}
            </span>
          )}
          {shown.map(({ name, title, align, sortable }) => (
            <span
              key={name}
              role="columnheader"
              class={align === "end" ? "cell end" : "cell"}
              aria-sort={sort?.column === name ? (sort.descending ? "descending" : "ascending") : undefined}
            >
              {sortable && onSort ? (
                <button
                  type="button"
                  onClick={() => onSort({ column: name, descending: sort?.column === name && !sort.descending })}
                >
                  {title}
                  <span class={`sort-mark${sort?.column === name ? (sort.descending ? " down" : " up") : ""}`}>
                    <Icon name="down" size={14} />
                  </span>
                </button>
              ) : (
                title
              )}
            </span>
          ))}
          {actions && (
            <span role="columnheader" class="cell">
              <span class="visually-hidden">{words.actions}</span>
            </span>
          )}
        </div>
        <div role="rowgroup" class="table-rows" style={{ blockSize: `${window.height}px` }}>
          <div role="presentation" style={{ transform: `translateY(${window.offset}px)` }}>
            {rows}
          </div>
        </div>
      </div>
      {picksColumns && (
        <div class="table-columns">
          <Menu
            small
            stays
            icon="columns"
            label={words.columns}
            items={columns
              .filter(({ fixed }) => !fixed)
              .map(({ name, title }) => ({ label: title, checked: chosen.has(name), run: () => choose(name) }))}
          />
        </div>
      )}
    </div>
  );
}

/** What rows call, as it is now: rows are not drawn again for it. */
interface Latest {
  toggle(key: string): void;
  setActive(index: number): void;
}

interface RowProps<Data> {
  readonly table: TableProps<Data>;
  readonly row: Data | undefined;
  readonly rowId: string;
  readonly id: string;
  readonly index: number;
  readonly template: string;
  readonly rowHeight: number;
  readonly shown: readonly Column<Data>[];
  readonly isNarrow: boolean;
  readonly isChosen: boolean;
  readonly isActive: boolean;
  readonly toggle: { readonly current: Latest };
}

/** Drawn again only when something of it has changed, so that a scroll costs no more than the rows that come into view. */
class Row<Data> extends Component<RowProps<Data>> {
  override shouldComponentUpdate(next: RowProps<Data>): boolean {
    return Object.entries(next).some(([name, value]) => this.props[name as keyof RowProps<Data>] !== value);
  }

  override render() {
    const { table, row, rowId, id, index, template, rowHeight, shown, isNarrow, isChosen, isActive, toggle } =
      this.props;
    const { selection, onOpen, actions, narrow } = table;
    return (
      <div
        id={id}
        role="row"
        tabIndex={-1}
        class={`table-row${isActive ? " active" : ""}${isChosen ? " chosen" : ""}${onOpen ? " opens" : ""}`}
        aria-rowindex={index + 2}
        aria-selected={selection ? isChosen : undefined}
        style={{ gridTemplateColumns: template, blockSize: `${rowHeight}px` }}
        onClick={(event) => {
          if (row === undefined || (event.target as Element).closest("a, button, input, label, .menu")) return;
          if (getSelection()?.isCollapsed === false) return;
          toggle.current.setActive(index);
          if (onOpen) onOpen(row);
          else if (selection) toggle.current.toggle(rowId);
        }}
      >
        {selection && (
          <span role="gridcell" class="cell check">
            <input
              type="checkbox"
              tabIndex={-1}
              checked={isChosen}
              disabled={row === undefined}
              aria-label={words.chooseRow(index + 1)}
              onChange={() => toggle.current.toggle(rowId)}
            />
          </span>
        )}
        {row === undefined ? (
          <span role="gridcell" class="cell loading-cell" aria-label={words.loading} />
        ) : isNarrow ? (
          <span role="gridcell" class="cell narrow">
            {narrow?.render(row)}
          </span>
        ) : (
          shown.map((column) => (
            <span key={column.name} role="gridcell" class={column.align === "end" ? "cell end" : "cell"}>
              {column.render(row, index)}
            </span>
          ))
        )}
        {actions && row !== undefined && (
          <span role="gridcell" class="cell row-actions">
            {actions(row)}
          </span>
        )}
      </div>
    );
  }
}

function loadedKeys<Row>(source: RowSource<Row>, rowKey: (row: Row, index: number) => string): string[] {
  const keys: string[] = [];
  for (let index = 0; index < source.total; index += 1) {
    const row = source.at(index);
    if (row !== undefined) keys.push(rowKey(row, index));
  }
  return keys;
}

function useChosenColumns<Row>(
  columns: readonly Column<Row>[],
  remember: string | undefined,
): [ReadonlySet<string>, (name: string) => void] {
  const key = `scriptorium-columns-${remember}`;
  const usual = () => columns.filter(({ optional }) => !optional).map(({ name }) => name);
  const [chosen, set] = useState<ReadonlySet<string> | undefined>(() => {
    const text = remember === undefined ? null : localStorage.getItem(key);
    try {
      return text === null ? undefined : new Set<string>(JSON.parse(text));
    } catch {
      // Of an earlier version.
      return undefined;
    }
  });
  const now = useMemo(() => chosen ?? new Set(usual()), [chosen, columns]);
  return [
    now,
    (name) => {
      const next = new Set(now);
      if (next.has(name)) next.delete(name);
      else next.add(name);
      set(next);
      if (remember !== undefined) localStorage.setItem(key, JSON.stringify([...next]));
    },
  ];
}
