import { chain } from "./chain.js";
import { events } from "./events.js";
import { feed } from "./feed.js";
import { files } from "./files.js";
import { health } from "./health.js";
import { log } from "./log.js";
import type { ModernArea, ModernParts, ModernRoute } from "./modern.js";
import { results } from "./results.js";
import { runs } from "./runs.js";
import { schedule } from "./schedule.js";
import { webhooks } from "./webhooks.js";

export type { ExportFormats } from "./export-formats.js";
export type { ModernRoute } from "./modern.js";
export { modernReply } from "./reply.js";

const AREAS: readonly ModernArea[] = [runs, log, results, files, feed, schedule, chain, events, webhooks, health];

/** Our own routes, which only the fuller edition has. */
export function modernRoutes(parts: ModernParts): readonly ModernRoute[] {
  return AREAS.flatMap((area) => area(parts));
}
