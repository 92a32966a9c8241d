import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import type { ObjectValue, Schema, Value } from "../../parts/schema-form/schema.js";
import { Badge } from "../../parts/status.js";
import { client } from "../../state/client.js";
import { ago } from "../../state/format.js";
import { useResource } from "../../state/resource.js";
import { taskPage as say, words } from "../../strings.js";
import { cronOf, dayName, inWords, type Plan, planOf, timeOf } from "./cron.js";

interface ScheduleProps {
  readonly id: string;
  readonly status: string;
  readonly draft: ObjectValue;
  readonly schema: Schema;
  readonly readOnly: boolean;
  readonly onChange: (changes: Readonly<Record<string, Value>>) => void;
}

const KINDS = ["never", "minutes", "hourly", "daily", "weekly", "monthly", "cron"] as const;
const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** When the task runs by itself: a small builder, what that is in words, and the next five times. */
export function Schedule({ id, status, draft, schema, readOnly, onChange }: ScheduleProps): JSX.Element {
  const cron = textOf(draft["jobCron"]);
  const timezone = textOf(draft["jobCronTimezone"]);
  // An expression that is written stays written, also while it says what the builder could say, until it is discarded.
  const [written, write] = useState<string>();
  const plan: Plan = written === cron ? { ...planOf(cron), kind: "cron", cron } : planOf(cron);
  const set = (changes: Partial<Plan>) => onChange({ jobCron: cronOf({ ...plan, ...changes }) });
  const wanted = useLate(JSON.stringify([cron.trim(), timezone]));
  const preview = useResource(cron.trim() === "" ? undefined : `preview/${wanted}`, (signal) => {
    const [at, zone] = JSON.parse(wanted) as [string, string];
    return client.previewSchedule({ cron: at, ...(zone ? { timezone: zone } : {}) }, { signal });
  });
  const view = useResource(`schedule/${id}`, (signal) => client.schedule(id, { signal }), { live: id, every: 2000 });
  const pausedUntil = textOf(draft["jobCronPausedUntil"]);
  const pause = (event: { readonly currentTarget: HTMLInputElement }) =>
    onChange({ jobCronPausedUntil: event.currentTarget.value });
  const zones = zonesOf(timezone);
  const field = useId();
  return (
    <section class="card" aria-labelledby={`${field}-title`}>
      <div class="card-head">
        <h2 id={`${field}-title`}>{say.schedule}</h2>
        {pausedUntil !== "" && cron !== "" && <Badge kind="warn">{say.paused}</Badge>}
      </div>
      <p class={cron === "" ? "soft" : "schedule-words"}>{inWords(plan)}</p>
      {!readOnly && (
        <div class="builder">
          <label class="field whole">
            <span class="field-title">{say.repeat}</span>
            <select
              value={plan.kind}
              onChange={(event) => {
                const kind = event.currentTarget.value as Plan["kind"];
                const next = cron || "0 9 * * 1-5";
                write(kind === "cron" ? next : undefined);
                set({ kind, cron: next });
              }}
            >
              {KINDS.map((kind) => (
                <option key={kind} value={kind} selected={kind === plan.kind}>
                  {say.kinds[kind]}
                </option>
              ))}
            </select>
          </label>
          {plan.kind === "minutes" && (
            <label class="field">
              <span class="field-title">{say.minutes}</span>
              <select value={plan.every} onChange={(event) => set({ every: Number(event.currentTarget.value) })}>
                {[...new Set([1, 2, 5, 10, 15, 20, 30, plan.every])].map((every) => (
                  <option key={every} value={every} selected={every === plan.every}>
                    {every}
                  </option>
                ))}
              </select>
            </label>
          )}
          {plan.kind === "hourly" && (
            <label class="field">
              <span class="field-title">{say.minuteOfHour}</span>
              <input
                type="number"
                min={0}
                max={59}
                value={plan.minute}
                onInput={(event) => set({ minute: Math.min(59, Math.max(0, Number(event.currentTarget.value) || 0)) })}
              />
            </label>
          )}
          {plan.kind === "monthly" && (
            <label class="field">
              <span class="field-title">{say.dayOfMonth}</span>
              <select value={plan.day} onChange={(event) => set({ day: Number(event.currentTarget.value) })}>
                {[...Array.from({ length: 31 }, (_, index) => index + 1), 0].map((day) => (
                  <option key={day} value={day} selected={day === plan.day}>
                    {day === 0 ? say.lastDay : day}
                  </option>
                ))}
              </select>
            </label>
          )}
          {["daily", "weekly", "monthly"].includes(plan.kind) && (
            <label class="field">
              <span class="field-title">{say.time}</span>
              <input
                type="time"
                value={timeOf(plan)}
                onInput={(event) => {
                  const [hour, minute] = event.currentTarget.value.split(":").map(Number);
                  if (hour !== undefined && minute !== undefined) set({ hour, minute });
                }}
              />
            </label>
          )}
          {plan.kind === "weekly" && (
            <div class="days" role="group" aria-label={say.days}>
              {WEEK.map((day) => (
                <button
                  key={day}
                  type="button"
                  class="chip"
                  aria-pressed={plan.days.includes(day)}
                  title={dayName(day)}
                  onClick={() => {
                    const days = plan.days.includes(day)
                      ? plan.days.filter((one) => one !== day)
                      : [...plan.days, day].sort();
                    if (days.length > 0) set({ days });
                  }}
                >
                  {dayName(day, "short")}
                </button>
              ))}
            </div>
          )}
          {plan.kind === "cron" && (
            <label class="field whole">
              <span class="field-title">{say.cron}</span>
              <input
                class="mono"
                value={cron}
                spellcheck={false}
                aria-invalid={Boolean(preview.data?.trouble) || undefined}
                onInput={({ currentTarget: { value } }) => {
                  write(value);
                  onChange({ jobCron: value });
                }}
              />
              <span class="soft small-text">{say.cronIs}</span>
            </label>
          )}
        </div>
      )}
      {cron !== "" && (
        <>
          {preview.data?.trouble ? (
            <p class="field-problem" role="alert">
              {preview.data.trouble}
            </p>
          ) : (
            preview.data && <Times next={preview.data.next} timezone={preview.data.timezone} />
          )}
          {status === "draft" && view.data?.waitsForFirstRun && <p class="soft small-text">{say.firstRunByHand}</p>}
          {view.data?.last && <p class="soft small-text">{say.lastFired(ago(view.data.last))}</p>}
          <details class="more">
            <summary>{say.moreOfSchedule}</summary>
            <div class="fields">
              <label class="field">
                <span class="field-title">{say.timezone}</span>
                <input
                  list={`${field}-zones`}
                  value={timezone}
                  readOnly={readOnly}
                  onInput={(event) => onChange({ jobCronTimezone: event.currentTarget.value })}
                />
                <datalist id={`${field}-zones`}>
                  {zones.map((zone) => (
                    <option key={zone} value={zone} />
                  ))}
                </datalist>
              </label>
              <div class="field">
                <label class="field-title" for={`${field}-pause`}>
                  {say.pausedUntil}
                </label>
                {/^(\d{4}-\d\d-\d\d)?$/.test(pausedUntil) ? (
                  <input id={`${field}-pause`} type="date" value={pausedUntil} readOnly={readOnly} onInput={pause} />
                ) : (
                  <input id={`${field}-pause`} type="text" value={pausedUntil} readOnly={readOnly} onInput={pause} />
                )}
              </div>
              <Choice name="jobCronMissed" texts={say.missed} {...{ draft, schema, readOnly, onChange }} />
              <Choice name="jobCronOverlap" texts={say.overlap} {...{ draft, schema, readOnly, onChange }} />
            </div>
          </details>
        </>
      )}
    </section>
  );
}

