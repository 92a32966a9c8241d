import type { MailAccount } from "../../kernel/index.js";
import type { PostEmailerOptions } from "./options.js";

const HOUR_MS = 3_600_000;

/** When the next message may go out. */
export interface Pace {
  /** In milliseconds since 1970; in the past where it may go now. */
  nextAt(account: MailAccount): { readonly at: number; readonly because: string };
  sent(accountId: string, at: number): void;
  /** A server that wants to be left alone until then. */
  rest(accountId: string, until: number): void;
}

export function createPace({ maxPerHour, delay }: Pick<PostEmailerOptions, "maxPerHour" | "delay">): Pace {
  const sent = new Map<string, number[]>();
  const resting = new Map<string, number>();
  let last = Number.NEGATIVE_INFINITY;
  return {
    nextAt({ id, server }) {
      const times = sent.get(id) ?? [];
      const full = maxPerHour > 0 && times.length >= maxPerHour ? times[times.length - maxPerHour]! + HOUR_MS : 0;
      const rested = resting.get(id) ?? 0;
      const paused = last + delay * 1000;
      const at = Math.max(full, rested, paused, 0);
      if (at === full) return { at, because: `${maxPerHour} messages in an hour are sent` };
      return { at, because: at === rested ? `${server} wants fewer messages` : "the delay between two messages" };
    },
    sent(accountId, at) {
      const times = sent.get(accountId) ?? [];
      times.push(at);
      if (maxPerHour > 0 && times.length > maxPerHour) times.shift();
      sent.set(accountId, times);
      last = Math.max(last, at);
    },
    rest(accountId, until) {
      resting.set(accountId, until);
    },
  };
}
