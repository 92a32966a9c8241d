import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Effect, LineResult, Run } from "../../src/kernel/storage.js";
import type { TaskSummary } from "../../src/kernel/task.js";
import type { RunnerSettings } from "../../src/kernel/tokens.js";
import type { JsonObject } from "../../src/kernel/values/json.js";
import { postgresStorage } from "../../src/storage/postgres.js";
import type { PostgresServer } from "../storage/postgres-server.js";
import { eventually } from "../storage/postgres-support.js";
import { connectionTo } from "./client.js";
import { type Outside, openOutside } from "./outside.js";

const program = fileURLToPath(new URL("member.mjs", import.meta.url));

export interface MemberOptions {
  readonly serve?: boolean;
  readonly maxRunning?: number;
  readonly runner?: Partial<RunnerSettings>;
  /** Words for node itself. */
  readonly node?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Member {
  readonly pid: number;
  /** What it printed: the address of its API. */
  readonly line: string;
  /** Resolves with the exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
  readonly hasEnded: () => boolean;
  signal(name: NodeJS.Signals): void;
  /** What it wrote to standard error lately. */
  said(): string;
}

/** What is stored of the last run of a task. */
export interface Done {
  readonly run: Run;
  readonly lines: readonly LineResult[];
  readonly effects: readonly Effect[];
  readonly rows: readonly JsonObject[];
}

/** Several processes on one Postgres: an API that works nothing, and workers; with the world outside of them. */
export interface Deployment {
  readonly outside: Outside;
  readonly api: Member & ReturnType<typeof connectionTo>;
  readonly url: string;
  member(options?: MemberOptions): Promise<Member>;
  /** Makes a task with so many lines, sets it going and gives its id. */
  run(lines: number, data?: JsonObject): Promise<string>;
  tasks(): Promise<readonly TaskSummary[]>;
  statusOf(id: string): Promise<string>;
  /** Resolves when no task waits or runs any more. */
  atRest(limitMs: number): Promise<void>;
  done(id: string): Promise<Done>;
  runsOf(id: string): Promise<number>;
  /** What is stored of a task and a run, whether they are there or not. */
  leftOf(id: string, runId: string): Promise<readonly unknown[]>;
  end(): Promise<void>;
}

let deployments = 0;

export async function deploy(
  postgres: PostgresServer,
  { runner = {}, ...options }: MemberOptions = {},
): Promise<Deployment> {
  deployments += 1;
  const name = `deployment_${deployments}`;
  await postgres.createDatabase(name);
  const url = postgres.url(name);
  const outside = await openOutside();
  const members: Member[] = [];
  const member = async (more: MemberOptions = {}) => {
    const one = await startMember(url, { ...more, runner: { ...runner, ...more.runner } });
    members.push(one);
    return one;
  };
  const served = await member({ ...options, serve: true, runner: { work: false } });
  const connection = connectionTo(served.line);
  const api = { ...served, ...connection };
  const storage = postgresStorage({ connectionString: url, maxConnections: 2 });
  await storage.open();
  const asked = async (path: string, body?: unknown) => {
    const { success, message, result } = await connection.call(path, body);
    if (!success) throw new Error(`${path}: ${message}`);
    return result;
  };
  const tasks = async (): Promise<readonly TaskSummary[]> => asked("/all-tasks");
  return {
    outside,
    api,
    url,
    member,
    async run(count, data = {}) {
      const { id } = await asked("/create/ledgerwork");
      const lines = Array.from({ length: count }, (_, number) => `line ${number}`);
      await asked(`/project/data/${id}`, { lines, ledger: outside.address, concurrency: 1, ...data });
      await asked(`/project/run/${id}`);
      return id;
    },
    tasks,
    async statusOf(id) {
      const [{ status }] = await asked(`/project/status/${id}`);
      return status;
    },
    atRest: (limitMs) =>
      eventually(limitMs, async () => {
        const open = (await tasks()).filter(({ status }) => ["waiting", "running", "aborting..."].includes(status));
        if (open.length > 0) throw new Error(`Not at rest: ${JSON.stringify(open.slice(0, 5))} of ${open.length}`);
      }),
    async done(id) {
      const { runs, content } = storage;
      const [run] = await Array.fromAsync(runs.of(id));
      if (run === undefined) throw new Error(`The task ${id} has no run.`);
      const [lines, effects, rows] = await Promise.all([
        Array.fromAsync(runs.lines(run._id)),
        Array.fromAsync(runs.effects(run._id)),
        Array.fromAsync(content.rows(id)),
      ]);
      return { run, lines, effects, rows };
    },
    runsOf: (id) => storage.runs.count(id),
    async leftOf(id, runId) {
      const { tasks, runs, content } = storage;
      const [task, run] = await Promise.all([tasks.get(id), runs.get(runId)]);
      const parts = [runs.lines(runId), runs.effects(runId), content.rows(id), content.log(id)];
      const found = await Promise.all(parts.map((part) => Array.fromAsync<unknown>(part)));
      return [task, run, ...found.flat()].filter((one) => one !== undefined);
    },
    async end() {
      connection.close();
      await storage.close();
      for (const one of members) one.signal("SIGKILL");
      await Promise.all(members.map(({ ended }) => ended));
      await outside.close();
    },
  };
}

/** Rejects with what it wrote when it ends before it is ready. */
async function startMember(connectionString: string, { node = [], env = {}, ...rest }: MemberOptions): Promise<Member> {
  const words = JSON.stringify({ connectionString, ...rest });
  const child = spawn(process.execPath, [...node, program, words], { stdio: "pipe", env: { ...process.env, ...env } });
  let said = "";
  let isOver = false;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-8000);
  });
  const ended = once(child, "close").then(([code, signal]): number | string => {
    isOver = true;
    return code ?? signal;
  });
  const line = await Promise.race([
    once(child.stdout.setEncoding("utf8"), "data").then(([text]) => String(text).trim()),
    ended.then((code) => Promise.reject(new Error(`A member ended with ${code}: ${said}`))),
  ]);
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  return { pid: child.pid ?? 0, line, ended, hasEnded: () => isOver, signal, said: () => said };
}

