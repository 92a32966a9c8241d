import { createHash } from "node:crypto";
import type { ArchivedCopy, ArchivePlace } from "../../engines/pages/archive/archive-addresses.js";
import { slug } from "../_kit/slug.js";
import type { WaybackOptions } from "./options.js";

/** Where the list of a line is kept: `cdx.jsonl`, or a file for each of several lines. */
export function listFile(line: string, lines: number): string {
  if (lines === 1) return "cdx.jsonl";
  return `cdx/${slug(line.replace(/^https?:\/\//i, "")).slice(0, 60)}-${hash(line).slice(0, 8)}.jsonl`;
}

/** Names a line with all that decides what is saved of it: with other settings, nothing that was kept is of use. */
export function lineId(line: string, options: WaybackOptions): string {
  const { match, pick, asOf, fromDate, toDate, statuses, mimesFile, includePatternsFile, excludePatternsFile } =
    options;
  const { collapseDigest, saveAs, outputFormats, rewriteLinks, pageRequisites, maxPages, languageFilter, browser } =
    options;
  const settings = [
    [match, pick, asOf, fromDate, toDate, statuses, mimesFile, includePatternsFile, excludePatternsFile],
    [collapseDigest, saveAs, outputFormats, rewriteLinks, pageRequisites, maxPages, languageFilter, options.archiveUrl],
    [browser],
  ];
  return hash(JSON.stringify([line, settings])).slice(0, 16);
}

export function listText(copies: readonly ArchivedCopy[]): string {
  return copies
    .map(({ key, original, timestamp, mime, status, digest }) =>
      JSON.stringify({ original, timestamp, mime, status, digest, key }),
    )
    .map((line) => `${line}\n`)
    .join("");
}

/** The copies of a stored list; undefined when it is not as it was written. */
export function readList(bytes: Uint8Array, place: ArchivePlace): readonly ArchivedCopy[] | undefined {
  const copies: ArchivedCopy[] = [];
  for (const line of new TextDecoder().decode(bytes).split("\n")) {
    if (line === "") continue;
    try {
      const { original, timestamp, mime, status, digest, key } = JSON.parse(line) as Record<string, unknown>;
      const fields = { original, timestamp, mime, status, digest, key };
      if (!Object.values(fields).every((field) => typeof field === "string")) return undefined;
      copies.push({ ...(fields as Record<keyof typeof fields, string>), copies: place.copies });
    } catch {
      return undefined;
    }
  }
  return copies;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
