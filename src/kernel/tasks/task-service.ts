import { inject, injectable } from "../di.js";
import { ScriptoriumError } from "../errors.js";
import type { Events } from "../events.js";
import { PluginRegistry, squashed } from "../plugin-registry.js";
import { type Marks, marksOf } from "../secrets/marks.js";
import { sealOlderTasks } from "../secrets/older-stores.js";
import type { Hidden } from "../secrets/taking-out.js";
import type { Opened, Vault } from "../secrets/vault.js";
import { type Run, type StorageAdapter, TASK_SUMMARIES, type TaskHint } from "../storage.js";
import { type Sealed, summaryOf, type Task, type TaskSummary } from "../task.js";
import type { PluginEntry } from "../task-plugin.js";
import type { TaskData, TaskId } from "../task-types/task-types.js";
import { CLOCK, EVENTS, IDS, STORAGE, VAULT } from "../tokens.js";
import type { Clock } from "../values/clock.js";
import type { Ids } from "../values/ids.js";
import { type Json, type JsonObject, jsonProblem, mergedDeep } from "../values/json.js";
import { commonFields } from "./common-fields.js";
import { dataVersion, refuseStale } from "./data-version.js";
import { coerced, defaultsOf, FIXED_FIELDS } from "./options.js";
import { type Edit, type Store, TaskEdits, taskNotFound } from "./task-edits.js";
import { type DescribedType, type ListedType, listedType } from "./type-description.js";

/** Longest data object that is stored, in characters of its JSON. */
const MAX_DATA_LENGTH = 16 * 1024 * 1024;

export interface PatchOptions {
  /** Of `versioned`: nothing is stored when the data object has been changed since. */
  readonly version?: string;
  /** Posted members that take the place of what was there, where objects would be merged. */
  readonly replace?: readonly string[];
  /** A posted null takes a member out that the task type does not have; it is stored otherwise. */
  readonly nulls?: "remove";
}

/** Creates, reads, edits and copies tasks. */
@injectable()
export class TaskService {
  private readonly edits: TaskEdits;
  /** Data objects that an edit has left for the next one. */
  private readonly lookedThrough = new WeakMap<JsonObject, Hidden>();
  /** What the data objects of types hold, by their words, once it was asked for. */
  private readonly described = new Map<string, Promise<Omit<DescribedType, keyof ListedType>>>();

  constructor(
    @inject(STORAGE) private readonly storage: StorageAdapter,
    @inject(PluginRegistry) private readonly registry: PluginRegistry,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(IDS) private readonly ids: Ids,
    @inject(EVENTS) private readonly events: Events,
    @inject(VAULT) private readonly vault: Vault,
  ) {
    this.edits = new TaskEdits(storage);
  }

  /**
   * A draft of the type, with the defaults of its data object; `data` is merged over them.
   * Throws TASK_TYPE_UNKNOWN, DATA_REFUSED and SECRETS_UNAVAILABLE.
   */
  async create(typeName: string, data: JsonObject = {}): Promise<Task> {
    const entry = await this.entryOf(typeName);
    const id = this.ids.next();
    const defaults = await this.defaults(entry, id);
    const merged = await this.merged(entry, defaults, data);
    const task = this.draft(id, entry.words, await this.hidden(entry, merged, undefined));
    await this.insert(task);
    return task;
  }

  /** The task types there are, in the order of their names. */
  types(): readonly ListedType[] {
    return this.registry.types().map((type) => listedType(this.registry, this.registry.named(type)));
  }

  /** What the data object of a type holds. Throws TASK_TYPE_UNKNOWN. */
  async describedType(typeName: string): Promise<DescribedType> {
    const entry = await this.entryOf(typeName);
    const { words } = entry;
    const holds = this.described.get(words) ?? this.holdsOf(entry);
    this.described.set(words, holds);
    // One whose plugin could not be loaded is asked again.
    holds.catch(() => this.described.delete(words));
    return { ...listedType(this.registry, entry), ...(await holds) };
  }

  private async entryOf(name: string): Promise<PluginEntry> {
    return (
      this.registry.find(name) ?? (await import("./type-meant.js")).refuseType(this.registry, name, squashed(name))
    );
  }

