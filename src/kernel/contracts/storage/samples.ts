import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Article, Effect, KeptLogEntry, LogEntry, Run, RunOutput, StoredFile } from "../../storage.js";
import type { Task } from "../../task.js";

export const PROGRESS = {
  total: 4,
  done: 2,
  ok: 1,
  failed: 1,
  skipped: 0,
  percent: 50,
  rows: 7,
  files: 1,
  bytes: 2048,
  retries: 3,
  blocked: 1,
  tokens: 1200,
  cost: 0.0021,
  phase: "reading",
  current: "bees",
  etaSeconds: 5,
  startedAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:05.000Z",
};

/** The members that a task has only sometimes. */
export const MORE = {
  runId: "run-1",
  fence: 7,
  schedule: {
    cron: "0 7 * * 1-5",
    timezone: "Europe/Vienna",
    nextAt: "2026-01-02T06:00:00.000Z",
    lastAt: "2026-01-01T06:00:00.000Z",
  },
  progress: PROGRESS,
} as const;

export const ARTICLE: Article = { keywords: ["bees", "honey"], sentences: ["Bees make honey.", "They dance."] };

export const ODD_TEXTS: readonly string[] = [
  "\u{1f41d}\u{1f468}\u200d\u{1f33e}",
  "e\u0301",
  "\u00e9",
  "\u05d3\u05d1\u05d5\u05e8\u05d4 \u202eabc",
  `"double" 'single' \`back\``,
  "'; DROP TABLE task; --",
  "%",
  "_",
  "*",
  "?",
  "..",
  ".",
  "../../etc/hosts",
  "a/b",
  "a\\b",
  "a.b.$c",
  "$where",
  "toString",
  "hasOwnProperty",
  "constructor",
  "__proto__",
  "null",
  "0",
  "-1",
  "1e3",
  " ",
  " a ",
  "A",
  "a",
  "a\nb\r\n\tc",
  "\u0001\u007f\u0085\u2028\ufeff",
  "NUL",
  "[1]",
  '{"a":1}',
  "x".repeat(10_240),
];

export function taskNumber(number: number, changes: Partial<Task> = {}): Task {
  return {
    _id: `task-${number}`,
    group: "",
    name: `Task ${number}`,
    type: "article creator",
    status: "draft",
    data: { jobName: changes.name ?? `Task ${number}` },
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    revision: 1,
    ...changes,
  };
}

export function runOf(taskId: string): Run {
  return {
    _id: taskId.replace("task", "run"),
    taskId,
    status: "waiting",
    origin: "library",
    attempts: 1,
    seed: "seed",
    createdAt: "2026-01-01T00:00:00.000Z",
    revision: 1,
  };
}

export function articleOn(keyword: string) {
  return { keyword, article: ARTICLE };
}

export function fileOf(path: string, bytes: ArrayLike<number>): StoredFile {
  const stored = new Uint8Array(bytes);
  const sha256 = createHash("sha256").update(stored).digest("hex");
  return { path, type: "application/octet-stream", size: bytes.length, sha256, bytes: stored };
}

export function infoOf(file: StoredFile | undefined) {
  assert.ok(file);
  const { bytes, ...info } = file;
  return info;
}

export function entryNumber(number: number): LogEntry {
  return { t: `2026-01-01T00:00:${String(number).padStart(2, "0")}.000Z`, level: "info", msg: `Entry ${number}` };
}

export function effectOn(key: string, changes: Partial<Effect> = {}): Effect {
  return { key, what: `Post on ${key}`, state: "intent", at: "2026-01-01T00:00:03.000Z", ...changes };
}

/** Entries as a log keeps them, numbered from 1 or from another number on. */
export function numbered(entries: readonly LogEntry[], first = 1): KeptLogEntry[] {
  return entries.map((entry, index) => ({ ...entry, n: first + index }));
}

export function fullOutput(): Required<Omit<RunOutput, "rowsFor" | "removed">> {
  return {
    line: { key: "k", line: "bees", state: "done", attempts: 1 },
    articles: [articleOn("bees"), articleOn("hives")],
    rows: [{ number: 1 }, { number: 2, nested: { a: [1] } }],
    files: [fileOf("articles/bees.html", [60, 112, 62])],
    log: [entryNumber(1)],
    effects: [effectOn("bees")],
  };
}