/**
 * What of a run at its end breaks a promise: every line is done once and has one row, no item was sent twice, and none
 * that is noted as done was not sent.
 */
export function* broken(id: string, count: number, { run, lines, rows }: Done, outside: Outside): Generator<string> {
  const sent = outside.sent();
  if (run.status !== "complete") yield `The run of ${id} is ${run.status}: ${JSON.stringify(run.error)}`;
  if (run.attempts < begins(run._id, outside)) yield `${id} was begun more often than its ${run.attempts} attempts.`;
  for (let number = 0; number < count; number += 1) {
    const line = `line ${number}`;
    const times = sent.get(`${id} ${line}`) ?? 0;
    if (times > 1) yield `${line} of ${id} was sent ${times} times.`;
    const own = rows.filter((row) => row["line"] === line);
    if (own.length !== 1) yield `${line} of ${id} has ${own.length} rows: ${JSON.stringify(own)}`;
    const state = own[0]?.["state"];
    if (state !== "uncertain" && times !== 1) yield `${line} of ${id} is ${String(state)} and was sent ${times} times.`;
    const ends = lines.filter((end) => end.line === line);
    if (ends.length !== 1 || ends[0]?.state !== "done") yield `${line} of ${id} ended as ${JSON.stringify(ends)}.`;
  }
}

function begins(runId: string, { reports }: Outside): number {
  return reports.filter((entry) => entry.what === "begun" && entry.runId === runId).length;
}

/** What was measured; printed by `npm run test:crash`. */
export function figures(measured: object): void {
  if (process.env["CRASH_ROUNDS"] !== undefined) process.stdout.write(`${JSON.stringify(measured)}\n`);
}
