import type { Query } from "mingo/query";
import type { Clock } from "./clock.js";
import { inject, injectable } from "./di.js";
import { ScriptoriumError } from "./errors.js";
import type { JsonObject } from "./json.js";
import { PluginRegistry, squashed } from "./plugin-registry.js";
import type { HintClause, StorageAdapter } from "./storage.js";
import { statusNamed, type Task, type TaskSummary } from "./task.js";
import { type CheckedSearch, checkedSearch, refused, type TaskSearch } from "./task-query.js";
import { CLOCK, STORAGE } from "./tokens.js";

/** Longest time one search may take to evaluate. */
const SEARCH_LIMIT_MS = 2000;
/** Documents that are looked at before others get a turn, and time that evaluating them may take. */
const SLICE = 250;
const SLICE_MS = 20;
/** Largest product of a regular expression's size and a text's length; each step takes some 35 ns at worst. */
const MAX_STEPS = 20_000_000;

/** The simple filters of lists; an absent or empty one filters nothing. */
export interface TaskFilter {
  readonly group?: string;
  readonly name?: string;
  /** In any writing: `articlecreator`, `Article Creator`. */
  readonly type?: string;
  /** A status, or `done`, or `aborting`. */
  readonly status?: string;
}

/** Finds tasks. The only place that knows mingo. */
@injectable()
export class TaskFinder {
  constructor(
    @inject(STORAGE) private readonly storage: StorageAdapter,
    @inject(PluginRegistry) private readonly registry: PluginRegistry,
    @inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Summaries in creation order. */
  async *summaries(filter: TaskFilter = {}): AsyncIterable<TaskSummary> {
    const matches = this.matcher(filter);
    for await (const summary of this.storage.tasks.summaries(this.hint(filter))) if (matches(summary)) yield summary;
  }

  /** As `search`, narrowed by the simple filters. */
  filtered(filter: TaskFilter, search: TaskSearch = {}): AsyncIterable<JsonObject> {
    return this.found(checkedSearch(search), filter);
  }

  /**
   * Tasks that match a MongoDB-style query, limited to the projected fields, in creation order unless sorted.
   * Throws QUERY_REFUSED, and QUERY_TOO_SLOW when evaluation takes more than 2 seconds.
   */
  search(search: TaskSearch): AsyncIterable<JsonObject> {
    return this.found(checkedSearch(search), {});
  }

  private async *found(search: CheckedSearch, filter: TaskFilter): AsyncIterable<JsonObject> {
    const { matches, project } = await compiled(search);
    const fits = this.matcher(filter);
    const deadline = this.stopwatch();
    const hint = [...search.hint, ...this.hint(filter)];

    const matching = async function* (tasks: AsyncIterable<Task>) {
      let seen = 0;
      for await (const task of tasks) {
        seen += 1;
        if (seen % SLICE === 0 || deadline.isDue()) await deadline.turn();
        if (fits(task) && deadline.measured(() => matches(task))) yield task;
      }
    };

    const tasks = matching(this.storage.tasks.scan(hint));
    let skipped = 0;
    let given = 0;
    if (search.limit === 0) return;
    for await (const task of search.sort.length > 0 ? sorted(tasks, search.sort) : tasks) {
      if (skipped < search.skip) {
        skipped += 1;
        continue;
      }
      if (deadline.isDue()) await deadline.turn();
      yield deadline.measured(() => project(task));
      given += 1;
      if (given === search.limit) return;
    }
  }

  private hint(filter: TaskFilter): HintClause[] {
    const clauses: HintClause[] = [];
    if (filter.group) clauses.push({ path: "group", values: [filter.group] });
    if (filter.name) clauses.push({ path: "name", values: [filter.name] });
    if (filter.status) clauses.push({ path: "status", values: [statusNamed(filter.status)] });
    const entry = filter.type ? this.registry.find(filter.type) : undefined;
    if (entry) clauses.push({ path: "type", values: [entry.words] });
    return clauses;
  }

  private matcher(filter: TaskFilter): (task: Pick<Task, "group" | "name" | "type" | "status">) => boolean {
    const type = filter.type ? squashed(filter.type) : "";
    const status = filter.status ? statusNamed(filter.status) : "";
    return (task) =>
      (!filter.group || task.group === filter.group) &&
      (!filter.name || task.name === filter.name) &&
      (type === "" || squashed(task.type) === type) &&
      (status === "" || task.status === status);
  }

  /** Adds up the time spent in evaluation alone, so that a slow reader of the answer does not use up the limit. */
  private stopwatch() {
    let spentMs = 0;
    let turnedAtMs = 0;
    const { clock } = this;
    return {
      measured<T>(work: () => T): T {
        const begun = clock.monotonic();
        isOverdue = () => spentMs + clock.monotonic() - begun > SEARCH_LIMIT_MS;
        const result = work();
        spentMs += clock.monotonic() - begun;
        return result;
      },
      isDue: () => spentMs - turnedAtMs > SLICE_MS,
      async turn(): Promise<void> {
        if (spentMs > SEARCH_LIMIT_MS) throw tooSlow();
        turnedAtMs = spentMs;
        await clock.sleep(0);
      },
    };
  }
}

/** Whether the evaluation under way has used up its time. It is synchronous, so there is never more than one. */
let isOverdue = () => false;

function tooSlow(): ScriptoriumError {
  return new ScriptoriumError(
    "QUERY_TOO_SLOW",
    `The search took longer than ${SEARCH_LIMIT_MS / 1000} seconds and was stopped. Narrow it by type, status, group or name.`,
  );
}

interface Compiled {
  matches(task: Task): boolean;
  project(task: Task): JsonObject;
}

async function compiled(search: CheckedSearch): Promise<Compiled> {
  const everything = Object.keys(search.query).length === 0;
  const unprojected = Object.keys(search.projection).length === 0;
  if (everything && unprojected) return { matches: () => true, project: asDocument };
  const engine = await queryEngine();
  let query: Query;
  try {
    query = engine.query(search.query);
  } catch (cause) {
    if (ScriptoriumError.is(cause)) throw cause;
    throw new ScriptoriumError(
      "QUERY_REFUSED",
      "The query combines operators and values in a way that cannot be evaluated. Change the search and send it again.",
      {},
      { cause },
    );
  }
  return {
    matches: everything ? () => true : (task) => query.test(asDocument(task)),
    project: unprojected
      ? asDocument
      : (task) => query.find<JsonObject>([asDocument(task)], { ...search.projection }).all()[0] ?? {},
  };
}

// A task is JSON throughout, only its declared type is narrower.
const asDocument = (task: Task) => task as unknown as JsonObject;

/** Operators of mingo that a checked query may hold; `$regex` and `$options` have become `$re2`. */
const OFFERED = [
  ...(["$and", "$or", "$nor", "$not", "$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$nin"] as const),
  ...(["$exists", "$type", "$all", "$elemMatch", "$size", "$mod"] as const),
];

let engine: Promise<{ query(condition: JsonObject): Query }> | undefined;

/** mingo with nothing but the operators that `task-query.ts` lets through, and a linear-time one for `$regex`. */
function queryEngine() {
  engine ??= (async () => {
    const [{ Query }, { Context }, operators, { RE2JS }] = await Promise.all([
      import("mingo/query"),
      import("mingo/core"),
      import("mingo/operators/query"),
      import("re2js"),
    ]);
    const flags: Record<string, number> = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL };
    const compile = ({ pattern, options }: { pattern: string; options: string }) => {
      try {
        return RE2JS.compile(
          pattern,
          [...options].reduce((sum, letter) => sum | flags[letter]!, 0),
        );
      } catch {
        throw refused("The regular expression cannot be used; look-around and back-references are not supported", {
          operator: "$regex",
        });
      }
    };
    const $re2: typeof operators.$eq = (selector, value) => {
      const expression = compile(value as { pattern: string; options: string });
      const size = expression.programSize();
      const found = (text: string): boolean => {
        // Nothing can stop a match once it has begun.
        if (size * text.length > MAX_STEPS || isOverdue()) throw tooSlow();
        return expression.matcher(text).find();
      };
      const test = (text: unknown): boolean =>
        typeof text === "string" ? found(text) : Array.isArray(text) && text.some(test);
      return (document) => test(valueAt(document, selector.split(".")));
    };
    const offered = Object.fromEntries(OFFERED.map((name) => [name, operators[name]]));
    const context = Context.init({ query: { ...offered, $re2 } });
    return { query: (condition: JsonObject) => new Query({ ...condition }, { context, scriptEnabled: false }) };
  })();
  return engine;
}

