import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LogLevel } from "../../../../../../kernel/storage/records.js";
import { LineView } from "../../../parts/log-view.js";
import { listed, usePages } from "../../../parts/pages.js";
import { Empty, Loaded, Notice } from "../../../parts/status.js";
import { number } from "../../../state/format.js";
import { onTaskEvents } from "../../../state/live.js";
import { useResource } from "../../../state/resource.js";
import { runLog as say } from "../../../strings.js";
import { isAtWork, type RunNow } from "../state.js";
import { entriesAt, type Found, type Span, searchLog, spanOf } from "./reading.js";

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];
/** What the screen leaves below the head; that of a run at work is higher. */
const heightOf = (isLive: boolean) => `clamp(16rem, calc(100dvh - ${isLive ? 36 : 27}rem), 48rem)`;

/** What a run had to say: all of it by its place, or what fits a level and words. */
export function Log({ now }: { readonly now: RunNow }): JSX.Element {
  const { id } = now;
  const { _id: run, status } = now.run!;
  const isLive = now.isLast && isAtWork(status);
  const [level, setLevel] = useState<LogLevel>("debug");
  const [text, setText] = useState("");
  const [follows, follow] = useState(true);
  const span = useResource(
    `log ${run}`,
    (signal) => spanOf(id, run, now.isLast, signal),
    now.isLast ? { live: id, every: 700 } : {},
  );
  return (
    <Loaded from={span}>
      {(found) =>
        found.last < found.first ? (
          <Empty icon="file" title={say.nothing}>
            {isLive ? say.nothingYet : say.nothingIs}
          </Empty>
        ) : (
          <>
            <div class="run-tools">
              <input
                type="search"
                value={text}
                placeholder={say.search}
                aria-label={say.search}
                onInput={({ currentTarget }) => setText(currentTarget.value)}
              />
              <select
                value={level}
                aria-label={say.level}
                onChange={({ currentTarget }) => setLevel(currentTarget.value as LogLevel)}
              >
                {LEVELS.map((name) => (
                  <option key={name} value={name}>
                    {say.levels[name]}
                  </option>
                ))}
              </select>
              {isLive && (
                <label class="run-follow">
                  <input type="checkbox" checked={follows} onChange={() => follow(!follows)} />
                  {say.follow}
                </label>
              )}
            </div>
            {level === "debug" && text.trim() === "" ? (
              <Whole key={run} id={id} run={run} span={found} follows={isLive && follows} height={heightOf(isLive)} />
            ) : (
              <Search
                key={run}
                {...{ id, run, level, text, span: found, isLive }}
                follows={isLive && follows}
                height={heightOf(isLive)}
              />
            )}
          </>
        )
      }
    </Loaded>
  );
}

function Whole({
  id,
  run,
  span,
  follows,
  height,
}: {
  id: string;
  run: string;
  span: Span;
  follows: boolean;
  height: string;
}): JSX.Element {
  const latest = useRef(span);
  latest.current = span;
  const pages = usePages(
    `log ${run} ${span.first}`,
    (offset, limit, signal) => entriesAt(id, run, latest.current, offset, limit, signal),
    500,
  );
  const shown = useRef(span.last);
  useEffect(() => {
    if (shown.current !== span.last) pages.reload();
    shown.current = span.last;
  }, [span.last]);
  if (pages.error) return <Notice kind="error">{pages.error.message}</Notice>;
  // Before the first entries are there, their numbers say how many there are.
  const count = Math.max(pages.total, span.last - span.first + 1);
  return (
    <>
      <p class="run-said soft small-text">{say.count(number(count), count === 1)}</p>
      <LineView key={String(follows)} label={say.title} lines={pages} follow={follows} height={height} />
    </>
  );
}

function Search(given: {
  readonly id: string;
  readonly run: string;
  readonly level: LogLevel;
  readonly text: string;
  readonly span: Span;
  readonly isLive: boolean;
  readonly follows: boolean;
  readonly height: string;
}): JSX.Element {
  const { id, run, level, text, span, isLive, follows, height } = given;
  const [state, set] = useState<Found>();
  const [error, fail] = useState<Error>();
  const latest = useRef<Found | undefined>(undefined);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isReading = false;
    latest.current = undefined;
    fail(undefined);
    const read = async () => {
      timer = undefined;
      isReading = true;
      const tell = (found: Found) => {
        if (signal.aborted) return;
        latest.current = found;
        set(found);
      };
      await searchLog(id, { run, level, text, from: latest.current }, tell, signal).catch(
        (caught: Error) => signal.aborted || fail(caught),
      );
      isReading = false;
    };
    const plan = (wait: number) => {
      if (!isReading && !latest.current?.isCut) timer ??= setTimeout(read, wait);
    };
    plan(300);
    const off = isLive ? onTaskEvents(id, () => plan(700)) : () => {};
    return () => {
      off();
      clearTimeout(timer);
      control.abort();
    };
  }, [id, run, level, text, isLive]);
  if (error) return <Notice kind="error">{error.message}</Notice>;
  const { lines = [], isDone = false, isCut = false, at = 0 } = state ?? {};
  const read = Math.max(0, at - span.first + 1);
  return (
    <>
      <p class="run-said soft small-text" role="status">
        {isDone
          ? say.found(number(lines.length), lines.length === 1)
          : say.searching(number(read), number(span.last - span.first + 1))}{" "}
        {isCut && say.most(number(lines.length))}
      </p>
      {isDone && lines.length === 0 ? (
        <Empty icon="search" title={say.noneFound} />
      ) : (
        <LineView key={String(follows)} label={say.title} lines={listed(lines)} follow={follows} height={height} />
      )}
    </>
  );
}