  private async holdsOf(entry: PluginEntry): Promise<Omit<DescribedType, keyof ListedType>> {
    const { id: _id, ...defaults } = await this.defaults(entry, "");
    const commonOptions = await commonFields();
    const plugin = await this.registry.plugin(entry);
    const { options } = plugin;
    const schema = options.extend({ ...commonOptions.partial({ jobName: true }).shape, ...options.shape });
    const { inputFields } = await import("./line-notes.js");
    const { describedFields } = await import("./described-fields.js");
    return { ...describedFields(schema, defaults, entry, inputFields(plugin)), defaults };
  }

  get(id: string): Promise<Task | undefined> {
    return this.storage.tasks.get(id);
  }

  /** As `get`; throws TASK_NOT_FOUND. */
  async existing(id: string): Promise<Task> {
    const task = await this.storage.tasks.get(id);
    if (task === undefined) throw taskNotFound(id);
    return task;
  }

  /** Without a look at the data object. Throws TASK_NOT_FOUND. */
  async summary(id: string): Promise<TaskSummary> {
    const hint: TaskHint = { path: "_id", values: [id] };
    for await (const summary of this.storage.tasks.scan(TASK_SUMMARIES, hint)) if (summary.id === id) return summary;
    throw taskNotFound(id);
  }

