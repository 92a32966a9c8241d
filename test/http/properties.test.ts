import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, type ApiRequest, createApi, ROUTES } from "../../src/adapters/http/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createKernel, type Kernel } from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { anyCharacter } from "../any-character.js";
import { taskTypes } from "../api/server.js";
import { gate } from "../kernel/world.js";

let kernel: Kernel;
let api: Api;
const logged: string[] = [];
beforeAll(async () => {
  kernel = createKernel({ storage: memoryStorage(), queue: inProcessQueue(), plugins: taskTypes(gate()) });
  await kernel.start();
  const note = (message: string) => logged.push(message);
  api = createApi(kernel, { apiKey: "key", logger: { info: note, warn: note, error: note } });
});
afterAll(() => kernel.stop());

interface Outcome {
  readonly status: number;
  readonly success: boolean;
  readonly message: string | null;
  readonly result: unknown;
}

async function answer(request: Omit<ApiRequest, "headers"> & Partial<ApiRequest>): Promise<Outcome> {
  const headers = { host: "localhost", "x-api-key": "key", "content-type": "application/json", ...request.headers };
  const { status, body } = await api.handle({ ...request, headers });
  let text = "";
  if (typeof body === "string") text = body;
  else for await (const piece of body) text += piece;
  return { status, ...(text === "" ? { success: true, message: null, result: null } : JSON.parse(text)) };
}

const NAMES = [
  "host",
  "origin",
  "authorization",
  "x-api-key",
  "sec-fetch-site",
  "sec-fetch-mode",
  "sec-purpose",
].concat(["purpose", "content-type", "content-length", "content-encoding", "access-control-request-method"]);
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom("localhost", "http://localhost:3000", "null", "cross-site", "same-site", "key", "Bearer key", "gzip"),
);
const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(text, fc.array(text, { maxLength: 3 }))) },
);
const methods = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom("GET", "GET", "GET", "POST", "POST", "HEAD", "OPTIONS", "PUT") },
  { weight: 1, arbitrary: fc.string() },
);
const segment = fc.oneof(
  text.map((part) => encodeURIComponent(part.toWellFormed())),
  fc.string({ unit: anyCharacter }),
);
const paths = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom(...ROUTES), segment)
      .map(([{ path }, part]) => path.replace(/[:*]\w+\??/g, part.replaceAll("$", "$$$$"))),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter }).map((rest) => `/${rest}`) },
  { weight: 1, arbitrary: fc.string() },
);
const bodies = fc.oneof(
  text,
  fc.json(),
  fc.uint8Array(),
  fc.jsonValue().map((parsed) => ({ parsed })),
);

describe("any request at all", () => {
  it("is answered, and by no internal error", async () => {
    await fc.assert(
      fc.asyncProperty(methods, paths, fc.string(), headers, bodies, async (method, path, query, given, body) => {
        const outcome = await answer({ method, target: `${path}?${query}`, headers: given, body });
        expect(outcome.status).toBeGreaterThanOrEqual(200);
        expect(outcome.status).toBeLessThan(500);
        if (!outcome.success) expect(outcome.message).toMatch(/\S \S/);
      }),
      { numRuns: 3000 },
    );
    expect(logged).toEqual([]);
  });
});

type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
type Data = { [key: string]: Value };

const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "own", "0", "1", "", "x y", "toString", "länge") },
  { weight: 2, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "constructor", "prototype", "\0", "\ud800", "k".repeat(257)) },
);
const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.string(),
  fc.constantFrom("\0", "\udfff", "__proto__", "*".repeat(1000)),
);
const { data: posts } = fc.letrec<{ value: Value; data: Data }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    tie("data"),
  ),
  // Without a prototype, so that every key is one of its own.
  data: fc.array(fc.tuple(key, tie("value")), { maxLength: 5 }).map((entries) => {
    const object = Object.create(null) as Data;
    for (const [name, value] of entries) object[name] = value;
    return object;
  }),
}));

/** What the specification says of a post, written once more. */
function merged(target: Value | undefined, posted: Value): Value {
  const isObject = (value: Value | undefined): value is Data =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(target) || !isObject(posted)) return posted;
  const names = new Set([...Object.keys(target), ...Object.keys(posted)]);
  return Object.fromEntries(
    Array.from(names, (name) => {
      if (!Object.hasOwn(posted, name)) return [name, target[name]!];
      return [name, merged(Object.hasOwn(target, name) ? target[name] : undefined, posted[name]!)];
    }),
  );
}

describe("any object posted as data", () => {
  const isStorable = (json: string) =>
    !/\\u0000|\\ud[89a-f]|"(__proto__|constructor|prototype)":/i.test(json) && !json.includes("k".repeat(257));
  const read = async (id: string) => (await answer({ method: "GET", target: `/project/data/${id}` })).result as Data;

  it("is merged as the specification says, or refused in words without a trace", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(posts, { minLength: 1, maxLength: 4 }), async (all) => {
        const { _id } = await kernel.tasks.create("postuploader");
        for (const posted of all) {
          const before = await read(_id);
          const body = JSON.stringify(posted);
          const outcome = await answer({ method: "POST", target: `/project/data/${_id}`, body });
          expect(outcome.success).toBe(isStorable(body));
          const expected = outcome.success ? merged(before, JSON.parse(body) as Data) : before;
          expect(await read(_id)).toEqual({ ...(expected as Data), id: _id, type: before["type"] });
        }
        await kernel.tasks.delete(_id);
      }),
      { numRuns: 500 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(logged).toEqual([]);
  });
});
