import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button, LinkButton } from "../../parts/button.js";
import { Menu, type MenuItem } from "../../parts/menu.js";
import { useShortcuts } from "../../parts/shortcuts.js";
import { toast, toastError } from "../../parts/toast.js";
import { client, readOnly } from "../../state/client.js";
import { number } from "../../state/format.js";
import { go, href } from "../../state/route.js";
import { runPage as say } from "../../strings.js";
import { isAtWork, type RunNow } from "./state.js";

const origin = "ui";

/** What can be done with the task of a run. The run that works then is shown. */
function useRunActions({ id }: { readonly id: string }, changed: () => void) {
  const [busy, set] = useState(false);
  const act = (what: () => Promise<unknown>, done: string) => async () => {
    set(true);
    try {
      await what();
      toast(done, { kind: "success" });
      // The newest run is what the address without one shows.
      go("run", id);
      changed();
    } catch (error) {
      toastError(error);
    } finally {
      set(false);
    }
  };
  return {
    busy,
    resume: act(() => client.run(id, { origin }), say.resumed),
    first: act(() => client.run(id, { origin }), say.begun),
    restart: act(() => client.restart(id, { origin }), say.begun),
    retry: act(() => client.retry(id, { origin }), say.retried),
    stop: act(() => client.abort(id), say.stopping),
  };
}

/** The buttons of the page. */
export function RunActions({ now, changed }: { readonly now: RunNow; readonly changed: () => void }): JSX.Element {
  const { id, run, isLast, task } = now;
  const { busy, ...actions } = useRunActions(now, changed);
  const isLive = isAtWork(task.status);
  const failed = isLast ? (run?.progress?.failed ?? 0) : 0;
  const isUnfinished = run !== undefined && run.status !== "complete";
  useShortcuts(readOnly ? [] : [{ keys: "r", label: say.runAgain, run: () => !isLive && void actions.restart() }], [
    id,
    isLive,
  ]);
  const keep = async () => {
    if (run === undefined) return;
    try {
      const kept = await client.keep(id, run._id, !run.keep);
      toast(kept.keep ? say.keptNow : say.unkeptNow, { kind: "success" });
      changed();
    } catch (error) {
      toastError(error);
    }
  };
  const items: MenuItem[] = [
    ...(isLive ? [] : [{ label: say.restart, icon: "restart", run: () => void actions.restart() } as const]),
    ...(run ? [{ label: run.keep ? say.unkeepRun : say.keepRun, icon: "lock", run: () => void keep() } as const] : []),
    { label: say.editTask, icon: "edit", run: () => go("task", id) },
  ];
  return (
    <>
      {!isLast && (
        <LinkButton icon="clock" href={href("run", id)}>
          {say.lastRun}
        </LinkButton>
      )}
      {!readOnly &&
        (isLive ? (
          <Button icon="stop" busy={busy || task.status === "aborting..."} onClick={actions.stop}>
            {say.stop}
          </Button>
        ) : failed > 0 ? (
          <Button kind="primary" icon="restart" busy={busy} onClick={actions.retry}>
            {say.retryFailed(number(failed))}
          </Button>
        ) : isUnfinished ? (
          <Button kind="primary" icon="play" busy={busy} onClick={actions.resume}>
            {say.resume}
          </Button>
        ) : (
          <Button kind="primary" icon="play" busy={busy} onClick={run === undefined ? actions.first : actions.restart}>
            {run === undefined ? say.run : say.runAgain}
          </Button>
        ))}
      {!readOnly && <Menu label={say.more} items={items} />}
    </>
  );
}
