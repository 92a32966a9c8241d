import { z } from "zod";
import { RUN_ERROR_CODES, type RunErrorCode, ScriptoriumError } from "../errors.js";
import {
  type Account,
  type Article,
  type Effect,
  type FileInfo,
  type LineResult,
  type LogEntry,
  RUN_ORIGINS,
  type Run,
  type RunOrigin,
} from "../storage.js";
import { type Progress, type Schedule, TASK_STATUSES, type Task, type TaskError } from "../task.js";
import { isPlainObject, type JsonObject } from "../values/json.js";

/**
 * An export is a text of JSON lines. The first is the header, the last the end; every other one is an object with a
 * single member, whose name says what its value is. An account is a record by itself. What follows a task belongs to it, until
 * the next task; lines, effects and rows belong to the run before them, and the bytes of a file follow it in pieces.
 *
 * Version 1 had no effects and fewer members of runs and of progress, version 2 no encrypted settings of runs; stores of
 * that time hold such records, too.
 */
export const FORMAT_VERSION = 3;

/** Bytes of a file that one line holds: a multiple of three, so that only the last piece is padded. */
export const PIECE_BYTES = 384 * 1024;

/** What the lines between the first and the last can hold. */
export interface Contents {
  readonly account: Omit<Account, "sealed"> & Partial<Pick<Account, "sealed">>;
  /** Who works on it is no matter of any other store. */
  readonly task: Omit<Task, "fence">;
  readonly run: Omit<Run, "fence">;
  /** The record of the run has the counts. */
  readonly line: Omit<LineResult, "counts" | "rows">;
  readonly effect: Omit<Effect, "counts">;
  readonly row: JsonObject;
  readonly article: Article & { readonly keyword: string };
  readonly file: FileInfo;
  /** Base64, without line breaks. */
  readonly bytes: string;
  readonly log: LogEntry;
  readonly end: TransferCounts;
}

export type Kind = keyof Contents;

/** The kinds that are counted, and under which name. */
export const COUNTED = {
  account: "accounts",
  task: "tasks",
  run: "runs",
  line: "lines",
  effect: "effects",
  row: "rows",
  article: "articles",
  file: "files",
  log: "log",
} as const satisfies Record<Exclude<Kind, "bytes" | "end">, string>;

export function isCounted(kind: Kind): kind is keyof typeof COUNTED {
  return kind in COUNTED;
}

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "must be 1 to 64 letters, digits, - and _");
const time = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)), "must be a time in the form of ISO 8601");
const count = z.number().int().min(0);
/** Databases keep these in 32 bits; the next one has to fit too. */
const revision = count.max(2 ** 31 - 2);
// Handed on as it is: jsonProblem has looked at it, and copying the largest part of every task would be for nothing.
const object = z.custom<JsonObject>(isPlainObject, "must be an object");
const sealed = z.record(z.string(), z.string());
const error = z.strictObject({
  code: z.enum(Object.keys(RUN_ERROR_CODES) as [RunErrorCode, ...RunErrorCode[]]),
  message: z.string(),
} satisfies Every<TaskError>);
const progress: z.ZodType<Progress> = z.strictObject({
  total: count,
  done: count,
  ok: count,
  failed: count,
  skipped: count.default(0),
  percent: z.number(),
  rows: count,
  files: count,
  bytes: count.default(0),
  retries: count.default(0),
  blocked: count.default(0),
  tokens: count.default(0),
  cost: z.number().min(0).default(0),
  phase: z.string().default(""),
  current: z.string(),
  etaSeconds: z.number().nullable().default(null),
  startedAt: time,
  updatedAt: time,
} satisfies Every<Progress>);
const schedule = z.strictObject({
  cron: z.string(),
  timezone: z.string(),
  nextAt: time.exactOptional(),
  lastAt: time.exactOptional(),
} satisfies Every<Schedule>);
/** Earlier versions took any text; what is none of today's came from a program that used the library. */
const origin = z.string().transform((text): RunOrigin => RUN_ORIGINS.find((known) => known === text) ?? "library");
const reason = z.enum([...(Object.keys(RUN_ERROR_CODES) as [RunErrorCode, ...RunErrorCode[]]), "aborted", "deleted"]);

export type Header = Readonly<z.output<typeof HEADER>>;

/** A schema for every member of the type, the optional ones included: what a store can hold, a file can hold. */
type Every<T> = { readonly [Member in keyof T]-?: z.ZodType };

export const HEADER = z.strictObject({
  scriptorium: z.literal("export"),
  version: z.number().int().min(1).max(FORMAT_VERSION),
  /** Whether encrypted values are in it; they can be read with the key of the store they come from only. */
  secrets: z.boolean(),
  exportedAt: time,
});

