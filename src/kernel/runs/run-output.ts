import { ScriptoriumError } from "../errors.js";
import { GROWN } from "../files/hidden-paths.js";
import type { Redactor } from "../secrets/redaction.js";
import type { Article, LogEntry, LogLevel, RunOutput } from "../storage.js";
import type { Output, RunLog } from "../task-plugin.js";
import type { Clock } from "../values/clock.js";
import { copyOf, type JsonObject, jsonProblem, shown } from "../values/json.js";

/** Longest log message that is kept, in characters. */
const MAX_MESSAGE = 2000;
/** Most rows of one line: they are stored together, and nothing else is done meanwhile. */
const MAX_ROWS = 100_000;
/** Most log entries one line may leave; later ones are dropped and counted in one last entry. */
const MAX_ENTRIES = 1000;

/** What a task type asks of the files of its task. */
export interface FileOrder {
  readonly kind: "file" | "append" | "remove" | "memory";
  /** Of `memory` the name. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** What a step of a run leaves behind, before its files are turned into what is stored. */
export type StepOutput = Omit<RunOutput, "files" | "removed"> & { readonly files?: readonly FileOrder[] };

const NO_BYTES = new Uint8Array();

/** Gathers what one step of a run produces until it is stored. */
export class OutputBuffer implements Output {
  private articles = new Map<string, Article>();
  private rows: JsonObject[] = [];
  /** By the path: the last order of a file, and what is to be added to it then. */
  private files = new Map<string, Omit<FileOrder, "bytes">[]>();
  private bytes = new Map<Omit<FileOrder, "bytes">, Uint8Array[]>();
  private memories = new Map<string, FileOrder>();

  article(keyword: string, article: Article): void {
    refuse(jsonProblem({ keyword, ...article }), "An article");
    this.articles.set(keyword, structuredClone(article));
  }

  row(record: JsonObject): void {
    refuse(jsonProblem(record), "A row");
    if (this.rows.length >= MAX_ROWS) {
      throw new ScriptoriumError(
        "PLUGIN_INVALID",
        `A line may leave ${MAX_ROWS} rows at most, which are stored all at once. Divide the work among more lines.`,
      );
    }
    this.rows.push(copyOf(record));
  }

  file(path: string, content: string | Uint8Array, type: string): void {
    this.begin({ kind: "file", path: checkedPath(path), type: checkedType(type) }, bytesOf(content));
  }

  append(path: string, content: string | Uint8Array, type: string): void {
    const last = this.files.get(path)?.at(-1);
    if (last?.kind === "append") return void this.bytes.get(last)!.push(bytesOf(content));
    const order = { kind: "append", path: checkedPath(path), type: checkedType(type) } as const;
    this.files.set(path, [...(this.files.get(path) ?? []), order]);
    this.bytes.set(order, [bytesOf(content)]);
  }

  remove(path: string): void {
    this.begin({ kind: "remove", path: checkedPath(path), type: "" }, NO_BYTES);
  }

  remember(name: string, content: string | Uint8Array): void {
    const type = "application/octet-stream";
    this.memories.set(name, { kind: "memory", path: checkedPath(name), type, bytes: bytesOf(content) });
  }

  /** Everything gathered so far; the buffer is empty afterwards. */
  taken(): Required<Pick<StepOutput, "articles" | "rows" | "files">> {
    const whole = (order: Omit<FileOrder, "bytes">): FileOrder => {
      const parts = this.bytes.get(order)!;
      return { ...order, bytes: parts.length === 1 ? parts[0]! : new Uint8Array(Buffer.concat(parts)) };
    };
    const taken = {
      articles: [...this.articles].map(([keyword, article]) => ({ keyword, article })),
      rows: this.rows,
      files: [...[...this.files.values()].flat().map(whole), ...this.memories.values()],
    };
    this.articles = new Map();
    this.rows = [];
    this.files = new Map();
    this.bytes = new Map();
    this.memories = new Map();
    return taken;
  }

