import { cronPattern, nextTick } from "../../src/kernel/attendants/schedule/cron.js";
import { timeZone } from "../../src/kernel/attendants/schedule/local-time.js";

/** The next ticks after a moment, in order. Throws INPUT_REFUSED for a pattern or a time zone that cannot be used. */
export function nextTimes(cron: string, timezone: string, from: Date, count: number): readonly Date[] {
  const pattern = cronPattern(cron);
  const zone = timeZone(timezone);
  const times: Date[] = [];
  let last: number | undefined = from.getTime();
  while (times.length < count) {
    last = nextTick(pattern, zone, last);
    if (last === undefined) break;
    times.push(new Date(last));
  }
  return times;
}
