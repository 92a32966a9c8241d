import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectEnvelope, itStands, JSON_TYPE, targetOfFile, written } from "./target.js";

const target = targetOfFile();
const find = (body: unknown) => target.post("/projects/find", body);
const nested = (depth: number, around: (inner: unknown) => unknown, core: unknown) => {
  let value = core;
  for (let level = 0; level < depth; level += 1) value = around(value);
  return value;
};
const many = <T>(count: number, item: (index: number) => T) => Array.from({ length: count }, (_, index) => item(index));

// Enough tasks, and enough text in them, for an expensive query to show.
beforeAll(async () => {
  for (let index = 0; index < 300; index += 1) {
    await target.draft({
      jobName: `task ${index} ${"a".repeat(2000)}!`,
      articleKeywordsFile: many(50, (keyword) => `keyword ${keyword} ${"ab".repeat(20)}`),
      deep: nested(40, (inner) => ({ a: inner }), [many(50, (n) => ({ n, list: [n, [n]] }))]) as never,
    });
  }
});

describe("an operator that is not offered is refused by name", () => {
  it.each(
    (
      "$where $function $accumulator $expr $jsonSchema $text $comment $rand $natural $near $nearSphere $geoWithin " +
      "$geoIntersects $box $center $centerSphere $polygon $maxDistance $minDistance $geometry $uniqueDocs " +
      "$bitsAllClear $bitsAllSet $bitsAnyClear $bitsAnySet $slice $meta $search $vectorSearch $sampleRate $options " +
      "$lookup $merge $out $unionWith $facet $graphLookup $group $project $match $set $unset $inc $push $pull $rename " +
      "$currentDate $setOnInsert $addFields $replaceRoot $unwind $sample $map $reduce $filter $range $regexFindAll " +
      "$regexMatch $let $cond $switch $concat $toString $literal $getField $setField $objectToArray $mergeObjects " +
      "$re2 $query $orderby $explain $maxTimeMS $returnKey $showDiskLoc $snapshot $ref $id $db $oid $date $numberLong " +
      "$ $$ROOT $__proto__ $constructor $unheardOf"
    ).split(" "),
  )("%s", async (operator) => {
    const queries = [
      { [operator]: "1" },
      { name: { [operator]: 1 } },
      { name: { $not: { [operator]: 1 } } },
      { "data.list": { $elemMatch: { [operator]: 1 } } },
      { $and: [{ name: "x" }, { $or: [{ [operator]: [] }] }] },
      { $nor: [{ name: { [operator]: {} } }] },
      { name: { $eq: { [operator]: 1 } } },
      { name: { $in: [{ deep: { [operator]: 1 } }] } },
      { data: { deep: { [operator]: 1 } } },
    ];
    for (const query of queries) {
      const { success, message } = await find({ query });
      expect(success).toBe(false);
      expect(message).toMatch(/not offered|takes no operators|needs "\$regex"|not allowed/);
    }
    expect((await find({ query: { [operator]: 1 } })).message).toContain(operator);
  });
});

