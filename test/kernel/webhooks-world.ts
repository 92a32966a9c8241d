import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { type TestClock, testClock } from "../../src/adapters/doubles/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { createMessenger, type MessengerOptions } from "../../src/adapters/web/index.js";
import { Webhooks } from "../../src/kernel/attendants/webhooks/webhooks.js";
import { createEvents, type Events } from "../../src/kernel/events.js";
import type { JsonObject, Logger, Run, SecretBox, StorageAdapter, Task } from "../../src/kernel/index.js";
import { PluginRegistry } from "../../src/kernel/plugin-registry.js";
import { Vault } from "../../src/kernel/secrets/vault.js";
import { summaryOf } from "../../src/kernel/task.js";
import { AccountService } from "../../src/kernel/tasks/account-service.js";
import { objectIds } from "../../src/kernel/values/ids.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { serveHttp } from "../doubles/loopback.js";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly host: string;
  readonly all: readonly Received[];
  /** Resolves with the first so many that were received, once they were. */
  first(count: number): Promise<readonly Received[]>;
}

/** A real server that keeps what is posted to it; it answers with 204 unless `answer` does so. */
export async function receiver(answer?: (response: ServerResponse, received: Received) => void): Promise<Receiver> {
  const all: Received[] = [];
  const waiting = new Set<() => void>();
  const server = await serveHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const received = {
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      all.push(received);
      if (answer) answer(response, received);
      else response.writeHead(204).end();
      for (const look of [...waiting]) look();
    });
  });
  onTestFinished(() => server.close());
  return {
    url: server.url,
    host: server.host,
    all,
    first: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (all.length < count) return;
          waiting.delete(look);
          resolve(all.slice(0, count));
        };
        waiting.add(look);
        look();
      }),
  };
}

export interface World {
  readonly storage: StorageAdapter;
  readonly clock: TestClock;
  readonly events: Events;
  readonly accounts: AccountService;
  readonly webhooks: Webhooks;
  readonly warnings: readonly string[];
  /** A task with these data, stored. */
  task(data?: JsonObject, more?: Partial<Task>): Promise<Task>;
  /** A run of the task ends; both are stored, the hook is called and the event emitted, as the runner does. */
  ended(task: Task, run?: Partial<Run>): Promise<Run>;
  /** Resolves once it holds; looked at whenever a delivery is stored. */
  until(holds: () => Promise<boolean>): Promise<void>;
}

export interface WorldParts {
  readonly storage?: StorageAdapter;
  readonly clock?: TestClock;
  readonly secrets?: SecretBox;
  readonly messenger?: MessengerOptions | null;
  readonly started?: boolean;
}

const key = ephemeralKey();

/** Webhooks as a kernel holds them, on a storage that is opened here and closed when the test ends. */
export async function world(parts: WorldParts = {}): Promise<World> {
  const clock = parts.clock ?? testClock();
  const waiting = new Set<() => void>();
  const storage = watched(parts.storage ?? memoryStorage(), () => {
    for (const look of [...waiting]) look();
  });
  await storage.open();
  const warnings: string[] = [];
  const logger: Logger = {
    info() {},
    warn: (message) => void warnings.push(message),
    error: (message, cause) => void warnings.push(`${message} ${String(cause)}`),
  };
  const events = createEvents((name, error) => logger.error(name, error));
  const ids = objectIds(clock);
  const accounts = new AccountService(storage, clock, ids, new Vault(parts.secrets ?? key));
  const messenger =
    parts.messenger === null ? undefined : createMessenger(parts.messenger ?? { allowPrivate: ["127.0.0.1"] });
  const webhooks = new Webhooks({
    storage,
    registry: new PluginRegistry([], {}),
    accounts,
    events,
    clock,
    ids,
    logger,
    messenger,
  });
  if (parts.started !== false) webhooks.start();
  onTestFinished(async () => {
    await webhooks.stop();
    await messenger?.close();
    await storage.close();
  });
  return {
    storage,
    clock,
    events,
    accounts,
    webhooks,
    warnings,
    async task(data = {}, more = {}) {
      const now = clock.now().toISOString();
      const id = ids.next();
      const task: Task = {
        _id: id,
        group: "bees",
        name: "My task",
        type: "article creator",
        status: "running",
        data: { jobName: "My task", ...data },
        createdAt: now,
        updatedAt: now,
        revision: 0,
        ...more,
      };
      await storage.tasks.insert(task);
      return task;
    },
    async ended(task, more = {}) {
      const now = clock.now().toISOString();
      const run: Run = {
        _id: ids.next(),
        taskId: task._id,
        status: "complete",
        origin: "api",
        attempts: 1,
        seed: "1",
        createdAt: now,
        startedAt: now,
        finishedAt: now,
        revision: 3,
        fence: 1,
        ...more,
      };
      await storage.runs.insert(run);
      await webhooks.onEnd(task, run);
      const before = (await storage.tasks.get(task._id))!;
      const status = run.status === "complete" || run.status === "aborted" ? run.status : "failed";
      const rest: Task = { ...before, status, runId: run._id, revision: before.revision + 1 };
      await storage.tasks.replace(rest);
      const name = `task.${status}` as const;
      if (name === "task.failed") events.emit(name, { task: summaryOf(rest), error: run.error! });
      else events.emit(name, { task: summaryOf(rest) });
      return run;
    },
    until: (holds) =>
      new Promise((resolve, reject) => {
        const look = () => {
          holds().then((isSo) => {
            if (!isSo) return;
            waiting.delete(look);
            resolve();
          }, reject);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** The storage, calling back whenever a delivery was stored. */
function watched(storage: StorageAdapter, onStored: () => void): StorageAdapter {
  const { deliveries } = storage;
  const watching = {
    ...deliveries,
    async insert(delivery: Parameters<typeof deliveries.insert>[0]) {
      const result = await deliveries.insert(delivery);
      onStored();
      return result;
    },
    async replace(delivery: Parameters<typeof deliveries.replace>[0]) {
      const result = await deliveries.replace(delivery);
      onStored();
      return result;
    },
  };
  return new Proxy(storage, {
    get(target, name) {
      if (name === "deliveries") return watching;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