function Times({ next, timezone }: { readonly next: readonly string[]; readonly timezone: string }): JSX.Element {
  if (next.length === 0) return <p class="field-problem">{say.noTimes}</p>;
  const write = new Intl.DateTimeFormat(navigator.language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    ...(timezone ? { timeZone: timezone } : {}),
  });
  return (
    <div>
      <h3 class="soft small-text">{say.nextTimes(timezone)}</h3>
      <ol class="times numbers">
        {next.slice(0, 5).map((at) => (
          <li key={at}>
            <time dateTime={at}>{write.format(new Date(at))}</time> <span class="soft">{ago(at)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Choice({
  name,
  texts,
  draft,
  schema,
  readOnly,
  onChange,
}: Pick<ScheduleProps, "draft" | "schema" | "readOnly" | "onChange"> & {
  readonly name: string;
  readonly texts: Readonly<Record<string, string>>;
}): JSX.Element {
  const own = schema.properties?.[name];
  const value = textOf(draft[name]);
  const values = [...new Set([...(own?.enum ?? Object.keys(texts)).map(String), ...(value ? [value] : [])])];
  return (
    <label class="field">
      <span class="field-title">{own?.title ?? name}</span>
      <select value={value} disabled={readOnly} onChange={(event) => onChange({ [name]: event.currentTarget.value })}>
        {values.map((one) => (
          <option key={one} value={one} selected={one === value}>
            {texts[one] ?? (one || words.none)}
          </option>
        ))}
      </select>
    </label>
  );
}

export const textOf = (value: Value | undefined): string => (typeof value === "string" ? value : "");

function zonesOf(own: string): readonly string[] {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([own, here, "UTC", ...Intl.supportedValuesOf("timeZone")].filter(Boolean))];
}

/** The value once it has stayed the same for a moment. */
function useLate<T>(value: T, ms = 300): T {
  const [late, set] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set(value), ms);
    return () => clearTimeout(timer);
  }, [value]);
  return late;
}
