// Prints how many megabytes tasks take in this process that wait for their turn, in use and resident, as JSON:
// waiting.mjs memory folder 100000
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
const after = used();
process.stdout.write(JSON.stringify({ inUse: after.inUse - before.inUse, resident: after.resident - before.resident }));
process.exit();

function used() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { inUse: (heapUsed + external) / 1024 / 1024, resident: rss / 1024 / 1024 };
}
