import { constants } from "node:fs";
import { openFile } from "./append-log.js";
import { partsOfStep, type Step } from "./content-index.js";
import type { Place } from "./lines.js";
import { linesOf, type ReadLine, textOf } from "./replay.js";

/** The file of a task's folder that has a line for each step of its runs. */
export const CONTENT_LOG = "log.jsonl";

/** Calls `use` for the steps of a log, collects what is damaged, and gives where the log ends. */
export async function eachStep(
  path: string,
  use: (step: Step, places: readonly Place[]) => Promise<void> | undefined,
  damaged: ReadLine[],
): Promise<number> {
  await using file = await openFile(path, constants.O_RDONLY);
  let end = (await file.stat()).size;
  const tornAt = (at: number) => {
    end = at;
  };
  for await (const lines of linesOf(file, tornAt)) {
    for (const line of lines) {
      const { bytes, parts, at, ended } = line;
      const step = parts && stepOf(bytes, parts);
      if (parts === undefined || step === undefined) {
        damaged.push({ ...line, parts: undefined });
        continue;
      }
      if (!ended) damaged.push(line);
      const places = parts.slice(1).map((part) => ({ at: at + part.at, length: part.length }));
      const inUse = use(step, places);
      if (inUse !== undefined) await inUse;
    }
  }
  return end;
}

/** Undefined when the line is none. */
export function stepOf(bytes: Buffer, parts: readonly Place[]): Step | undefined {
  try {
    const step: Step = JSON.parse(textOf(bytes, parts[0]!));
    return partsOfStep(step) === parts.length - 1 ? step : undefined;
  } catch {
    return undefined;
  }
}
