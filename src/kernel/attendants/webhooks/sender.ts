import { createHmac } from "node:crypto";
import { ScriptoriumError } from "../../errors.js";
import type { MessengerProvider } from "../../providers.js";
import type { Delivery, DeliveryStore } from "../../storage.js";
import { untilAborted } from "../../values/until-aborted.js";
import type { AttendantParts } from "../attendant.js";
import { Hopeless, type Target } from "./targets.js";

/** Pauses after a try that failed, in minutes; after the last of them there is one more try. */
export const RETRY_MINUTES: readonly number[] = [1, 5, 15, 60, 240];
const MAX_ATTEMPTS = RETRY_MINUTES.length + 1;
/** How long an answer may take. */
const TIMEOUT_MS = 10_000;
/** A process that tries a delivery holds it for this time; longer than a try takes. */
const LEASE_MS = 60_000;
/** Sent at once altogether, and to one webhook, so that a slow one leaves room for the others. */
const AT_ONCE = 8;
const PER_WEBHOOK = 2;
/**
 * How many that are due are looked through for those that can be sent now: few at first, eight times as many whenever all
 * were to webhooks that are busy.
 */
const LOOKED_THROUGH = { first: 64, last: 32_768 };
/** Longest time without a look at the store: another server may have stored something and died. */
const LONGEST_PAUSE_MS = 15_000;
/** Between two looks whether a delivery that must wait for something may go out. */
const UNREADY_MS = 500;
const FOREVER = "9999-12-31T23:59:59.999Z";

export interface SenderParts extends Pick<AttendantParts, "clock" | "logger"> {
  readonly deliveries: DeliveryStore;
  readonly messenger: MessengerProvider;
  /** Where a delivery goes. Throws Hopeless when that will never be known. */
  targetOf(delivery: Delivery): Promise<Target>;
  /** Whether it may go out by now. */
  isReady(delivery: Delivery): Promise<boolean>;
  /** Called with one that was given up, after that is stored. */
  gaveUp(delivery: Delivery): Promise<void>;
}

/** What a try gave; `isFinal` when no other would give anything else. */
type Outcome =
  | { readonly status: number }
  | { readonly status?: number; readonly trouble: string; readonly isFinal: boolean }
  | "cut off";

/**
 * Sends what is due. Any number of servers may do so on one store: a delivery is taken by compare-and-set, which counts the
 * try and moves the time it is due by the lease, so that nobody else takes it and it comes back by itself after a crash.
 */
export class Sender {
  private readonly stopping = new AbortController();
  private readonly inFlight = new Map<string, { readonly webhookId: string; readonly end: Promise<void> }>();
  private rouse = new AbortController();
  private loop: Promise<void> | undefined;

  constructor(private readonly parts: SenderParts) {}

  start(): void {
    this.loop ??= this.work();
  }

  /** Has it look at the store now. */
  wake(): void {
    this.rouse.abort();
  }

  /** Breaks off running requests; they are sent again at the next start, or by another server. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.loop;
    await Promise.all([...this.inFlight.values()].map(({ end }) => end));
  }

  private async work(): Promise<void> {
    const { clock, logger } = this.parts;
    while (!this.stopping.signal.aborted) {
      this.rouse = new AbortController();
      let nextAt = Number.POSITIVE_INFINITY;
      try {
        const isMoreDue = await this.takeDue();
        // Those that are due and could not be taken are taken when another ends, which wakes.
        if (!isMoreDue) nextAt = await this.nextDue();
      } catch (error) {
        logger.error("The deliveries that are due could not be read. They are looked for again in a moment.", error);
      }
      const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(0, nextAt - clock.now().getTime()));
      await clock.sleep(pauseMs, this.rouse.signal).catch(() => {});
    }
  }

  /** Begins to send what is due, as far as there is room; says whether there was more. */
  private async takeDue(): Promise<boolean> {
    let look = { taken: [] as Delivery[], isMoreDue: false, isAll: false };
    for (let limit = LOOKED_THROUGH.first; !look.isAll && limit <= LOOKED_THROUGH.last; limit *= 8) {
      look = await this.looked(limit);
    }
    // At once, since storages write together what comes together.
    await Promise.all(look.taken.map((delivery) => this.take(delivery)));
    return look.isMoreDue;
  }

