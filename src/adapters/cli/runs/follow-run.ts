import { setTimeout as wait } from "node:timers/promises";
import type { SettledTask } from "../../client/index.js";
import type { Connection } from "../connection/connect.js";
import { EXIT } from "../exit-codes.js";
import { Interrupted } from "../interruption.js";
import { runMeter } from "../terminal/run-meter.js";
import { coloured, colourOfStatus, screenOf } from "../terminal/screen.js";

export interface FollowOptions {
  readonly quiet: boolean;
  /** Ctrl-C aborts the run; without it the run goes on, and only the watching ends. */
  readonly aborts: boolean;
  /** The signal of the command. */
  readonly signal: AbortSignal;
}

/** How long an abort may take before the command ends without having seen it. */
const ABORT_LIMIT_MS = 30_000;

/** Shows a run on standard error until its task is at rest. Throws `Interrupted` when the signal aborts, after the run has ended. */
export async function followRun(
  { client }: Connection,
  id: string,
  { quiet, aborts, signal }: FollowOptions,
): Promise<SettledTask> {
  const screen = screenOf(process.stderr);
  const meter = runMeter({ quiet, screen });
  const stopWatching = new AbortController();
  const aborted = { by: undefined as Interrupted | undefined };
  const onSignal = () => {
    aborted.by = signal.reason as Interrupted;
    if (!aborts) {
      stopWatching.abort(signal.reason);
      return;
    }
    meter.say("Aborting the run. Press Ctrl-C again to end at once.");
    client.abort(id).catch((error: unknown) => stopWatching.abort(error));
    wait(ABORT_LIMIT_MS, undefined, { ref: false }).then(() => stopWatching.abort(signal.reason));
  };
  if (signal.aborted) onSignal();
  else signal.addEventListener("abort", onSignal, { once: true });
  try {
    const task = await client.waitForCompletion(id, {
      signal: stopWatching.signal,
      onProgress: (state) => meter.at(state),
    });
    meter.clear();
    if (aborted.by !== undefined && task.status === "aborted") {
      throw new Interrupted(`Aborted. Run "scriptorium run ${id}" to go on with what is left.`, aborted.by.exitCode);
    }
    return task;
  } finally {
    meter.clear();
    signal.removeEventListener("abort", onSignal);
  }
}

/** The exit code of a run that has ended. */
export function exitOf({ status, progress }: Pick<SettledTask, "status" | "progress">): number {
  if (status === "failed") return EXIT.failed;
  if (status === "aborted") return EXIT.aborted;
  return status === "complete" && (progress?.failed ?? 0) > 0 ? EXIT.partly : EXIT.done;
}

/** How a run ended, in a line: `complete: 12 pages ...`. */
export function endLine({ name, status, progress, error }: SettledTask): string {
  const screen = screenOf(process.stderr);
  const { ok = 0, failed = 0, rows = 0, files = 0 } = progress ?? {};
  const counts = [
    ...(ok + failed > 0 ? [`${ok} of ${ok + failed} ${ok + failed === 1 ? "line" : "lines"} done`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${rows} ${rows === 1 ? "row" : "rows"}`,
    `${files} ${files === 1 ? "file" : "files"}`,
  ];
  const why = error === null ? "" : ` ${error.message}`;
  return `${name}: ${coloured(status, colourOfStatus(status), screen)}, ${counts.join(", ")}.${why}`;
}
