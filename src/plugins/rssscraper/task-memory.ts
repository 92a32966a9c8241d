import type { TaskContext } from "../../kernel/index.js";

type Memory = Pick<TaskContext<never>, "output" | "stored" | "remembered">;

/** Where versions up to 0.5 kept it, among the files of the task's user. */
const earlierPath = (name: string) => `memory/${name}.json`;

/** What the task has kept under this name, where earlier versions kept it, too. */
export async function recalled({ stored, remembered }: Memory, name: string): Promise<Uint8Array | undefined> {
  return (await remembered(`${name}.json`)) ?? stored(earlierPath(name));
}

/** Keeps it from run to run. What an earlier version kept under the name is a file of the user's no longer. */
export function keep({ output }: Pick<Memory, "output">, name: string, text: string, hasEarlier: boolean): void {
  output.remember(`${name}.json`, text);
  if (hasEarlier) output.remove(earlierPath(name));
}

/** Removes what an earlier version kept under a name that the feed no longer has. */
export function dropEarlier({ output }: Pick<Memory, "output">, name: string): void {
  output.remove(earlierPath(name));
}

/** Whether an earlier version of the program has kept something in the task; it listed the feeds in any case. */
export async function hasEarlierMemory({ stored }: Pick<Memory, "stored">): Promise<boolean> {
  return (await stored(earlierPath(FEEDS))) !== undefined;
}

/** Moves what an earlier version has kept under a name and nobody asked for in this run. */
export async function movedMemory(memory: Memory, name: string): Promise<void> {
  const bytes = await memory.stored(earlierPath(name));
  if (bytes === undefined) return;
  if ((await memory.remembered(`${name}.json`)) === undefined) memory.output.remember(`${name}.json`, bytes);
  memory.output.remove(earlierPath(name));
}

/** The name of the list of feeds. */
export const FEEDS = "feeds";

/** The name of the newest items of a feed. */
export const newestOfFeed = (name: string) => `${name}.newest`;
