import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useNarrow } from "../../parts/table.js";
import { setQuery } from "../../state/route.js";
import { calendarPage as say } from "../../strings.js";
import { dayTitle, keyOf, monthOf, monthTitle, plusDays, plusMonths, weekday, weekOf } from "./days.js";
import { Line } from "./line.js";
import { type Item, linesOf } from "./planned.js";

/** Lines in a day before it says how many more there are. */
const LINES = 3;

/** A month as a grid: arrows, Home, End and Page move from day to day, Enter opens one. */
export function Month({
  day,
  days,
  onChoose,
}: {
  readonly day: Date;
  readonly days: ReadonlyMap<string, readonly Item[]>;
  readonly onChoose: (day: Date) => void;
}): JSX.Element {
  const grid = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow();
  const all = monthOf(day);
  const chosen = keyOf(day);
  const today = keyOf(Date.now());
  const onKeyDown = (event: KeyboardEvent) => {
    const week = weekOf(day);
    const ahead = getComputedStyle(grid.current!).direction === "rtl" ? -1 : 1;
    const steps: Readonly<Record<string, Date>> = {
      ArrowRight: plusDays(day, ahead),
      ArrowLeft: plusDays(day, -ahead),
      ArrowDown: plusDays(day, 7),
      ArrowUp: plusDays(day, -7),
      Home: week[0]!,
      End: week[6]!,
      PageDown: plusMonths(day, 1),
      PageUp: plusMonths(day, -1),
    };
    const to = steps[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onChoose(to);
    // The day may be one of another month, which is drawn first.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${keyOf(to)}"]`)?.focus());
  };
  return (
    <div class="month" role="grid" aria-label={monthTitle(day)} ref={grid} onKeyDown={onKeyDown}>
      <div role="row" class="month-week month-head">
        {all.slice(0, 7).map((one) => (
          <span key={one.getDay()} role="columnheader">
            {weekday(one)}
          </span>
        ))}
      </div>
      {Array.from({ length: all.length / 7 }, (_, week) => (
        <div role="row" class="month-week" key={keyOf(all[week * 7]!)}>
          {all.slice(week * 7, week * 7 + 7).map((one) => {
            const key = keyOf(one);
            const items = days.get(key) ?? [];
            const lines = linesOf(items);
            const isOther = one.getMonth() !== day.getMonth();
            return (
              <div role="gridcell" key={key} class="month-cell" aria-selected={key === chosen}>
                <button
                  type="button"
                  class={["month-day", isOther && "other", key < today && "past", key === today && "today"]
                    .filter(Boolean)
                    .join(" ")}
                  data-day={key}
                  tabIndex={key === chosen ? 0 : -1}
                  aria-current={key === today ? "date" : undefined}
                  onClick={() => setQuery({ day: key, open: key })}
                >
                  <span class="month-number" aria-hidden="true">
                    {one.getDate()}
                  </span>
                  <span class="visually-hidden">{say.dayHas(dayTitle(one), items.length)}</span>
                  {isNarrow ? (
                    <Dots items={items} />
                  ) : (
                    <>
                      {lines.slice(0, lines.length > LINES ? LINES - 1 : LINES).map((line) => (
                        <Line key={line.item.key} line={line} />
                      ))}
                      {lines.length > LINES && (
                        <span class="soft small-text">{say.more(lines.length - LINES + 1)}</span>
                      )}
                    </>
                  )}
                </button>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** On a phone: which kinds there are, and how many. */
function Dots({ items }: { readonly items: readonly Item[] }): JSX.Element | null {
  if (items.length === 0) return null;
  const kinds = (["run", "post"] as const).filter((kind) => items.some((item) => item.kind === kind));
  return (
    <span class="dots" aria-hidden="true">
      {kinds.map((kind) => (
        <span key={kind} class={`planned ${kind}`}>
          <span class="planned-mark" />
        </span>
      ))}
      <span class="soft numbers">{items.length > 99 ? "99+" : items.length}</span>
    </span>
  );
}
