import type { Target } from "./target.js";

export const nested = (depth: number, around: (inner: unknown) => unknown, core: unknown) => {
  let value = core;
  for (let level = 0; level < depth; level += 1) value = around(value);
  return value;
};
export const many = <T>(count: number, item: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => item(index));

/** Enough tasks, and enough text in them, for an expensive query to show. */
export async function stock(target: Target): Promise<void> {
  for (let index = 0; index < 300; index += 1) {
    await target.draft({
      jobName: `task ${index} ${"a".repeat(2000)}!`,
      articleKeywordsFile: many(50, (keyword) => `keyword ${keyword} ${"ab".repeat(20)}`),
      deep: nested(40, (inner) => ({ a: inner }), [many(50, (n) => ({ n, list: [n, [n]] }))]) as never,
    });
  }
}

/** Each with whether the search is allowed; an allowed one may still find nothing. */
export const HEAVY: readonly (readonly [name: string, body: unknown, allowed: boolean])[] = [
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
