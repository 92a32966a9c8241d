import type { AttendantEntry } from "./attendant.js";
import { chainAttendant } from "./chain/chain.js";
import { eventLogAttendant } from "./event-log.js";
import { type RetentionSettings, retentionAttendant } from "./retention/retention.js";
import { scheduleAttendant } from "./schedule/schedule-attendant.js";
import type { SchedulerSettings } from "./schedule/scheduler.js";
import { webhookAttendant } from "./webhooks/webhooks.js";

export interface StandardSettings {
  readonly scheduler?: Partial<SchedulerSettings> | undefined;
  readonly retention?: Partial<RetentionSettings> | undefined;
}

/** The attendants of a kernel that is given no others. */
export function standardAttendants({ scheduler, retention }: StandardSettings = {}): readonly AttendantEntry[] {
  return [
    retentionAttendant(retention),
    webhookAttendant(),
    chainAttendant(),
    scheduleAttendant(scheduler),
    eventLogAttendant(),
  ];
}