/** Each with whether the search is allowed; an allowed one may still find nothing. */
const HEAVY: readonly (readonly [name: string, body: unknown, allowed: boolean])[] = [
  ["$and in $and, 15 deep", { query: nested(15, (inner) => ({ $and: [inner] }), { name: "x" }) }, true],
  ["$and in $and, 1,000 deep", `{"query":${'{"$and":['.repeat(1000)}{}${"]}".repeat(1000)}}`, false],
  ["$and in $and, 30 deep", { query: nested(30, (inner) => ({ $and: [inner] }), {}) }, false],
  ["an $or of 400", { query: { $or: many(400, (n) => ({ [`data.x${n}`]: n })) } }, false],
  ["an $or of 240", { query: { $or: many(240, (n) => ({ [`data.deep.a.a.x${n}`]: n })) } }, false],
  ["an $or of 5,000", { query: { $or: many(5000, (n) => ({ name: String(n) })) } }, false],
  ["an $in of 400", { query: { name: { $in: many(400, String) } } }, true],
  ["an $in of 10,000", { query: { name: { $in: many(10_000, String) } } }, false],
  ["an $all of 400", { query: { "data.articleKeywordsFile": { $all: many(400, String) } } }, true],
  ["$not in $not, 200 deep", `{"query":{"name":${'{"$not":'.repeat(30)}{"$eq":1}${"}".repeat(30)}}}`, false],
  ["$not in $not, 10 deep", { query: { name: nested(10, (inner) => ({ $not: inner }), { $eq: 1 }) } }, true],
  ["$elemMatch in $elemMatch", { query: { "data.deep": nested(30, (x) => ({ $elemMatch: x }), { $eq: 1 }) } }, false],
  ["$nor in $nor, 6 deep and 2 wide", { query: nested(6, (inner) => ({ $nor: [inner, inner] }), { name: "x" }) }, true],
  ["$nor in $nor, 12 deep and 2 wide", { query: nested(12, (inner) => ({ $nor: [inner, inner] }), {}) }, false],
  ["a pattern that backtracks", { query: { name: { $regex: "(a+)+$" } } }, true],
  ["a pattern of alternatives that backtracks", { query: { name: { $regex: "^(a|a|aa)+$" } } }, true],
  ["a pattern of stars that backtracks", { query: { name: { $regex: "(.*)*(.*)*(.*)*x" } } }, true],
  ["a pattern of many options", { query: { name: { $regex: `${"a?".repeat(60)}${"a".repeat(60)}` } } }, true],
  [
    "patterns that backtrack by the hundred",
    { query: { $or: many(120, () => ({ name: { $regex: "(a*)*b" } })) } },
    true,
  ],
  ["a pattern with a large count", { query: { name: { $regex: "(a{1000}){1000}" } } }, false],
  ["a pattern with counts in counts", { query: { name: { $regex: "((((a{30}){30}){30}){30})" } } }, false],
  [
    "a pattern of all letters there are",
    { query: { name: { $regex: "[\\p{L}\\p{N}]{1,100}\\P{Lu}", $options: "i" } } },
    true,
  ],
  ["a pattern of 10 KB", { query: { name: { $regex: "a".repeat(10_240) } } }, false],
  ["a pattern of brackets", { query: { name: { $regex: "(".repeat(128) + ")".repeat(128) } } }, true],
  ["a pattern that is broken", { query: { name: { $regex: "([" } } }, false],
  ["a pattern that looks ahead", { query: { name: { $regex: "(?=a)a" } } }, false],
  ["a pattern that looks behind", { query: { name: { $regex: "(?<!a)a" } } }, false],
  ["a pattern that refers back", { query: { name: { $regex: "(a)\\1" } } }, false],
  ["a pattern that is atomic", { query: { name: { $regex: "(?>a+)b" } } }, false],
  ["a pattern that recurs", { query: { name: { $regex: "(?R)" } } }, false],
  ["a pattern with flags that are none", { query: { name: { $regex: "a", $options: "gx" } } }, false],
  ["a pattern over long paths", { query: { "data.deep.a.a.a.a.a.a.a.a.a.a.a.a.a.a": { $regex: "x" } } }, true],
  ["a path of 17 segments", { query: { [`data${".a".repeat(16)}`]: 1 } }, false],
  ["a path of 10 KB", { query: { ["a".repeat(10_240)]: 1 } }, false],
  ["a path of dots", { query: { [".".repeat(100)]: 1 } }, false],
  ["a name of the prototype in a path", { query: { "data.__proto__.x": 1 } }, false],
  ["another name of the prototype in a path", { query: { "constructor.prototype": 1 } }, false],
  ["100 projections", { projection: Object.fromEntries(many(100, (n) => [`data.x${n}`, 1])) }, true],
  ["1,000 projections", { projection: Object.fromEntries(many(1000, (n) => [`data.x${n}`, 1])) }, false],
  ["projections inside each other", { projection: { data: 1, "data.deep": 1 } }, false],
  ["a literal of 100 levels", { query: { data: nested(50, (inner) => [inner], 1) } }, false],
  ["a $mod by nothing", { query: { createdAt: { $mod: [0, 0] } } }, false],
  ["a $size beyond all sizes", { query: { "data.deep": { $size: 1e300 } } }, false],
  [
    "a sort by lists",
    { sort: { "data.deep.a.a": 1, "data.articleKeywordsFile": -1, name: 1 }, projection: { _id: 1 } },
    true,
  ],
];

describe("a search that would be much work is done or refused in under two seconds", () => {
  it.each(HEAVY)("%s", async (_name, body, allowed) => {
    const begun = performance.now();
    const searched = find(body);
    const test = await target.raw(written(target.port, "GET", "/test"));
    expect(test.tookMs).toBeLessThan(1000);
    const { success, message } = await searched;
    expect(performance.now() - begun).toBeLessThan(2000);
    expect({ success, message }).toMatchObject(allowed ? { success, message: null } : { success: false });
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
    const searched = target.raw(
      written(target.port, "POST", "/projects/find", { headers: JSON_TYPE, body: { query, projection: { _id: 1 } } }),
    );
    for (let count = 0; count < 5; count += 1) {
      expect((await target.raw(written(target.port, "GET", "/test"))).tookMs).toBeLessThan(1000);
    }
    const { replies, tookMs } = await searched;
    expectEnvelope(replies[0]);
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
    const body = { projection: { _id: 1 }, ...search };
    const searched = target.raw(written(target.port, "POST", "/projects/find", { headers: JSON_TYPE, body }));
    const test = await target.raw(written(target.port, "GET", "/test"));
    const { replies, tookMs } = await searched;
    expect(test.tookMs).toBeLessThan(3000);
    expectEnvelope(replies[0]);
    expect(tookMs).toBeLessThan(5000);
  });
});

