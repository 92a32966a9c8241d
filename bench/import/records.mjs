// A file as `export` writes it: tasks with one finished run each, and what it has left.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";

const AT = "2026-01-01T00:00:00.000Z";
const PAGE = Buffer.from("<p>Bees make honey from nectar.</p>".repeat(12));
const FILE = {
  path: "articles/bees.html",
  type: "text/html",
  size: PAGE.length,
  sha256: createHash("sha256").update(PAGE).digest("hex"),
};
const COUNTS = {
  accounts: 0,
  tasks: 1,
  runs: 1,
  lines: 3,
  effects: 0,
  rows: 3,
  articles: 1,
  files: 0,
  log: 3,
};

/** With a file for each task, or without. */
export async function writeExport(path, size, withFiles) {
  const out = createWriteStream(path);
  const put = async (record) => {
    if (!out.write(`${JSON.stringify(record)}\n`)) await once(out, "drain");
  };
  await put({ scriptorium: "export", version: 3, secrets: false, exportedAt: AT });
  for (let index = 0; index < size; index += 1) for (const record of recordsOf(index, withFiles)) await put(record);
  const counts = Object.entries({ ...COUNTS, files: withFiles ? 1 : 0 });
  await put({ end: Object.fromEntries(counts.map(([name, count]) => [name, count * size])) });
  out.end();
  await once(out, "finish");
}

function* recordsOf(index, withFiles) {
  const [taskId, runId, name] = [`task-${index}`, `run-${index}`, `Task ${index}`];
  const data = { jobName: name, articleKeywordsFile: ["bees", "honey", "hives"] };
  const both = { status: "complete", data, createdAt: AT };
  const task = { _id: taskId, group: `group ${index % 20}`, name, type: "article creator", updatedAt: AT, runId };
  yield { task: { ...task, ...both, revision: 4 } };
  yield { run: { _id: runId, taskId, origin: "api", attempts: 1, seed: "s", finishedAt: AT, ...both, revision: 3 } };
  const three = [0, 1, 2];
  yield* three.map((number) => ({ line: { key: `line ${number}`, line: "bees", state: "done", attempts: 1 } }));
  yield* three.map((number) => ({ row: { url: `https://a.test/${number}`, text: "Bees make honey. ".repeat(6) } }));
  yield { article: { keyword: `bees ${index}`, keywords: ["bees"], sentences: ["Bees make honey.", "They dance."] } };
  if (withFiles) yield* [{ file: FILE }, { bytes: PAGE.toString("base64") }];
  yield* three.map((number) => ({ log: { t: AT, level: "info", msg: `Line ${number} is done.` } }));
}
