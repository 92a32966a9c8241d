import { ScriptoriumError } from "../../errors.js";
import type { EventName } from "../../events.js";
import type { MessengerProvider } from "../../providers.js";
import type { RunEndHook } from "../../runs/run-ending.js";
import type { Delivery, LogEntry, Page, Run } from "../../storage.js";
import { atRest, summaryOf, type Task, type TaskStatus } from "../../task.js";
import { Batches } from "../../values/batches.js";
import { defined, type JsonObject, shown } from "../../values/json.js";
import { noProvider, toHaveProvider } from "../../values/provider-settings.js";
import type { Attendant, AttendantParts } from "../attendant.js";
import { ENDINGS, EventDeliveries } from "./event-deliveries.js";
import { type Included, resultOf } from "./included.js";
import { deliveryOf, endMark, type Happening, runIn } from "./message.js";
import { Sender } from "./sender.js";
import { asksFor, ownWebhook, targetOf } from "./targets.js";
import { isWanted, type NewWebhook, WEBHOOK_KIND, type Webhook, type WebhookChanges, webhookOf } from "./webhook.js";

export type { NewWebhook, Webhook, WebhookChanges } from "./webhook.js";

export interface WebhooksParts
  extends Pick<AttendantParts, "storage" | "registry" | "accounts" | "events" | "clock" | "ids" | "logger"> {
  /** Without one nothing is sent: what is stored waits for a server that has one. */
  readonly messenger?: MessengerProvider | undefined;
}

/** A delivery as it may be shown; the body is there when one is asked for alone. */
export interface ShownDelivery extends Omit<Delivery, "_id" | "revision" | "body"> {
  readonly id: string;
  readonly body?: string;
}

/** How the end of a run is reported. */
const ENDED: Partial<Record<Run["status"], { readonly event: EventName; readonly status: TaskStatus }>> = {
  complete: { event: "task.complete", status: "complete" },
  failed: { event: "task.failed", status: "failed" },
  interrupted: { event: "task.failed", status: "failed" },
  aborted: { event: "task.aborted", status: "aborted" },
};
/** A delivery of an ending waits for its task to be at rest, but no longer than this. */
const REST_MS = 10_000;

/** Sends what happens to tasks to registered webhooks, and to those that the data of a task name. */
export function webhookAttendant() {
  return (parts: AttendantParts): Attendant & { readonly service: Webhooks } => {
    const webhooks = new Webhooks({ ...parts, messenger: parts.providers.messenger });
    return {
      name: "webhooks",
      service: webhooks,
      // What ends now may still have something to send, which is kept for the next start.
      stops: "with-runner",
      start: () => webhooks.start(),
      stop: () => webhooks.stop(),
      onEnd: webhooks.onEnd,
      notesOn: (task, posted) => webhooks.notesOn(task, posted),
    };
  };
}

/** Delivers what happens to tasks to addresses outside. */
export class Webhooks {
  private readonly eventDeliveries: EventDeliveries;
  private readonly sender: Sender | undefined;
  private readonly off: () => void;
  private hasStored = false;
  /** All of them as they are stored; one reading answers all that ask while another is made. */
  private readonly registered = new Batches<undefined, readonly Webhook[]>(async (asked) => {
    const all = await Array.fromAsync(this.list());
    return asked.map(() => all);
  });

  constructor(private readonly parts: WebhooksParts) {
    const { events, storage, clock, logger, accounts, messenger } = parts;
    this.sender =
      messenger &&
      new Sender({
        deliveries: storage.deliveries,
        messenger,
        clock,
        logger,
        targetOf: (delivery) => targetOf(delivery, storage, accounts),
        isReady: (delivery) => this.isReady(delivery),
        gaveUp: (delivery) => this.gaveUp(delivery),
      });
    this.eventDeliveries = new EventDeliveries({
      ...parts,
      webhooks: () => this.registered.add(undefined),
      stored: () => this.sender?.wake(),
    });
    this.off = events.onAny((name) => {
      if (!this.hasStored || !ENDINGS.has(name)) return;
      this.hasStored = false;
      this.sender?.wake();
    });
  }

  /** Begins to send what is due. */
  start(): void {
    this.sender?.start();
  }

  /** Stores what was to be sent and breaks off running requests; they are sent later, by this server or another. */
  async stop(): Promise<void> {
    this.off();
    await this.eventDeliveries.stop();
    await this.sender?.stop();
  }

