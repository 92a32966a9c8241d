import { createScriptorium, type Scriptorium } from "../../src/index.js";
import type { JsonObject, Providers } from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";

export const HONEY =
  "Honey is a sweet food that bees make from nectar.\nThe hive stores honey in wax comb for the winter. Ripe honey holds less than a fifth of water.\nHoney keeps for years in a closed jar. Beekeepers take the honey from the upper frames in late summer.\nA warm room makes honey flow through the strainer. Crystals in honey melt again in a bath of warm water.\n";
const DATA = { sourceMode: ["text"], sourceTextFile: [HONEY], articleLengthFrom: 10, articleLengthTo: 200 };

/** Runs of the article creator on a text about honey; `ran` gives the status, rows, log and files of one at its end. */
export function honeyRuns() {
  let running: Scriptorium | undefined;
  async function ran(data: JsonObject, providers: Partial<Providers> = {}) {
    running = createScriptorium({ storage: memoryStorage(), providers });
    await running.start();
    const { kernel } = running;
    const { _id } = await kernel.tasks.create("articlecreator", { ...DATA, ...data } as never);
    await kernel.tasks.run(_id);
    const { status, error } = await kernel.tasks.settled(_id);
    const rows = await Array.fromAsync(kernel.content.rows(_id));
    const files = new Map<string, string>();
    for await (const { path } of kernel.content.files(_id))
      files.set(path, Buffer.from((await kernel.content.file(_id, path))!.bytes).toString());
    const entries = await Array.fromAsync(kernel.content.log(_id));
    const log = entries.map(({ msg }) => msg).join("\n");
    return {
      status,
      error,
      rows,
      files,
      log,
      row: (keyword: string) => rows.find((one) => one["keyword"] === keyword),
    };
  }
  return { ran, end: async () => running?.stop() };
}
