import { onTestFinished } from "vitest";
import { cannedFolder, testClock } from "../../src/adapters/doubles/index.js";
import { createScriptorium, type Json, type PublisherProvider, type WebProvider } from "../../src/index.js";

/** A server whose tasks read these articles and post to these blogs. */
export async function uploadWorld(
  files: Record<string, string | Uint8Array>,
  publisher: PublisherProvider,
  { now = "2026-03-02T06:00:00.000Z", web }: { readonly now?: string; readonly web?: WebProvider } = {},
) {
  const clock = testClock(new Date(now));
  const { kernel, start, stop } = createScriptorium({
    clock,
    providers: { publisher, folder: cannedFolder("articles", files), ...(web === undefined ? {} : { web }) },
  });
  await start();
  onTestFinished(stop);
  const { _id: id } = await kernel.tasks.create("postuploader");
  await kernel.tasks.patch(id, {
    ...{ articleFolder: "articles", postTimezone: "UTC", maxRetries: 0 },
    blogIds: ["one"],
  });
  const text = async (path: string) => {
    const file = await kernel.content.file(id, path);
    return file === undefined ? "" : Buffer.from(file.bytes).toString();
  };
  const results = async () => {
    const task = (await kernel.tasks.get(id))!;
    const rows = await Array.fromAsync(kernel.content.rows(id, { runId: task.runId! }));
    return { task, rows, csv: await text("posted.csv") };
  };
  /** Runs the task, as a new run where `restart` says so, and gives what came of it. */
  const ran = async (data: Record<string, Json> = {}, { restart = false } = {}) => {
    await kernel.tasks.patch(id, data);
    await kernel.tasks.run(id, { restart });
    await kernel.tasks.settled(id);
    return await results();
  };
  return { kernel, id, clock, files, text, ran, results };
}
