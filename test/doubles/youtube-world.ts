import { cannedFolder } from "../../src/adapters/doubles/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { combineVideo, createBuiltinVideo } from "../../src/adapters/video/index.js";
import { createWeb } from "../../src/adapters/web/index.js";
import type { Json, JsonObject, Kernel, Providers, StorageAdapter, TaskError } from "../../src/kernel/index.js";
import { youtubesubscraper } from "../../src/plugins/youtubesubscraper/index.js";
import { startedKernel } from "../kernel/world.js";
import { type ServedVideo, type VideoService, videoService } from "./video-service.js";

/** What a run left behind; rows of this run alone. */
export interface CaptionRun {
  readonly status: string;
  readonly error: TaskError | undefined;
  readonly rows: readonly JsonObject[];
  readonly files: ReadonlyMap<string, string>;
  readonly log: readonly string[];
}

export interface CaptionTask {
  readonly kernel: Kernel;
  readonly id: string;
  readonly service: VideoService;
  /** Posts the data, runs the task, or goes on with its run, and waits for its end. */
  run(data?: Record<string, Json>): Promise<CaptionRun>;
  /** What there is now. */
  state(): Promise<CaptionRun>;
  close(): Promise<void>;
}

export interface CaptionWorld {
  readonly videos?: readonly ServedVideo[];
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  /** Caption files, by path in the folder `/captions`. */
  readonly local?: Readonly<Record<string, string>>;
  readonly providers?: Partial<Providers>;
  readonly storage?: StorageAdapter;
}

/** A kernel with the task type, which asks a server of this machine that speaks as YouTube does, without delays. */
export async function captionTask({
  videos = [],
  lists = {},
  local,
  providers,
  storage,
}: CaptionWorld = {}): Promise<CaptionTask> {
  const service = await videoService(videos, lists);
  const web = createWeb({ allowPrivate: ["127.0.0.1"] });
  const builtin = createBuiltinVideo({ web, address: service.url });
  const video = combineVideo([{ name: "builtin", provider: builtin }]);
  const kernel = await startedKernel({
    secrets: ephemeralKey(),
    plugins: [youtubesubscraper],
    ...(storage && { storage }),
    providers: { web, video, ...(local && { folder: cannedFolder("/captions", local) }), ...providers },
  });
  const quick = { requestDelayFrom: 0, requestDelayTo: 0, maxRetries: 0, respectRobots: false };
  const { _id: id } = await kernel.tasks.create("youtubesubscraper", quick);
  const state = async (): Promise<CaptionRun> => {
    const { status, error } = (await kernel.tasks.get(id))!;
    const rows = await Array.fromAsync(kernel.content.rows(id));
    const files = new Map<string, string>();
    for (const { path } of await Array.fromAsync(kernel.content.files(id))) {
      files.set(path, Buffer.from((await kernel.content.file(id, path))!.bytes).toString());
    }
    const log = (await Array.fromAsync(kernel.content.log(id))).map(({ level, msg }) => `${level}: ${msg}`);
    return { status, error, rows, files, log };
  };
  return {
    ...{ kernel, id, service, state },
    async run(data = {}) {
      await kernel.tasks.patch(id, data);
      await kernel.tasks.run(id);
      await kernel.tasks.settled(id);
      return await state();
    },
    async close() {
      await kernel.stop();
      await web.close();
      await service.close();
    },
  };
}
