import { describe, expect, it } from "vitest";
import { itStands, targetOfFile } from "./target.js";

const target = targetOfFile();

describe("a text call with an odd field is refused", () => {
  const values = [
    undefined,
    null,
    true,
    0,
    42,
    "",
    " ",
    "\n\t",
    [],
    ["x"],
    {},
    { text: "x" },
    "a\0b",
    "\ud800",
    "x\udfff",
  ];
  it.each(values.map((value) => [value]))("%j in place of its text", async (value) => {
    expect((await target.post("/spin", { text: value })).success).toBe(false);
    expect((await target.post("/aboutme", { keyword: value })).success).toBe(false);
    expect((await target.post("/paraphrase", { text: value, login: "a@b.test" })).success).toBe(false);
  });

  it.each([42, true, [], {}, ["x"], "a\0b", "\ud800"].map((value) => [value]))(
    "%j in place of an optional text",
    async (value) => {
      expect((await target.post("/spin", { text: "x", csvprotectedwords: value })).success).toBe(false);
      const login = "a@b.test";
      expect((await target.post("/paraphrase", { text: "x", login, sourcelanguage: value })).success).toBe(false);
      expect((await target.post("/paraphrase", { text: "x", login, finallanguage: value })).success).toBe(false);
    },
  );

  it.each(["xx", "EN", "en-GB", "__proto__", "constructor", "toString", "../en", "e".repeat(10_000)])(
    "the language %.20s",
    async (language) => {
      const body = { text: "x", login: "a@b.test" };
      expect((await target.post("/paraphrase", { ...body, sourcelanguage: language })).success).toBe(false);
      expect((await target.post("/paraphrase", { ...body, finallanguage: language })).success).toBe(false);
    },
  );

  it.each(
    [
      undefined,
      null,
      42,
      {},
      ["a@b.test"],
      "",
      " ",
      "a",
      "a@",
      "@b.test",
      "a@b",
      "a b@c.test",
      "a@b.test\r\nBcc: x@y.test",
      "<a@b.test>",
      "a@b..test",
      `${"a".repeat(300)}@b.test`,
    ].map((login) => [login]),
  )("the login %j", async (login) => {
    expect((await target.post("/paraphrase", { text: "x", login })).success).toBe(false);
  });

  it("of two members with one name the last one counts", async () => {
    expect((await target.post("/spin", '{"text":"first","text":"last"}')).result).toBe("{last|other}");
    expect((await target.post("/spin", '{"text":"first","text":7}')).success).toBe(false);
  });
});

describe("a data post never fails because of a value", () => {
  const VALUES = [
    "1e999",
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    "",
    " ",
    "text",
    "\r\n",
    "12",
    "on",
    "null",
    [],
    [[]],
    [null],
    [{}],
    ["a", 1, null],
    {},
    { 0: "a", 1: "b" },
    { 1: "a", x: "b" },
    { length: 3 },
    "x".repeat(100_000),
    "🐝\u202e\ufeff\u0301",
  ];
  const FIELDS = [
    "articleKeywordsFile",
    "articleCount",
    "isSpun",
    "categoryInsert",
    "linkSets",
    "jobName",
    "group",
    "jobCron",
    "chainJobId",
    "concurrency",
    "randomSeed",
  ];

  it.each(FIELDS)("whatever %s is", async (field) => {
    const id = await target.draft();
    for (const value of VALUES) {
      expect(await target.post(`/project/data/${id}`, { [field]: value })).toMatchObject({
        success: true,
        message: null,
        result: null,
      });
      expect((await target.envelope("GET", `/project/data/${id}`)).result).toMatchObject({
        id,
        type: "article creator",
      });
      for (const list of ["/projects", "/all-projects", "/task/find"]) {
        expect((await target.envelope("GET", list)).success).toBe(true);
      }
    }
    expect((await target.envelope("GET", `/project/run/${id}`)).success).toBe(true);
    expect((await target.kernel.tasks.settled(id)).status).toMatch(/complete|failed/);
    expect((await target.envelope("GET", `/project/delete/${id}`)).success).toBe(true);
  });

  it.each(VALUES.map((value) => [value]))("%.30j in an unknown field is kept exactly", async (value) => {
    const id = await target.draft();
    await target.post(`/project/data/${id}`, { unheardOf: value, nested: { deep: [value] } });
    const { result } = await target.envelope("GET", `/project/data/${id}`);
    expect(JSON.stringify([result.unheardOf, result.nested])).toBe(JSON.stringify([value, { deep: [value] }]));
  });

  it.each(VALUES.map((value) => [value]))("%.30j changes neither id nor type", async (value) => {
    const id = await target.draft();
    expect(
      (await target.post(`/project/data/${id}`, { id: value, type: value, _id: value, status: value })).success,
    ).toBe(true);
    expect((await target.envelope("GET", `/project/data/${id}`)).result).toMatchObject({ id, type: "article creator" });
    expect((await target.envelope("GET", `/project/status/${id}`)).result).toMatchObject([{ id, status: "draft" }]);
  });

  it.each([
    ["a NUL", '{"a":"x\\u0000y"}'],
    ["a NUL in a name", '{"a\\u0000":1}'],
    ["half a surrogate pair", '{"a":"\\ud800"}'],
    ["half a surrogate pair in a name", '{"a\\udc00":1}'],
    ["halves in the wrong order", '{"a":["\\udc00\\ud800"]}'],
    ["a number beyond all numbers", '{"a":1e999}'],
  ])("but %s cannot be stored, and then nothing is", async (_name, body) => {
    const before = await target.everything();
    expect((await target.post(`/project/data/${target.bystander}`, body)).success).toBe(false);
    expect(await target.everything()).toBe(before);
  });

  it("names that objects have anyway are names like others", async () => {
    const id = await target.draft();
    const names = {
      toString: 1,
      valueOf: 2,
      hasOwnProperty: 3,
      toJSON: 4,
      length: 6,
      $where: 7,
      "a.b": 8,
      "": 9,
    };
    await target.post(`/project/data/${id}`, { ...names, nested: names });
    expect((await target.envelope("GET", `/project/data/${id}`)).result).toMatchObject({ ...names, nested: names });
    expect((await target.envelope("GET", "/projects")).success).toBe(true);
  });
});

itStands(target);
