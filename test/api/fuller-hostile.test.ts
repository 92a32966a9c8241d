import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fullerRoutes } from "../../src/adapters/http/fuller/index.js";
import { type Logger, silentLogger } from "../../src/kernel/index.js";
import { anyCharacter } from "../any-character.js";
import { type FullerWorld, fullerParts, fullerWorld } from "./fuller.js";

let world: FullerWorld;
let id: string;
const errors: string[] = [];
const logger: Logger = { ...silentLogger, error: (message) => errors.push(message) };
beforeAll(async () => {
  world = await fullerWorld({ api: { logger } });
  id = await world.ran([
    { rows: [{ a: 1, text: "x" }, { b: [{ c: 2 }] }], log: ["warn", "careful"] },
    { file: { path: "a/b.txt", text: "hello" } },
    { fails: "boom" },
  ]);
});
afterAll(() => world.kernel.stop());

const paths = () =>
  fullerRoutes(fullerParts(world.kernel))
    // A stream of events has no end.
    .filter(({ path }) => !path.startsWith("/events"));

const INSIDE = /node_modules|\bat \/|internal error/;

/** Whatever came back, it is an envelope (an error of JSON-RPC from MCP) or a file that was asked for, and nothing of the inside. */
async function answered(method: string, target: string, headers: Record<string, string> = {}) {
  const answer = await world.ask(target, { method, headers });
  expect([200, 206, 304, 400, 403, 404, 405, 413, 414, 416, 501], target.slice(0, 200)).toContain(answer.status);
  if (answer.headers["content-type"] === "application/json; charset=utf-8" && method !== "HEAD") {
    if (/^\/mcp\/?(?:\?|$)/.test(target)) {
      const { jsonrpc, error } = JSON.parse(answer.text);
      expect([jsonrpc, typeof error.code], target.slice(0, 200)).toEqual(["2.0", "number"]);
      expect(error.message, target.slice(0, 200)).not.toMatch(INSIDE);
      return answer;
    }
    const { success, message, result } = answer.envelope();
    expect(success ? message : result, target.slice(0, 200)).toBeNull();
    expect(success ? "" : message, target.slice(0, 200)).not.toMatch(INSIDE);
  }
  return answer;
}

const ODD = [
  "",
  "x",
  "0".repeat(24),
  "%00",
  "%",
  "..",
  "%2e%2e%2f",
  "%2F",
  "a%2Fb",
  "__proto__",
  "constructor",
  "%F0%9F%90%9D",
  "%ud800",
  "x".repeat(5000),
  "-1",
  "'%20OR%201=1",
];

describe("odd ids and paths get an envelope", () => {
  it.each(ODD)("%s", async (odd) => {
    for (const { method, path } of paths()) {
      await answered(method, path.replace(/[:*][a-zA-Z]+\??/g, odd));
      await answered(method, path.replace(/:id\??/, id).replace(/[:*][a-zA-Z]+\??/g, odd));
    }
    expect(errors).toEqual([]);
  });
});

const NUMBERS = [
  "-1",
  "1.5",
  "NaN",
  "Infinity",
  "1e3",
  "0x10",
  "99999999999999999999",
  "1".repeat(400),
  "%20",
  "1%00",
  "[]",
];

describe("numbers that are none are refused with the name of their parameter", () => {
  it.each(NUMBERS)("%s", async (number) => {
    for (const [path, names] of [
      ["runs", ["skip", "limit"]],
      ["lines", ["offset", "limit"]],
      ["log", ["after", "limit"]],
      ["results", ["offset", "limit"]],
      ["files", ["offset", "limit"]],
    ] as const) {
      for (const name of names) {
        const { envelope } = await answered("GET", `/task/${path}/${id}?${name}=${number}`);
        expect(envelope()).toMatchObject({ success: false, message: expect.stringContaining(`"${name}"`) });
      }
    }
  });

  it("the largest numbers mean all or none", async () => {
    const huge = "999999999999999";
    for (const format of ["json", "jsonl", "csv", "xlsx", "rss"]) {
      expect((await answered("GET", `/task/results/${id}?format=${format}&limit=${huge}`)).status).toBe(200);
      expect((await answered("GET", `/task/results/${id}?format=${format}&offset=${huge}&order=desc`)).status).toBe(
        200,
      );
    }
    expect(await world.result(`/task/runs/${id}?skip=${huge}`)).toEqual({ total: expect.any(Number), runs: [] });
    expect(await world.result(`/task/log/${id}?after=${huge}`)).toEqual([]);
  });
});

