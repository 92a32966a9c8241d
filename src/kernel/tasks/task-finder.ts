import { inject, injectable } from "../di.js";
import { PluginRegistry, squashed } from "../plugin-registry.js";
import { type Selection, type StorageAdapter, TASK_SUMMARIES, type TaskHint } from "../storage.js";
import { statusNamed, type Task, type TaskSummary } from "../task.js";
import { CLOCK, STORAGE } from "../tokens.js";
import type { Clock } from "../values/clock.js";
import { inParts } from "../values/in-parts.js";
import type { JsonObject } from "../values/json.js";
import { Effort } from "./search/effort.js";
import { DOCUMENTS, type Form, found, TEXTS } from "./search/find.js";
import { together } from "./search/hint.js";
import { createLargeSorts } from "./search/large-sorts.js";
import { ANY_TASK, type Judge } from "./search/plan.js";
import { isUnstorable } from "./search/refused.js";
import { type CheckedSearch, checkedSearch, type TaskSearch } from "./task-query.js";

/** The simple filters of lists; an absent or empty one filters nothing. */
export interface TaskFilter {
  readonly group?: string;
  readonly name?: string;
  /** In any writing: `articlecreator`, `Article Creator`. */
  readonly type?: string;
  /** A status, or `done`, or `aborting`. */
  readonly status?: string;
}

/** Finds tasks. Searches throw QUERY_REFUSED, and QUERY_TOO_SLOW when 2 seconds of evaluation find none. */
@injectable()
export class TaskFinder {
  private readonly sorts = createLargeSorts();

  constructor(
    @inject(STORAGE) private readonly storage: StorageAdapter,
    @inject(PluginRegistry) private readonly registry: PluginRegistry,
    @inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Summaries in creation order. */
  summaries(filter: TaskFilter = {}): AsyncIterable<TaskSummary> {
    const { selection, hint } = this.summarized(filter);
    return this.storage.tasks.scan(selection, hint);
  }

  /** As `summaries`, several at a time: much less work for long lists. */
  summaryParts(filter: TaskFilter = {}): AsyncIterable<readonly TaskSummary[]> {
    const { tasks } = this.storage;
    const { selection, hint } = this.summarized(filter);
    return tasks.parts?.(selection, hint) ?? inParts(tasks.scan(selection, hint));
  }

  /** Tasks that match a MongoDB-style query, limited to the projected fields, in creation order unless sorted. */
  search(search: TaskSearch): AsyncIterable<JsonObject> {
    return this.filtered({}, search);
  }

  /** As `search`, narrowed by the simple filters. */
  filtered(filter: TaskFilter, search: TaskSearch = {}): AsyncIterable<JsonObject> {
    return this.found(filter, checkedSearch(search), DOCUMENTS);
  }

  /** As `filtered`, each task as the text of its JSON: this is much less work when it is sent on. */
  texts(filter: TaskFilter, search: TaskSearch = {}): AsyncIterable<string> {
    return this.found(filter, checkedSearch(search), TEXTS);
  }

  /**
   * What a storage needs to know to find exactly the tasks that pass the filter, and the type in words if it names one;
   * undefined for a type that is not registered, of which tasks may have several writings.
   */
  exactly(filter: TaskFilter): { readonly hint: TaskHint | undefined; readonly type: string | undefined } | undefined {
    const { isExact, hint } = this.filtering(filter);
    return isExact ? { hint, type: filter.type && this.registry.find(filter.type)?.words } : undefined;
  }

  private summarized(filter: TaskFilter): { selection: Selection<TaskSummary>; hint: TaskHint | undefined } {
    const { reads, pick } = TASK_SUMMARIES;
    const judge = this.filtering(filter);
    const matching = { reads, pick: (task: Task) => (judge.test(task) ? pick(task) : undefined) };
    return { selection: judge === ANY_TASK ? TASK_SUMMARIES : matching, hint: judge.hint };
  }

  private found<T>(filter: TaskFilter, search: CheckedSearch, form: Form<T>): AsyncIterable<T> {
    const { tasks } = this.storage;
    const effort = new Effort(this.clock);
    return found({ tasks, filter: this.filtering(filter), search, form, effort, sorts: this.sorts });
  }

  private filtering(filter: TaskFilter): Judge {
    const type = filter.type ? squashed(filter.type) : "";
    const words = filter.type ? this.registry.find(filter.type)?.words : undefined;
    const hint = this.hint(filter, words);
    if (hint === undefined && type === "") return ANY_TASK;
    const status = filter.status ? statusNamed(filter.status) : "";
    return {
      reads: ["group", "name", "type", "status"],
      hint,
      isExact: type === "" || words !== undefined,
      isHeavy: false,
      test: (task) =>
        (!filter.group || task.group === filter.group) &&
        (!filter.name || task.name === filter.name) &&
        (type === "" || task.type === words || squashed(task.type) === type) &&
        (status === "" || task.status === status),
    };
  }

  private hint(filter: TaskFilter, words: string | undefined): TaskHint | undefined {
    const wanted = (path: string, value: string | undefined): TaskHint | undefined =>
      // What cannot be stored is nowhere, and not every storage can even be asked for it.
      value ? { path, values: isUnstorable(value) ? [] : [value] } : undefined;
    return together([
      wanted("group", filter.group),
      wanted("name", filter.name),
      wanted("status", filter.status && statusNamed(filter.status)),
      wanted("type", words),
    ]);
  }
}
