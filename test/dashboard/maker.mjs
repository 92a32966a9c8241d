// A server with a task type of its own, which makes rows, files, logs and failures of any kind, and a small site to crawl. Prints its
// address. What it serves is the build.
import { createServer } from "node:http";
import { z } from "zod";
import { createApiServer, createScriptorium, defineTaskPlugin, ScriptoriumError } from "../../dist/index.js";

const makers = {
  rows(count, { output }) {
    for (let at = 0; at < count; at += 1) {
      output.row({
        url: `https://shop.example/item/${at}`,
        title: `Item ${at}`,
        words: (at * 7919) % 4001,
        isNew: at % 3 === 0,
      });
    }
  },
  addresses(count, { output }) {
    for (let at = 0; at < count; at += 1) {
      const page = `https://shop.example/${"long/way/".repeat(20)}${at}`;
      output.row({ url: page, last: page });
    }
  },
  fail(_, { options }) {
    if (!options.repaired) throw new ScriptoriumError("not-found", "The address <b>does not</b> answer. Correct it.");
  },
  log(count, { log }) {
    for (let at = 0; at < count; at += 1) log[at % 100 === 0 ? "warn" : "info"](`entry ${at} of many`);
  },
  files(count, { output, options: { round } }) {
    output.file("same.txt", "the same in every round", "text/plain");
    output.file("changed.txt", `content of round ${round}${"!".repeat(round * count)}`, "text/plain");
    output.file(`round ${round}, of its own.txt`, `only in round ${round}`, "text/plain");
  },
  places(count, { output }) {
    for (let at = 0; at < count; at += 1) {
      output.row({ name: `Café ${at}`, location: { lat: 52.5 + at / 1000, lng: 13.4 + (at % 7) / 200 } });
    }
  },
  ranks(count, { output, options: { round } }) {
    for (const keyword of ["clay mugs", "tea bowls"]) {
      for (let at = 0; at < count; at += 1) {
        output.row({ keyword, rank: ((at + round * at) % count) + 1, url: `https://shop${at}.example/` });
      }
    }
  },
  change(count, { output, options: { round } }) {
    for (let at = round; at < count + round; at += 1)
      output.row({ id: `item-${at}`, price: at % 4 === 0 ? at + round : at });
  },
  huge(count, { output }) {
    for (let at = 0; at < count; at += 1) output.row({ at, text: "a megabyte ".repeat(95_000) });
  },
  evil(_, { output }) {
    output.row({
      "<script>document.title='ran'</script>": "<img src=x onerror=\"document.title='ran'\">",
      "a,b": "one\ntwo",
      "": "no name",
    });
    output.file("a b/ü #%25;+.html", "<h1>Hello</h1><script>parent.document.title='ran'</script>", "text/html");
    output.file("a&b 'c'.txt", "plain text", "text/plain");
    const script = "<script>document.documentElement.remove()</script>";
    output.file(
      "p.svg",
      `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${script}</svg>`,
      "image/svg+xml",
    );
    output.file("t.csv", 'name,note\r\n"Mug, blue","two\nlines"\r\nBowl,<script>x</script>\r\n', "text/csv");
    output.file("binary.txt", new Uint8Array([0, 1, 2, 255]), "text/plain");
    output.file("big.txt", "0123456789\n".repeat(600_000), "text/plain");
  },
  nested(_, { output }) {
    const sources = [{ title: "First source", url: "https://a.example/" }, { name: "Second source" }];
    output.row({ sources, words: ["one", "two"], size: { width: 3, height: 4 } });
  },
  async post(count, { effect }) {
    for (let at = 0; at < count; at += 1)
      await effect(`Post ${at}`, async () => ({ url: `https://blog.example/${at}` }));
  },
  async slow(count, { log, output, progress, signal }) {
    for (let at = 0; at < count && !signal.aborted; at += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      log.info(`step ${at}`);
      output.row({ step: at });
      progress({ phase: `step ${at}`, parts: { done: at, found: count } });
    }
  },
};

const maker = defineTaskPlugin({
  type: "maker",
  words: "maker",
  title: "Maker",
  summary: "Makes what it is told.",
  options: z.object({
    linesFile: z.array(z.string()).default([]),
    repaired: z.boolean().default(false),
    round: z.number().default(0),
  }),
  inputs: ({ linesFile }) => linesFile,
  async run(line, context) {
    const [kind, count] = line.split(" ");
    await makers[kind](Number(count), context);
  },
});

const pages = {
  "/": "<title>Home</title><h1>Home</h1><p>Bread is baked here.</p><a href=/a>a</a><a href=/gone>gone</a>",
  "/a": "<title>Home</title><p>No heading.</p><a href=/gone>gone</a>",
};
const site = createServer(({ url }, reply) => {
  reply.writeHead(pages[url] ? 200 : 404, { "content-type": "text/html" }).end(pages[url] ?? "not found");
});
const listening = (server) =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));
const sitePort = await listening(site);
const scriptorium = createScriptorium({
  plugins: [maker],
  web: { allowPrivate: [`127.0.0.1:${sitePort}`] },
  // Logs of any length stay as they are.
  retention: { logBytes: 0 },
});
await scriptorium.start();
const port = await listening(createApiServer(scriptorium.api));
process.stdout.write(`http://127.0.0.1:${port} http://127.0.0.1:${sitePort}/\n`);
