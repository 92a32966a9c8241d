/** What authors of plugins, storages and adapters may import. */

export type { Attendant, AttendantEntry, AttendantParts } from "./attendants/attendant.js";
export { chainAttendant } from "./attendants/chain/chain.js";
export { type EventLog, eventLogAttendant, type LoggedEvent } from "./attendants/event-log.js";
export { type RetentionSettings, retentionAttendant } from "./attendants/retention/retention.js";
export { type TimeZone, timeZone } from "./attendants/schedule/local-time.js";
export { type Schedules, scheduleAttendant } from "./attendants/schedule/schedule-attendant.js";
export type { SchedulerSettings } from "./attendants/schedule/scheduler.js";
export { type StandardSettings, standardAttendants } from "./attendants/standard.js";
export {
  type NewWebhook,
  type ShownDelivery,
  type Webhook,
  type WebhookChanges,
  type Webhooks,
  webhookAttendant,
} from "./attendants/webhooks/webhooks.js";
export { createKernel, type KernelOptions } from "./create-kernel.js";
export {
  ERROR_CODES,
  type ErrorCode,
  type ErrorKind,
  errorKind,
  type OptionProblem,
  RUN_ERROR_CODES,
  type RunErrorCode,
  ScriptoriumError,
} from "./errors.js";
export { EVENT_NAMES, type EventMap, type EventName, type Events, isEventName } from "./events.js";
export type { OpenFile } from "./files/task-files.js";
export { Kernel } from "./kernel.js";
export type { KernelHealth, KernelLoad, ShownRun, Tasks } from "./kernel-methods.js";
export { isOfType, squashed, type UnreadyType } from "./plugin-registry.js";
export {
  defineProviderKind,
  type OpenedProvider,
  type ProbedProvider,
  type ProviderChecks,
  type ProviderFacts,
  type ProviderKind,
  type ProviderSetting,
  type ProviderWorld,
  type SetProvider,
} from "./providers/provider-kind.js";
export type { StoredChange, StoredTask, StoredWork } from "./providers/stored-work.js";
export * from "./providers.js";
export type { QueuedRun, RunHandler, TaskQueue } from "./queue.js";
export type { RunOptions } from "./runs/next-run.js";
export { runCodeOf } from "./runs/run-error.js";
export type { WaitOptions } from "./runs/task-runner.js";
export { withoutAddressSecrets } from "./secrets/address-secrets.js";
export { isSecretName, MASK, secret } from "./secrets/secret-names.js";
export type { SecretBox } from "./secrets/vault.js";
export * from "./storage.js";
export { TASK_MEMBERS, TASK_SUMMARIES, WHOLE_TASKS } from "./storage.js";
export {
  type Progress,
  type Sealed,
  TASK_STATUSES,
  type Task,
  type TaskError,
  type TaskStatus,
  type TaskSummary,
} from "./task.js";
export {
  type AnyTaskPlugin,
  type Checkpoint,
  type CheckpointOptions,
  defineTaskPlugin,
  defineTry,
  type EffectOptions,
  type EffectOutcome,
  type FailedLine,
  type LazyPlugin,
  type LineChecks,
  type LineParts,
  type Output,
  type PluginEntry,
  type ProgressNote,
  type RunLog,
  type TaskContext,
  type TaskPlugin,
  type TaskTry,
  type TryContext,
} from "./task-plugin.js";
export type { CommonTaskData } from "./task-types/common-task-data.js";
export type { TaskData, TaskId, TaskPost, TaskType, TaskTypes } from "./task-types/task-types.js";
export type {
  AccountChanges,
  AccountReference,
  Accounts,
  NewAccount,
  OpenedAccount,
  ShownAccount,
} from "./tasks/account-service.js";
export { type ContentListing, ContentService, noContent } from "./tasks/content-service.js";
export { basic, FIELD_GROUPS, type FieldGroup, type FieldMarks, inGroup, marked } from "./tasks/field-marks.js";
export { taskNotFound } from "./tasks/task-edits.js";
export type { TaskFilter } from "./tasks/task-finder.js";
export type { ListedMembers, ListPage } from "./tasks/task-lists.js";
export type { TaskSearch } from "./tasks/task-query.js";
export type { DescribedField, DescribedType, ListedType } from "./tasks/type-description.js";
export { columnsOf, expandedColumns } from "./text/columns.js";
export {
  countVariants,
  escapeSpintax,
  firstVariant,
  lintSpintax,
  parseSpintax,
  renderSpintax,
  type Spintax,
  type SpintaxProblem,
  type SpintaxSegment,
  sampleVariants,
  splitSpintax,
  unescapeSpintax,
} from "./text/spintax.js";
export { LANGUAGES, TextTools } from "./text/text-tools.js";
export { RUNNER_DEFAULTS, type RunnerSettings } from "./tokens.js";
export { Batches } from "./values/batches.js";
export { type Clock, systemClock } from "./values/clock.js";
export { type Ids, objectIds } from "./values/ids.js";
export { copyOf, isPlainObject, type Json, type JsonObject, PROTOTYPE_KEYS, shown } from "./values/json.js";
export { type LogFields, type Logger, silentLogger, warningLogger } from "./values/logger.js";
export { type Random, seededRandom, seedOf } from "./values/random.js";
