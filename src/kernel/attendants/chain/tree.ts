import type { Task, TaskStatus } from "../../task.js";
import { chainedTo } from "./cycle.js";

/** A task of a chain. */
export interface ChainLink {
  readonly id: string;
  /** Empty for a task that does not exist. */
  readonly name: string;
  readonly type: string;
  readonly status: TaskStatus | "missing";
  /** The end after which the next task runs; empty when there is none. */
  readonly chainOn: string;
  /** True where the chain comes back to a task that is shown already; it is not followed further. */
  readonly cycle: boolean;
}

export interface LinkAbove extends ChainLink {
  /** The tasks whose chain leads to this one. */
  readonly parents: readonly LinkAbove[];
}

export interface ChainTree {
  readonly task: ChainLink;
  readonly above: readonly LinkAbove[];
  /** In the order they run. */
  readonly below: readonly ChainLink[];
  /** True when there are more tasks than are shown. */
  readonly capped: boolean;
}

const MOST = 200;
const DEEPEST = 50;

export type Linked = Pick<Task, "_id" | "name" | "type" | "status" | "data">;

/** Where the tasks of a chain are read. */
export interface ChainSource {
  get(id: string): Promise<Linked | undefined>;
  /** The tasks whose `chainJobId` names this one, the given number at most. */
  leadingTo(id: string, limit: number): AsyncIterable<Linked>;
}

/** The chain above and below a task. */
export async function chainTree(source: ChainSource, task: Linked): Promise<ChainTree> {
  let left = MOST;
  let capped = false;

  async function above(id: string, way: ReadonlySet<string>): Promise<LinkAbove[]> {
    const links: ChainLink[] = [];
    for await (const one of source.leadingTo(id, left + 1)) {
      if (left === 0) {
        capped = true;
        break;
      }
      left -= 1;
      links.push(linkOf(one, way.has(one._id)));
    }
    const found: LinkAbove[] = [];
    for (const link of links) {
      const isEnd = link.cycle || way.size > DEEPEST;
      capped ||= isEnd && !link.cycle;
      found.push({ ...link, parents: isEnd ? [] : await above(link.id, new Set([...way, link.id])) });
    }
    return found;
  }

  const below: ChainLink[] = [];
  const seen = new Set([task._id]);
  let next = chainedTo(task);
  while (next !== "") {
    if (below.length >= DEEPEST) {
      capped = true;
      break;
    }
    const child = await source.get(next);
    if (child === undefined) {
      below.push({ id: next, name: "", type: "", status: "missing", chainOn: "", cycle: false });
      break;
    }
    below.push(linkOf(child, seen.has(child._id)));
    if (seen.has(child._id)) break;
    seen.add(child._id);
    next = chainedTo(child);
  }
  return { task: linkOf(task, false), above: await above(task._id, new Set([task._id])), below, capped };
}

function linkOf(task: Linked, cycle: boolean): ChainLink {
  const { _id: id, name, type, status, data } = task;
  const chainOn = chainedTo(task) === "" ? "" : typeof data["chainOn"] === "string" ? data["chainOn"] : "complete";
  return { id, name, type, status, chainOn, cycle };
}