  /** The hook of the runner: stores the deliveries of a run that has ended. Doing so twice leaves one of each. */
  readonly onEnd: RunEndHook = async (task, run) => {
    const ended = ENDED[run.status];
    if (ended === undefined) return;
    const { event, status } = ended;
    const happening: Happening = {
      event,
      at: this.parts.clock.now().toISOString(),
      task: { ...summaryOf(task), status },
      run,
      data: run.error === undefined ? {} : { error: { ...run.error } },
      mark: endMark(run),
    };
    const { deliveries, content } = this.parts.storage;
    const resultFor = async (include: readonly Included[]) =>
      include.length === 0 ? undefined : await resultOf(content, { taskId: task._id, runId: run._id }, include);
    const wanting = (await this.registered.add(undefined)).filter((webhook) =>
      isWanted(webhook, event, happening.task),
    );
    const own = ownWebhook(task.data);
    const made: Delivery[] = [];
    for (const { id, template, include } of wanting) {
      made.push(deliveryOf(happening, id, { template, result: await resultFor(include) }));
    }
    if (asksFor(own, event)) made.push(deliveryOf(happening, task._id, { own, result: await resultFor(own.include) }));
    // At once, since storages write together what comes together.
    await Promise.all(made.map((delivery) => deliveries.insert(delivery)));
    if (made.length > 0) this.hasStored = true;
  };

  /** What a person should know about the webhook in the data of a task, when some of it was posted. */
  async notesOn({ data }: Task, posted: JsonObject): Promise<readonly string[]> {
    if (!Object.keys(posted).some((name) => name.startsWith("webhook"))) return [];
    const { ownWebhookNotes } = await import("./own-notes.js");
    return ownWebhookNotes(data, this.parts.accounts, () => this.needed());
  }

  /**
   * Registers a webhook; its secret is in the open in this answer and in no other. Throws WEBHOOK_REFUSED, ADDRESS_REFUSED,
   * ACCOUNT_TAKEN, SECRETS_UNAVAILABLE and PROVIDER_MISSING.
   */
  async create(webhook: NewWebhook): Promise<Webhook> {
    const { newAccount, ofWebhook } = await import("./posted-webhook.js");
    const { account, secret } = newAccount(webhook, () => this.parts.ids.next());
    this.check(webhook.url);
    const made = await this.parts.accounts.create(account).catch(ofWebhook);
    this.eventDeliveries.forget();
    return webhookOf(made, secret);
  }

  /** Entries of the filters that let nothing through, in sentences. */
  async filterNotes(webhook: Webhook): Promise<readonly string[]> {
    const { webhookFilterNotes } = await import("./filter-notes.js");
    return webhookFilterNotes(webhook, this.parts.storage, this.parts.registry);
  }

  /** Webhooks in creation order, with a mask for every secret. */
  async *list(page: Page = {}): AsyncIterable<Webhook> {
    for await (const account of this.parts.accounts.list({ ...page, kind: WEBHOOK_KIND })) yield webhookOf(account);
  }

  /** A webhook, with a mask for its secret. Throws WEBHOOK_NOT_FOUND. */
  async get(id: string): Promise<Webhook> {
    const found = await this.found(id);
    if (found === undefined) throw webhookNotFound(id);
    return found;
  }

  /** Changes a webhook; what is left out stays. Throws what `create` throws, and WEBHOOK_NOT_FOUND. */
  async update(id: string, changes: WebhookChanges): Promise<Webhook> {
    const { accountChanges, ofWebhook } = await import("./posted-webhook.js");
    const read = accountChanges(changes);
    await this.get(id);
    if (changes.url !== undefined) this.check(changes.url);
    const changed = await this.parts.accounts.update(id, read).catch(ofWebhook);
    this.eventDeliveries.forget();
    return webhookOf(changed);
  }

  /** Removes a webhook. Says whether it was there. What still waits to be delivered to it fails. */
  async delete(id: string): Promise<boolean> {
    if ((await this.found(id)) === undefined) return false;
    const deleted = await this.parts.accounts.delete(id);
    this.eventDeliveries.forget();
    return deleted;
  }

