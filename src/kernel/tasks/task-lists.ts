import { inject, injectable } from "../di.js";
import type { ListForm, ListPart, ListValue, StorageAdapter } from "../storage.js";
import { summaryOf, type Task, type TaskSummary } from "../task.js";
import { STORAGE } from "../tokens.js";
import { inParts } from "../values/in-parts.js";
import { ContentService } from "./content-service.js";
import { type TaskFilter, TaskFinder } from "./task-finder.js";
import type { TaskSearch } from "./task-query.js";

/**
 * What a list shows of each task: the names of the members of its elements, in their order, with where their values come
 * from. `keywords` are those that have an article and need `_id` beside them, `title` is the task type as people write it:
 * `Article Creator`.
 */
export type ListedMembers = Readonly<Record<string, Exclude<ListValue, object> | "title">>;

/** What of the list is wanted; all of it by default. */
export type ListPage = Pick<TaskSearch, "skip" | "limit" | "sort">;

/** Lists of tasks as the text of their JSON, which is much less work than making the tasks first. */
@injectable()
export class TaskLists {
  constructor(
    @inject(STORAGE) private readonly storage: StorageAdapter,
    @inject(TaskFinder) private readonly finder: TaskFinder,
    @inject(ContentService) private readonly content: ContentService,
  ) {}

  /**
   * The elements in creation order unless sorted, those of several tasks together with commas between them, as text or in
   * UTF-8. Throws QUERY_REFUSED for a page that is not allowed.
   */
  async *texts(filter: TaskFilter, members: ListedMembers, page: ListPage = {}): AsyncGenerator<ListPart["json"]> {
    const isWhole = Object.values(page).every((value) => value === undefined);
    const stored = isWhole ? this.stored(filter, members) : undefined;
    if (stored !== undefined) yield* stored;
    else yield* this.made(isWhole ? this.finder.summaryParts(filter) : inParts(this.pageOf(filter, page)), members);
  }

  private async *pageOf(filter: TaskFilter, page: ListPage): AsyncGenerator<TaskSummary> {
    const projection = { group: 1, name: 1, type: 1, status: 1 };
    for await (const document of this.finder.filtered(filter, { ...page, projection })) {
      yield summaryOf(document as unknown as Task);
    }
  }

  private stored(filter: TaskFilter, members: ListedMembers): AsyncIterable<ListPart["json"]> | undefined {
    const { tasks } = this.storage;
    const exact = this.finder.exactly(filter);
    if (tasks.listed === undefined || exact === undefined) return undefined;
    const form: Record<string, ListValue> = {};
    for (const [name, value] of Object.entries(members)) {
      if (value !== "title") form[name] = value;
      else if (exact.type === undefined) return undefined;
      else form[name] = { text: titleOf(exact.type) };
    }
    return this.completed(tasks.listed(form, exact.hint), namesIn(form));
  }

  private async *completed(parts: AsyncIterable<ListPart>, names: Names): AsyncGenerator<ListPart["json"]> {
    for await (const { json, several } of parts) {
      if (several.length > 0) yield* this.withKeywords(JSON.parse(`[${textIn(json)}]`), several, names);
      else if (json.length > 0) yield json;
    }
  }

  private async *made(parts: AsyncIterable<readonly TaskSummary[]>, members: ListedMembers): AsyncGenerator<string> {
    const elementOf = elementsOf(members);
    const hasKeywords = Object.values(members).includes("keywords");
    for await (const part of parts) {
      const elements = part.map(elementOf);
      // A draft has never run, so there is nothing to look for.
      const others = hasKeywords ? part.filter(({ status }) => status !== "draft") : [];
      if (others.length > 0)
        yield* this.withKeywords(
          elements,
          others.map(({ id }) => id),
          namesIn(members),
        );
      else if (elements.length > 0) yield textOf(elements);
    }
  }

  /** The elements with the keywords of the tasks of these ids, few of which are in memory at a time. */
  private async *withKeywords(
    elements: readonly Element[],
    ids: readonly string[],
    names: Names,
  ): AsyncGenerator<string> {
    let lists: readonly (readonly string[])[] = [];
    let begin = 0;
    let next = 0;
    let ready: Element[] = [];
    for (const element of elements) {
      if (element[names.id] === ids[next]) {
        if (next === begin + lists.length) {
          if (ready.length > 0) yield textOf(ready);
          ready = [];
          begin = next;
          lists = await this.content.keywordsOfFirst(ids.slice(begin));
        }
        element[names.keywords] = lists[next - begin]!;
        next += 1;
      }
      ready.push(element);
    }
    if (ready.length > 0) yield textOf(ready);
  }
}

type Element = Record<string, unknown>;

/** The members of an element that hold the id and the keywords. */
interface Names {
  readonly id: string;
  readonly keywords: string;
}

function namesIn(members: ListForm | ListedMembers): Names {
  const nameOf = (wanted: string) => Object.keys(members).find((name) => members[name] === wanted) ?? "";
  return { id: nameOf("_id"), keywords: nameOf("keywords") };
}

function elementsOf(members: ListedMembers): (task: TaskSummary) => Element {
  const columns = Object.entries(members);
  const titles = new Map<string, string>();
  const titleOfType = (type: string) => {
    if (!titles.has(type)) titles.set(type, titleOf(type));
    return titles.get(type)!;
  };
  return (task) => {
    const element: Element = {};
    for (const [name, value] of columns) {
      if (value === "keywords") element[name] = [];
      else if (value === "title") element[name] = titleOfType(task.type);
      else element[name] = value === "_id" ? task.id : task[value];
    }
    return element;
  };
}

function titleOf(type: string): string {
  return type.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase());
}

function textIn(json: ListPart["json"]): string {
  return typeof json === "string" ? json : new TextDecoder().decode(json);
}

function textOf(elements: readonly Element[]): string {
  return JSON.stringify(elements).slice(1, -1);
}
