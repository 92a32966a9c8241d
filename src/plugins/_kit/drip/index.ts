// Plans when posts come out, a few on some days, and lays the plan out as files.

export { dripFields, dripProblems } from "./options.js";
export { type PlanEntry, planFiles } from "./plan-files.js";
export { lateStart, type PlannedTime, type PlanOptions, plannedTimes, planOf, zonedTime } from "./planned-times.js";
