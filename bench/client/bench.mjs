// The time of a round trip by the client, compared with bare fetch of the same call with its JSON parsed, one call after another
// in one process, the two in turn. Every figure is the median of the rounds.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createClient } from "scriptorium/client";
import { median, printTable, verdict } from "../table.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 21);
const CALLS = Number(process.env.BENCH_CALLS ?? 1000);
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
  for (let count = 0; count < CALLS; count += 1) await call();
  return ((performance.now() - begun) * 1000) / CALLS;
}

const rows = [];
for (const [name, { bare, client: ours }] of Object.entries(WORK)) {
  await timed(bare);
  await timed(ours);
  const samples = [];
  for (let round = 0; round < ROUNDS; round += 1) samples.push({ bare: await timed(bare), ours: await timed(ours) });
  // Of calls next to each other, so that what else the machine does counts little.
  const ratio = median(samples.map((sample) => sample.ours / sample.bare));
  const [least, own] = [median(samples.map((one) => one.bare)), median(samples.map((one) => one.ours))];
  rows.push([name, least, own, ratio, LIMIT, verdict(ratio, LIMIT)]);
}
child.kill();
printTable(["µs a round trip", "bare fetch", "client", "ratio", "limit", ""], rows);
