import { type EventMap, type EventName, shortened } from "../../events.js";
import type { Run } from "../../storage.js";
import { summaryOf, type TaskSummary } from "../../task.js";
import type { JsonObject } from "../../values/json.js";
import type { AttendantParts } from "../attendant.js";
import { deliveryOf, endMark, type Happening } from "./message.js";
import { asksFor, type OwnWebhook, ownWebhook } from "./targets.js";
import { isWanted, type Webhook } from "./webhook.js";

/**
 * Those that end a run; their deliveries are stored before the task is at rest, by the hook of the runner. A run that only
 * waited ends without it, so an abort is gathered too; of one that the hook has seen this gives the same delivery.
 */
export const ENDINGS: ReadonlySet<string> = new Set<EventName>(["task.complete", "task.failed", "task.aborted"]);

/** How long what was read of webhooks and tasks is taken for true; others may change it behind our back. */
const FRESH_MS = 5_000;
/** Most tasks that are remembered, and most events that wait to be looked at. */
const MAX_TASKS = 1_000;
const MAX_PENDING = 10_000;

export interface EventDeliveriesParts extends Pick<AttendantParts, "events" | "storage" | "clock" | "ids" | "logger"> {
  webhooks(): Promise<readonly Webhook[]>;
  /** Called after deliveries were stored. */
  stored(): void;
}

interface Known {
  readonly own: OwnWebhook | undefined;
  readonly summary: TaskSummary | undefined;
  readonly revision: number;
  readonly readAt: number;
}

interface Pending {
  readonly event: EventName;
  readonly payload: EventMap[EventName];
  readonly at: string;
}

/** Makes deliveries of all events but those that end a run, as well as it can: a crash loses those not stored yet. */
export class EventDeliveries {
  private readonly off: () => void;
  private readonly tasks = new Map<string, Known>();
  private registered: { readonly webhooks: readonly Webhook[]; readonly readAt: number } | undefined;
  private readonly pending: Pending[] = [];
  private draining: Promise<void> | undefined;
  private isOverrun = false;

  constructor(private readonly parts: EventDeliveriesParts) {
    this.off = parts.events.onAny((event, payload, isElsewhere) => this.take(event, payload, isElsewhere));
  }

  /** Has the webhooks read again: they were changed here. */
  forget(): void {
    this.registered = undefined;
  }

  /** Stores what is pending and listens no more. */
  async stop(): Promise<void> {
    this.off();
    await this.draining;
  }

  private take(event: EventName, payload: EventMap[EventName], isElsewhere: boolean): void {
    if (ENDINGS.has(event) && event !== "task.aborted") return;
    const id = taskIn(payload);
    // Its data may be others now.
    if (event === "task.created" || event === "task.updated") this.tasks.delete(id);
    // The process that did it makes the deliveries.
    if (isElsewhere || !this.mayConcern(event, id)) return;
    if (this.pending.length >= MAX_PENDING) {
      if (!this.isOverrun)
        this.parts.logger.warn("Events come faster than they can be stored for webhooks; some are lost.");
      this.isOverrun = true;
      return;
    }
    this.pending.push({ event, payload, at: this.parts.clock.now().toISOString() });
    this.draining ??= this.drain();
  }

  /** Whether somebody wants the event, or nobody knows without reading. */
  private mayConcern(event: EventName, id: string): boolean {
    const { registered } = this;
    if (!this.isFresh(registered) || registered.webhooks.some((one) => one.active && one.events.includes(event)))
      return true;
    const known = this.tasks.get(id);
    return !this.isFresh(known) || asksFor(known.own, event);
  }

  private isFresh<T extends { readonly readAt: number }>(known: T | undefined): known is T {
    return known !== undefined && this.parts.clock.monotonic() - known.readAt < FRESH_MS;
  }

  private async drain(): Promise<void> {
    for (let one = this.pending.shift(); one !== undefined; one = this.pending.shift()) {
      try {
        await this.store(one);
      } catch (error) {
        this.parts.logger.error(`The event "${one.event}" could not be stored for webhooks.`, error);
      }
    }
    this.isOverrun = false;
    // In the same turn as the last look, so that nothing comes in between and is left lying.
    this.draining = undefined;
  }

  private async store({ event, payload, at }: Pending): Promise<void> {
    const { storage, clock } = this.parts;
    const id = taskIn(payload);
    const readAt = clock.monotonic();
    if (!this.isFresh(this.registered)) this.registered = { webhooks: await this.parts.webhooks(), readAt };
    const { webhooks } = this.registered;
    const task = await this.known(id, event === "task.deleted");
    const summary = "task" in payload ? payload.task : (task.summary ?? { id });
    const wanting = webhooks.filter((webhook) => isWanted(webhook, event, summary));
    const isOwn = asksFor(task.own, event);
    if (wanting.length === 0 && !isOwn) return;
    const run = await this.runOf(payload, id);
    // Another run has begun since.
    if (event === "task.aborted" && run?.status !== "aborted") return;
    const happening: Happening = {
      event,
      at,
      task: summary,
      ...(run === undefined ? {} : { run }),
      data: dataOf(payload),
      mark: this.markOf(event, id, task, run),
    };
    const made = wanting.map(({ id, template }) => deliveryOf(happening, id, { template }));
    if (isOwn) made.push(deliveryOf(happening, id, { own: task.own }));
    await Promise.all(made.map((delivery) => storage.deliveries.insert(delivery)));
    this.parts.stored();
  }

  /** What is known of the task; of one that is gone, what was known last. */
  private async known(id: string, isGone: boolean): Promise<Known> {
    const before = this.tasks.get(id);
    this.tasks.delete(id);
    if (isGone) return before ?? { own: undefined, summary: undefined, revision: 0, readAt: 0 };
    let known = before;
    if (!this.isFresh(known)) {
      const readAt = this.parts.clock.monotonic();
      const task = await this.parts.storage.tasks.get(id);
      known = {
        own: task && ownWebhook(task.data),
        summary: task && summaryOf(task),
        revision: task?.revision ?? 0,
        readAt,
      };
    }
    // Last in, last out: those not asked for the longest go first.
    this.tasks.set(id, known);
    if (this.tasks.size > MAX_TASKS) this.tasks.delete(this.tasks.keys().next().value!);
    return known;
  }

  private async runOf(payload: EventMap[EventName], id: string): Promise<Run | undefined> {
    const { runs, tasks } = this.parts.storage;
    const runId = "runId" in payload ? payload.runId : (await tasks.get(id))?.runId;
    return runId === undefined ? undefined : runs.get(runId);
  }

  /** Several servers see a task made, changed and deleted; what happens in a run is seen by the one that works on it. */
  private markOf(event: EventName, id: string, { revision }: Known, run: Run | undefined): string {
    if (event === "task.aborted" && run !== undefined) return endMark(run);
    if (event === "task.created" || event === "task.deleted") return id;
    return event === "task.updated" ? `${id} ${revision}` : this.parts.ids.next();
  }
}

function taskIn(payload: EventMap[EventName]): string {
  return "task" in payload ? payload.task.id : payload.id;
}

/** All that the event carries but the task, as far as it fits. */
function dataOf(payload: EventMap[EventName]): JsonObject {
  const { id: _id, task: _task, ...data } = payload as { id?: string; task?: TaskSummary };
  // Events are made of what JSON can hold; log entries are interfaces, which the compiler does not take for objects.
  return shortened(data as JsonObject);
}
