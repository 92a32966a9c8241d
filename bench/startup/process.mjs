// One start in a process of its own: node process.mjs bare|peers|library
// Prints CPU time in ms and resident memory in MB when the handler is mounted and listens.
import { createServer } from "node:http";

const handlers = {
  bare: async () => (_request, response) => response.end(),
  // What the same promises cost when everything is loaded at once.
  async peers() {
    await import("reflect-metadata");
    await Promise.all([import("zod"), import("mingo"), import("tsyringe")]);
    return (_request, response) => response.end();
  },
  async library() {
    const { createScriptorium, nodeListener, sqliteStorage } = await import("scriptorium");
    const { api, start } = createScriptorium({ storage: sqliteStorage({ path: ":memory:" }) });
    await start();
    return nodeListener(api);
  },
};
const before = process.cpuUsage();
const server = createServer(await handlers[process.argv[2]]());
server.listen(0, "127.0.0.1", async () => {
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1000;
  const { port } = server.address();
  await (await fetch(`http://127.0.0.1:${port}/test`)).text().catch(() => {});
  global.gc?.();
  console.log(JSON.stringify({ cpuMs, rssMb: process.memoryUsage().rss / 1e6 }));
  process.exit();
});
