import type { Progress } from "../../../kernel/index.js";
import { coloured, type Screen } from "./screen.js";
import { fitted, plain, widthOf } from "./width.js";

/** What a run is at, as its progress route tells it. */
export interface RunState {
  readonly status: string;
  readonly progress: Partial<Progress> | null;
  readonly position: number | null;
}

const MOST_BAR = 24;
const LEAST_BAR = 8;
const PLAIN_EVERY_MS = 5000;

export interface RunMeter {
  at(state: RunState): void;
  /** Writes a line above the bar. */
  say(line: string): void;
  clear(): void;
}

export interface RunMeterOptions {
  readonly quiet: boolean;
  readonly screen: Screen;
  readonly stream?: { readonly isTTY?: boolean; write(text: string): unknown };
  /** Milliseconds from some moment on. */
  readonly now?: () => number;
}

/** The bar of a run on a terminal, and elsewhere a plain line every few seconds when something has changed. */
export function runMeter({
  quiet,
  screen,
  stream = process.stderr,
  now = () => performance.now(),
}: RunMeterOptions): RunMeter {
  if (quiet) return { at() {}, say() {}, clear() {} };
  const isTerminal = stream.isTTY === true;
  let shown = "";
  let shownAt = Number.NEGATIVE_INFINITY;
  const clear = () => {
    if (isTerminal && shown !== "") stream.write("\r\u001b[2K");
    shown = "";
  };
  return {
    at(state) {
      if (isTerminal) {
        const line = barOf(state, screen);
        if (line === shown) return;
        stream.write(`\r\u001b[2K${line}`);
        shown = line;
        return;
      }
      const line = plainLine(state);
      if (line === shown || now() - shownAt < PLAIN_EVERY_MS) return;
      stream.write(`${line}\n`);
      shown = line;
      shownAt = now();
    },
    say(line) {
      const last = shown;
      clear();
      stream.write(`${line}\n`);
      if (isTerminal && last !== "") stream.write(last);
      shown = last;
    },
    clear,
  };
}

/** One line that fits the screen: bar, percentage, time left, and what is being done or waited for. */
export function barOf(state: RunState, screen: Screen): string {
  const { percent } = state.progress ?? {};
  const most = screen.columns - 1;
  const width = Math.max(LEAST_BAR, Math.min(MOST_BAR, Math.floor(most / 4)));
  const full = Math.round((Math.min(Math.max(percent ?? 0, 0), 100) / 100) * width);
  const bar = `[${"=".repeat(full)}${" ".repeat(width - full)}]`;
  const rest = fitted(plain(wordsOf(state).join("  ")), Math.max(0, most - widthOf(bar) - 1));
  return `${coloured(bar, "cyan", screen)} ${rest}`;
}

export function plainLine(state: RunState): string {
  return plain([state.status, ...wordsOf(state)].join(", "));
}

function wordsOf({ status, progress, position }: RunState): string[] {
  if (status === "waiting") {
    return position !== null && position > 1
      ? [`waits for its turn: number ${position} in the queue`]
      : ["waits for its turn"];
  }
  const { percent, etaSeconds, phase, rows, total, done } = progress ?? {};
  const counts = total !== undefined && total > 1 ? [`${done ?? 0}/${total}`] : [];
  return [
    ...(percent === undefined ? [] : [`${percent} %`]),
    ...(etaSeconds === undefined || etaSeconds === null ? [] : [`${timeInWords(etaSeconds)} left`]),
    ...counts,
    ...(rows === undefined || rows === 0 ? [] : [`${rows} ${rows === 1 ? "row" : "rows"}`]),
    ...(phase === undefined || phase === "" ? [] : [phase]),
    ...(status === "aborting..." ? ["is being aborted"] : []),
  ];
}

/** `92` as `1 min 32 s`. */
export function timeInWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
