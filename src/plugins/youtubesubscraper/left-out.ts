import type { Video, VideoReference } from "../../kernel/index.js";
import type { YouTubeSubScraperOptions } from "./options.js";

/** Which wish a video does not meet. */
export type LeftOut = "too short" | "too long" | "too old";

type Wishes = Pick<YouTubeSubScraperOptions, "minDuration" | "maxDuration">;

/** Why a video is left out, as far as what is known of it tells; `earliest` in milliseconds since 1970. */
export function leftOut(
  { duration = 0, date = "" }: Partial<Pick<Video & VideoReference, "duration" | "date">>,
  { minDuration, maxDuration }: Wishes,
  earliest: number | undefined,
): LeftOut | undefined {
  if (duration > 0 && duration < minDuration) return "too short";
  if (maxDuration > 0 && duration > maxDuration) return "too long";
  const time = Date.parse(date);
  return earliest !== undefined && time < earliest ? "too old" : undefined;
}

/** `2 too short, 1 too old`. */
export function countedReasons(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${count} ${reason}`).join(", ");
}
