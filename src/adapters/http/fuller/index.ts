import { accounts } from "./accounts.js";
import { events } from "./events.js";
import { files } from "./files.js";
import type { FullerArea, FullerParts, FullerRoute } from "./fuller.js";
import { health } from "./health.js";
import { log } from "./log.js";
import { mcp } from "./mcp.js";
import { metrics } from "./metrics.js";
import { results } from "./results.js";
import { runs } from "./runs.js";
import { schedule } from "./schedule.js";
import { settings } from "./settings.js";
import { tries } from "./tries.js";
import { types } from "./types.js";
import { webhooks } from "./webhooks.js";

export type { FullerArea, FullerRoute, MetricsPage } from "./fuller.js";
export { isForMcp, mcpRefusal } from "./mcp.js";
export { fullerReply } from "./reply.js";

const AREAS: readonly FullerArea[] = [
  runs,
  log,
  results,
  files,
  schedule,
  tries,
  events,
  webhooks,
  accounts,
  types,
  health,
  metrics,
  settings,
  mcp,
];

/** Our own routes, which only the fuller edition has; `doors` are areas of other families. */
export function fullerRoutes(parts: FullerParts, doors: readonly FullerArea[] = []): readonly FullerRoute[] {
  return [...AREAS, ...doors].flatMap((area) => area(parts));
}
