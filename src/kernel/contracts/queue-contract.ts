import type { QueueCase } from "./queue/case.js";
import { limitCases } from "./queue/limits.js";
import { orderCases } from "./queue/order.js";
import { sharingCases } from "./queue/sharing.js";
import { workingCases } from "./queue/working.js";

export type { ContractLimits, QueueCase, QueueHarness } from "./queue/case.js";

/** What `TaskQueue` promises, for any test runner to loop over. */
export const queueContract: readonly QueueCase[] = [...workingCases, ...orderCases, ...limitCases, ...sharingCases];