/** The value at a path; on the way, a list stands for what its elements have there. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(value)) {
    const own = /^\d+$/.test(key) ? valueAt(value[Number(key)], rest) : undefined;
    return own ?? value.map((item) => valueAt(item, path));
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return valueAt((value as Record<string, unknown>)[key], rest);
}

async function* sorted(tasks: AsyncIterable<Task>, sort: CheckedSearch["sort"]): AsyncIterable<Task> {
  const all: { task: Task; keys: readonly SortKey[] }[] = [];
  for await (const task of tasks) all.push({ task, keys: sort.map(({ path }) => sortKey(valueAt(task, path))) });
  all.sort((a, b) => {
    for (const [index, { direction }] of sort.entries()) {
      const order = compared(a.keys[index]!, b.keys[index]!);
      if (order !== 0) return order * direction;
    }
    return 0;
  });
  for (const { task } of all) yield task;
}

interface SortKey {
  readonly rank: number;
  /** Objects and lists as their JSON, made once, because they can be large. */
  readonly value: string | number | boolean;
}

function sortKey(value: unknown): SortKey {
  const plain = typeof value === "object" || value === undefined ? JSON.stringify(value ?? null) : value;
  return { rank: rankOf(value), value: plain as SortKey["value"] };
}

/** MongoDB's order of types, as far as JSON has them, then the order inside a type. Text is compared by code unit. */
function compared(a: SortKey, b: SortKey): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  return a.value < b.value ? -1 : Number(a.value > b.value);
}

function rankOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  const order = ["number", "string", "object", "boolean"].indexOf(typeof value);
  return 1 + order;
}
