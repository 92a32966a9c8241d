import type { PluginRegistry } from "../plugin-registry.js";
import { TASK_MEMBERS } from "../storage.js";
import { statusNamed, TASK_STATUSES } from "../task.js";
import { isPlainObject, shown } from "../values/json.js";
import { nearestName } from "../values/nearest-name.js";
import type { TaskFilter } from "./task-finder.js";
import type { TaskSearch } from "./task-query.js";

const STATUSES: readonly string[] = TASK_STATUSES;

const MEMBERS: readonly string[] = TASK_MEMBERS;

/**
 * Notes on what lets no task through or does nothing: a status that there is not, a task type that is not installed, a member
 * that no task has. The search need not have been checked.
 */
export function filterNotes({ status, type }: TaskFilter, search: TaskSearch, registry: PluginRegistry): string[] {
  const notes = new Set<string>();
  if (status && !STATUSES.includes(statusNamed(status))) notes.add(noStatus(status));
  if (type && registry.find(type) === undefined) notes.add(noType(type, registry));
  const asked = partsOf(search.query);
  for (const [path, wanted] of asked) {
    for (const value of path === "status" ? textsIn(wanted) : [])
      if (!STATUSES.includes(value)) notes.add(noStatus(value));
    for (const value of path === "type" ? textsIn(wanted) : []) {
      if (registry.find(value)?.words !== value) notes.add(noType(value, registry));
    }
  }
  const paths = [...asked.map(([path]) => path), ...keysOf(search.projection), ...sortedBy(search.sort)];
  for (const path of paths) {
    const [first = ""] = path.split(".");
    if (!MEMBERS.includes(first)) notes.add(noMember(first));
  }
  return [...notes].slice(0, MOST);
}

/** A search may ask for hundreds of members. */
const MOST = 50;

function noStatus(name: string): string {
  const meant = statusNamed(name);
  const remedy = STATUSES.includes(meant) ? `Did you mean "${meant}"?` : `Use one of: ${STATUSES.join(", ")}.`;
  return `There is no status "${shown(name)}". ${remedy}`;
}

function noType(name: string, registry: PluginRegistry): string {
  const words = registry.find(name)?.words;
  return `There is no task type "${shown(name)}". ${words === undefined ? typeMeant(name, registry) : `Did you mean "${words}"?`}`;
}

function noMember(name: string): string {
  const nearest = nearestName(name, MEMBERS);
  const remedy =
    nearest === undefined
      ? `It has ${MEMBERS.join(", ")}; its settings are in data, such as data.jobName.`
      : `Did you mean "${nearest}"?`;
  return `A task has no member "${shown(name)}". ${remedy}`;
}

/** The conditions on members, those inside `$and`, `$or` and `$nor` included. */
function partsOf(query: unknown): [string, unknown][] {
  if (!isPlainObject(query)) return [];
  return Object.entries(query).flatMap(([key, value]): [string, unknown][] => {
    if (!key.startsWith("$")) return [[key, value]];
    return Array.isArray(value) ? value.flatMap(partsOf) : [];
  });
}

/** The texts that a condition compares with. */
function textsIn(wanted: unknown): string[] {
  const values = isPlainObject(wanted)
    ? [wanted["$eq"], wanted["$ne"], wanted["$in"], wanted["$nin"]].flat()
    : [wanted];
  return values.filter((value) => typeof value === "string");
}

function keysOf(value: unknown): string[] {
  return isPlainObject(value) ? Object.keys(value) : [];
}

function sortedBy(sort: unknown): string[] {
  return typeof sort === "string" && sort !== "" ? sort.split(",").map((part) => part.replace(/^-/, "")) : keysOf(sort);
}

/** What to write instead of a name that no task type has: the nearest there is, else one of all. */
export function typeMeant(name: string, registry: Pick<PluginRegistry, "all">): string {
  const words = registry.all().map((entry) => entry.words);
  const nearest = nearestName(name, words);
  return nearest === undefined ? `Use one of: ${words.toSorted().join(", ")}.` : `Did you mean "${nearest}"?`;
}
