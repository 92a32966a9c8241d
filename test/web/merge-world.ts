import { cannedFolder } from "../../src/adapters/doubles/canned-files.js";
import type { Json, JsonObject, Task } from "../../src/kernel/index.js";
import { mailmerge } from "../../src/plugins/mailmerge/index.js";
import { type FinderRun, type FinderWorld, finderWorld } from "./finder-world.js";

type Files = Readonly<Record<string, string | Uint8Array>>;
export type Data = Readonly<Record<string, Json>>;

/** A server with mail merges whose folder `in` has these files. */
export async function mergeWorld(files: Files = {}): Promise<FinderWorld> {
  return await finderWorld(mailmerge, { folder: cannedFolder("in", files) });
}

/** What becomes of one run. */
export async function merged(data: Data, files: Files = {}): Promise<FinderRun> {
  const here = await mergeWorld(files);
  return await here.run(await here.task({ outputFormats: ["txt"], ...data }));
}

export const PEOPLE = ["name,city", "Anna,Bonn", "Ben,Kiel"];

interface MergedRow {
  readonly task: Task;
  readonly row: JsonObject;
  readonly text: string | undefined;
}

/** What the template makes of one row of these cells. */
export async function mergedRow(
  template: string,
  cells: Readonly<Record<string, string>>,
  data: Data = {},
): Promise<MergedRow> {
  const row = (values: readonly string[]) => values.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  const rowsFile = [row(Object.keys(cells)), row(Object.values(cells))];
  const { rows, files, task } = await merged({
    rowsFile,
    template,
    fileNameTemplate: "page",
    onMissing: "empty",
    ...data,
  });
  return { task, row: rows[0]!, text: Object.values(files)[0]?.replace(/\n$/, "") };
}
