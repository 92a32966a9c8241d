import type { z } from "zod";
import { ScriptoriumError } from "../errors.js";
import { SERVER_KIND } from "../secrets/older-stores.js";
import type { StoredFile } from "../storage.js";
import { DATA_LIMITS, isPlainObject, type JsonLimits, jsonProblem, shown } from "../values/json.js";
import { type ArrivingFile, arrivingFile } from "./arriving-file.js";
import {
  COUNTED,
  type Contents,
  type Counting,
  FORMAT_VERSION,
  HEADER,
  type Header,
  isCounted,
  type Kind,
  type LeftOut,
  noneYet,
  refusedLine,
  SCHEMAS,
  type TransferCounts,
} from "./format.js";

/** What a file to import holds, a file with its bytes. */
export type ImportRecord = { readonly [K in keyof Held]: Held[K] & { readonly kind: K } & Place }[keyof Held];

type Held = {
  readonly [K in Exclude<Kind, "bytes" | "file" | "end">]: { readonly value: Contents[K] };
} & { readonly file: { readonly value: StoredFile } };

interface Place {
  /** The number of its line, the last one if there are several, counted from 1. */
  readonly line: number;
  /** Characters of the line, bytes of a file. */
  readonly size: number;
}

// The members around a data object take some depth of their own, and the pointers of encrypted values are long keys.
const RECORD_LIMITS: JsonLimits = {
  depth: DATA_LIMITS.depth + 4,
  values: DATA_LIMITS.values * 3,
  keyLength: DATA_LIMITS.depth * (DATA_LIMITS.keyLength + 1) * 2,
};

/** Where each kind may occur. */
const NEEDS: Partial<Record<Kind, "task" | "run">> = {
  run: "task",
  article: "task",
  file: "task",
  log: "task",
  line: "run",
  effect: "run",
  row: "run",
};

/**
 * Reads a file of JSON lines and judges it as it goes: every line for itself, where it is, and at the end whether all
 * are there. Throws DATA_REFUSED with the number of the line, and STORAGE_NEWER for a later format. With `leaveOut`, a record
 * within a task that cannot be used is left out instead, with what belongs to it.
 */
export async function* recordsOf(
  lines: AsyncIterable<string>,
  onHeader: (header: Header) => void = () => {},
  leaveOut?: (record: LeftOut) => void,
): AsyncGenerator<ImportRecord> {
  const counts = noneYet();
  let number = 0;
  let header: Header | undefined;
  let taskId: string | undefined;
  let inRun = false;
  let file: ArrivingFile | undefined;
  let ended = false;
  /** What was left out last, while what follows belongs to it. */
  let gap: "run" | "file" | undefined;

  /** The record is dropped; what was thrown for any other reason goes on up. */
  function drop(kind: Kind, error: unknown): void {
    const isPart = kind === "bytes" || NEEDS[kind] !== undefined;
    if (leaveOut === undefined || !isPart || !ScriptoriumError.is(error) || error.code !== "DATA_REFUSED") throw error;
    leaveOut({ line: number, trouble: String(error.facts["trouble"]) });
    file = undefined;
    gap = kind === "run" ? "run" : kind === "file" || kind === "bytes" ? "file" : undefined;
  }

  for await (const text of lines) {
    number += 1;
    if (ended) throw refusedLine(number, "comes after the end");
    if (header === undefined) {
      header = headerOf(text, number);
      onHeader(header);
      continue;
    }
    const { kind, value } = partsOf(text, number);
    if (kind === "bytes" && file === undefined && gap !== "file") throw refusedLine(number, "holds bytes of no file");
    if (kind !== "bytes" && file !== undefined) {
      throw refusedLine(number, `is in the middle of the file "${shown(file.info.path)}"`);
    }
    const needs = NEEDS[kind];
    if (needs !== undefined && (taskId === undefined || (needs === "run" && !inRun))) {
      throw refusedLine(number, `holds ${a(kind)} that belongs to no ${needs}`);
    }
    if (isCounted(kind)) counts[COUNTED[kind]] += 1;
    if (kind === "run") inRun = true;
    if (gap === "run" ? needs === "run" : gap === "file" && kind === "bytes") continue;
    gap = undefined;
    let record: AnyRecord;
    let whole: StoredFile | undefined;
    try {
      record = recordOf(kind, value, number);
      if (record.kind === "run" && record.value.taskId !== taskId)
        throw refusedLine(number, "holds a run of another task than the one before it");
      if (record.kind === "file") file = arrivingFile(record.value, number);
      if (record.kind === "bytes") file?.add(record.value, number);
      whole = file?.whole(number);
    } catch (error) {
      drop(kind, error);
      continue;
    }
    const place = { line: number, size: text.length };
    switch (record.kind) {
      case "end":
        refuseWrongCount(counts, record.value, number);
        ended = true;
        break;
      case "file":
      case "bytes":
        if (whole === undefined) break;
        yield { kind: "file", value: whole, line: number, size: whole.size };
        file = undefined;
        break;
      case "account":
        if (record.value.kind === SERVER_KIND) throw refusedLine(number, "holds what only the server itself writes");
        taskId = undefined;
        yield { ...record, ...place };
        break;
      case "task":
        taskId = record.value._id;
        inRun = false;
        refuseContradiction(record.value, number);
        yield { ...record, ...place };
        break;
      default:
        yield { ...record, ...place };
    }
  }
  if (header === undefined) throw new ScriptoriumError("DATA_REFUSED", "The file is empty. Export again.", { line: 1 });
  if (!ended) {
    throw new ScriptoriumError(
      "DATA_REFUSED",
      `The file ends with line ${number} and lacks its last line, so it was cut off. Export again.`,
      { line: number },
    );
  }
}

