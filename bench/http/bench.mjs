// CPU time of the server for one round trip, compared with raw node:http with a switch and zod, and with Fastify, both as they
// come and sending the same guarding headers as every reply of Scriptorium. Every figure is
// the median over fresh processes, started in turn, because identical code differs by a third from process to process.
import { fork } from "node:child_process";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { median, printTable, verdict } from "../table.mjs";

const PRODUCTS = {
  raw: ["raw"],
  fastify: ["fastify"],
  "raw, same headers": ["raw", "guarded"],
  "fastify, same headers": ["fastify", "guarded"],
  scriptorium: ["scriptorium"],
};
const PROCESSES = Number(process.env.BENCH_PROCESSES ?? 5);
const WARM_UP = 8000;
const REQUESTS = 20_000;
const CONNECTIONS = 16;
const WORK = {
  "GET /test": { method: "GET", path: "/test" },
  "POST /spin": {
    method: "POST",
    path: "/spin",
    body: JSON.stringify({ text: "The quick brown fox jumps over the lazy dog.", csvprotectedwords: "" }),
  },
};

const samples = {};
for (let round = 0; round < PROCESSES; round += 1) {
  for (const product of Object.keys(PRODUCTS)) {
    for (const [name, cost] of Object.entries(await measured(product))) {
      samples[name] ??= {};
      samples[name][product] ??= [];
      samples[name][product].push(cost);
    }
  }
}

const rows = [];
for (const [name, byProduct] of Object.entries(samples)) {
  const ours = median(byProduct.scriptorium);
  for (const product of Object.keys(PRODUCTS)) {
    const cost = median(byProduct[product]);
    const limit = { raw: 1.1, fastify: 1 }[product];
    rows.push([
      `${name}, ${product}`,
      cost,
      product === "scriptorium" ? "" : ours / cost,
      limit ?? "",
      limit === undefined ? "" : verdict(ours / cost, limit),
    ]);
  }
}
printTable(["µs CPU of the server a request", "", "scriptorium is", "limit", ""], rows);

async function measured(product) {
  const child = fork(fileURLToPath(new URL("server-process.mjs", import.meta.url)), PRODUCTS[product]);
  const { port } = await message(child);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const costs = {};
  for (const [name, work] of Object.entries(WORK)) {
    await drive(agent, port, work, WARM_UP);
    const before = await cpu(child);
    await drive(agent, port, work, REQUESTS);
    costs[name] = ((await cpu(child)) - before) / REQUESTS;
  }
  agent.destroy();
  child.kill();
  return costs;
}

function message(child) {
  return new Promise((resolve, reject) => {
    child.once("message", resolve).once("error", reject);
  });
}

async function cpu(child) {
  const answer = message(child);
  child.send("cpu");
  return (await answer).cpu;
}

async function drive(agent, port, work, count) {
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await roundTrip(agent, port, work);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
}

function roundTrip(agent, port, { method, path, body }) {
  return new Promise((resolve, reject) => {
    const headers = body ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) } : {};
    const sent = request({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
      response.resume().once("end", resolve);
    });
    sent.once("error", reject).end(body);
  });
}
