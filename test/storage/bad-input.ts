import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createApi } from "../../src/adapters/http/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createKernel } from "../../src/kernel/index.js";
import { echo } from "../kernel/world.js";
import { MEMORY, type StorageUnderTest } from "./storages.js";

const MEBIBYTE = 1024 * 1024;
const data = (members: string) => ["POST", "/project/data/:id", `{${members}}`] as const;
const find = (members: string) => ["POST", "/projects/find", `{${members}}`] as const;

/** Requests whose answer may depend on what a storage can keep or ask; `:id` is that of a task. */
const REQUESTS: readonly (readonly [method: string, path: string, body?: string])[] = [
  data('"text": "a\\u0000b"'),
  data('"text": "\\ud800"'),
  data('"\\udc00key": 1'),
  data('"nested": {"\\u0000": 1}'),
  data('"__proto__": {"polluted": true}'),
  data('"a": {"constructor": {"prototype": 1}}'),
  data('"a.b": 1, "$c": {"$gt": 2}, "": 3, "d": {"e.f": [{"$g": null}]}'),
  data(`"text": "${"x".repeat(7.9 * MEBIBYTE)}"`),
  data(`"text": "${"x".repeat(8 * MEBIBYTE)}"`),
  ["GET", "/project/data/:id"],
  // Every later request would read the megabytes too.
  data('"text": "short again"'),
  data(`"quotes": "${"\\\\u2028\\\\u0001'".repeat(1000)}", "emoji": "\u{1f41d}", "number": 1e400`),
  data('"number": -0, "tiny": 5e-324, "large": 1.7976931348623157e308, "long": 9007199254740993'),
  data('"jobName": "\\uffff\u{10ffff}", "group": "..\\\\/%_"'),
  ["GET", "/project/data/:id"],
  ["GET", "/project/status/:id"],
  find('"query": {"$where": "1"}'),
  find('"query": {"name": {"$function": {}}}'),
  find('"query": {"__proto__": 1}'),
  find('"query": {"a.constructor.b": 1}'),
  find('"query": {"data.$c": 1}'),
  find('"query": {"data.a..b": 1}'),
  find('"query": {"name": "a\\u0000b"}'),
  find('"query": {"group": {"$in": ["\\ud800", "x"]}}'),
  find('"query": {"name": {"$gte": "\\u0000"}}, "projection": {"name": 1}'),
  find('"query": {"name": {"$regex": "^\\u0000"}}'),
  find('"query": {"_id": {"$gt": ""}}, "projection": {"data.d": 1}'),
  find('"query": {"data.nested": {"$exists": false}}, "projection": {"status": 1, "_id": 0}'),
  find('"query": {}, "projection": {"$slice": 1}'),
  find('"query": {}, "projection": {"name": 1, "group": 0}'),
  find('"query": {}, "projection": {"x": "$data"}'),
  find('"query": {}, "sort": {"$natural": 1}'),
  find('"query": {}, "limit": -1'),
  find('"query": {"data.smtpPassword": "x"}'),
  ["GET", "/all-tasks?group=%00&name=%F0%9F%90%9D"],
  ["GET", "/task/find?status=%ED%A0%80"],
  ["GET", "/project/:id/%2e%2e%2fetc"],
  ["GET", "/project/:id/%00"],
  ["GET", `/project/:id/${"%F0%9F%90%9D".repeat(128)}`],
  ["GET", "/project/delete/__proto__"],
  ["GET", "/project/status/constructor"],
];

export function testBadInput(storages: readonly StorageUnderTest[]): void {
  describe("what a caller sends gets the same answer from every storage", () => {
    let expected: readonly string[];
    beforeAll(async () => {
      expected = await answersOf(MEMORY);
    });
    afterAll(() => Promise.all(storages.map(({ end }) => end())));

    it("which is no internal error, and refusals say what is wrong", () => {
      for (const answer of expected) expect(answer).not.toMatch(/internal error/i);
      expect(expected.filter((answer) => answer.includes('"success":false')).length).toBeGreaterThan(20);
    });

    it.each(storages)("$name", async (storage) => {
      const answers = await answersOf(storage);
      for (const [index, [method, path, body = ""]] of REQUESTS.entries()) {
        expect(answers[index], `${method} ${path} ${body.slice(0, 100)}`).toBe(expected[index]);
      }
    });
  });
}

async function answersOf({ harness }: StorageUnderTest): Promise<readonly string[]> {
  const kernel = createKernel({ storage: await harness.create(), queue: inProcessQueue(), plugins: [echo()] });
  await kernel.start();
  try {
    const api = createApi(kernel);
    const { _id } = await kernel.tasks.create("echoer");
    const answers: string[] = [];
    for (const [method, path, body] of REQUESTS) {
      const response = await api.handle({
        method,
        target: path.replace(":id", _id),
        headers: { host: "localhost", ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body }),
      });
      answers.push(comparable(await textOf(response), _id));
    }
    return answers;
  } finally {
    await kernel.stop();
  }
}

async function textOf({ body }: ApiResponse): Promise<string> {
  if (typeof body === "string") return body;
  let text = "";
  for await (const piece of body as AsyncIterable<string>) text += piece;
  return text;
}

/** Without what differs from one run to the next. */
function comparable(text: string, id: string): string {
  return text.replaceAll(id, "<id>").replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"<time>"');
}
