import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Button, IconButton, LinkButton } from "../../parts/button.js";
import { useShortcuts } from "../../parts/shortcuts.js";
import { Empty, Loaded, Notice } from "../../parts/status.js";
import { dateTime } from "../../state/format.js";
import { useResource } from "../../state/resource.js";
import { href, route, setQuery } from "../../state/route.js";
import { calendarPage as say } from "../../strings.js";
import { Agenda } from "./agenda.js";
import { DayDialog } from "./day-dialog.js";
import { dayOf, keyOf, monthOf, monthTitle, plusDays, plusMonths, shortDay, weekOf } from "./days.js";
import { Month } from "./month.js";
import { byDay, type Planned, planned, type Scheduled } from "./planned.js";
import { Schedules } from "./schedules.js";
import { Week } from "./week.js";

const VIEWS = ["month", "week", "list"] as const;
type View = (typeof VIEWS)[number];

export function Calendar(): JSX.Element {
  const { query } = route.value;
  const view: View = VIEWS.find((name) => name === query.get("view")) ?? "month";
  const day = dayOf(query.get("day"));
  const open = query.get("open");
  const plan = useResource("calendar", planned, { live: true, every: 15_000 });
  const choose = (to: Date) => setQuery({ day: keyOf(to) });
  const move = (count: number) =>
    choose(view === "month" ? plusMonths(day, count) : plusDays(day, view === "week" ? 7 * count : 30 * count));
  const today = () => setQuery({ day: undefined });
  const show = (name: View) => setQuery({ view: name === "month" ? undefined : name });
  useShortcuts(
    [
      { keys: "t", label: say.today, run: today },
      { keys: "m", label: say.views.month, run: () => show("month") },
      { keys: "w", label: say.views.week, run: () => show("week") },
      { keys: "l", label: say.views.list, run: () => show("list") },
      { keys: "[", label: say.earlier, run: () => move(-1) },
      { keys: "]", label: say.later, run: () => move(1) },
    ],
    [view, keyOf(day)],
  );
  const days = useMemo(() => byDay(plan.data?.items ?? []), [plan.data]);
  const title = view === "month" ? monthTitle(day) : view === "week" ? weekTitle(day) : say.from(shortDay(day));
  return (
    <>
      <div class="calendar-bar">
        <h2 aria-live="polite">{title}</h2>
        <div class="row">
          <IconButton class="turned" icon="chevron" label={say.earlier} onClick={() => move(-1)} />
          <Button small onClick={today}>
            {say.today}
          </Button>
          <IconButton class="ahead" icon="chevron" label={say.later} onClick={() => move(1)} />
        </div>
        <div class="segments" role="group" aria-label={say.view}>
          {VIEWS.map((name) => (
            <button key={name} type="button" aria-pressed={name === view} onClick={() => show(name)}>
              {say.views[name]}
            </button>
          ))}
        </div>
      </div>
      <Loaded from={plan}>
        {(data) => (
          <>
            {data.items.length === 0 && <NothingPlanned />}
            {view === "month" && <Month day={day} days={days} onChoose={choose} />}
            {view === "week" && <Week day={day} days={days} />}
            {view === "list" && <Agenda from={day} days={days} />}
            <Cautions plan={data} until={endOf(view, day)} />
            {data.schedules.length > 0 && <Schedules schedules={data.schedules} onChange={plan.reload} />}
            {open && (
              <DayDialog
                day={dayOf(open)}
                items={days.get(open) ?? []}
                schedules={data.schedules}
                onChange={plan.reload}
                onClose={() => setQuery({ open: undefined })}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

const weekTitle = (day: Date) => {
  const week = weekOf(day);
  return say.span(shortDay(week[0]!), shortDay(week[6]!));
};

/** The end of what is shown; that of a list is where its months are over. */
const endOf = (view: View, day: Date) =>
  plusDays(view === "month" ? monthOf(day).at(-1)! : view === "week" ? weekOf(day)[6]! : plusDays(day, 60), 1);

/** What the calendar does not show. */
function Cautions({ plan, until }: { readonly plan: Planned; readonly until: Date }): JSX.Element | null {
  const often = plan.schedules.filter(({ knownUntil }) => knownUntil > 0 && knownUntil < until.getTime());
  if (often.length === 0 && !plan.isCut) return null;
  return (
    <Notice>
      {plan.isCut && <p>{say.isCut}</p>}
      {often.map(({ id, name, knownUntil }: Scheduled) => (
        <p key={id}>{say.often(name || say.untitled, dateTime(knownUntil))}</p>
      ))}
    </Notice>
  );
}

function NothingPlanned(): JSX.Element {
  return (
    <Empty
      icon="calendar"
      title={say.nothing}
      actions={
        <LinkButton icon="tasks" href={href("tasks")}>
          {say.toTasks}
        </LinkButton>
      }
    >
      {say.nothingIs}
    </Empty>
  );
}
