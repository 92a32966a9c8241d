import type { MailAccount, MailerProvider } from "../../kernel/index.js";
import type { Context } from "./context.js";
import { type RememberedPlaces, rememberedPlaces } from "./places.js";

/** Clocks of machines that slept are looked at again. */
const LONGEST_NAP_MS = 300_000;

/** When messages may go out. */
export interface Pace {
  /** Waits until the message of this key may go out through the account. `name` is what progress shows of it. */
  turn(account: MailAccount, key: string, name: string): Promise<void>;
  /** A message was handed over, or was tried to be. */
  sent(at: number): void;
  /** A server that asked to be left alone until then. */
  rest(accountId: string, until: number): void;
}

export function createPace(mailer: MailerProvider, context: Context): Pace {
  const { clock, options } = context;
  // A test goes out at once, and counts.
  const perHour = options.testAddress.trim() === "" ? options.maxPerHour : 0;
  const resting = new Map<string, number>();
  const told = new Set<string>();
  let places: RememberedPlaces | undefined;
  let last = Number.NEGATIVE_INFINITY;

  async function pause({ id, server }: MailAccount, name: string): Promise<void> {
    await sleepUntil(last + options.delay * 1000, name, "the delay between two messages", context);
    await sleepUntil(resting.get(id) ?? 0, name, `${server} asked to wait`, context);
  }

  return {
    async turn(account, key, name) {
      places ??= await rememberedPlaces(context);
      for (;;) {
        await pause(account, name);
        const at = clock.now().toISOString();
        const earlier = told.has(account.id) ? [] : places.of(account);
        const next = await mailer.place(account, { key, at, perHour, earlier });
        told.add(account.id);
        if (next === undefined) return places.add(account, { key, at });
        await sleepUntil(Date.parse(next), name, "the account has sent all that maxPerHour allows", context);
      }
    },
    sent(at) {
      last = Math.max(last, at);
    },
    rest(accountId, until) {
      resting.set(accountId, until);
    },
  };
}

export async function sleepUntil(
  at: number,
  name: string,
  because: string,
  { clock, progress, signal }: Pick<Context, "clock" | "progress" | "signal">,
): Promise<void> {
  for (let now = clock.now().getTime(); now < at; now = clock.now().getTime()) {
    progress({ wait: { for: name, until: new Date(at).toISOString(), because } });
    await clock.sleep(Math.min(LONGEST_NAP_MS, at - now), signal);
  }
}
