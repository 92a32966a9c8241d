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

/** Where each kind may stand. */
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
 * Reads a file of JSON lines and judges it as it goes: every line for itself, where it stands, and at the end whether all
 * are there. Throws DATA_REFUSED with the number of the line, and STORAGE_NEWER for a later format.
 */
export async function* recordsOf(
  lines: AsyncIterable<string>,
  told: (header: Header) => void = () => {},
): AsyncGenerator<ImportRecord> {
  const counts = noneYet();
  let number = 0;
  let header: Header | undefined;
  let taskId: string | undefined;
  let inRun = false;
  let file: ArrivingFile | undefined;
  let ended = false;
  for await (const text of lines) {
    number += 1;
    if (ended) throw refusedLine(number, "stands after the end");
    if (header === undefined) {
      header = headerOf(text, number);
      told(header);
      continue;
    }
    const record = recordOf(text, number);
    const place = { line: number, size: text.length };
    if (record.kind === "bytes") {
      if (file === undefined) throw refusedLine(number, "holds bytes of no file");
      file.add(record.value, number);
    } else if (file !== undefined) {
      throw refusedLine(number, `is in the middle of the file "${shown(file.info.path)}"`);
    }
    const needs = NEEDS[record.kind];
    if (needs !== undefined && (taskId === undefined || (needs === "run" && !inRun))) {
      throw refusedLine(number, `holds ${a(record.kind)} that belongs to no ${needs}`);
    }
    if (isCounted(record.kind)) counts[COUNTED[record.kind]] += 1;
    switch (record.kind) {
      case "end":
        refuseWrongCount(counts, record.value, number);
        ended = true;
        continue;
      case "file":
        file = arrivingFile(record.value, number);
        break;
      case "bytes":
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
      case "run":
        if (record.value.taskId !== taskId)
          throw refusedLine(number, "holds a run of another task than the one before it");
        inRun = true;
        yield { ...record, ...place };
        break;
      default:
        yield { ...record, ...place };
    }
    const whole = file?.whole(number);
    if (whole !== undefined) {
      yield { kind: "file", value: whole, line: number, size: whole.size };
      file = undefined;
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

function recordOf(text: string, number: number): AnyRecord {
  const value = parsed(text, number);
  const [kind, second] = Object.keys(value);
  if (kind === undefined || !Object.hasOwn(SCHEMAS, kind)) {
    throw refusedLine(
      number,
      kind === undefined ? "is empty" : `holds a "${shown(kind, 40)}", which this version does not know`,
    );
  }
  if (second !== undefined) throw refusedLine(number, `holds a "${shown(second, 40)}" next to the ${kind}`);
  const known = kind as Kind;
  const data = dataIn(known, value[kind]);
  const problem = data === undefined ? undefined : jsonProblem(data);
  if (problem !== undefined) throw refusedLine(number, `has a data object that ${problem}`);
  // The schema under the name is the one for its kind; the compiler does not follow the two together.
  return { kind: known, value: checked(SCHEMAS[known] as z.ZodType, value[known], known, number) } as AnyRecord;
}

function parsed(text: string, number: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusedLine(number, "is not JSON");
  }
  if (!isPlainObject(value)) throw refusedLine(number, "is not a JSON object");
  const problem = jsonProblem(value, RECORD_LIMITS);
  if (problem !== undefined) throw refusedLine(number, problem);
  return value;
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
