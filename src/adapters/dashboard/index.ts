import { loadedOnce } from "../../kernel/values/loaded-once.js";
import type { PageDoor } from "../http/page-door.js";
import type { DashboardOptions } from "./options.js";

export type { DashboardOptions } from "./options.js";
export { withSampleSite } from "./sample-host.js";

/**
 * The page for browsers at `GET /` and its files below `/dashboard/`. They hold no data, so they need no key; the calls that the
 * page makes do.
 */
export function createDashboard(
  options: DashboardOptions = {},
  parts: { /** Whether the web provider has it. */ readonly sampleSite?: boolean } = {},
): PageDoor {
  // Most servers are asked by programs first, and some by nobody else.
  const served = loadedOnce(async () => (await import("./served-page.js")).servedPage(options, parts));
  return {
    page: async (request) => (await served()).page(request),
    file: async (path, request) => (await served()).file(path, request),
  };
}
