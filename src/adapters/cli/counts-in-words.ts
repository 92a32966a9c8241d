import type { TransferCounts } from "../../kernel/transfer/index.js";

const SINGULAR: Readonly<Record<string, string>> = {
  accounts: "account",
  tasks: "task",
  runs: "run",
  rows: "row",
  articles: "article",
  files: "file",
};

/** `2 tasks, 3 runs, 1 row`: the tasks, and whatever else there is that people know. */
export function countsInWords(counts: TransferCounts): string {
  const { tasks, accounts, runs, articles, rows, files } = counts;
  return Object.entries({ tasks, accounts, runs, articles, rows, files })
    .filter(([kind, count]) => count > 0 || kind === "tasks")
    .map(([kind, count]) => `${count} ${count === 1 ? SINGULAR[kind] : kind}`)
    .join(", ");
}
