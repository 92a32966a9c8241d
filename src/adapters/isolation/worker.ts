// The program of the thread or process in which the functions of one plugin work for one run.
import { parentPort, workerData } from "node:worker_threads";
import { startThread } from "../threads/pool.js";
import type { Order, ThreadData } from "./messages.js";
import { work } from "./thread/work.js";

/** A loop that never ends keeps its process from noticing that the server was killed; a thread of its own sees that. */
const END_WITH_SERVER = `
const { ppid } = process;
setInterval(() => { if (process.ppid !== ppid) process.kill(process.pid, "SIGKILL"); }, 1000);
`;

// Both are started by a PluginHost only, which is the other end of the channel.
if (parentPort !== null) work(parentPort, workerData as ThreadData);
else {
  process.on("disconnect", () => process.exit());
  const program = new URL(`data:text/javascript,${encodeURIComponent(END_WITH_SERVER)}`);
  startThread({ program, env: {}, execArgv: [], received: () => {}, lost: () => {} }).rest();
  work(
    {
      on: (_event, listener) => process.on("message", (order) => listener(order as Order)),
      postMessage: (reply) => void process.send!(reply),
    },
    JSON.parse(process.argv[2]!) as ThreadData,
  );
}
