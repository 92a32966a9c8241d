import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type AskOptions, expectEnvelope, expectRefusal, itStands, JSON_TYPE, targetOfFile } from "./target.js";

const target = targetOfFile();
const TEXTS = ["/spin", "/paraphrase", "/aboutme"];
/** Every route with a body; all of them take an object. */
const bodyRoutes = () => [...TEXTS, "/task/aboutme", "/projects/find", `/project/data/${target.bystander}`];
const levels = (count: number, open: string, close: string) => open.repeat(count) + close.repeat(count);
const MB = 2 ** 20;

async function expectEachRefuses(options: AskOptions, routes = bodyRoutes()): Promise<void> {
  const before = await target.everything();
  for (const route of routes) expectRefusal(await target.ask("POST", route, options), 200, 413);
  expect(await target.everything()).toBe(before);
}

describe("a body that is no JSON object is refused by every route", () => {
  it.each([
    "null",
    "true",
    "42",
    '"text"',
    "[]",
    "[{}]",
    "[[[]]]",
    "{",
    "}",
    '{"text"',
    '{"text":',
    '{"text":"x"',
    '{"text":"x",}',
    '{"text":"x"}}',
    '{"text":"x"} {"text":"y"}',
    '{"text":"x"}\n{"text":"y"}',
    "{'text':'x'}",
    "{text:1}",
    '{"text":NaN}',
    '{"text":Infinity}',
    '{"text":undefined}',
    '{"text":01}',
    '{"text":.5}',
    '{"text":0x10}',
    '{"text":+1}',
    '{"text":"x" /* comment */}',
    '// comment\n{"text":"x"}',
    '{"text":"a\nb"}',
    '{"text":"a\tb"}',
    '{"text":"\\x41"}',
    '{"text":"\\u12"}',
    '{"text":"x\0"}',
    "\0",
    "text=x&login=a%40b.de",
    "<text>x</text>",
    "---\ntext: x",
    '\u2028{"text":"x"}',
    ')]}\',\n{"text":"x"}',
    levels(100_000, "[", "]"),
    levels(100_000, '{"a":', "1}").slice(0, -200_000),
    `{"text":"x","a":${levels(65, "[", "]")}}`,
    `{"text":"x","a":${levels(100_000, "[", "]")}}`,
    `{"text":"x","a":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`,
    `{"text":"${"\\".repeat(99_999)}}`,
    `{"text":${"9".repeat(1000)}e}`,
  ])("%#: %.40s", async (body) => {
    await expectEachRefuses({ headers: JSON_TYPE, body });
  });

  it.each([
    ["Latin-1", Buffer.from('{"text":"caf\u00e9"}', "latin1")],
    ["UTF-16", Buffer.from('\ufeff{"text":"x"}', "utf16le")],
    ["UTF-16, big end first", Buffer.from('\ufeff{"text":"x"}', "utf16le").swap16()],
    ["UTF-8 cut in the middle", Buffer.from('{"text":"🐝').subarray(0, -1)],
    ["overlong UTF-8", Buffer.from('{"text":"\u00c0\u00af"}', "latin1")],
    ["surrogates in UTF-8", Buffer.from('{"text":"\u00ed\u00a0\u0080"}', "latin1")],
    ["gzip that says nothing of it", gzipSync('{"text":"x"}')],
    ["any bytes", Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 89) % 256))],
  ])("%s", async (_name, body) => {
    await expectEachRefuses({ headers: JSON_TYPE, body });
  });

  it.each(["", " ", "\r\n\t ", "\ufeff"])(
    "%#: nothing but blanks, which only a data post takes as no change",
    async (body) => {
      await expectEachRefuses({ headers: JSON_TYPE, body }, [...TEXTS, "/projects/find"]);
      expect(await target.post(`/project/data/${await target.draft()}`, body)).toMatchObject({ success: true });
    },
  );
});

