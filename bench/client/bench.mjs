// The time of a round trip by the client, compared with bare fetch of the same call with its JSON parsed, one call after another
// in one process, the two in turn. Every figure is the median of the calls.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createClient } from "scriptorium/client";
import { median, printTable, verdict } from "../table.mjs";

const CALLS = Number(process.env.BENCH_CALLS ?? 10_000);
const WARM_UP = 1000;
const LIMIT = 1.1;

const child = fork(fileURLToPath(new URL("../http/server-process.mjs", import.meta.url)), ["scriptorium"]);
const { port } = await new Promise((resolve, reject) => {
  child.once("message", resolve).once("error", reject);
});
const url = `http://127.0.0.1:${port}`;
const client = createClient({ url });
const spin = { text: "The quick brown fox jumps over the lazy dog.", csvprotectedwords: "" };

const WORK = {
  "GET /test": {
    bare: async () => (await (await fetch(`${url}/test`)).json()).result,
    client: () => client.test(),
  },
  "POST /spin": {
    async bare() {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(`${url}/spin`, { method: "POST", headers, body: JSON.stringify(spin) });
      return (await reply.json()).result;
    },
    client: () => client.spin(spin),
  },
};

async function timed(call) {
  const begun = performance.now();
  await call();
  return (performance.now() - begun) * 1000;
}

const rows = [];
for (const [name, { bare, client: ours }] of Object.entries(WORK)) {
  const samples = { bare: [], ours: [] };
  for (let count = -WARM_UP; count < CALLS; count += 1) {
    // In turn, so that what else the machine does falls on both.
    const [least, own] =
      count % 2 ? [await timed(bare), await timed(ours)] : [await timed(ours), await timed(bare)].reverse();
    if (count < 0) continue;
    samples.bare.push(least);
    samples.ours.push(own);
  }
  const [least, own] = [median(samples.bare), median(samples.ours)];
  rows.push([name, least, own, own / least, LIMIT, verdict(own / least, LIMIT)]);
}
child.kill();
printTable(["µs a round trip", "bare fetch", "client", "ratio", "limit", ""], rows);
