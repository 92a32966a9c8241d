import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LinkButton } from "../../parts/button.js";
import { Notice, ProgressBar } from "../../parts/status.js";
import { bytes, duration, number } from "../../state/format.js";
import { href } from "../../state/route.js";
import { runPage as say } from "../../strings.js";
import { isAtWork, progressNow, type RunNow, secondsOf } from "./state.js";

/** How far the run is and what it waits for, what came of it, and why it has failed. */
export function Summary({ now }: { readonly now: RunNow }): JSX.Element | null {
  const { run, task, isLast } = now;
  if (run === undefined) return null;
  const isLive = isLast && isAtWork(run.status);
  return (
    <section class="run-summary" aria-label={say.progress}>
      {isLive && <LiveState now={now} position={task.position} />}
      <Facts now={now} />
      {!isLive && run.error && <WhyFailed now={now} />}
    </section>
  );
}

function LiveState({ now, position }: { readonly now: RunNow; readonly position: number | null }): JSX.Element {
  const progress = progressNow(now);
  const isWaiting = now.run!.status === "waiting";
  return (
    <div class="card run-live">
      {isWaiting ? (
        <p class="run-phase">{position === null ? say.waitsForPlace : say.place(position)}</p>
      ) : (
        progress && <ProgressBar label={say.progress} progress={progress} />
      )}
      {!isWaiting && progress?.phase && <p class="run-phase">{progress.phase}</p>}
      {!isWaiting && progress?.current && (
        <p class="soft small-text run-current">
          {say.working} <bdi>{progress.current}</bdi>
        </p>
      )}
    </div>
  );
}

function Facts({ now }: { readonly now: RunNow }): JSX.Element | null {
  const { run } = now;
  const isLive = isAtWork(run!.status);
  // The clock of a run goes on between two events.
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [isLive]);
  const progress = progressNow(now);
  const seconds = secondsOf(run!);
  if (progress === undefined && seconds === undefined) return null;
  const { facts } = say;
  const found: readonly (readonly [string, ComponentChildren, string?] | false)[] = progress
    ? [
        [facts.ok, `${number(progress.ok)}`],
        progress.failed > 0 && [facts.failed, number(progress.failed), "bad"],
        progress.skipped > 0 && [facts.skipped, number(progress.skipped)],
        [facts.rows, number(progress.rows)],
        [
          facts.files,
          progress.files > 0 ? (
            <>
              {number(progress.files)} <span class="soft small-text">{bytes(progress.bytes)}</span>
            </>
          ) : (
            "0"
          ),
        ],
        progress.retries > 0 && [facts.retries, number(progress.retries)],
        progress.blocked > 0 && [facts.blocked, number(progress.blocked), "warn"],
        progress.tokens > 0 && [facts.tokens, number(progress.tokens)],
        progress.cost > 0 && [facts.cost, number(Number(progress.cost.toFixed(4)))],
      ]
    : [];
  return (
    <dl class="run-facts">
      {[...found, seconds !== undefined && ([facts.duration, duration(seconds)] as const)].map(
        (fact) =>
          fact && (
            <div key={fact[0]} class={fact[2] ?? ""}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Where what is wrong is put right, by the code of the run: these are the engine's own, the same for every task type. */
const REPAIRS: Readonly<Record<string, "providers" | "accounts">> = {
  "no-provider": "providers",
  "no-browser": "providers",
  quota: "providers",
  auth: "accounts",
};

function WhyFailed({ now: { id, run, isLast } }: { readonly now: RunNow }): JSX.Element {
  const { status, error } = run!;
  const where = REPAIRS[error!.code];
  const title = status === "failed" ? say.failed : status === "aborted" ? say.aborted : say.interrupted;
  return (
    <Notice
      kind={status === "failed" ? "error" : "warning"}
      title={title}
      actions={
        isLast && (
          <>
            {where && (
              <LinkButton small icon={where} href={href(where)}>
                {where === "providers" ? say.toProviders : say.toAccounts}
              </LinkButton>
            )}
            <LinkButton small icon="edit" href={href("task", id)}>
              {say.editTask}
            </LinkButton>
          </>
        )
      }
    >
      {error!.message}
    </Notice>
  );
}
