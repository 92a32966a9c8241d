import { constants } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { StoreFinding } from "../../kernel/storage.js";
import { isPlainObject } from "../../kernel/values/json.js";
import { openFile } from "./append-log.js";
import type { Segment } from "./segments.js";

const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
const NAME = "end.json";

/**
 * How long the files of the main log were when the store was opened or closed. They only grow, so that one that is shorter has
 * lost its end. A crash looks different: it leaves more than this.
 */
export async function noteEnds(folder: string, segments: readonly Segment[]): Promise<void> {
  const path = join(folder, NAME);
  const files = segments.map(({ name, number, log }) => ({ name, number, bytes: log.durable }));
  // Without it nothing is lost but a finding.
  try {
    {
      await using file = await openFile(`${path}.tmp`, O_WRONLY | O_CREAT | O_TRUNC);
      await file.writeFile(`${JSON.stringify({ files })}\n`);
    }
    await rename(`${path}.tmp`, path);
  } catch {}
}

/** What is missing of the main log that was there. */
export async function lostEnds(folder: string, segments: readonly Segment[]): Promise<readonly StoreFinding[]> {
  const noted: unknown = await readFile(join(folder, NAME), "utf8")
    .then((text) => JSON.parse(text))
    .catch(() => undefined);
  if (!isPlainObject(noted) || !Array.isArray(noted["files"])) return [];
  return noted["files"].map((file) => lostEnd(file, segments)).filter((finding) => finding !== undefined);
}

function lostEnd(file: unknown, segments: readonly Segment[]): StoreFinding | undefined {
  if (!isPlainObject(file)) return undefined;
  const { name, number, bytes } = file;
  if (typeof name !== "string" || typeof number !== "number" || typeof bytes !== "number") return undefined;
  const segment = segments.find((one) => one.name === name);
  const end = segment?.log.end ?? 0;
  // One that is gone because the log was compacted is in a snapshot of a higher number.
  if (end >= bytes || (segment === undefined && segments.some((one) => one.number > number))) return undefined;
  return {
    where: name,
    trouble:
      segment === undefined
        ? "The file is missing."
        : `Its end is missing: ${bytes - end} bytes from byte ${end} on, with what was stored last.`,
    repair: "The store goes on with what is left; put it back from a backup.",
  };
}