type AnyRecord = { readonly [K in Kind]: { readonly kind: K; readonly value: Contents[K] } }[Kind];

function headerOf(text: string, number: number): Header {
  const value = parsed(text, number);
  refuseProblem(value, number);
  if (value["scriptorium"] !== "export") {
    throw new ScriptoriumError(
      "DATA_REFUSED",
      `Line ${number} of the file is not the first line of an export. Give a file that was exported.`,
      { line: number },
    );
  }
  const { version } = value;
  if (typeof version === "number" && Number.isInteger(version) && version > FORMAT_VERSION) {
    throw new ScriptoriumError(
      "STORAGE_NEWER",
      `The file was exported by a newer version of Scriptorium (format ${version}; this one reads ${FORMAT_VERSION}). Install that version or a later one.`,
      { version, known: FORMAT_VERSION, line: number },
    );
  }
  return checked(HEADER, value, "header", number);
}

/** What a line says that it holds, and what it does hold. */
function partsOf(text: string, number: number): { readonly kind: Kind; readonly value: unknown } {
  const held = parsed(text, number);
  const [kind, second] = Object.keys(held);
  if (kind === undefined || !Object.hasOwn(SCHEMAS, kind)) {
    throw refusedLine(
      number,
      kind === undefined ? "is empty" : `holds a "${shown(kind, 40)}", which this version does not know`,
    );
  }
  if (second !== undefined) throw refusedLine(number, `holds a "${shown(second, 40)}" next to the ${kind}`);
  return { kind: kind as Kind, value: held[kind] };
}

function recordOf(kind: Kind, value: unknown, number: number): AnyRecord {
  refuseProblem(value, number);
  const data = dataIn(kind, value);
  const problem = data === undefined ? undefined : jsonProblem(data);
  if (problem !== undefined) throw refusedLine(number, `has a data object that ${problem}`);
  // The schema under the name is the one for its kind; the compiler does not follow the two together.
  return { kind, value: checked(SCHEMAS[kind] as z.ZodType, value, kind, number) } as AnyRecord;
}

function parsed(text: string, number: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusedLine(number, "is not JSON");
  }
  if (!isPlainObject(value)) throw refusedLine(number, "is not a JSON object");
  return value;
}

function refuseProblem(value: unknown, number: number): void {
  const problem = jsonProblem(value, RECORD_LIMITS);
  if (problem !== undefined) throw refusedLine(number, problem);
}

/** What of a record may be as large as a data object, and no larger. */
function dataIn(kind: Kind, value: unknown): unknown {
  if (kind === "row" || !isPlainObject(value)) return value;
  return kind === "account" ? value["settings"] : value["data"];
}

function checked<T>(schema: z.ZodType<T>, value: unknown, kind: string, number: number): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "" : ` at "${shown(issue.path.join("."))}"`;
  const said = shown(issue?.message ?? "it has the wrong form", 200);
  throw refusedLine(
    number,
    `holds ${a(kind)} that cannot be used${place}: ${said.charAt(0).toLowerCase()}${said.slice(1)}`,
  );
}

function a(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
}

/** What is in a task and in its data: lists are filtered by the one, and clients see the other. */
const TWICE = [
  ["_id", "id"],
  ["name", "jobName"],
  ["group", "group"],
  ["type", "type"],
] as const;

function refuseContradiction(task: Contents["task"], number: number): void {
  for (const [member, field] of TWICE) {
    const value = task.data[field] ?? undefined;
    if (value !== undefined && value !== task[member]) {
      throw refusedLine(number, `holds a task whose "${member}" is not the "${field}" of its data`);
    }
  }
}

function refuseWrongCount(counts: Counting, said: TransferCounts, number: number): void {
  for (const [kind, count] of Object.entries(counts)) {
    const expected = said[kind as keyof TransferCounts];
    if (expected !== count)
      throw refusedLine(number, `says that there are ${expected} ${kind}, but there are ${count}`);
  }
}