describe("a projection shows or hides, and nothing else", () => {
  it.each([
    ["renames", { x: "$name" }],
    ["renames what is deep", { x: "$data.articleKeywordsFile" }],
    ["takes everything", { x: "$$ROOT" }],
    ["computes", { x: { $concat: ["$name", "$_id"] } }],
    ["slices", { "data.articleKeywordsFile": { $slice: 1 } }],
    ["matches", { "data.linkSets": { $elemMatch: { lockUrl: true } } }],
    ["takes a position", { "data.linkSets.$": 1 }],
    ["takes what a text search found", { x: { $meta: "textScore" } }],
    ["mixes", { name: 1, group: 0 }],
    ["mixes besides the id", { _id: 1, name: 1, group: 0 }],
    ["nests", { data: { jobName: 1 } }],
    ["is 2", { name: 2 }],
    ["is -1", { name: -1 }],
    ["is text", { name: "1" }],
    ["is null", { name: null }],
    ["is a list", { name: [] }],
    ["is an empty object", { name: {} }],
    ["has an operator for a name", { $name: 1 }],
    ["has no name", { "": 1 }],
    ["has an empty segment", { "data..x": 1 }],
    ["has a name of the prototype", { "a.constructor": 1 }],
  ])("one that %s is refused", async (_name, projection) => {
    expect((await find({ projection, limit: 1 })).success).toBe(false);
  });

  it.each([null, 1, "name", [], [{ name: 1 }], true].map((value) => [value]))(
    "%j is no query and no projection",
    async (value) => {
      expect((await find({ query: value })).success).toBe(false);
      expect((await find({ projection: value })).success).toBe(false);
    },
  );
});

describe("an odd page is refused", () => {
  it.each([-1, 1.5, 1e300, "x", "1e3", "-1", "0x1", " 1", null, true, [], [1], {}, { $gt: 0 }].map((value) => [value]))(
    "%j as skip and limit",
    async (value) => {
      expect((await find({ skip: value })).success).toBe(false);
      expect((await find({ limit: value })).success).toBe(false);
    },
  );

  it.each(
    [
      null,
      1,
      true,
      [],
      ["name"],
      {},
      { name: 0 },
      { name: "asc" },
      { name: { $meta: "textScore" } },
      { $natural: 1 },
      { "": 1 },
      "$where",
      "a..b",
      "-",
      "__proto__",
      "data.constructor",
      Object.fromEntries(many(9, (n) => [`a${n}`, 1])),
    ].map((value) => [value]),
  )("%j as sort", async (sort) => {
    expect((await find({ sort })).success).toBe(false);
  });

  it("beyond the end there is nothing", async () => {
    expect(await find({ skip: Number.MAX_SAFE_INTEGER })).toEqual({ success: true, message: null, result: [] });
    expect(await find({ limit: 0 })).toEqual({ success: true, message: null, result: [] });
  });
});

describe("whatever is asked", () => {
  const operator = fc.constantFrom(
    ..."$eq $ne $gt $gte $lt $lte $in $nin $not $exists $type $regex $options $all $elemMatch $size $mod $and $or $nor".split(
      " ",
    ),
  );
  const path = fc.constantFrom(
    "name",
    "_id",
    "data",
    "data.deep",
    "data.deep.a.0",
    "data.articleKeywordsFile",
    "status",
    "0",
    "",
  );
  const { condition } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue({ maxDepth: 2 }),
      tie("condition"),
      fc.array(tie("condition"), { maxLength: 3 }),
    ),
    condition: fc.dictionary(fc.oneof(operator, path, fc.string({ maxLength: 5 })), tie("value"), { maxKeys: 3 }),
  }));

  it("the answer is an envelope", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          { query: condition, projection: fc.jsonValue(), sort: fc.jsonValue(), skip: fc.jsonValue() },
          { requiredKeys: [] },
        ),
        async (body) => {
          await find({ ...body, limit: 1 });
        },
      ),
      { numRuns: 150 },
    );
  });

  it("the answer to a query of offered operators is an envelope", async () => {
    await fc.assert(
      fc.asyncProperty(condition, async (query) => {
        await find({ query, limit: 1, projection: { _id: 1 } });
      }),
      { numRuns: 250 },
    );
  });
});

itStands(target);
