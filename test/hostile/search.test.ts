import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { HEAVY, many, stock } from "./heavy-searches.js";
import { itStands, targetOfFile } from "./target.js";

const target = targetOfFile();
const find = (body: unknown) => target.post("/projects/find", body);

beforeAll(() => stock(target));

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

describe("a search that would be much work is done or refused", () => {
  it.each(HEAVY)("%s", async (_name, body, allowed) => {
    const { success, message } = await find(body);
    expect({ success, message }).toMatchObject(allowed ? { success, message: null } : { success: false });
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
