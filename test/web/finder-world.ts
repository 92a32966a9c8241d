import { onTestFinished } from "vitest";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createReader } from "../../src/adapters/reading/index.js";
import { brave } from "../../src/adapters/search/brave.js";
import { searchEngines } from "../../src/adapters/search/engines.js";
import { searxng } from "../../src/adapters/search/searxng.js";
import { serpApi } from "../../src/adapters/search/serpapi.js";
import { serper } from "../../src/adapters/search/serper.js";
import { wikipedia } from "../../src/adapters/search/wikipedia.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import {
  type AnyTaskPlugin,
  type Clock,
  createKernel,
  type Json,
  type JsonObject,
  type Kernel,
  type Providers,
  type SearchProvider,
  type StorageAdapter,
  type Task,
} from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { type EngineDoubleOptions, type EngineKind, engineDouble } from "../doubles/search-services.js";
import type { ServiceDouble } from "../doubles/translation-service.js";
import { web } from "./download-world.js";

/** An engine, and how its server behaves. */
export type EngineGiven = EngineKind | readonly [EngineKind, EngineDoubleOptions & { readonly keyGiven?: string }];

/** The real adapters, each on a server of its own. */
export async function engines(
  ...kinds: readonly EngineGiven[]
): Promise<{ readonly search: SearchProvider; readonly servers: readonly ServiceDouble[] }> {
  const wait = async () => {};
  const servers: ServiceDouble[] = [];
  const made = [];
  for (const one of kinds) {
    const [kind, options] = typeof one === "string" ? ([one, {}] as const) : one;
    const server = await engineDouble(kind, options);
    onTestFinished(() => server.close());
    servers.push(server);
    const { url } = server;
    const apiKey = ("keyGiven" in options ? options.keyGiven : undefined) ?? "sesame";
    const makers = {
      searxng: () => searxng({ url, wait }),
      brave: () => brave({ url, apiKey, wait }),
      serper: () => serper({ url, apiKey, wait }),
      serpapi: () => serpApi({ url, apiKey, wait }),
      wikipedia: () => wikipedia({ url: `${url}/w/api.php`, userAgent: "Scriptorium/0 (+bot@example.com)", wait }),
    };
    made.push(makers[kind]());
  }
  return { search: searchEngines(made), servers };
}

export interface FinderWorld {
  readonly kernel: Kernel;
  /** Creates a task, or changes one, without delays and tries. */
  task(data: Readonly<Record<string, Json>>): Promise<string>;
  /** Runs it to its end. */
  run(id: string): Promise<FinderRun>;
}

export interface FinderRun {
  readonly task: Task;
  readonly rows: readonly JsonObject[];
  /** As text, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** `level: message` of all runs. */
  readonly log: readonly string[];
}

export const QUICK = { requestDelayFrom: 0, requestDelayTo: 0, maxRetries: 0, requestTimeout: 10 } as const;

export async function finderWorld(
  plugin: AnyTaskPlugin,
  providers: Partial<Providers>,
  { storage = memoryStorage(), clock }: { readonly storage?: StorageAdapter; readonly clock?: Clock } = {},
): Promise<FinderWorld> {
  const kernel = createKernel({
    secrets: ephemeralKey(),
    storage,
    queue: inProcessQueue(),
    plugins: [plugin],
    providers: { web: web(), reader: createReader().reader, ...providers } as Partial<Providers>,
    ...(clock === undefined ? {} : { clock }),
  });
  await kernel.start();
  onTestFinished(() => kernel.stop());
  return {
    kernel,
    task: async (data) => (await kernel.tasks.create(plugin.type, { ...QUICK, ...data }))._id,
    async run(id) {
      await kernel.tasks.run(id);
      await kernel.tasks.settled(id);
      return await outcome(kernel, id);
    },
  };
}

export async function outcome(kernel: Kernel, id: string): Promise<FinderRun> {
  const files: Record<string, string> = {};
  for (const { path } of await Array.fromAsync(kernel.content.files(id))) {
    files[path] = Buffer.from((await kernel.content.file(id, path))!.bytes).toString();
  }
  return {
    task: (await kernel.tasks.get(id))!,
    rows: await Array.fromAsync(kernel.content.rows(id)),
    files,
    log: (await Array.fromAsync(kernel.content.log(id))).map(({ level, msg }) => `${level}: ${msg}`),
  };
}
