import { accountCases } from "./storage/accounts.js";
import { claimCases } from "./storage/claims.js";
import { contentCases } from "./storage/content.js";
import type { ContractCase } from "./storage/contract-case.js";
import { deliveryCases } from "./storage/deliveries.js";
import { hintCases } from "./storage/hints.js";
import { listCases } from "./storage/lists.js";
import { recordCases } from "./storage/records.js";
import { reopeningCases } from "./storage/reopening.js";
import { runCases } from "./storage/runs.js";
import { scanCases } from "./storage/scans.js";
import { taskCases } from "./storage/tasks.js";
import { togetherCases } from "./storage/together.js";
import { withRunsCases } from "./storage/with-runs.js";

export type { ContractCase, StorageHarness } from "./storage/contract-case.js";

/** What `StorageAdapter` promises, for any test runner to loop over. */
export const storageContract: readonly ContractCase[] = [
  ...recordCases,
  ...taskCases,
  ...scanCases,
  ...hintCases,
  ...listCases,
  ...contentCases,
  ...runCases,
  ...claimCases,
  ...togetherCases,
  ...withRunsCases,
  ...accountCases,
  ...deliveryCases,
  ...reopeningCases,
];
