import { afterEach, describe, expect, it } from "vitest";
import { type Line, worlds } from "../api/fuller.js";

const world = worlds();
afterEach(() => world.close());

/** A task that has run once for each of these sets of lines, and its runs, oldest first. */
async function ranAs(...runs: readonly (readonly Line[])[]) {
  const one = await world.start();
  const [first = [], ...others] = runs;
  const id = await one.ran(first);
  for (const lines of others) {
    await one.kernel.tasks.patch(id, { linesFile: lines.map((line) => JSON.stringify(line)) });
    await one.kernel.tasks.run(id, { restart: true });
    await one.kernel.tasks.settled(id);
  }
  const ids = (await Array.fromAsync(one.kernel.tasks.runs(id))).map(({ _id }) => _id);
  const text = async (path: string, run: string) => {
    const { headers, text } = await one.ask(`/task/files/${id}/${path}?run=${run}`);
    return headers["x-error-code"] ?? text;
  };
  const listed = async (run: string): Promise<string[]> => {
    const { files } = await one.result(`/task/files/${id}?run=${run}`);
    return files.map(({ path, size }: { path: string; size: number }) => `${path} ${size}`);
  };
  return { ...one, id, runs: ids, text, listed };
}

const file = (path: string, text: string): Line => ({ file: { path, text } });

describe("the files of a run", () => {
  it("are listed as it left them, whatever later runs have made", async () => {
    const { runs, listed, result, id } = await ranAs(
      [file("a.txt", "one"), file("b/c.txt", "two")],
      [file("a.txt", "three"), file("d.txt", "four")],
    );
    expect(await listed(runs[0]!)).toEqual(["a.txt 3", "b/c.txt 3"]);
    expect(await listed(runs[1]!)).toEqual(["a.txt 5", "d.txt 4"]);
    expect(await listed("last")).toEqual(["a.txt 5", "d.txt 4"]);
    const page = await result(`/task/files/${id}?run=last&offset=1&limit=1`);
    expect(page.files.map(({ path }: { path: string }) => path)).toEqual(["d.txt"]);
    expect((await result(`/task/files/${id}`)).files).toHaveLength(3);
  });

  it("are sent as it left them: from the task, or as what was kept of one that was replaced", async () => {
    const { runs, text, ask, id } = await ranAs(
      [file("a.txt", "one"), file("b.txt", "same")],
      [file("a.txt", "two"), file("b.txt", "same")],
    );
    const [first, second] = runs as [string, string];
    expect(await text("a.txt", first)).toBe("one");
    expect(await text("a.txt", second)).toBe("two");
    expect(await text("b.txt", first)).toBe("same");
    expect(await text("b.txt", second)).toBe("same");
    const part = await ask(`/task/files/${id}/a.txt?run=${first}`, { headers: { range: "bytes=1-" } });
    expect([part.status, part.text]).toEqual([206, "ne"]);
  });

  it("are kept in one earlier version, and not where they are large", async () => {
    const large = "x".repeat(1024 * 1024 + 1);
    const { runs, text, ask, id } = await ranAs(
      [file("a.txt", "one"), file("large.txt", large)],
      [file("a.txt", "two"), file("large.txt", "small")],
      [file("a.txt", "three")],
    );
    expect(await text("a.txt", runs[0]!)).toBe("FILE_NOT_FOUND");
    expect(await text("a.txt", runs[1]!)).toBe("two");
    expect(await text("a.txt", runs[2]!)).toBe("three");
    expect(await text("large.txt", runs[0]!)).toBe("FILE_NOT_FOUND");
    expect(await text("large.txt", runs[1]!)).toBe("small");
    const gone = await ask(`/task/files/${id}/a.txt?run=${runs[0]}`);
    expect(gone.envelope().message).toContain("kept no more");
  });

  it("are gone with a file that is removed, what was kept of it as well", async () => {
    const remove: Line = { removes: "a.txt" };
    const { runs, text, listed } = await ranAs([file("a.txt", "one")], [file("a.txt", "two")], [remove]);
    expect([await listed(runs[1]!), await listed(runs[2]!)]).toEqual([["a.txt 3"], []]);
    for (const run of runs) expect(await text("a.txt", run)).toBe("FILE_NOT_FOUND");
  });

  it("are one version for a run that writes a file several times", async () => {
    const { runs, text, listed } = await ranAs(
      [file("a.txt", "one")],
      [file("a.txt", "two"), file("a.txt", "three!"), { row: { n: 1 } }],
    );
    expect(await text("a.txt", runs[0]!)).toBe("one");
    expect(await listed(runs[1]!)).toEqual(["a.txt 6"]);
  });

  it("leave the effects and the files of the task as they were", async () => {
    const { kernel, id } = await ranAs([file("a.txt", "one")], [file("a.txt", "two")]);
    expect(await Array.fromAsync(kernel.tasks.effects(id, "last"))).toEqual([]);
    expect((await Array.fromAsync(kernel.content.files(id))).map(({ path }) => path)).toEqual(["a.txt"]);
  });

  it("are not those of a run that there is not", async () => {
    const { ask, id } = await ranAs([file("a.txt", "one")]);
    for (const path of ["", "/a.txt"]) {
      expect((await ask(`/task/files/${id}${path}?run=none`)).headers["x-error-code"]).toBe("RUN_NOT_FOUND");
    }
  });
});
