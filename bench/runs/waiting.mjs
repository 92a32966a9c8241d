// Prints how many megabytes this process grows by tasks that wait for their turn: waiting.mjs memory folder 100000
import { createKernel, inProcessQueue } from "scriptorium";
import { opened } from "../storage/stores.mjs";
import { idle } from "./idle-plugin.mjs";

const [name, folder, number] = process.argv.slice(2);
const begun = Promise.withResolvers();
idle.waits = { begun: begun.resolve, heard() {} };
const queue = inProcessQueue({ maxRunning: 1 });
const kernel = createKernel({ storage: opened(name, folder, "", "waiting"), queue, plugins: [idle] });
await kernel.start();
const { _id } = await kernel.tasks.create("idler");
await kernel.tasks.run(_id);
await begun.promise;
const before = used();
for (let start = 0; start < Number(number); start += 100) {
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      const task = await kernel.tasks.create("idler");
      await kernel.tasks.run(task._id);
    }),
  );
}
process.stdout.write(String((used() - before) / 1024 / 1024));
process.exit();

function used() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().rss;
}
