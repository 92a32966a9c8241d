// The program of the thread or process in which the functions of one plugin work for one run.
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { Order, ThreadData } from "./messages.js";
import { work } from "./thread/work.js";

/** A loop that never ends keeps its process from hearing that the server was killed; a thread beside it sees that. */
const END_WITH_SERVER = `
const { ppid } = process;
setInterval(() => { if (process.ppid !== ppid) process.kill(process.pid, "SIGKILL"); }, 1000);
`;

// Both are started by a vehicle only, which is the other end of the channel.
if (parentPort !== null) work(parentPort, workerData as ThreadData);
else {
  process.on("disconnect", () => process.exit());
  new Worker(END_WITH_SERVER, { eval: true, env: {}, execArgv: [] }).unref();
  work(
    {
      on: (_event, listener) => process.on("message", (order) => listener(order as Order)),
      postMessage: (reply) => void process.send!(reply),
    },
    JSON.parse(process.argv[2]!) as ThreadData,
  );
}