  /** Whatever was ordered of the file before does not count any more. */
  private begin(order: Omit<FileOrder, "bytes">, bytes: Uint8Array): void {
    this.files.set(order.path, [order]);
    this.bytes.set(order, [bytes]);
  }
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
}

function checkedPath(path: string): string {
  const problem = pathProblem(path);
  if (problem === undefined) return path;
  throw new ScriptoriumError("PLUGIN_INVALID", `The file name "${shown(path)}" cannot be used: ${problem}.`);
}

/** What has this type in the storage is read as a description of the file. */
function checkedType(type: string): string {
  if (type !== GROWN) return type;
  throw new ScriptoriumError("PLUGIN_INVALID", `The media type "${type}" cannot be used: it is kept for the storage.`);
}

/** Gathers log entries, without the secrets of the run, until they are stored: with the step they belong to, or before its end. */
export class LogBuffer implements RunLog {
  private readonly entries: LogEntry[] = [];
  /** How many of the step were stored before its end. */
  private before = 0;
  private dropped = 0;

  constructor(
    private readonly clock: Clock,
    private readonly redactor: Redactor,
    private readonly line?: string,
    /** Called with the first entry since entries were last given out. */
    private readonly begun?: () => void,
  ) {}

  debug(message: string): void {
    this.add("debug", message);
  }
  info(message: string): void {
    this.add("info", message);
  }
  warn(message: string, code?: string): void {
    this.add("warn", message, code);
  }
  error(message: string, code?: string): void {
    this.add("error", message, code);
  }

  /** Those of a step that has ended. */
  taken(): readonly LogEntry[] {
    if (this.dropped > 0) {
      this.entries.push(this.entry("warn", `${this.dropped} more entries of this line were not kept.`));
      this.dropped = 0;
    }
    const taken = this.soFar();
    this.before = 0;
    return taken;
  }

  /** Those of a step that goes on. */
  soFar(): readonly LogEntry[] {
    this.before += this.entries.length;
    return this.entries.splice(0);
  }

  /** Puts back what could not be stored, before what has been logged since. */
  putBack(entries: readonly LogEntry[]): void {
    this.entries.unshift(...entries);
  }

  private add(level: LogLevel, message: string, code?: string): void {
    if (this.before + this.entries.length >= MAX_ENTRIES) this.dropped += 1;
    else if (this.entries.push(this.entry(level, message, code)) === 1) this.begun?.();
  }

  private entry(level: LogLevel, message: string, code?: string): LogEntry {
    return {
      t: this.clock.now().toISOString(),
      level,
      // Before it is shortened, so that no part of a secret is left at the end.
      msg: shown(this.redactor.text(message), MAX_MESSAGE),
      ...(this.line === undefined ? {} : { line: this.line }),
      ...(code === undefined ? {} : { code: this.redactor.text(code) }),
    };
  }
}

/** Why a text cannot be the path of a file on every system, or undefined when it can. */
export function pathProblem(path: string): string | undefined {
  if (path === "" || path.length > 240 || Buffer.byteLength(path) > 500) return "it is empty or too long";
  if (!path.isWellFormed() || /[\u0000-\u001f\u007f<>:"|?*\\]/.test(path)) {
    return "it has a character that file names cannot hold";
  }
  for (const segment of path.split("/")) {
    if (segment === "" || segment === "." || segment === "..") return "it leaves the task's folder";
    if (Buffer.byteLength(segment) > 240) return "a part of it is too long";
    if (/[. ]$/.test(segment)) return "a part of it ends in a dot or a space";
    if (/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(segment)) return "a part of it is a reserved name";
  }
  return undefined;
}

function refuse(problem: string | undefined, subject: string): void {
  if (problem !== undefined) {
    throw new ScriptoriumError("PLUGIN_INVALID", `${subject} of a task type ${problem}. Correct the task type.`);
  }
}