  /** Those among the first that are due for which there is room; `isAll` when looking at more would give no others. */
  private async looked(limit: number): Promise<{ taken: Delivery[]; isMoreDue: boolean; isAll: boolean }> {
    const { deliveries, clock } = this.parts;
    const taken: Delivery[] = [];
    const busy = new Map<string, number>();
    for (const { webhookId } of this.inFlight.values()) busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1);
    let isMoreDue = false;
    let seen = 0;
    for await (const delivery of deliveries.due(clock.now().toISOString(), limit)) {
      seen += 1;
      if (this.inFlight.has(delivery._id)) continue;
      if (this.inFlight.size + taken.length >= AT_ONCE) return { taken, isMoreDue: true, isAll: true };
      const already = busy.get(delivery.webhookId) ?? 0;
      if (already >= PER_WEBHOOK) isMoreDue = true;
      else {
        busy.set(delivery.webhookId, already + 1);
        taken.push(delivery);
      }
    }
    return { taken, isMoreDue, isAll: seen < limit };
  }

  private async take(delivery: Delivery): Promise<void> {
    const { deliveries, clock } = this.parts;
    if (this.stopping.signal.aborted) return;
    const now = clock.now().getTime();
    if (delivery.attempts >= MAX_ATTEMPTS) {
      await this.giveUp(delivery, "The last try was cut off by an end of the server.");
    } else if (!(await this.parts.isReady(delivery))) {
      await deliveries.replace({ ...next(delivery), dueAt: time(now + UNREADY_MS) });
    } else {
      const held: Delivery = { ...next(delivery), attempts: delivery.attempts + 1, dueAt: time(now + LEASE_MS) };
      if (!(await deliveries.replace(held))) return;
      const end = this.deliver(held)
        .catch((error: unknown) => {
          this.parts.logger.error(`The delivery ${held._id} could not be recorded. It may be sent twice.`, error);
        })
        .finally(() => {
          this.inFlight.delete(held._id);
          this.wake();
        });
      this.inFlight.set(held._id, { webhookId: held.webhookId, end });
    }
  }

  /** When something is due next, in milliseconds since 1970. */
  private async nextDue(): Promise<number> {
    for await (const { dueAt } of this.parts.deliveries.due(FOREVER, 1)) return Date.parse(dueAt!);
    return Number.POSITIVE_INFINITY;
  }

  private async deliver(held: Delivery): Promise<void> {
    const outcome = await this.tried(held);
    if (outcome === "cut off") await this.giveBack(held);
    else if ("trouble" in outcome) {
      const { trouble, isFinal, ...answer } = outcome;
      if (isFinal) await this.giveUp({ ...held, ...answer }, trouble);
      else await this.retry({ ...held, ...answer }, trouble);
    } else {
      const { dueAt: _dueAt, trouble: _trouble, ...kept } = held;
      const finishedAt = time(this.parts.clock.now().getTime());
      await this.parts.deliveries.replace({ ...next(kept), ...outcome, state: "delivered", finishedAt });
    }
  }

  private async tried(held: Delivery): Promise<Outcome> {
    try {
      const status = await this.send(held);
      if (status >= 200 && status <= 299) return { status };
      const redirects = status >= 300 && status < 400 ? " Redirects are not followed." : "";
      return { status, trouble: `The receiver answered with status ${status}.${redirects}`, isFinal: false };
    } catch (error) {
      if (this.stopping.signal.aborted) return "cut off";
      if (error instanceof Hopeless) return { trouble: error.message, isFinal: true };
      if (ScriptoriumError.is(error)) return { trouble: error.message, isFinal: error.code === "ADDRESS_REFUSED" };
      this.parts.logger.error(`The delivery ${held._id} could not be sent.`, error);
      return { trouble: "The message could not be sent. Look in the server's log.", isFinal: false };
    }
  }

  private async send(held: Delivery): Promise<number> {
    const { url, secret } = await this.parts.targetOf(held);
    const { signal } = this.stopping;
    const headers = {
      "Content-Type": "application/json",
      "X-Delivery": held._id,
      "X-Timestamp": time(this.parts.clock.now().getTime()),
      ...(secret === undefined ? {} : { "X-Signature": signatureOf(held.body, secret) }),
    };
    const posted = this.parts.messenger.post(url, { headers, body: held.body, timeoutMs: TIMEOUT_MS, signal });
    const { status } = await untilAborted(signal, posted);
    return status;
  }

  private async retry(tried: Delivery, trouble: string): Promise<void> {
    const minutes = RETRY_MINUTES[tried.attempts - 1];
    if (minutes === undefined) {
      await this.giveUp(tried, trouble);
      return;
    }
    const dueAt = time(this.parts.clock.now().getTime() + minutes * 60_000);
    await this.parts.deliveries.replace({ ...next(tried), dueAt, trouble });
  }

  private async giveUp(tried: Delivery, trouble: string): Promise<void> {
    const { dueAt: _dueAt, ...kept } = tried;
    const finishedAt = time(this.parts.clock.now().getTime());
    const failed: Delivery = { ...next(kept), state: "failed", trouble, finishedAt };
    if (await this.parts.deliveries.replace(failed)) await this.parts.gaveUp(failed);
  }

  /** A try that the stop cut off counts for nothing. */
  private async giveBack(held: Delivery): Promise<void> {
    const dueAt = time(this.parts.clock.now().getTime());
    await this.parts.deliveries.replace({ ...next(held), attempts: held.attempts - 1, dueAt });
  }
}

/** The value of the header X-Signature. */
export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

function next(delivery: Delivery): Delivery {
  return { ...delivery, revision: delivery.revision + 1 };
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
