/** What a long command shows on standard error while it works. */
export interface Meter {
  /** Called as often as wished; shown a few times a second on a terminal, every few seconds elsewhere. */
  at(state: MeterState): void;
  /** The line that stays, in place of what was shown. */
  say(line: string): void;
  /** Takes away what was shown. */
  clear(): void;
}

export interface MeterState {
  /** What is done, in a word: `Exporting`. */
  readonly doing: string;
  readonly count: number;
  /** What is counted, in the singular: `task`. */
  readonly of: string;
  /** From 0 to 1, when it is known. */
  readonly share?: number;
}

export interface MeterOptions {
  readonly quiet: boolean;
  readonly stream?: Pick<NodeJS.WriteStream, "write"> & { readonly isTTY?: boolean; readonly columns?: number };
  /** Milliseconds from some moment on. */
  readonly now?: () => number;
}

const EVERY_MS = { terminal: 100, elsewhere: 5000 } as const;
const BAR = 24;

export function meter({ quiet, stream = process.stderr, now = () => performance.now() }: MeterOptions): Meter {
  if (quiet) return { at() {}, say() {}, clear() {} };
  const terminal = stream.isTTY === true;
  const every = terminal ? EVERY_MS.terminal : EVERY_MS.elsewhere;
  let doing: string | undefined;
  let begunAt = now();
  let shownAt = begunAt;
  let shown = false;
  const clear = () => {
    if (shown) stream.write("\r\u001b[2K");
    shown = false;
  };
  return {
    at(state) {
      const time = now();
      if (doing !== undefined && state.doing !== doing) begunAt = time;
      doing = state.doing;
      if (time - shownAt < every) return;
      shownAt = time;
      const line = lineOf(state, time - begunAt, terminal);
      if (terminal) {
        stream.write(`\r\u001b[2K${line.slice(0, (stream.columns ?? 80) - 1)}`);
        shown = true;
      } else stream.write(`${line}\n`);
    },
    say(line) {
      clear();
      stream.write(`${line}\n`);
    },
    clear,
  };
}

function lineOf({ doing, count, of, share }: MeterState, spentMs: number, bar: boolean): string {
  const rate = spentMs > 0 ? (count / spentMs) * 1000 : 0;
  const known = share === undefined ? undefined : Math.min(Math.max(share, 0), 1);
  const full = Math.round((known ?? 0) * BAR);
  return [
    doing,
    ...(bar && known !== undefined ? [`[${"=".repeat(full)}${" ".repeat(BAR - full)}]`] : []),
    ...(known === undefined ? [] : [`${Math.floor(known * 100)} %`]),
    `${count} ${of}${count === 1 ? "" : "s"}`,
    `(${rate < 10 ? Number(rate.toFixed(1)) : Math.round(rate)} a second)`,
  ].join(" ");
}
