import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cpuMs } from "../cpu-time.js";
import { HEAVY, many, nested, stock } from "./heavy-searches.js";
import { expectEnvelope, itStands, JSON_TYPE, targetOfFile, written } from "./target.js";

const target = targetOfFile();
/** Longer than any answer may take on a machine that is busy with other things. */
const WAIT = { waitMs: 60_000 };

beforeAll(() => stock(target));

interface Load {
  /** The most that was computed while one other call waited, in milliseconds of processor time. */
  readonly heldMs: number;
  /** All that was computed until the answer. */
  readonly tookMs: number;
}

/** Sends a search and so many other calls after it. In processor time, which other programs do not lengthen. */
async function loadOf(body: unknown, calls = 1): Promise<Load> {
  const begun = cpuMs();
  const search = target.raw(written(target.port, "POST", "/projects/find", { headers: JSON_TYPE, body }), WAIT);
  let heldMs = 0;
  for (let count = 0; count < calls; count += 1) {
    const asked = cpuMs();
    const { replies } = await target.raw(written(target.port, "GET", "/test"), WAIT);
    expectEnvelope(replies[0]);
    heldMs = Math.max(heldMs, cpuMs() - asked);
  }
  const { replies } = await search;
  expectEnvelope(replies[0]);
  return { heldMs, tookMs: cpuMs() - begun };
}

describe("a search that would be much work is done or refused in under two seconds", () => {
  it.each(HEAVY)("%s", async (_name, body) => {
    const { heldMs, tookMs } = await loadOf(body);
    expect(heldMs).toBeLessThan(1000);
    expect(tookMs).toBeLessThan(2000);
  });
});

describe("a search through megabytes of text holds up nobody", () => {
  it.each([
    ["one pattern", { "data.text": { $regex: "(.*)*(.*)*(.*)*x$" } }],
    ["a pattern of many states", { "data.text": { $regex: "(a|b| ){500}x" } }],
    ["a hundred patterns", { $or: many(100, (n) => ({ "data.text": { $regex: `(a+)+${n}$` } })) }],
    ["patterns over lists", { $or: many(80, (n) => ({ "data.list": { $regex: `^x.*${n}y` } })) }],
  ])("%s", async (_name, query) => {
    const list = many(20_000, (n) => `x${n}`);
    const id = await target.draft({ text: "ab ".repeat(1_000_000), list });
    const { heldMs, tookMs } = await loadOf({ query, projection: { _id: 1 } }, 5);
    expect(heldMs).toBeLessThan(1000);
    expect(tookMs).toBeLessThan(5000);
    await target.kernel.tasks.delete(id);
  });
});

describe("a search through one task of long lists holds up nobody", () => {
  const pairs = (depth: number): unknown => (depth === 0 ? 1 : [pairs(depth - 1), pairs(depth - 1)]);
  const data = {
    numbers: many(60_000, (n) => n),
    objects: many(20_000, (n) => ({ a: n, b: [n] })),
    gaps: many(20_000, (n) => (n % 2 ? 1 : { a: 1 })),
    pairs: pairs(13),
    digits: "1".repeat(1_000_000),
  };
  let id: string;
  beforeAll(async () => {
    id = await target.draft(data as never);
  });
  afterAll(async () => {
    await target.kernel.tasks.delete(id);
  });

  it.each<[string, object]>([
    ["one of many numbers", { query: { "data.numbers": { $in: many(400, (n) => -n) } } }],
    [
      "none of many numbers, a hundred times",
      { query: { $or: many(100, (n) => ({ "data.numbers": { $in: [-1 - n] } })) } },
    ],
    ["one of many objects", { query: { "data.objects": { $in: many(160, (n) => ({ a: n, b: 1 })) } } }],
    ["one of objects that hash alike", { query: { "data.objects": { $in: many(100, (n) => ({ a: n * 2 ** 32 })) } } }],
    ["all of many numbers", { query: { "data.numbers": { $all: many(150, (n) => 60_000 - n) } } }],
    [
      "all of many numbers, again and again",
      { query: { $nor: many(10, (k) => ({ "data.numbers": { $all: many(40, (n) => n - k) } })) } },
    ],
    ["a hundred comparisons", { query: { $or: many(100, (n) => ({ "data.numbers": { $gt: 60_000 + n } })) } }],
    ["elements of elements", { query: { "data.pairs": nested(12, (inner) => ({ $elemMatch: inner }), { $eq: 2 }) } }],
    [
      "elements by many conditions",
      {
        query: {
          "data.objects": { $elemMatch: { $or: many(100, (n) => ({ a: -1 - n, b: { $elemMatch: { $lt: -n } } })) } },
        },
      },
    ],
    [
      "deep paths through lists",
      { query: { $or: many(80, (n) => ({ [`data.objects.b.${"c.".repeat(10)}x${n}`]: 1 })) } },
    ],
    [
      "what is nowhere in lists",
      { query: { $nor: many(80, (n) => ({ [`data.objects.x${n}.y`]: { $exists: true } })) } },
    ],
    ["lists in lists by size", { query: { "data.pairs": { $gt: [[1]] } } }],
    ["objects of lists in lists by size", { query: { data: { $lt: { pairs: [1] } } } }],
    [
      "lists by size, a hundred times",
      { query: { $or: many(100, (n) => ({ "data.objects.b": { $gt: [60_000 + n] } })) } },
    ],
    ["remainders of a million digits", { query: { $or: many(100, (n) => ({ "data.digits": { $mod: [7, 8 + n] } })) } }],
    ["a projection with places, past gaps", { projection: { "data.gaps.a": 1, "data.objects.0": 1 } }],
    [
      "a projection of a hundred places",
      { projection: Object.fromEntries(many(100, (n) => [`data.objects.${n}.a`, 1])) },
    ],
    ["a sort by eight paths", { sort: Object.fromEntries(many(8, (n) => [`data.objects.b.x${n}`, 1])) }],
  ])("%s", async (_name, search) => {
    const { heldMs, tookMs } = await loadOf({ projection: { _id: 1 }, ...search });
    expect(heldMs).toBeLessThan(3000);
    expect(tookMs).toBeLessThan(5000);
  });
});

itStands(target);
