// Serves a store with many tasks and, on request, changes them or makes a run of many rows: node server.mjs tasks
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiServer, createScriptorium, defineTaskPlugin, sqliteStorage } from "scriptorium";
import { z } from "zod";
import { task } from "../storage/documents.mjs";

const AT_ONCE = 2000;
/** So many of the newest tasks are changed in turn. */
const CHANGED = 12;

const count = Number(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "scriptorium-bench-"));
const path = join(folder, "scriptorium.db");

const STATUSES = ["draft", "complete", "complete", "failed", "aborted"];
const progress = {
  ...{ total: 120, done: 120, ok: 118, failed: 2, skipped: 0, percent: 100, rows: 118, files: 240, bytes: 1_200_000 },
  ...{ retries: 3, blocked: 0, tokens: 0, cost: 0, phase: "", current: "", etaSeconds: null },
  ...{ startedAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:10:00.000Z" },
};

/** One of every status, in groups, with tags, made one after another. */
function listed(index) {
  const status = STATUSES[index % STATUSES.length];
  const at = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
  const one = task(index);
  return {
    ...one,
    ...{ status, createdAt: at, updatedAt: at },
    data: { ...one.data, tags: [`tag ${index % 7}`] },
    ...(status === "draft" ? {} : { progress }),
    ...(status === "failed" ? { error: { code: "blocked", message: "The site has refused 14 pages. Wait." } } : {}),
  };
}

const storage = sqliteStorage({ path });
await storage.open();
for (let start = 0; start < count; start += AT_ONCE) {
  await storage.tasks.insertAll(
    Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, offset) => listed(start + offset)),
  );
}
await storage.close();

const maker = defineTaskPlugin({
  ...{ type: "maker", words: "maker", title: "Maker", summary: "Makes rows." },
  options: z.object({ linesFile: z.array(z.string()).default([]) }),
  inputs: ({ linesFile }) => linesFile,
  async run(line, { output }) {
    for (let at = 0; at < Number(line); at += 1) {
      const [name, words] = [`Item ${at}`, (at * 7919) % 4001];
      output.row({
        url: `https://shop.example/item/${at}`,
        title: name,
        words,
        isNew: at % 3 === 0,
        seller: `shop ${at % 97}`,
      });
    }
  },
});
const { api, kernel, start, stop } = createScriptorium({ storage: sqliteStorage({ path }), plugins: [maker] });
await start();

const acts = {
  /** Tells each moment in the name of a task, so many times a second. */
  async live({ perSecond, seconds }) {
    const ids = Array.from({ length: CHANGED }, (_, at) => task(count - 1 - at)._id);
    const begun = Date.now();
    let done = 0;
    for (let passed = 0; passed < seconds * 1000; passed = Date.now() - begun) {
      const due = Math.floor((passed / 1000) * perSecond);
      for (; done < due; done += 1) await kernel.tasks.patch(ids[done % ids.length], { jobName: `now ${Date.now()}` });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return { done, seconds: (Date.now() - begun) / 1000 };
  },
  async rows({ rows }) {
    const { _id } = await kernel.tasks.create("maker", { linesFile: [String(rows)] });
    await kernel.tasks.run(_id);
    await kernel.tasks.settled(_id);
    return { id: _id };
  },
};

const server = createApiServer(api);
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("message", async ({ act, ...options }) => process.send(await acts[act](options)));
process.on("disconnect", async () => {
  await stop();
  rmSync(folder, { recursive: true });
  process.exit();
});
