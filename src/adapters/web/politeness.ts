import type { Clock } from "../../kernel/values/clock.js";
import { untilAborted } from "../../kernel/values/until-aborted.js";

/** How long a host is left alone, for all runs together. */
export interface Politeness {
  /**
   * Waits for the turn of a request and calls `begin` with it; the next request of the host waits until `begin` is done.
   * Whoever asked first goes first. Rejects with the signal's reason when it aborts while waiting, with what `begin`
   * rejects with, and with TooLong when the host is to be left alone for longer than `patienceMs`.
   */
  turn<T>(host: string, wait: Wait, signal: AbortSignal, begin: () => Promise<T>): Promise<T>;
  /** Leaves a host alone for this time, for all callers. `because` says why in a few words. */
  hold(host: string, milliseconds: number, because?: string): void;
  /** How many hosts are remembered. */
  readonly size: number;
}

export interface Wait {
  /** Since the beginning of the last request to the host. With `undefined` the request neither waits nor counts. */
  readonly delayMs: number | undefined;
  readonly patienceMs: number;
  /** Called when the host is left alone for longer than a moment before the turn comes. */
  readonly tell?: Tell | undefined;
}

/** Milliseconds from now on, and why in a few words. */
export type Tell = (milliseconds: number, because: string) => void;

/** A host asked for fewer requests, and what it asked for is longer than anybody waits. */
export class TooLong extends Error {
  constructor(readonly milliseconds: number) {
    super(`${milliseconds} ms`);
  }
}

interface Host {
  /** On the clock that never goes back. */
  lastStart: number;
  heldUntil: number;
  /** Why. */
  held: string;
  waiting: number;
  last: Promise<unknown>;
  /** Of all that wait: the first of them knows for how long. */
  readonly tells: Set<Tell>;
  /** What they were told last. */
  told: { readonly until: number; readonly because: string };
}

/** A day: a site that asks for more means never, and the next run may ask again. */
const MAX_HOLD_MS = 86_400_000;
/** A pause between two requests that is worth a word, and a time for which a host is held. */
const TOLD_DELAY_MS = 3000;
const TOLD_HOLD_MS = 1000;
/** Longer than any delay between two requests. */
const IDLE_MS = 3_600_000;
const MAX_HOSTS = 10_000;

export function createPoliteness(clock: Clock): Politeness {
  const hosts = new Map<string, Host>();

  const hostOf = (name: string): Host => {
    const known = hosts.get(name);
    if (known !== undefined) return known;
    if (hosts.size >= MAX_HOSTS) forgetIdle();
    const host: Host = {
      ...{ lastStart: Number.NEGATIVE_INFINITY, heldUntil: 0, held: "", waiting: 0, last: Promise.resolve() },
      ...{ tells: new Set<Tell>(), told: { until: 0, because: "" } },
    };
    hosts.set(name, host);
    return host;
  };
  const forgetIdle = () => {
    const now = clock.monotonic();
    for (const [name, { waiting, heldUntil, lastStart }] of hosts) {
      if (waiting === 0 && heldUntil <= now && lastStart + IDLE_MS <= now) hosts.delete(name);
    }
    // Of so many that are all fresh the oldest have waited longest; those to be left alone go last.
    for (const held of [false, true]) {
      for (const [name, host] of hosts) {
        if (hosts.size < MAX_HOSTS) return;
        if (host.waiting === 0 && host.heldUntil > now === held) hosts.delete(name);
      }
    }
  };

  async function waited(host: Host, { delayMs, patienceMs }: Wait, signal: AbortSignal): Promise<void> {
    for (;;) {
      const now = clock.monotonic();
      const held = host.heldUntil - now;
      if (held > patienceMs) throw new TooLong(held);
      const left = Math.max(held, delayMs === undefined ? 0 : host.lastStart + delayMs - now);
      if (left <= 0) return;
      if (held >= left ? held >= TOLD_HOLD_MS : left >= TOLD_DELAY_MS) {
        const because = held >= left ? host.held : `a request every ${Math.round((delayMs ?? 0) / 1000)} s`;
        host.told = { until: now + left, because };
        for (const tell of host.tells) tell(left, because);
      }
      // The host may be held again meanwhile, so the wait is looked at again after it.
      await clock.sleep(left, signal);
    }
  }

  return {
    async turn(name, wait, signal, begin) {
      signal.throwIfAborted();
      const host = hostOf(name);
      const before = host.last;
      const done = Promise.withResolvers<void>();
      host.last = before.then(() => done.promise);
      host.waiting += 1;
      const { tell } = wait;
      try {
        const restMs = host.told.until - clock.monotonic();
        if (tell !== undefined) host.tells.add(tell);
        if (restMs > 0) tell?.(restMs, host.told.because);
        // Whoever would wait too long learns it before those in front are through.
        if (host.heldUntil - clock.monotonic() > wait.patienceMs) throw new TooLong(host.heldUntil - clock.monotonic());
        await untilAborted(signal, before);
        await waited(host, wait, signal);
        const begun = await begin();
        if (wait.delayMs !== undefined) host.lastStart = clock.monotonic();
        return begun;
      } finally {
        if (tell !== undefined) host.tells.delete(tell);
        host.waiting -= 1;
        done.resolve();
      }
    },
    hold(name, milliseconds, because = "it asks for a pause") {
      const host = hostOf(name);
      const until = clock.monotonic() + Math.min(milliseconds, MAX_HOLD_MS);
      if (until <= host.heldUntil) return;
      host.heldUntil = until;
      host.held = because;
    },
    get size() {
      return hosts.size;
    },
  };
}