  /**
   * What was sent to a webhook, or to the one that the data of a task name under the id of the task; oldest first. Throws
   * WEBHOOK_NOT_FOUND.
   */
  async *deliveries(
    webhookId: string,
    page: Page & { readonly state?: Delivery["state"] } = {},
  ): AsyncIterable<ShownDelivery> {
    const { tasks, deliveries } = this.parts.storage;
    let isKnown = false;
    for await (const delivery of deliveries.list({ ...page, webhookId })) {
      isKnown = true;
      const { body: _body, ...shownOf } = shownDelivery(delivery);
      yield shownOf;
    }
    if (isKnown || (await this.found(webhookId)) !== undefined || (await tasks.get(webhookId)) !== undefined) return;
    // One that was removed is known by what is left of it, on whatever page.
    for await (const _delivery of deliveries.list({ webhookId, limit: 1 })) return;
    throw webhookNotFound(webhookId);
  }

  /** A delivery with its body. Throws DELIVERY_NOT_FOUND. */
  async delivery(id: string): Promise<ShownDelivery> {
    return shownDelivery(await this.stored(id));
  }

  /** Sends the same body again, as a delivery of its own. Throws DELIVERY_NOT_FOUND and PROVIDER_MISSING. */
  async replay(id: string): Promise<ShownDelivery> {
    const { webhookId, taskId, url, secretId, event, body } = await this.stored(id);
    this.needed();
    const now = this.parts.clock.now().toISOString();
    const again: Delivery = {
      _id: this.parts.ids.next(),
      webhookId,
      ...defined({ taskId, url, secretId }),
      event,
      body,
      state: "waiting",
      attempts: 0,
      dueAt: now,
      createdAt: now,
      revision: 0,
    };
    await this.parts.storage.deliveries.insert(again);
    this.sender?.wake();
    return shownDelivery(again);
  }

  private async found(id: string): Promise<Webhook | undefined> {
    try {
      const account = await this.parts.accounts.get(id);
      return account.kind === WEBHOOK_KIND ? webhookOf(account) : undefined;
    } catch (error) {
      if (ScriptoriumError.is(error) && error.code === "ACCOUNT_NOT_FOUND") return undefined;
      throw error;
    }
  }

  private async stored(id: string): Promise<Delivery> {
    const delivery = await this.parts.storage.deliveries.get(id);
    if (delivery !== undefined) return delivery;
    throw new ScriptoriumError(
      "DELIVERY_NOT_FOUND",
      `The delivery with the id "${shown(id)}" could not be found. List the deliveries of a webhook to see which there are.`,
      { id: shown(id) },
    );
  }

  private check(url: string): void {
    this.needed().check?.(url);
  }

  private needed(): MessengerProvider {
    const { messenger } = this.parts;
    if (messenger !== undefined) return messenger;
    throw new ScriptoriumError(
      "PROVIDER_MISSING",
      `${noProvider("messenger")} Webhooks need one. ${toHaveProvider("messenger")}`,
      { provider: "messenger" },
    );
  }

  /** A receiver of the end of a run should find its task at rest. */
  private async isReady({ event, taskId, createdAt, attempts }: Delivery): Promise<boolean> {
    const { storage, clock } = this.parts;
    if (attempts > 0 || taskId === undefined || !ENDINGS.has(event)) return true;
    if (clock.now().getTime() - Date.parse(createdAt) >= REST_MS) return true;
    const task = await storage.tasks.get(taskId);
    return task === undefined || atRest(task.status);
  }

  /** The log of a task says that the webhook in its data cannot be reached. */
  private async gaveUp({ webhookId, taskId, event, body, trouble }: Delivery): Promise<void> {
    // A delivery of the log would go to the same webhook and never end.
    if (webhookId !== taskId || event === "task.log") return;
    const { storage, clock, events } = this.parts;
    const runId = runIn(body);
    if (runId === undefined) return;
    const msg = `The webhook of this task could not receive "${event}": ${trouble}`;
    const entries: LogEntry[] = [{ t: clock.now().toISOString(), level: "warn", msg }];
    if (await storage.runs.log(runId, entries)) events.emit("task.log", { id: taskId, entries });
  }
}

function webhookNotFound(id: string): ScriptoriumError {
  return new ScriptoriumError(
    "WEBHOOK_NOT_FOUND",
    `The webhook with the id "${shown(id)}" could not be found. List the webhooks to see which there are.`,
    { id: shown(id) },
  );
}

function shownDelivery({ _id, revision: _revision, ...delivery }: Delivery): ShownDelivery {
  return { id: _id, ...delivery };
}
