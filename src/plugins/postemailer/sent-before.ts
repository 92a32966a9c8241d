import type { Context } from "./context.js";

/** What the runs of this task have sent, in small files: one more message writes one of them. */
export interface SentBefore {
  hasAny(keys: readonly string[]): Promise<boolean>;
  /** Kept with the next checkpoint. */
  add(keys: readonly string[]): Promise<void>;
}

export function sentBefore({ remembered, output }: Pick<Context, "remembered" | "output">): SentBefore {
  const read = new Map<string, Set<string>>();
  const shelf = async (key: string) => {
    const name = `sent-${key.slice(0, 2)}`;
    const known =
      read.get(name) ??
      new Set(
        Buffer.from((await remembered(name)) ?? [])
          .toString()
          .split("\n"),
      );
    read.set(name, known);
    return { name, known };
  };
  return {
    async hasAny(keys) {
      for (const key of keys) if ((await shelf(key)).known.has(key)) return true;
      return false;
    },
    async add(keys) {
      for (const key of keys) {
        const { name, known } = await shelf(key);
        known.delete("");
        known.add(key);
        output.remember(name, [...known].join("\n"));
      }
    },
  };
}