describe("a body that does not say it is plain JSON is refused", () => {
  it.each([
    [],
    ["Content-Type:"],
    ["Content-Type: text/plain"],
    ["Content-Type: text/html"],
    ["Content-Type: text/json"],
    ["Content-Type: application/jsonp"],
    ["Content-Type: application/x-json"],
    ["Content-Type: application/xjson+"],
    ["Content-Type: application/json/x"],
    ["Content-Type: application"],
    ["Content-Type: json"],
    ["Content-Type: */*"],
    ["Content-Type: application/json, text/plain"],
    ["Content-Type: text/plain; application/json"],
    ["Content-Type: application/json", "Content-Type: application/json"],
    ["Content-Type: text/plain", "Content-Type: application/json"],
    ["Content-Type: application/json; charset=latin1"],
    ["Content-Type: application/json; charset=utf-16"],
    ["Content-Type: application/json; charset="],
    ["Content-Type: application/x-www-form-urlencoded"],
    ["Content-Type: multipart/form-data; boundary=x"],
    ["Content-Type: application/json", "Content-Encoding: gzip"],
    ["Content-Type: application/json", "Content-Encoding: br"],
    ["Content-Type: application/json", "Content-Encoding: identity, gzip"],
  ])("%s %s", async (...headers) => {
    await expectEachRefuses({ headers, body: '{"text":"x"}' });
  });

  it.each([
    "application/json",
    "APPLICATION/JSON",
    "application/json;charset=utf-8",
    'application/json; charset="UTF-8"',
    "application/json ; x=y",
    "application/ld+json",
  ])("but %s says so", async (type) => {
    const reply = await target.ask("POST", "/spin", { headers: { "Content-Type": type }, body: '\ufeff{"text":"x"}' });
    expect(expectEnvelope(reply)).toMatchObject({ success: true, result: "{x|other}" });
  });
});

describe("a body that is too much is refused", () => {
  const text = (size: number) => `{"text":"${"x".repeat(size - 11)}"}`;
  it("1 MB fits into a text call, one byte more does not", async () => {
    expect((await target.post("/spin", text(MB))).success).toBe(true);
    expectRefusal(await target.ask("POST", "/spin", { headers: JSON_TYPE, body: text(MB + 1) }), 413);
    expectRefusal(await target.ask("POST", "/projects/find", { headers: JSON_TYPE, body: text(MB + 1) }), 413);
  });

  it("8 MB fit into a data post, one byte more does not", async () => {
    const id = await target.draft();
    const path = `/project/data/${id}`;
    expect((await target.post(path, text(8 * MB))).success).toBe(true);
    expectRefusal(await target.ask("POST", path, { headers: JSON_TYPE, body: text(8 * MB + 1) }), 413);
    await target.kernel.tasks.delete(id);
  });

  it("bytes count, not characters", async () => {
    const body = `{"text":"${"蜂".repeat(MB / 3)}"}`;
    expectRefusal(await target.ask("POST", "/spin", { headers: JSON_TYPE, body }), 413);
  });

  it.each([
    ["a million numbers", `{"text":"x","a":[${"1,".repeat(10 ** 5)}1]}`, TEXTS],
    ["a million lists", `{"text":"x","a":[${"[],".repeat(10 ** 5)}[]]}`, TEXTS],
    ["a million members", `{"jobName":"x","a":[${"1,".repeat(10 ** 6)}1]}`, undefined],
  ])("%s", async (_name, body, routes) => {
    await expectEachRefuses({ headers: JSON_TYPE, body }, routes ? [...routes] : [`/project/data/${target.bystander}`]);
  });

  it("a name of 10 KB is refused as part of the data, and ignored elsewhere", async () => {
    const name = "k".repeat(10_240);
    expect((await target.post(`/project/data/${target.bystander}`, { [name]: 1 })).success).toBe(false);
    expect((await target.post("/spin", { text: "x", [name]: 1 })).success).toBe(true);
  });
});

describe("a name of the prototype is refused, and nothing is polluted", () => {
  const names = ["__proto__", "constructor", "prototype", "\\u005f_proto__", "constr\\u0075ctor", "\\u0070rototype"];
  it.each(
    names.flatMap((name) => [
      `{"text":"x","${name}":{"polluted":1}}`,
      `{"text":"x","a":{"${name}":{"polluted":1}}}`,
      `{"text":"x","a":[{"b":{"${name}":null}}]}`,
    ]),
  )("%s", async (body) => {
    await expectEachRefuses({ headers: JSON_TYPE, body });
    expect({}).not.toHaveProperty("polluted");
    expect(Object.prototype).not.toHaveProperty("polluted");
  });
});

itStands(target);
