import { expect, it } from "vitest";
import { cannedFolder } from "../../adapters/doubles/index.js";
import { inProcessQueue } from "../../adapters/queue/index.js";
import { createKernel } from "../../kernel/index.js";
import { memoryStorage } from "../../storage/memory.js";
import { wpxmlgenerator } from "./index.js";

const FILES = Object.fromEntries(
  Array.from({ length: 120 }, (_, at) => [
    `${at}.md`,
    `---\ntitle: T${at % 7}\ntags: [t${at % 5}]\n---\nWords ${at}.\n\n[next](${at + 20}.md)\n\n![a](https://img.example/${at % 3}.png)`,
  ]),
);
const DATA = {
  articleFolder: "posts",
  articleTitle: "Use metadata",
  postTimezone: "UTC",
  postUseToday: false,
  postStartDate: "2020-01-01",
  postsPerDay: 3,
  randomSeed: 7,
  splitCount: 70,
  alsoWrite: ["ghost", "csv", "blogger"],
};

/** What a run writes, which is aborted when it reads the file for the second time, and run again. */
async function written(abortAt?: string): Promise<Record<string, string>> {
  const folder = cannedFolder("posts", FILES);
  let left = abortAt === undefined ? 0 : 2;
  const aborting: typeof folder = {
    ...folder,
    async read(name, path, options) {
      if (path !== abortAt || left === 0) return folder.read(name, path, options);
      left -= 1;
      // The terms are read first.
      if (left > 0) return folder.read(name, path, options);
      void kernel.tasks.abort(id);
      return new Promise((_, reject) => options.signal.addEventListener("abort", () => reject(options.signal.reason)));
    },
  };
  const providers = { folder: aborting };
  const kernel = createKernel({
    storage: memoryStorage(),
    queue: inProcessQueue(),
    plugins: [wpxmlgenerator],
    providers,
  });
  await kernel.start();
  const { _id: id } = await kernel.tasks.create("wpxmlgenerator", DATA);
  await kernel.tasks.run(id);
  if (abortAt !== undefined) {
    expect((await kernel.tasks.settled(id)).status).toBe("aborted");
    await kernel.tasks.run(id);
  }
  expect(await kernel.tasks.settled(id)).toMatchObject({ status: "complete" });
  const rows = await Array.fromAsync(kernel.content.rows(id));
  const files: Record<string, string> = { rows: JSON.stringify(rows) };
  for await (const { path } of kernel.content.files(id)) {
    const text = Buffer.from((await kernel.content.file(id, path))?.bytes ?? []).toString();
    files[path] = text.replace(/<(pubDate|updated)>.*|"exported_on":\d+/g, "");
  }
  await kernel.stop();
  return files;
}

it("a run that was stopped goes on where it was, and writes what it would have written", async () => {
  const whole = await written();
  expect(Object.keys(whole).sort()).toEqual([
    "blogger.xml",
    "export-2.xml",
    "export.xml",
    "ghost.json",
    "posts.csv",
    "rows",
  ]);
  expect(await written("75.md")).toEqual(whole);
});
