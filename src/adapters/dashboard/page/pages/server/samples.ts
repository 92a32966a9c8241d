import { signal } from "@preact/signals";
import { client } from "../../state/client.js";

export type ServerStatus = Awaited<ReturnType<typeof client.serverStatus>>;

/** What the server said of itself at a moment; figures that were not to be had are null. */
export interface Sample {
  /** Seconds since 1970. */
  readonly at: number;
  readonly waiting: number | null;
  readonly running: number | null;
  readonly cpu: number | null;
  readonly processBytes: number | null;
  /** Milliseconds. */
  readonly lagMean: number | null;
  readonly lagP99: number | null;
  /** Counted since the process began. */
  readonly complete: number | null;
  readonly failed: number | null;
  readonly rows: number | null;
}

const EVERY_MS = 5000;
/** Lines begin with the second sample. */
const FIRST_MS = 1000;
const WINDOW_S = 30 * 60;
/** A server that does not answer for so long leaves a gap. */
const PATIENCE_MS = 4500;

/** The last half hour, as far as the page was open. */
export const samples = signal<readonly Sample[]>([]);
/** The newest answer, and why there is no newer one. */
export const status = signal<ServerStatus | undefined>(undefined);
export const statusError = signal<Error | undefined>(undefined);

/** Asks every few seconds until the returned function is called. What there is stays for the next time. */
export function followServer(): () => void {
  const control = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const again = async () => {
    // A page in the background asks nothing, and has a gap for it.
    if (!document.hidden) await take(control.signal);
    if (!control.signal.aborted) timer = setTimeout(again, samples.value.length < 2 ? FIRST_MS : EVERY_MS);
  };
  void again();
  return () => {
    control.abort();
    clearTimeout(timer);
  };
}

async function take(stop: AbortSignal): Promise<void> {
  const call = { signal: stop, timeoutMs: PATIENCE_MS };
  const [state, text] = await Promise.allSettled([client.serverStatus(call), client.metrics(call)]);
  if (stop.aborted) return;
  const at = Date.now() / 1000;
  if (state.status === "fulfilled") {
    status.value = state.value;
    statusError.value = undefined;
  } else statusError.value = state.reason as Error;
  const figures = text.status === "fulfilled" ? text.value : "";
  const last = samples.value.at(-1);
  const isAfterGap = last !== undefined && at - last.at > 4 * (EVERY_MS / 1000);
  const next = sampleOf(at, state.status === "fulfilled" ? state.value : undefined, figures);
  samples.value = [
    ...samples.value.filter((one) => one.at > at - WINDOW_S),
    ...(isAfterGap ? [sampleOf(last.at + 1, undefined, "")] : []),
    next,
  ];
}

function sampleOf(at: number, state: ServerStatus | undefined, text: string): Sample {
  const ms = (name: string) => {
    const seconds = sumOf(text, name);
    return seconds === null ? null : seconds * 1000;
  };
  const count = (name: string, label?: string) => (text === "" ? null : (sumOf(text, name, label) ?? 0));
  return {
    at,
    waiting: state?.waiting ?? null,
    running: state?.running ?? null,
    cpu: state?.machine?.cpuPercent ?? null,
    processBytes: sumOf(text, "process_resident_memory_bytes"),
    lagMean: ms("nodejs_eventloop_lag_mean_seconds"),
    lagP99: ms("nodejs_eventloop_lag_p99_seconds"),
    complete: count("scriptorium_runs_total", 'status="complete"'),
    failed: count("scriptorium_runs_total", 'status="failed"'),
    rows: count("scriptorium_rows_total"),
  };
}

/** The sum of all series of a metric in the text format of Prometheus, of those with a label where one is named. */
export function sumOf(text: string, name: string, label = ""): number | null {
  let sum: number | null = null;
  for (const line of text.split("\n")) {
    if (!line.startsWith(name) || !/^[ {]/.test(line.slice(name.length)) || !line.includes(label)) continue;
    const value = Number(line.slice(line.lastIndexOf(" ") + 1));
    if (Number.isFinite(value)) sum = (sum ?? 0) + value;
  }
  return sum;
}

/** By how much a counter has grown in the minute before each moment; a process that has restarted counts from there. */
export function perMinute(all: readonly Sample[], counter: "complete" | "failed" | "rows"): (number | null)[] {
  let from = 0;
  return all.map((sample, index) => {
    while (from < index && sample.at - all[from]!.at > 60) from += 1;
    let sum = 0;
    let before: number | null = null;
    for (const one of all.slice(from, index + 1)) {
      const value = one[counter];
      if (value === null) continue;
      if (before !== null) sum += value >= before ? value - before : value;
      before = value;
    }
    return sample[counter] === null ? null : sum;
  });
}
