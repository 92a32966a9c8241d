// Asks GET /test again and again until it gets a message, and answers with the longest time that took: node watcher.mjs port
import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

const agent = new Agent({ keepAlive: true });

function ask() {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port: Number(process.argv[2]), path: "/test", agent }, (response) => {
      response.resume().once("end", resolve);
    })
      .once("error", reject)
      .end();
  });
}

let longestMs = 0;
let isOver = false;
process.once("message", () => {
  isOver = true;
});
await ask();
process.send("ready");
while (!isOver) {
  const begun = performance.now();
  await ask();
  longestMs = Math.max(longestMs, performance.now() - begun);
  await wait(5);
}
process.send({ longestMs }, () => process.exit());
