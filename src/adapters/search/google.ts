import type { EngineQuery } from "./engine.js";

/** Google's own parameter `tbs` for dates and their order; empty where nothing is asked for. */
export function googleTime({ range, sortByDate }: Pick<EngineQuery, "range" | "sortByDate">): string {
  const parts: string[] = [];
  if (range !== undefined && "last" in range) parts.push(`qdr:${range.last}`);
  else if (range !== undefined) {
    parts.push("cdr:1");
    if (range.from !== undefined) parts.push(`cd_min:${american(range.from)}`);
    if (range.to !== undefined) parts.push(`cd_max:${american(range.to)}`);
  }
  if (sortByDate) parts.push("sbd:1");
  return parts.join(",");
}

/** `2026-01-31` as `1/31/2026`. */
function american(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${month}/${date}/${year}`;
}
