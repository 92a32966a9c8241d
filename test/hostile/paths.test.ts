import { describe, expect, it } from "vitest";
import { expectEnvelope, itStands, JSON_TYPE, targetOfFile } from "./target.js";

const target = targetOfFile();

/** Every route with an id. */
const ROUTES: readonly (readonly [method: string, path: (id: string) => string])[] = [
  ["GET", (id) => `/project/${id}`],
  ["GET", (id) => `/project/${id}/keyword`],
  ["GET", (id) => `/project/status/${id}`],
  ["GET", (id) => `/project/delete/${id}`],
  ["GET", (id) => `/project/data/${id}`],
  ["POST", (id) => `/project/data/${id}`],
  ["GET", (id) => `/project/duplicate/${id}`],
  ["GET", (id) => `/project/run/${id}`],
  ["GET", (id) => `/project/abort/${id}`],
  ["POST", (id) => `/project/abort/${id}`],
  ["GET", (id) => `/task/status/${id}`],
  ["GET", (id) => `/task/delete/${id}`],
  ["GET", (id) => `/task/data/${id}`],
  ["POST", (id) => `/task/data/${id}`],
  ["GET", (id) => `/task/duplicate/${id}`],
  ["GET", (id) => `/task/start/${id}`],
  ["GET", (id) => `/task/abort/${id}`],
  ["GET", (id) => `/task/content/${id}/`],
  ["GET", (id) => `/task/content/${id}/file.txt`],
];

/** Sends the id to every route: all of them answer, none finds anything, nothing changes. */
async function expectUnknown(id: string): Promise<void> {
  const before = await target.everything();
  const replies = await Promise.all(
    ROUTES.map(([method, path]) => {
      const body = method === "POST" && { headers: JSON_TYPE, body: { jobName: "taken over" } };
      return target.ask(method, path(id), body || {});
    }),
  );
  for (const reply of replies) {
    const { success, result } = expectEnvelope(reply);
    expect([200, 400, 404, 405, 414]).toContain(reply.status);
    // Deleting what is not there succeeds; nothing else does.
    if (success) expect(result).toBeNull();
  }
  expect(replies.filter((reply) => expectEnvelope(reply).success).length).toBeLessThanOrEqual(2);
  expect(await target.everything()).toBe(before);
}

describe("an odd id is merely unknown", () => {
  it.each([
    ".",
    "..",
    "%2e",
    "%2e%2e",
    "%2E%2E%2F%2E%2E%2Fetc%2Fpasswd",
    "..%2f..%2f..%2fetc%2fpasswd",
    "..%5c..%5cwindows%5cwin.ini",
    "../../../etc/passwd",
    "....//....//etc/passwd",
    "%252e%252e%252fetc",
    "%c0%ae%c0%ae%c0%af",
    "%2F",
    "%2f%2f",
    "%5C",
    "\\",
    "%00",
    "x%00.txt",
    "%",
    "%z",
    "%zz",
    "%f",
    "%ff",
    "%ED%A0%80",
    "%u0041",
    "%0d%0aSet-Cookie:x=1",
    "%F0%9F%90%9D",
    "ünï",
    "%E2%80%AE",
    "%EF%BC%8E%EF%BC%8E",
    "%20",
    "+",
    "*",
    "'",
    "' OR '1'='1".replaceAll(" ", "%20"),
    "%22",
    "`id`",
    "$(id)",
    "$where",
    "{$ne:null}",
    "[x]",
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "null",
    "undefined",
    "NaN",
    "true",
    "0",
    "-1",
    "1e309",
    "000000000000000000000000",
    "ffffffffffffffffffffffff",
    ";jsessionid=1",
    "x;jsessionid=1",
    "x,y",
    "x:y@z",
    "CON",
    "file:///etc/passwd",
    "http://evil.com/",
    "<script>alert(1)</script>",
    "x".repeat(64),
    "x".repeat(65),
    "x".repeat(7000),
    "%41".repeat(2000),
    "x".repeat(10_000),
    "a/".repeat(2000),
  ])("%s", expectUnknown);
});

describe("what looks like the id of a task is not it", () => {
  const disguises: readonly (readonly [name: string, disguise: (id: string) => string])[] = [
    ["in capitals", (id) => id.toUpperCase().replace(/^\d*$/, "X")],
    ["with a dot behind", (id) => `${id}.`],
    ["with an ending", (id) => `${id}.json`],
    ["with a space behind", (id) => `${id}%20`],
    ["with a space before", (id) => `%20${id}`],
    ["with a NUL behind", (id) => `${id}%00`],
    ["with a line break behind", (id) => `${id}%0a`],
    ["encoded twice", (id) => id.replace(/./, (first) => `%25${first.charCodeAt(0).toString(16)}`)],
    ["with a parameter", (id) => `${id};x=1`],
    ["behind a dot", (id) => `./${id}`],
    ["behind two dots", (id) => `../status/${id}`],
    ["behind encoded dots", (id) => `%2e%2e/status/${id}`],
    ["behind an empty segment", (id) => `/${id}`],
    ["with an encoded slash behind", (id) => `${id}%2f`],
    ["with an encoded slash before", (id) => `%2f${id}`],
    ["with two slashes behind", (id) => `${id}//`],
    ["cut short", (id) => id.slice(0, -1)],
    [
      "in full-width digits",
      (id) => encodeURIComponent(id.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))),
    ],
    ["with an invisible character", (id) => `${id}%E2%80%8B`],
    ["in brackets", (id) => `[${id}]`],
  ];
  it.each(disguises)("%s", async (_name, disguise) => {
    await expectUnknown(disguise(target.bystander));
  });
});

describe("a route without its id", () => {
  it.each([
    ["GET", "/project/delete", true],
    ["GET", "/project/delete/", true],
    ["GET", "/task/delete/", true],
    ["GET", "/project/data/", false],
    ["GET", "/project/status/", false],
    ["GET", "/project/run/", false],
    ["GET", "/project/duplicate/", false],
    ["GET", "/project/abort/", false],
    ["GET", "/task/content/", false],
    ["GET", "/project//x", false],
    ["GET", "/project//", false],
    ["GET", "/project/", false],
  ])("%s %s does nothing", async (method, path, success) => {
    const before = await target.everything();
    expect((await target.envelope(method, path)).success).toBe(success);
    expect(await target.everything()).toBe(before);
  });
});

itStands(target);
