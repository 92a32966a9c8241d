import { expect, it, vi } from "vitest";
import { finderWorld, outcome } from "../../../test/web/finder-world.js";
import { cannedFolder } from "../../adapters/doubles/canned-files.js";
import { mailmerge } from "./index.js";

const ROWS = 4500;
const row = (index: number) => `name ${index % 4000},"city ${index}"\n`;
const TABLE = `name,city\n${Array.from({ length: ROWS }, (_, index) => row(index)).join("")}`;

/** A folder whose file stops in the middle until `go` is called; `stopped` resolves when a reader waits there. */
function stoppingFolder(stop: number) {
  const stopped = Promise.withResolvers<void>();
  let isOpen = false;
  const folder = {
    ...cannedFolder("in", {}),
    async *slices(_folder: string, _path: string, { signal }: { readonly signal: AbortSignal }) {
      yield Buffer.from(TABLE.slice(0, stop));
      if (!isOpen) {
        stopped.resolve();
        await new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error));
        });
      }
      yield Buffer.from(TABLE.slice(stop));
    },
  };
  return { folder, stopped: stopped.promise, go: () => (isOpen = true) };
}

it.each(["single", "file-per-row"])("a run that was stopped goes on behind its last checkpoint (%s)", async (mode) => {
  const { folder, stopped, go } = stoppingFolder(TABLE.length - 20_000);
  const here = await finderWorld(mailmerge, { folder });
  const data = {
    csvFile: "in/x.csv",
    template: "{a|b} {{city}}",
    outputFormats: ["txt"],
    similarityWarn: 0,
    randomSeed: 1,
    mode,
  };
  const id = await here.task(data);
  await here.kernel.tasks.run(id);
  await stopped;
  await vi.waitUntil(async () => (await here.kernel.content.countRows(id)) >= 2000, { timeout: 20_000 });
  await here.kernel.tasks.abort(id);
  await here.kernel.tasks.settled(id);
  const before = (await outcome(here.kernel, id)).rows.length;
  expect(before).toBeLessThan(ROWS);

  go();
  const { task, rows, files } = await here.run(id);
  expect(task.status).toBe("complete");
  expect(rows.map((one) => one["row"])).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
  if (mode === "single") {
    const cities = files["articles/merged.txt"]!.trim()
      .split("\n")
      .map((line) => line.slice(2));
    expect(cities).toEqual(Array.from({ length: ROWS }, (_, index) => `city ${index}`));
  } else {
    expect(Object.keys(files)).toHaveLength(ROWS);
    expect(files["articles/name-3.txt"]).toMatch(/^[ab] city 3\n$/);
    expect(files["articles/name-3-4004.txt"]).toMatch(/^[ab] city 4003\n$/);
  }
});

it("an open quotation mark at the head of a huge table is refused before it fills the memory", async () => {
  let given = 0;
  const folder = {
    ...cannedFolder("in", {}),
    async *slices() {
      yield Buffer.from('name,city\nAnna,"Bonn\n');
      for (const piece = Buffer.from("Ben,Kiel\n".repeat(7000)); given < 200_000_000; given += piece.length)
        yield piece;
    },
  };
  const here = await finderWorld(mailmerge, { folder });
  const { task } = await here.run(await here.task({ csvFile: "in/x.csv", template: "{{name}}", mode: "single" }));
  expect(task.error).toMatchObject({
    code: "bad-input",
    message:
      "Line 2 of the table in/x.csv has a quotation mark that is never closed. Close it, or write it twice where it belongs to the text.",
  });
  expect(given).toBeLessThan(5_000_000);
});