describe("names that nobody knows are refused with those there are", () => {
  it.each([
    ["results", "format", "xml"],
    ["results", "format", "__proto__"],
    ["results", "order", "up"],
    ["results", "escapeFormulas", "maybe"],
    ["log", "format", "html"],
    ["log", "level", "fatal"],
    ["lines", "state", "open"],
    ["runs", "order", "1"],
  ])("%s?%s=%s", async (path, name, value) => {
    const { envelope } = await answered("GET", `/task/${path}/${id}?${name}=${value}`);
    expect(envelope()).toMatchObject({ success: false, message: expect.stringMatching(/Use one of: \w+/) });
  });
});

it("a query of a megabyte is refused, and one with thousands of fields too", async () => {
  expect((await answered("GET", `/task/results/${id}?fields=${"a,".repeat(500_000)}`)).status).toBe(414);
  const { envelope } = await answered(
    "GET",
    `/task/results/${id}?fields=${Array.from({ length: 900 }, (_, n) => `f${n}`)}`,
  );
  expect(envelope().message).toMatch(/more than 200 fields/);
});

it("fields with names of the prototype are fields like others", async () => {
  for (const format of ["json", "jsonl", "csv", "xlsx", "rss"]) {
    for (const fields of [
      "__proto__",
      "constructor.name",
      "a.__proto__.x",
      "b.0.__proto__",
      "toString",
      ".",
      "..",
      "a.",
    ]) {
      const { status } = await answered("GET", `/task/results/${id}?format=${format}&fields=${fields}&omit=${fields}`);
      expect(status).toBe(200);
    }
  }
  expect({}).not.toHaveProperty("polluted");
});

it("whatever is asked for, the answer is no crash and shows nothing of the inside", async () => {
  const word = fc.oneof(
    fc.constantFrom(
      ...ODD.slice(0, 13),
      ...NUMBERS,
      "last",
      "all",
      "json",
      "csv",
      "text",
      "warn",
      "asc",
      "desc",
      "1",
      "0",
    ),
    fc.string({ unit: anyCharacter }).map((text) => encodeURIComponent(text.toWellFormed())),
  );
  const name = fc.constantFrom(
    "run",
    "offset",
    "limit",
    "skip",
    "fields",
    "omit",
    "format",
    "order",
    "after",
    "level",
    "state",
    "origin",
    "escapeFormulas",
    "download",
    "x",
  );
  const header = fc.constantFrom("range", "if-none-match", "if-range", "accept", "last-event-id", "content-type");
  const routes = paths();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(routes.length - 1),
      fc.boolean(),
      fc.array(word, { maxLength: 3 }),
      fc.array(fc.tuple(name, word), { maxLength: 4 }),
      fc.dictionary(header, fc.string(), { maxKeys: 2 }),
      async (index, known, words, pairs, headers) => {
        const { method, path } = routes[index]!;
        let next = 0;
        const target = path.replace(/[:*][a-zA-Z]+\??/g, (part) =>
          known && part.startsWith(":id") ? id : (words[next++] ?? "last"),
        );
        await answered(method, `${target}?${pairs.map((pair) => pair.join("=")).join("&")}`, headers);
      },
    ),
    { numRuns: 400 },
  );
  expect(errors).toEqual([]);
});
