import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { createScriptorium, defineTaskPlugin, nodeListener, readProviderSettings } from "scriptorium";
import { z } from "zod";

/**
 * A server with one quick task type, for tests that end it at any moment:
 * `node working-server.mjs '{"storage": "sqlite", "options": {"path": "x.db"}}'` prints its address when it listens. Besides
 * the API it has `POST /stored` with a list of ids, which returns all that is stored of these tasks, and `GET /findings`,
 * which is the storage's own check. With the path of a file as `effects`, every line does an effect first: it writes itself
 * there. What `web` holds are options of the web provider, what `providers` holds are providers by setting,
 * and folders of `sourceRoots` may be read. It ends with the
 * process that started it.
 */
const { storage: name, options, effects, web, providers, sourceRoots, text } = JSON.parse(process.argv[2] ?? "{}");

/** Every line leaves an article, two rows, a file and a log entry, all of which name the run. Texts end in their hash. */
const work = defineTaskPlugin({
  type: "crashwork",
  words: "crash work",
  title: "Crash Work",
  summary: "Stores a little of everything for every line.",
  options: z.object({
    lines: z.array(z.string()).default([]),
    size: z.int().default(10),
    note: z.string().default(""),
    pauseMs: z.int().default(0),
  }),
  inputs: ({ lines }) => lines,
  async run(line, { options: { size, pauseMs }, output, runId, log, random, signal, effect }) {
    if (pauseMs > 0) await wait(pauseMs, undefined, { signal });
    if (effects !== undefined) await effect("write", async () => appendFileSync(effects, `${line} of ${runId}\n`));
    const filler = `${line} of ${runId} ${"x".repeat(Math.floor(random.next() * size))}`;
    output.article(line, { keywords: [line, runId], sentences: [signed(filler), signed(`Again ${filler}`)] });
    output.row({ line, runId, part: 1, text: signed(filler) });
    output.row({ line, runId, part: 2, text: signed(filler) });
    output.file(`files/${line}.txt`, signed(filler.repeat(20)), "text/plain");
    log.info(signed(`${line} of ${runId}`));
  },
});

const module = await import(`scriptorium/storage/${name}`);
const storage = module[`${name}Storage`](options);
const providerSettings = providers && (await readProviderSettings(providers, { environment: {} }));
const { api, start } = createScriptorium({
  ...{ storage, web, providerSettings, sourceRoots, plugins: [work], maxRunningTasks: 4 },
  ...(text && { text }),
});
await start();

const answer = nodeListener(api);
const server = createServer((request, response) => {
  const own = { "/stored": stored, "/findings": findings }[request.url ?? ""];
  if (own === undefined) return answer(request, response);
  own(request).then(
    (result) => response.end(JSON.stringify({ success: true, message: null, result })),
    (error) => response.end(JSON.stringify({ success: false, message: String(error), result: null })),
  );
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
process.stdin.on("end", () => process.exit()).resume();

async function stored(request) {
  const ids = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
  return Promise.all(ids.map(everythingOf));
}

async function everythingOf(id) {
  const { content, runs, tasks } = storage;
  const articles = [];
  for await (const keyword of content.keywords(id))
    articles.push({ keyword, article: await content.article(id, keyword) });
  const files = [];
  for await (const { path } of content.files(id)) {
    const { bytes, size, sha256 } = await content.file(id, path);
    const whole = size === bytes.length && sha256 === createHash("sha256").update(bytes).digest("hex");
    files.push({ path, whole, text: Buffer.from(bytes).toString() });
  }
  const [rows, log] = await Promise.all([Array.fromAsync(content.rows(id)), Array.fromAsync(content.log(id))]);
  const ofTask = await Array.fromAsync(runs.of(id));
  const lines = await Promise.all(
    ofTask.map(async ({ _id, status, data }) => {
      return { runId: _id, status, wanted: data?.lines, lines: await Array.fromAsync(runs.lines(_id)) };
    }),
  );
  return { id, task: await tasks.get(id), articles, files, rows, log, runs: lines };
}

async function findings() {
  return Array.fromAsync(storage.check?.() ?? []);
}

function signed(text) {
  return `${text} #${createHash("sha256").update(text).digest("hex")}`;
}
