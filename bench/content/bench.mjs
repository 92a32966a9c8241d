// What a task with many articles and files costs to read over HTTP, beside what a single small reply costs in the same server.

import { hash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { createScriptorium, memoryStorage, nodeListener, sqliteStorage } from "../../dist/index.js";
import { median, printTable } from "../table.mjs";

const FILES = Number(process.env.BENCH_FILES ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);

const file = (number) => Buffer.from(`Line ${number} of a text like others. `.repeat(40).slice(0, 1024));

/** Fills a task through the storage, so that only the reading is measured. */
async function filled(storage, taskId) {
  const run = { _id: "0".repeat(24), taskId, status: "running", origin: "library", fence: 1, attempts: 1, seed: "s" };
  await storage.runs.insert({ ...run, createdAt: new Date().toISOString(), revision: 1 });
  for (let start = 0; start < FILES; start += 500) {
    const numbers = Array.from({ length: Math.min(500, FILES - start) }, (_, index) => start + index);
    await storage.runs.write(
      run._id,
      {
        articles: numbers.map((number) => ({
          keyword: `Keyword ${number}`,
          article: { keywords: [`Keyword ${number}`], sentences: ["A sentence."] },
        })),
        files: numbers.map((number) => {
          const bytes = file(number);
          const path = `articles/${String(number).padStart(7, "0")}.txt`;
          return { path, type: "text/plain", size: bytes.length, sha256: hash("sha256", bytes, "hex"), bytes };
        }),
      },
      1,
    );
  }
}

async function timed(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function cpu(rounds, work) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(work));
  return median(times);
}

async function measured(name, storage) {
  const { kernel, api, start, stop } = createScriptorium({ storage });
  await start();
  const articleKeywordsFile = Array.from({ length: FILES }, (_, index) => `Keyword ${index}`);
  const { _id } = await kernel.tasks.create("articlecreator", { articleKeywordsFile });
  await filled(storage, _id);
  const server = createServer(nodeListener(api));
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const get = async (path) => {
    const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.arrayBuffer();
  };
  const small = await cpu(ROUNDS, () => get("/test"));
  const rows = [];
  const row = async (what, rounds, work, peer) => {
    const time = await cpu(rounds, work);
    rows.push([`${name}: ${what}`, time, time / peer]);
  };
  await row("/projects", ROUNDS, () => get("/projects"), small);
  await row("/project/:id", ROUNDS, () => get(`/project/${_id}`), small);
  await row("/project/:id/KEYWORD in another case", ROUNDS, () => get(`/project/${_id}/KEYWORD%20${FILES - 5}`), small);
  const offset = FILES - 10;
  await row("/task/files/:id?offset= of the last ten", ROUNDS, () => get(`/task/files/${_id}?offset=${offset}`), small);
  printTable(["ms of CPU, client included", "time", "times GET /test"], rows);

  const byHand = await timed(() => {
    for (let number = 0; number < FILES; number += 1) {
      const bytes = file(number);
      crc32(bytes);
      deflateRawSync(bytes);
    }
  });
  const zip = await cpu(3, () => get(`/task/zip/${_id}`));
  printTable(
    [`zip of ${FILES} files of 1 KB`, "ms of CPU", "ms each", "times zlib by hand"],
    [[name, zip, zip / FILES, zip / byHand]],
  );
  server.closeAllConnections();
  server.close();
  await stop();
}

const folder = await mkdtemp(join(tmpdir(), "scriptorium-bench-"));
try {
  await measured("memory", memoryStorage());
  await measured("sqlite", sqliteStorage({ path: join(folder, "bench.db") }));
} finally {
  await rm(folder, { recursive: true });
}
