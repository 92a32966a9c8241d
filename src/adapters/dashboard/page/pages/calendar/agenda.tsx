import type { JSX } from "preact";
import { setQuery } from "../../state/route.js";
import { calendarPage as say } from "../../strings.js";
import { dayOf, dayTitle, keyOf } from "./days.js";
import { Line } from "./line.js";
import { type Item, linesOf } from "./planned.js";

/** Days with something in them that are listed. */
const DAYS = 60;

/** What comes, day after day, from a day on. */
export function Agenda({
  from,
  days,
}: {
  readonly from: Date;
  readonly days: ReadonlyMap<string, readonly Item[]>;
}): JSX.Element {
  const first = keyOf(from);
  const all = [...days].filter(([key]) => key >= first).sort(([one], [other]) => (one < other ? -1 : 1));
  if (all.length === 0) return <p class="soft">{say.nothingLater}</p>;
  return (
    <ol class="agenda card">
      {all.slice(0, DAYS).map(([key, items]) => (
        <li key={key}>
          <button type="button" class="agenda-day" onClick={() => setQuery({ open: key })}>
            {dayTitle(dayOf(key))}
          </button>
          <ul>
            {linesOf(items).map((line) => (
              <li key={line.item.key}>
                <Line line={line} wide />
              </li>
            ))}
          </ul>
        </li>
      ))}
      {all.length > DAYS && <li class="soft">{say.moreDays(all.length - DAYS)}</li>}
    </ol>
  );
}
