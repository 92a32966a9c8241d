import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createReader } from "../../src/adapters/reading/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { createWeb } from "../../src/adapters/web/index.js";
import {
  type BrowserProvider,
  type Clock,
  createKernel,
  type Json,
  type JsonObject,
  type Kernel,
  type Task,
} from "../../src/kernel/index.js";
import { waybackscraper } from "../../src/plugins/waybackscraper/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { type ArchiveOptions, type ArchiveServer, archiveServer, type Capture } from "./archive-server.js";

export interface ArchiveWorld extends AsyncDisposable {
  readonly archive: ArchiveServer;
  readonly kernel: Kernel;
  /** A draft that asks this archive without delays. */
  draft(data: Readonly<Record<string, Json>>): Promise<Task>;
  /** Runs it to its end. */
  run(task: Task | string): Promise<Task>;
  rows(task: Task): Promise<JsonObject[]>;
  /** Texts of its files by path. */
  files(task: Task): Promise<Record<string, string>>;
  /** The bytes of one. */
  file(task: Task, path: string): Promise<Uint8Array | undefined>;
  /** Messages of the last run. */
  log(task: Task): Promise<string[]>;
}

/** A kernel with the task type, a real web provider, and an archive on loopback. */
export async function archiveWorld(
  captures: readonly Capture[],
  options: ArchiveOptions & {
    readonly clock?: Clock;
    readonly maxBytes?: number;
    readonly browser?: BrowserProvider;
  } = {},
): Promise<ArchiveWorld> {
  const archive = await archiveServer(captures, options);
  const { maxBytes, browser } = options;
  const web = createWeb({ allowPrivate: ["127.0.0.1"], ...(maxBytes === undefined ? {} : { maxBytes }) });
  const kernel = createKernel({
    secrets: ephemeralKey(),
    storage: memoryStorage(),
    queue: inProcessQueue(),
    plugins: [waybackscraper],
    providers: { web, reader: createReader().reader, ...(browser === undefined ? {} : { browser }) },
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  await kernel.start();
  const id = (task: Task | string) => (typeof task === "string" ? task : task._id);
  return {
    archive,
    kernel,
    draft: (data) =>
      kernel.tasks.create("waybackscraper", {
        archiveUrl: archive.url,
        requestDelayFrom: 0,
        requestDelayTo: 0,
        maxRetries: 0,
        saveAs: "list",
        ...data,
      }),
    async run(task) {
      await kernel.tasks.run(id(task));
      return kernel.tasks.settled(id(task));
    },
    rows: (task) => Array.fromAsync(kernel.content.rows(task._id)),
    async files(task) {
      const files: Record<string, string> = {};
      for await (const { path } of kernel.content.files(task._id)) {
        files[path] = Buffer.from((await kernel.content.file(task._id, path))!.bytes).toString();
      }
      return files;
    },
    file: async (task, path) => (await kernel.content.file(task._id, path))?.bytes,
    log: async (task) => (await Array.fromAsync(kernel.content.log(task._id))).map(({ msg }) => msg),
    async [Symbol.asyncDispose]() {
      await kernel.stop();
      await web.close();
      await archive.close();
    },
  };
}
