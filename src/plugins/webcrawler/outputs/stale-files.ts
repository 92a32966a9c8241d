import { isPlainObject } from "../../../kernel/index.js";
import { storedJson } from "../../_kit/stored-json.js";
import type { CrawlContext } from "../options.js";

const NAME = "files";

/** Removes files that the last crawl of the task wrote and this one did not, and remembers those of this one. */
export async function removeStale(
  context: Pick<CrawlContext, "output" | "stored" | "remembered">,
  written: readonly string[],
): Promise<void> {
  const { output } = context;
  const now = new Set(written);
  for (const path of await lastFiles(context)) if (!now.has(path)) output.remove(path);
  output.remember(NAME, JSON.stringify(written));
}

/** Versions before 0.6 named them in the report alone, where tables of more than 2 MB went on in files of their own. */
async function lastFiles({ stored, remembered }: Pick<CrawlContext, "stored" | "remembered">): Promise<string[]> {
  const known = storedJson(await remembered(NAME));
  if (Array.isArray(known)) return known.filter((path) => typeof path === "string");
  const report = storedJson(await stored("report.json"));
  const files = isPlainObject(report) && isPlainObject(report["files"]) ? Object.values(report["files"]) : [];
  return files.flat().filter((path): path is string => typeof path === "string" && OWN.test(path));
}

/** What a crawl has ever written besides its pages. */
const OWN = /^report\.json$|^(?:pages|links|images|schema|sitemap|changes)(?:-\d+)?\.(?:csv|jsonl|xml)$/;
