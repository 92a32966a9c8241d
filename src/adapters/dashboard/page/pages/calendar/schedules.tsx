import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { Badge } from "../../parts/status.js";
import { readOnly } from "../../state/client.js";
import { href } from "../../state/route.js";
import { typeTitle, useTypes } from "../../state/types.js";
import { calendarPage as say, words } from "../../strings.js";
import { inWords, planOf } from "../task/cron.js";
import { pause } from "./acts.js";
import { keyOf, plusDays } from "./days.js";
import type { Scheduled } from "./planned.js";

const LISTED = 50;

/** The tasks with a schedule, those in trouble first. */
export function Schedules({
  schedules,
  onChange,
}: {
  readonly schedules: readonly Scheduled[];
  readonly onChange: () => void;
}): JSX.Element {
  const types = useTypes().data;
  const rank = ({ trouble, paused }: Scheduled) => (trouble ? 0 : paused ? 1 : 2);
  const sorted = schedules.toSorted((one, other) => rank(one) - rank(other));
  return (
    <section class="stack schedules">
      <h2>{say.schedules(schedules.length)}</h2>
      <ul class="card">
        {sorted.slice(0, LISTED).map((one) => (
          <li key={one.id}>
            <div class="schedule-name">
              <a href={href("task", one.id)}>{one.name || say.untitled}</a>
              <span class="soft small-text">{typeTitle(types, one.type)}</span>
              {one.trouble && <span class="field-problem">{one.trouble}</span>}
            </div>
            <span class="small-text" title={one.cron}>
              {inWords(planOf(one.cron))}
            </span>
            {one.trouble ? (
              <Badge kind="bad">{say.trouble}</Badge>
            ) : one.paused ? (
              <Badge kind="warn">{say.pausedUntil(one.pausedUntil)}</Badge>
            ) : one.waitsForFirstRun ? (
              <Badge>{say.waitsForFirst}</Badge>
            ) : (
              <Badge kind="good">{say.active}</Badge>
            )}
            {!readOnly && one.trouble === "" && <PauseButton schedule={one} onChange={onChange} />}
          </li>
        ))}
        {sorted.length > LISTED && <li class="soft">{say.more(sorted.length - LISTED)}</li>}
      </ul>
    </section>
  );
}

/** Has a schedule rest until a date, or go on. */
export function PauseButton({
  schedule,
  onChange,
}: {
  readonly schedule: Scheduled;
  readonly onChange: () => void;
}): JSX.Element {
  const { id, paused } = schedule;
  const name = schedule.name || say.untitled;
  const [isAsking, ask] = useState(false);
  const [until, setUntil] = useState(keyOf(plusDays(new Date(), 7)));
  const [busy, setBusy] = useState(false);
  const act = async (date: string) => {
    setBusy(true);
    await pause(id, name, date);
    setBusy(false);
    ask(false);
    onChange();
  };
  return (
    <>
      <Button
        small
        busy={busy}
        aria-label={paused ? say.resumeNamed(name) : say.pauseNamed(name)}
        onClick={() => (paused ? void act("") : ask(true))}
      >
        {paused ? say.resume : say.pause}
      </Button>
      {isAsking && (
        <Dialog
          title={say.pauseNamed(name)}
          onClose={() => ask(false)}
          actions={
            <>
              <Button onClick={() => ask(false)}>{words.cancel}</Button>
              <Button kind="primary" busy={busy} disabled={until === ""} onClick={() => void act(until)}>
                {say.pause}
              </Button>
            </>
          }
        >
          <label class="field">
            <span class="field-title">{say.until}</span>
            <input
              type="date"
              value={until}
              min={keyOf(plusDays(new Date(), 1))}
              onInput={(event) => setUntil(event.currentTarget.value)}
            />
            <span class="field-help">{say.pauseIs}</span>
          </label>
        </Dialog>
      )}
    </>
  );
}
