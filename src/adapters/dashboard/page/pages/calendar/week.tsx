import type { JSX } from "preact";
import { setQuery } from "../../state/route.js";
import { calendarPage as say } from "../../strings.js";
import { dayTitle, keyOf, shortDay, weekOf } from "./days.js";
import { Line } from "./line.js";
import { type Item, linesOf } from "./planned.js";

const LINES = 40;

/** A week: the days beside each other, or below each other on a phone. */
export function Week({
  day,
  days,
}: {
  readonly day: Date;
  readonly days: ReadonlyMap<string, readonly Item[]>;
}): JSX.Element {
  const today = keyOf(Date.now());
  return (
    <ol class="week">
      {weekOf(day).map((one) => {
        const key = keyOf(one);
        const items = days.get(key) ?? [];
        const lines = linesOf(items);
        return (
          <li key={key} class={key === today ? "today" : ""}>
            <button
              type="button"
              class="week-day"
              aria-current={key === today ? "date" : undefined}
              onClick={() => setQuery({ day: key, open: key })}
            >
              <strong aria-hidden="true">{shortDay(one)}</strong>
              <span class="visually-hidden">{say.dayHas(dayTitle(one), items.length)}</span>
              {lines.length === 0 && (
                <span class="soft small-text" aria-hidden="true">
                  {say.free}
                </span>
              )}
              {lines.slice(0, LINES).map((line) => (
                <Line key={line.item.key} line={line} />
              ))}
              {lines.length > LINES && <span class="soft small-text">{say.more(lines.length - LINES)}</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
