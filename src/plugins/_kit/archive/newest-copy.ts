import { type ArchivedCopy, archivePlace } from "../../../engines/pages/archive/archive-addresses.js";
import type { RunWeb } from "../web/run-web.js";
import { archivedCopies } from "./list.js";

/**
 * The newest copy of an address that an archive received well. `archive` is the archive's own address.
 * Throws as `archivedCopies`.
 */
export async function newestCopy(
  url: string,
  web: RunWeb,
  { archive = "" }: { readonly archive?: string } = {},
): Promise<ArchivedCopy | undefined> {
  const query = { url, match: "exact", newest: true, filters: ["statuscode:200"] } as const;
  let newest: ArchivedCopy | undefined;
  for await (const copy of archivedCopies(query, web, archivePlace(archive))) {
    if (copy.status === "200" && (newest === undefined || copy.timestamp >= newest.timestamp)) newest = copy;
  }
  return newest;
}
