// What the writer port adds to a call of a language model: the same requests to the same server on the loopback, by a writer of the
// settings and by a bare fetch in turn. BENCH_CALLS changes how many.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { combineWriters, writerKinds } from "../../dist/adapters/ai/index.js";
import { median, printTable, verdict } from "../table.mjs";

const CALLS = Number(process.env.BENCH_CALLS ?? 300);
const WARM_UP = 50;
const GOAL_MS = 5;

const service = fork(fileURLToPath(new URL("service.mjs", import.meta.url)));
const port = await new Promise((resolve) => service.once("message", resolve));
const address = `http://127.0.0.1:${port}/v1`;

const clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};
const kind = writerKinds.find((one) => one.kind === "openai-compatible");
const options = kind.options.parse({ model: "small", prices: { input: 1, output: 2 } });
const opened = await kind.open({ name: "small", address, key: async () => "", options }, { clock, userAgent: "bench" });
const writer = combineWriters([{ name: "small", provider: opened.provider, model: "small", prices: options.prices }], {
  clock,
});

const signal = new AbortController().signal;
const sources = Array.from({ length: 4 }, (_, index) => ({
  title: `Source ${index + 1}`,
  url: `https://a.test/${index}`,
  text: "Honey keeps for years when its water is gone. ".repeat(60),
}));
const request = { instructions: "Write about honey.", text: "Be brief.", sources, temperature: 0.7, signal };

async function bare(stream) {
  const messages = [
    { role: "system", content: request.instructions },
    { role: "user", content: `${sources.map((one) => one.text).join("\n")}\n${request.text}` },
  ];
  const response = await fetch(`${address}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "small", messages, temperature: 0.7, stream }),
  });
  const text = await response.text();
  if (!stream) return JSON.parse(text).choices[0].message.content.length;
  const pieces = text.split("\n\n").filter((line) => line.startsWith("data: {"));
  return pieces.map((line) => JSON.parse(line.slice(6)).choices[0]?.delta.content ?? "").join("").length;
}

async function timed(call) {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

const rows = [];
const added = [];
for (const stream of [false, true]) {
  const ours = [];
  const its = [];
  for (let call = 0; call < WARM_UP + CALLS; call += 1) {
    const mine = await timed(() => writer.answer({ ...request, ...(stream ? { onText() {} } : {}) }));
    const other = await timed(() => bare(stream));
    if (call < WARM_UP) continue;
    ours.push(mine);
    its.push(other);
  }
  const difference = median(ours) - median(its);
  added.push(difference);
  rows.push([stream ? "in 1,320 pieces" : "whole", median(ours), median(its), difference]);
}
printTable([`${CALLS} calls, median ms`, "ours", "bare fetch", "added"], rows);
process.stdout.write(
  `added to a call under ${GOAL_MS} ms: ${verdict(added[0], GOAL_MS)}, and ${((added[1] / 1320) * 1000).toFixed(0)} µs a piece\n`,
);
await opened.close();
service.kill();
