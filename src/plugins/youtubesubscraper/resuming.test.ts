import { afterEach, describe, expect, it, vi } from "vitest";
import { type ServedVideo, type VideoService, writtenJson3 } from "../../../test/doubles/video-service.js";
import { type CaptionTask, captionTask } from "../../../test/doubles/youtube-world.js";

const open: CaptionTask[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const id = (n: number) => `video${String(n).padStart(6, "0")}`;
const ids = Array.from({ length: 7 }, (_none, n) => id(n));
const videos: ServedVideo[] = ids.map((each, n) => ({
  ...{ id: each, title: "One title" },
  tracks: n === 1 ? [] : [{ language: "en", json3: writtenJson3([[0, `This is number ${n}.`]]) }],
}));

/** The service never answers about this video; resolves when it was asked. */
function silentAbout(service: VideoService, video: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  service.instead = (request) => {
    if (!request.url?.includes(`/watch?v=${video}`)) return false;
    resolve();
    return true;
  };
  return promise;
}

describe("a channel in the middle of which a run was stopped", () => {
  it("goes on with the first video that is left, with the list as it was, and no row comes twice", async () => {
    const { run, service, kernel, id: taskId, state } = await made();
    const reached = silentAbout(service, id(4));
    await kernel.tasks.patch(taskId, { videosFile: ["channel:@bees"] });
    await kernel.tasks.run(taskId);
    await reached;
    await vi.waitUntil(async () => ((await kernel.tasks.get(taskId))?.progress?.percent ?? 0) > 40, {
      timeout: 20_000,
    });
    await kernel.tasks.abort(taskId);
    await kernel.tasks.settled(taskId);
    expect((await state()).rows).toHaveLength(4);

    service.instead = () => false;
    const asked = service.asked.length;
    const { status, rows, files } = await run();
    expect(status).toBe("complete");
    expect(rows.map(({ videoId, status: one }) => `${videoId} ${one}`)).toEqual(
      ids.map((each, n) => `${each} ${n === 1 ? "no-transcript" : "ok"}`),
    );
    expect(service.asked.slice(asked).filter((line) => line.includes("/watch"))).toEqual(
      [4, 5, 6].map((n) => `GET /watch?v=${id(n)}&hl=en`),
    );
    // All bear one title: none has taken the name of another.
    const texts = rows.filter(({ file }) => file !== "").map(({ file }) => files.get(String(file)) ?? "");
    expect(texts.map((text) => /number \d/.exec(text)?.[0])).toEqual([0, 2, 3, 4, 5, 6].map((n) => `number ${n}`));
    expect(files.get("results.csv")!.trim().split("\n")).toHaveLength(8);
  });

  it("a new run asks for all of it again", async () => {
    const { run, service } = await made();
    await run({ videosFile: ["@bees"] });
    const asked = service.asked.length;
    const { files } = await run();
    expect(service.asked).toHaveLength(2 * asked);
    expect(files.get("results.csv")!.trim().split("\n")).toHaveLength(8);
  });

  it("a line of which nothing worked is asked for again when the task is run again", async () => {
    const { run, service } = await made();
    expect((await run({ videosFile: [id(1)] })).status).toBe("failed");
    const asked = service.asked.length;
    expect((await run()).rows).toHaveLength(1);
    expect(service.asked.length).toBeGreaterThan(asked);
    expect((await run({ videosFile: [id(2)] })).status).toBe("complete");
  });
});

async function made(): Promise<CaptionTask> {
  const task = await captionTask({ videos, lists: { "@bees": ids } });
  open.push(task);
  return task;
}
