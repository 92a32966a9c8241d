import type { JSX } from "preact";
import { calendarPage as say } from "../../strings.js";
import { time } from "./days.js";
import type { DayLine } from "./planned.js";

/** `09:00 Name`, in the colour of its kind, which its sign says, too. */
export function Line({ line, wide }: { readonly line: DayLine; readonly wide?: boolean }): JSX.Element {
  const { item, count } = line;
  const title = item.title || say.untitled;
  return (
    <span class={`planned ${item.kind}`} title={`${time(item.at)} ${title}`}>
      <span class="planned-mark" aria-hidden="true" />
      {(wide || count === 1) && <span class="planned-time">{time(item.at)}</span>}
      <span class="planned-title" dir="auto">
        {title}
      </span>
      {count > 1 && <span class="planned-count">{say.times(count)}</span>}
      {wide && item.kind === "post" && item.target && <span class="soft planned-target">{item.target}</span>}
    </span>
  );
}
