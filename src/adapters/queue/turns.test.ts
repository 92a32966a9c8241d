import { expect, it } from "vitest";
import { type Asked, Turns } from "./turns.js";

/** Lanes with the priorities of their runs, highest first; each question that is answered takes one. */
function asking(lanes: Record<string, number[]>) {
  const asked: Asked[] = [];
  const turns = new Turns();
  const next = () =>
    turns.first(async (question) => {
      asked.push(question);
      const { lane, minPriority = Number.NEGATIVE_INFINITY } = question;
      const runs = lanes[lane] ?? [];
      const [priority] = runs;
      if (priority === undefined || priority < minPriority) return [];
      turns.served(lane);
      return [`${lane} ${runs.shift()}`];
    });
  return { turns, asked, next };
}

it("asks for urgent runs in every lane first, and for those below 0 last", async () => {
  const { turns, next } = asking({ a: [0, -1], b: [2, 0], c: [-3] });
  for (const lane of ["a", "b", "c"]) turns.mark(lane);
  const found = [];
  for (let run = 0; run < 5; run += 1) found.push(...(await next()));
  expect(found).toEqual(["b 2", "a 0", "b 0", "c -3", "a -1"]);
  expect(await next()).toEqual([]);
});

it("does not ask a lane that has nothing left, until it is marked again", async () => {
  const lanes = { a: [0], b: [] as number[] };
  const { turns, asked, next } = asking(lanes);
  turns.mark("a");
  turns.mark("b");
  await next();
  await next();
  asked.length = 0;
  expect(await next()).toEqual([]);
  expect(asked).toEqual([]);
  lanes.b.push(0);
  turns.mark("b");
  expect(await next()).toEqual(["b 0"]);
  expect(asked).toEqual([{ lane: "b", isAlone: true }]);
});

it("remembers what came while a lane was asked", async () => {
  const turns = new Turns();
  turns.mark("a");
  const first = await turns.first(async ({ lane }) => {
    turns.mark(lane);
    return [];
  });
  expect(first).toEqual([]);
  expect(await turns.first(async () => ["run"])).toEqual(["run"]);
});

it("asks a lane again whose answer failed", async () => {
  const turns = new Turns();
  turns.mark("a");
  await expect(turns.first(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await turns.first(async () => ["run"])).toEqual(["run"]);
});