  /**
   * Merges the posted properties into the data object. A mask keeps its secret. Throws TASK_NOT_FOUND, DATA_REFUSED and
   * SECRETS_UNAVAILABLE, and with a version DATA_CHANGED when the data object has another one by now. What is in `replace`
   * is not merged with what was there.
   */
  patch(id: string, posted: JsonObject, { version, replace = [], nulls }: PatchOptions = {}): Promise<Task> {
    return this.editData(id, async (data, task, entry) => {
      refuseStale(task, version);
      const isReplaced = (name: string) =>
        replace.includes(name) && Object.hasOwn(posted, name) && !FIXED_FIELDS.has(name);
      // Null merges with nothing, and its place in the object stays.
      const cleared = Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, isReplaced(name) ? null : value]),
      );
      const merged = await this.merged(entry, cleared, posted);
      if (nulls === undefined) return merged;
      const known = entry === undefined ? await commonFields() : await this.defaults(entry, id);
      const isKept = ([name]: [string, Json]) => posted[name] !== null || Object.hasOwn(known, name);
      return Object.fromEntries(Object.entries(merged).filter(isKept));
    });
  }

  /** The task with the version of its data object. Throws TASK_NOT_FOUND. */
  async versioned(id: string): Promise<{ readonly task: Task; readonly version: string }> {
    const task = await this.existing(id);
    return { task, version: dataVersion(task) };
  }

  /** Puts the posted object, completed by defaults, in place of the data object. Throws as `patch` does. */
  replaceData(id: string, posted: JsonObject): Promise<Task> {
    return this.editData(id, async (_data, task, entry) => {
      const defaults: JsonObject = entry ? await this.defaults(entry, id) : { id, type: task.type };
      return this.merged(entry, { ...defaults, jobName: task.name, group: task.group }, posted);
    });
  }

  /** A draft with the same type, group and data; its schedule is off. Throws TASK_NOT_FOUND. */
  async duplicate(id: string): Promise<Task> {
    const original = await this.existing(id);
    const copyId = this.ids.next();
    const jobName = `${original.name} (copy)`;
    // The specification leaves the status of a duplicate open; a copy has not run, so it is a draft. Its schedule is off,
    // because two tasks that post the same things at the same hour are never what was meant.
    const { data, sealed } = await this.hiddenNow(original, this.registry.find(original.type));
    const copy = this.draft(copyId, original.type, {
      data: { ...data, id: copyId, jobName, jobCron: "" },
      // Bound to its place and not to its task, what is encrypted is the same in a copy.
      sealed,
    });
    await this.insert(copy);
    return copy;
  }

  /** The data object with its secrets; where one cannot be opened the mask is left. Throws TASK_NOT_FOUND. */
  async revealed<Type extends string = string>(id: TaskId<Type>): Promise<TaskData<Type>> {
    const { data, sealed } = await this.existing(id);
    // Stored data do not show the compiler the type that it remembers with the id.
    return (await this.vault.revealed(data, sealed)).data as TaskData<Type>;
  }

  /**
   * A task, and its data object with its secrets and the posted properties merged into it, as `patch` does; nothing is
   * stored. Throws as `patch` does.
   */
  async tried(id: string, posted: JsonObject): Promise<{ readonly task: Task; readonly opened: Opened }> {
    const task = await this.existing(id);
    const entry = this.registry.find(task.type);
    const stored = await this.hiddenNow(task, entry);
    const { data, sealed } = await this.hidden(entry, await this.merged(entry, stored.data, posted), stored);
    return { task, opened: await this.vault.opened(data, sealed) };
  }

  /** One member of a task's data object with its secrets. Throws SECRET_UNREADABLE. */
  async openedMember({ data, sealed = {} }: Task, name: string): Promise<Json | undefined> {
    const own = Object.entries(sealed).filter(([place]) => place === `/${name}` || place.startsWith(`/${name}/`));
    const { [name]: member = null } = data;
    return (await this.vault.opened({ [name]: member }, Object.fromEntries(own))).data[name];
  }

  /** Settings that replace those of the task in a run, as they are stored. Throws DATA_REFUSED and SECRETS_UNAVAILABLE. */
  async hiddenOverrides({ type, data, sealed = {} }: Task, overrides: JsonObject): Promise<Hidden> {
    const marks = await this.marks(this.registry.find(type));
    return this.vault.hidden(overrides, marks, { data, sealed }, overridesRefused);
  }

  /** Seals what older versions stored in the clear, unless that is done or there is no key. */
  async sealOlder(logError: (message: string, error: unknown) => void): Promise<void> {
    if (!this.vault.isReady) return;
    const { storage, clock, ids } = this;
    const marksOf = (type: string) => this.marks(this.registry.find(type));
    await sealOlderTasks({ storage, clock, ids, marksOf, seal: (id) => this.seal(id), logError });
  }

  private async seal(id: string): Promise<void> {
    const { type } = await this.edit(id, async (task) => {
      const { data, sealed } = await this.hiddenNow(task, this.registry.find(task.type));
      return data === task.data ? undefined : withSecrets({ ...task, data }, sealed);
    });
    const { runs } = this.storage;
    const entry = this.registry.find(type);
    for (const runId of await Array.fromAsync(runs.of(id), ({ _id }) => _id)) {
      for (;;) {
        const run = await runs.get(runId);
        const next = run && (await this.sealedRun(run, entry));
        if (next === undefined || (await runs.replace(next))) break;
      }
    }
  }

  /** Undefined when nothing in it is a secret in the clear. */
  private async sealedRun(run: Run, entry: PluginEntry | undefined): Promise<Run | undefined> {
    const { data = {}, sealed = {}, overrides = {}, sealedOverrides = {} } = run;
    const ofTask = await this.hidden(entry, data, { data, sealed });
    const given = await this.hidden(entry, overrides, { data: overrides, sealed: sealedOverrides });
    if (ofTask.data === data && given.data === overrides) return undefined;
    return {
      ...run,
      ...(ofTask.data === data ? {} : { data: ofTask.data, sealed: ofTask.sealed }),
      ...(given.data === overrides ? {} : { overrides: given.data, sealedOverrides: given.sealed }),
      revision: run.revision + 1,
    };
  }

  private async marks(entry: PluginEntry | undefined): Promise<Marks> {
    const commonOptions = await commonFields();
    const options = entry && (await this.registry.plugin(entry)).options;
    return marksOf(options, commonOptions, await this.registry.secretFields());
  }

  /** Removes the task and all that belongs to it. Says whether it was there. */
  async delete(id: string): Promise<boolean> {
    const deleted = await this.storage.tasks.delete(id);
    if (deleted) this.events.emit("task.deleted", { id });
    return deleted;
  }

  /**
   * Changes a stored task. Edits of one task in this process are done one after another, so `edit` must not wait for another
   * edit of its task; those asked for while others are stored become one write. It returns undefined to leave the task as it
   * is. `known` saves the first reading for callers that have just read the task, and `store` writes the task with what
   * belongs to the same step, and says whether it did: with either, the edit is a write of its own. Returns the task as
   * the edit left it; throws TASK_NOT_FOUND, and BUSY when others were faster each time.
   */
  edit(id: string, edit: Edit, known?: Task, store?: Store): Promise<Task> {
    if (known === undefined && store === undefined) return this.edits.together(id, edit);
    return this.edits.alone(id, edit, known, store ?? ((task) => this.storage.tasks.replace(task)));
  }

  private async editData(
    id: string,
    newData: (data: JsonObject, task: Task, entry: PluginEntry | undefined) => Promise<JsonObject>,
  ): Promise<Task> {
    const task = await this.edit(id, async (current) => {
      const entry = this.registry.find(current.type);
      const stored = await this.hiddenNow(current, entry);
      const { data, sealed } = await this.hidden(entry, await newData(stored.data, current, entry), stored);
      const updatedAt = this.clock.now().toISOString();
      return withSecrets({ ...current, data, ...namesIn(data), updatedAt }, sealed);
    });
    this.events.emit("task.updated", { task: summaryOf(task) });
    return task;
  }

  private async insert(task: Task): Promise<void> {
    await this.storage.tasks.insert(task);
    this.events.emit("task.created", { task: summaryOf(task) });
  }

  private draft(id: string, type: string, { data, sealed }: Hidden): Task {
    const now = this.clock.now().toISOString();
    const times = { createdAt: now, updatedAt: now };
    return withSecrets({ _id: id, ...namesIn(data), type, status: "draft", data, ...times, revision: 0 }, sealed);
  }

  private async hidden(entry: PluginEntry | undefined, data: JsonObject, stored: Hidden | undefined): Promise<Hidden> {
    const hidden = await this.vault.hidden(data, await this.marks(entry), stored, dataRefused);
    this.lookedThrough.set(hidden.data, hidden);
    return hidden;
  }

  /** A task's data object with everything sealed that is a secret by now. */
  private async hiddenNow({ data, sealed = {} }: Task, entry: PluginEntry | undefined): Promise<Hidden> {
    const known = this.lookedThrough.get(data);
    return known?.marks === (await this.marks(entry)) ? known : this.hidden(entry, data, { data, sealed });
  }

  private async defaults(entry: PluginEntry, id: string): Promise<JsonObject> {
    const commonOptions = await commonFields();
    const { options } = await this.registry.plugin(entry);
    return {
      id,
      type: entry.words,
      ...(commonOptions.parse({ jobName: `New ${entry.title}` }) as JsonObject),
      ...defaultsOf(options),
    };
  }

  private async merged(entry: PluginEntry | undefined, data: JsonObject, posted: JsonObject): Promise<JsonObject> {
    const problem = jsonProblem(posted);
    if (problem !== undefined) throw dataRefused(problem);
    const result = mergedDeep(data, await this.inDeclaredForm(entry, posted)) as Record<string, Json>;
    for (const field of FIXED_FIELDS) result[field] = data[field] ?? null;
    // A task's name and group are texts whatever is posted, since lists are filtered by them.
    if (typeof result["jobName"] !== "string") result["jobName"] = data["jobName"] ?? "";
    if (typeof result["group"] !== "string") result["group"] = data["group"] ?? "";
    const size = JSON.stringify(result).length;
    if (size > MAX_DATA_LENGTH) throw dataRefused(`would grow to ${size} characters of JSON; ${MAX_DATA_LENGTH} fit`);
    const afterMerge = jsonProblem(result);
    if (afterMerge !== undefined) throw dataRefused(afterMerge);
    return result;
  }

  private async inDeclaredForm(entry: PluginEntry | undefined, posted: JsonObject): Promise<JsonObject> {
    const commonOptions = await commonFields();
    const common = coerced(commonOptions, posted) as JsonObject;
    if (entry === undefined) return common;
    return coerced((await this.registry.plugin(entry)).options, common) as JsonObject;
  }
}

function namesIn(data: JsonObject): { readonly name: string; readonly group: string } {
  return { name: String(data["jobName"] ?? ""), group: String(data["group"] ?? "") };
}

/** The task with these secrets instead of those it had; without any it has no such member. */
function withSecrets({ sealed: _sealed, ...task }: Task, sealed: Sealed): Task {
  return Object.keys(sealed).length === 0 ? task : { ...task, sealed };
}

function overridesRefused(problem: string): ScriptoriumError {
  return new ScriptoriumError("DATA_REFUSED", `The settings for this run ${problem}. Change them and run again.`);
}

function dataRefused(problem: string): ScriptoriumError {
  return new ScriptoriumError(
    "DATA_REFUSED",
    `The data object ${problem}. Change it and post it again; nothing was stored.`,
  );
}
