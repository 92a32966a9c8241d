/** Time, handed in so that a run can be repeated and a test need not wait. */
export interface Clock {
  /** Wall-clock time; it may jump. */
  now(): Date;
  /** Milliseconds since some fixed moment; it never goes back. */
  monotonic(): number;
  /** Resolves after the time, with 0 after others had a turn; rejects with the signal's reason when aborted first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The longest time that a timer of the machine counts. */
const LONGEST_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  async sleep(milliseconds, signal) {
    let left = milliseconds;
    for (; left > LONGEST_MS; left -= LONGEST_MS) await slept(LONGEST_MS, signal);
    await slept(left, signal);
  },
};

function slept(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const cut = () => {
      clearTimeout(timer);
      clearImmediate(turn);
      reject(signal?.reason);
    };
    const wake = () => {
      signal?.removeEventListener("abort", cut);
      resolve();
    };
    const turn = milliseconds > 0 ? undefined : setImmediate(wake);
    const timer = milliseconds > 0 ? setTimeout(wake, milliseconds) : undefined;
    signal?.addEventListener("abort", cut, { once: true });
  });
}

// Asking takes longer than all other defaults of a new task together, and only TZ changes the answer while the process runs.
let zone: { readonly of: string | undefined; readonly name: string } | undefined;

/** The IANA name of the time zone this machine is set to. */
export function serverTimezone(): string {
  const of = process.env["TZ"];
  if (zone === undefined || zone.of !== of) {
    zone = { of, name: new Intl.DateTimeFormat().resolvedOptions().timeZone };
  }
  return zone.name;
}
