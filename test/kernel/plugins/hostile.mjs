// A plugin for threads that does what the line says. Every line begins with a word, what follows belongs to it.
import { existsSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { z } from "zod";

class Nemesis {
  get message() {
    throw new Error("you shall not read");
  }
}

const deeds = {
  ok: (_what, { output, random, attempt, state, taskId, runId, options }) => {
    output.row({ choices: [random.next(), random.integer(1, 1e9)], attempt, begun: state, taskId, runId, options });
  },
  throw: (what) => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error("trap");
        },
        getPrototypeOf: () => {
          throw new Error("trap");
        },
      },
    );
    const things = { undefined, null: null, string: "just text", number: 7, getters: new Nemesis(), proxy: trap };
    throw what === "error" ? new Error("an honest one") : things[what];
  },
  block: (what) => {
    const until = Date.now() + Number(what);
    while (Date.now() < until);
  },
  hang: () => new Promise(() => {}),
  heap: () => {
    const all = [];
    for (;;) all.push(Array.from({ length: 1e5 }, Math.random));
  },
  huge: () => {
    const all = [];
    for (;;) all.push("x".repeat(1e8).split(""));
  },
  spoof: async () => {
    const post = (message) => (parentPort ? parentPort.postMessage(message) : process.send(message));
    for (const message of [
      7,
      {},
      { kind: "did" },
      { kind: "ask", id: 1, request: 1, provider: "web", method: "constructor" },
    ]) {
      post(message);
    }
    post({ kind: "update", id: 1, update: 7 });
    post(null);
    await wait(10_000);
  },
  buffers: async () => {
    const all = [];
    for (;;) {
      all.push(Buffer.alloc(16 * 1024 * 1024, 1));
      await wait(20);
    }
  },
  exit: (what) => process.exit(Number(what)),
  timer: async () => {
    setTimeout(() => {
      throw new Error("thrown in a timer");
    }, 1);
    await wait(10_000);
  },
  reject: async (_what, { output }) => {
    Promise.reject(new Error("nobody looks"));
    await wait(5);
    output.row({ still: "here" });
  },
  later: (_what, { output }) => {
    setTimeout(() => output.row({ too: "late" }), 5);
  },
  progress: (what, { progress, output }) => {
    for (let count = 0; count < Number(what); count += 1) progress({ phase: `step ${count}`, tokens: 1 });
    output.row({ done: true });
  },
  log: (what, { log, output }) => {
    for (let count = 0; count < Number(what); count += 1) log.info(`entry ${count}`);
    output.row({ done: true });
  },
  print: (what) => {
    for (let count = 0; count < Number(what); count += 1) console.log(`printed ${count}`);
  },
  rows: (what, { output }) => {
    for (let count = 0; count < Number(what); count += 1) output.row({ count });
  },
  file: (what, { output }) => output.file("big.bin", Buffer.alloc(Number(what), 7), "application/octet-stream"),
  text: (what, { output }) => output.file("small.txt", what, "text/plain"),
  article: (what, { output }) => output.article(what, { keywords: [what], sentences: ["One.", "Two."] }),
  badrow: (_what, { output }) => output.row({ when: new Date() }),
  fetch: async (what, { providers, output, signal }) => {
    const page = await providers.web.fetch(what, { signal });
    output.row({ text: page.text });
  },
  read: async (what, { providers, output, signal }) => {
    const { content } = await providers.reader.page(what, { url: "https://a.test/", signal });
    output.row({ content });
  },
  impatient: async (what, { providers }) => {
    await providers.web.fetch(what, { signal: AbortSignal.timeout(20) });
  },
  callback: async (_what, { providers, signal }) => {
    await providers.web.fetch("https://a.test/", { signal, onProgress: () => {} });
  },
  providers: (_what, { providers, output }) => {
    output.row({ names: Object.keys(providers), methods: Object.keys(providers.web ?? {}) });
  },
  effect: async (what, { effect, output }) => {
    const outcome = await effect("post it", async () => ({ address: `https://blog.test/${what}` }));
    output.row({ outcome });
  },
  halfeffect: async (_what, { effect, output }) => {
    const outcome = await effect("post it", async () => process.exit(1));
    output.row({ outcome });
  },
  parts: async (_what, { checkpoint, checkpoints, stored, output }) => {
    output.row({ part: 1 });
    await checkpoint("first", { n: 1 }, { replacesRows: true });
    const known = [];
    for await (const { key, value } of checkpoints()) known.push(`${key} ${value.n}`);
    const file = Buffer.from(await stored("earlier.txt")).toString();
    output.row({ known, file, none: (await stored("never.txt")) === undefined });
  },
  badeffect: async (what, { effect }) => {
    await effect("post it", async () => {
      throw new Error(what);
    });
  },
  heed: (_what, { signal, output }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        output.row({ late: true });
        reject(signal.reason);
      });
    }),
  late: async (what, { output, log }) => {
    await wait(Number(what));
    output.row({ late: true });
    log.info("late");
  },
  append: async (path) => {
    await appendFile(path, "done\n");
  },
  pid: async (path) => {
    await appendFile(path, String(process.pid));
  },
  until: async (path, { signal }) => {
    while (!existsSync(path)) await wait(20, undefined, { signal });
  },
  say: (what, { log }) => log.info(what),
  environment: (_what, { output }) =>
    output.row({ names: Object.keys(process.env).filter((name) => name.startsWith("SCRIPTORIUM")) }),
};

async function perform(line, context) {
  const [word, ...rest] = line.split(" ");
  await deeds[word](rest.join(" "), context);
}

let begun = 0;

export default {
  type: "hostile",
  words: "hostile",
  title: "Hostile",
  summary: "Does what its lines say.",
  needs: [],
  uses: ["web"],
  options: z.object({
    linesFile: z.array(z.string()).default([]),
    atBegin: z.string().default(""),
    atEnd: z.string().default(""),
  }),
  inputs: ({ linesFile }) => linesFile,
  async begin(context) {
    begun += 1;
    if (context.options.atBegin) await perform(context.options.atBegin, context);
    return { begun, lines: context.lines.length };
  },
  run: perform,
  async finish(context) {
    if (context.options.atEnd) await perform(context.options.atEnd, context);
  },
};