export const SCHEMAS: { readonly [K in Kind]: z.ZodType<Contents[K]> } = {
  account: z.strictObject({
    _id: id,
    kind: z.string().min(1).max(100),
    name: z.string().max(1000),
    settings: object,
    sealed: sealed.exactOptional(),
    createdAt: time,
    updatedAt: time,
    revision,
  } satisfies Every<Contents["account"]>),
  task: z.strictObject({
    _id: id,
    group: z.string(),
    name: z.string(),
    type: z.string().min(1).max(200),
    status: z.enum(TASK_STATUSES),
    data: object,
    createdAt: time,
    updatedAt: time,
    revision,
    runId: id.exactOptional(),
    schedule: schedule.exactOptional(),
    progress: progress.exactOptional(),
    error: error.exactOptional(),
    sealed: sealed.exactOptional(),
  } satisfies Every<Contents["task"]>),
  run: z.strictObject({
    _id: id,
    taskId: id,
    status: z.enum(["waiting", "running", "complete", "failed", "aborted", "interrupted"]),
    origin,
    parentRunId: id.exactOptional(),
    depth: count.exactOptional(),
    priority: z.number().int().exactOptional(),
    only: z.literal("failed").exactOptional(),
    overrides: object.exactOptional(),
    sealedOverrides: sealed.exactOptional(),
    keep: z.boolean().exactOptional(),
    worker: z.string().exactOptional(),
    attempts: revision,
    excused: revision.exactOptional(),
    linesSeen: count.exactOptional(),
    seed: z.string(),
    data: object.exactOptional(),
    sealed: sealed.exactOptional(),
    progress: progress.exactOptional(),
    error: error.exactOptional(),
    reason: reason.exactOptional(),
    createdAt: time,
    startedAt: time.exactOptional(),
    finishedAt: time.exactOptional(),
    revision,
  } satisfies Every<Contents["run"]>),
  line: z.strictObject({
    key: z.string(),
    line: z.string(),
    state: z.enum(["done", "failed"]),
    attempts: revision,
    error: z.string().exactOptional(),
    code: z.string().exactOptional(),
  } satisfies Every<Contents["line"]>),
  effect: z.strictObject({
    key: z.string(),
    what: z.string(),
    state: z.enum(["intent", "done", "failed", "uncertain", "checkpoint"]),
    at: time,
    result: object.exactOptional(),
  } satisfies Every<Contents["effect"]>),
  row: object,
  article: z.strictObject({
    keyword: z.string(),
    keywords: z.array(z.string()),
    sentences: z.array(z.string()),
  } satisfies Every<Contents["article"]>),
  file: z.strictObject({
    path: z.string(),
    type: z.string(),
    size: count,
    sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits"),
  } satisfies Every<Contents["file"]>),
  bytes: z.string().max((PIECE_BYTES / 3) * 4 * 4),
  log: z.strictObject({
    t: time,
    level: z.enum(["debug", "info", "warn", "error"]),
    msg: z.string(),
    line: z.string().exactOptional(),
    code: z.string().exactOptional(),
  } satisfies Every<Contents["log"]>),
  end: z.strictObject({
    accounts: count,
    tasks: count,
    runs: count,
    lines: count,
    effects: count.default(0),
    rows: count,
    articles: count,
    files: count,
    log: count,
  } satisfies Every<TransferCounts>),
};

/** The value with its members in the order of the schema, so that equal stores are equal texts whatever storage holds them. */
export function inOrder<K extends Kind>(kind: K, value: Contents[K]): Contents[K] {
  const schema: z.ZodType = SCHEMAS[kind];
  if (!(schema instanceof z.ZodObject) || !isPlainObject(value)) return value;
  const given: Record<string, unknown> = value;
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(schema.shape)) if (given[name] !== undefined) ordered[name] = given[name];
  return Object.assign(ordered, given) as Contents[K];
}

/** How many of each kind of thing were moved. */
export type TransferCounts = Readonly<Counting>;

export type Counting = Record<(typeof COUNTED)[keyof typeof COUNTED], number>;

export function noneYet(): Counting {
  return { accounts: 0, tasks: 0, runs: 0, lines: 0, effects: 0, rows: 0, articles: 0, files: 0, log: 0 };
}

/** A record of a file that was left out, with what belongs to it. */
export interface LeftOut {
  /** The number of its line, counted from 1. */
  readonly line: number;
  /** One sentence of what is wrong with it. */
  readonly trouble: string;
}

/** A line of a file to import that cannot be one: `what` goes on where "Line 3 of the file" ends. */
export function refusedLine(
  line: number,
  what: string,
  remedy = "Export again, or correct the line.",
): ScriptoriumError {
  const trouble = `Line ${line} of the file ${what}.`;
  return new ScriptoriumError("DATA_REFUSED", `${trouble} ${remedy}`, { line, trouble });
}
