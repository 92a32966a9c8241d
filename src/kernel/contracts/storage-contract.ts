import { accountCases } from "./storage/accounts.js";
import { contentCases } from "./storage/content.js";
import { hintCases } from "./storage/hints.js";
import { oddCases } from "./storage/odd-and-large.js";
import { recordCases } from "./storage/records.js";
import { reopeningCases } from "./storage/reopening.js";
import { runCases } from "./storage/runs.js";
import { scanCases } from "./storage/scans.js";
import type { ContractCase } from "./storage/support.js";
import { taskCases } from "./storage/tasks.js";

export type { ContractCase, StorageHarness } from "./storage/support.js";

/** What `StorageAdapter` promises, for any test runner to loop over. */
export const storageContract: readonly ContractCase[] = [
  ...recordCases,
  ...taskCases,
  ...scanCases,
  ...hintCases,
  ...contentCases,
  ...runCases,
  ...accountCases,
  ...oddCases,
  ...reopeningCases,
];
