import { afterEach, describe, expect, it } from "vitest";
import { type DoubleAnswer, type ServiceDouble, serve } from "../../../test/doubles/translation-service.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import { createServiceClient, type ServiceLimits } from "./service-client.js";

const LIKE = { like: "a translation service", code: "TRANSLATION_FAILED" } as const;
const open: ServiceDouble[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function service(answer: Parameters<typeof serve>[0]) {
  const made = await serve(answer);
  open.push(made);
  return made;
}

/** A client that waits for nothing and remembers for how long it should have. */
function client(url: string, options: ServiceLimits & { headers?: Record<string, string> } = {}) {
  const waits: number[] = [];
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
  };
  const made = createServiceClient("Service", url, { ...LIKE, wait, ...options });
  const send = (signal = AbortSignal.timeout(10_000)) =>
    made.send({ method: "POST", path: "translate", body: { type: "application/json", text: '{"q":"a"}' } }, signal);
  return { send, waits };
}

async function failure(work: Promise<unknown>): Promise<ScriptoriumError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ScriptoriumError.is(error)) throw new Error("nothing of ours was thrown");
  expect(error.code).toBe("TRANSLATION_FAILED");
  return error;
}

it("sends what it is given below the path of the address and gives back the JSON", async () => {
  const { url, requests } = await service(() => ({ json: { done: true } }));
  const { send } = client(`${url}/deep/er`, { headers: { authorization: "Key abc" } });
  expect(await send()).toEqual({ status: 200, json: { done: true } });
  expect(requests).toMatchObject([{ method: "POST", path: "/deep/er/translate", text: '{"q":"a"}' }]);
  expect(requests[0]?.headers).toMatchObject({
    authorization: "Key abc",
    "content-type": "application/json",
    "accept-language": "en",
  });
});

it("an answer of 400 to 499 is for the caller to read, JSON or not", async () => {
  const json = await service(() => ({ status: 403, json: { error: "no" } }));
  expect(await client(json.url).send()).toEqual({ status: 403, json: { error: "no" } });
  const html = await service(() => ({ status: 404, text: "<title>none</title>" }));
  expect(await client(html.url).send()).toEqual({ status: 404, json: undefined });
});

describe("another attempt", () => {
  it.each([
    [429, "has had too many requests"],
    [503, "is not able to answer just now"],
    [529, "has had too many requests"],
  ])("is made twice after status %i, then the sentence says that it %s", async (status, problem) => {
    const { url, host, requests } = await service(() => ({ status, json: {} }));
    const { send, waits } = client(url);
    expect((await failure(send())).message).toBe(
      `Service at ${host} ${problem}. Try again later, or look into its log.`,
    );
    expect(requests).toHaveLength(3);
    expect(waits).toEqual([250, 1_000]);
  });

  it("after a dropped connection brings the answer", async () => {
    const { url, requests } = await service(() => (requests.length < 3 ? "drop" : { json: 1 }));
    expect((await client(url).send()).json).toBe(1);
  });

  it("waits as long as Retry-After asks for, in seconds or as a date", async () => {
    const headers = [{ "retry-after": "3" }, { "retry-after": new Date(Date.now() - 60_000).toUTCString() }];
    const { url, requests } = await service(() => {
      const asked = headers[requests.length - 1];
      return asked === undefined ? { json: 1 } : { status: 429, headers: asked, json: {} };
    });
    const { send, waits } = client(url);
    expect((await send()).json).toBe(1);
    expect(waits).toEqual([3_000, 0]);
  });

  it("is not made when the service asks for more than five seconds", async () => {
    const { url, requests } = await service(() => ({ status: 429, headers: { "retry-after": "60" }, json: {} }));
    expect((await failure(client(url).send())).message).toMatch(/Try again in 60 seconds\.$/);
    expect(requests).toHaveLength(1);
  });

  it.each([500, 502, 400, 413])("is not made after status %i", async (status) => {
    const { url, requests } = await service(() => ({ status, json: {} }));
    await client(url)
      .send()
      .catch(() => {});
    expect(requests).toHaveLength(1);
  });
});

describe("what fails", () => {
  it("a service that is not there is named by host and port, after three attempts", async () => {
    const gone = await serve(() => ({ json: 1 }));
    await gone.close();
    const { send, waits } = client(`${gone.url}/secret-path`);
    const error = await failure(send());
    expect(error.message).toBe(
      `Service at ${gone.host} refused the connection. Start it, or check its address and port.`,
    );
    expect(error.facts).toEqual({ service: "Service", host: gone.host, errno: "ECONNREFUSED" });
    expect(waits).toHaveLength(2);
  });

  it("a service that does not answer in time is asked once", async () => {
    const { url, requests } = await service(() => "hang");
    const error = await failure(client(url, { timeoutMs: 60 }).send());
    expect(error.message).toMatch(
      / did not answer within 0\.1 seconds\. Try again later, or raise timeoutMs of its adapter\.$/,
    );
    expect(requests).toHaveLength(1);
  });

  it.each([301, 302, 307, 308])("a redirect with status %i is not followed", async (status) => {
    const elsewhere = await service(() => ({ json: 1 }));
    const { url } = await service(() => ({ status, headers: { location: `${elsewhere.url}/x` }, text: "" }));
    expect((await failure(client(url).send())).message).toMatch(/redirects to another address/);
    expect(elsewhere.requests).toHaveLength(0);
  });

  it("an answer over the size limit is not read to its end", async () => {
    const { url } = await service(() => ({ json: "x".repeat(5_000) }));
    expect((await failure(client(url, { maxBytes: 4_000 }).send())).message).toMatch(/too large/);
    expect((await client(url, { maxBytes: 5_002 }).send()).json).toHaveLength(5_000);
  });

  it("a page for people is not taken for an answer", async () => {
    const { url } = await service(() => ({ text: "<!doctype html><title>Welcome</title>" }));
    expect((await failure(client(url).send())).message).toMatch(/not JSON/);
  });

  it("names no secret, path or word of the service", async () => {
    const secret = "hunter2";
    const answers: (DoubleAnswer | "drop")[] = [
      { status: 500, json: { error: `bad key ${secret}` } },
      { status: 429, json: { error: secret } },
      { status: 302, headers: { location: `/${secret}` }, text: secret },
      { text: secret },
      "drop",
    ];
    for (const answer of answers) {
      const { url } = await service(() => answer);
      const error = await failure(client(`${url}/${secret}`, { headers: { authorization: `Key ${secret}` } }).send());
      expect(JSON.stringify({ message: error.message, facts: error.facts })).not.toContain(secret);
    }
  });
});

describe("an abort", () => {
  it("before the call sends nothing", async () => {
    const { url, requests } = await service(() => ({ json: 1 }));
    const reason = new Error("enough");
    await expect(client(url).send(AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(requests).toHaveLength(0);
  });

  it("during the request rejects with its reason", async () => {
    const control = new AbortController();
    const reason = new Error("enough");
    const { url } = await service(() => {
      control.abort(reason);
      return "hang";
    });
    await expect(client(url).send(control.signal)).rejects.toBe(reason);
  });

  it("during the pause between two attempts rejects with its reason", async () => {
    const control = new AbortController();
    const reason = new Error("enough");
    const { url, requests } = await service(() => {
      setImmediate(() => control.abort(reason));
      return { status: 503, headers: { "retry-after": "5" }, json: {} };
    });
    const made = createServiceClient("Service", url, LIKE);
    await expect(made.send({ method: "GET", path: "" }, control.signal)).rejects.toBe(reason);
    expect(requests).toHaveLength(1);
  });

  it("while waiting for a place rejects with its reason and gives no place away", async () => {
    const first = new AbortController();
    const arrived = Promise.withResolvers<void>();
    const { url, requests } = await service(() => {
      arrived.resolve();
      return requests.length === 1 ? "hang" : { json: 1 };
    });
    const { send } = client(url, { concurrency: 1 });
    const hanging = send(first.signal);
    await arrived.promise;
    const waiting = new AbortController();
    const second = send(waiting.signal);
    const third = send();
    waiting.abort(new Error("enough"));
    await expect(second).rejects.toThrow("enough");
    first.abort(new Error("stop"));
    await expect(hanging).rejects.toThrow("stop");
    expect((await third).json).toBe(1);
  });
});

it("four requests run at once, and the others follow", async () => {
  const four = Promise.withResolvers<void>();
  const { url, requests, busiest } = await service(async () => {
    if (requests.length === 4) four.resolve();
    await four.promise;
    return { json: 1 };
  });
  const { send } = client(url);
  await Promise.all(Array.from({ length: 20 }, () => send()));
  expect(requests).toHaveLength(20);
  expect(busiest()).toBe(4);
});

it.each([
  "",
  "localhost:5000",
  "ftp://localhost/",
  "http://user:hunter2@localhost:5000",
  "http://localhost:5000/?api_key=hunter2",
  "http://localhost:5000/#x",
])("%j is refused as an address, and no secret in it is repeated", (url) => {
  expect(() => createServiceClient("Service", url, LIKE)).toThrow(
    expect.objectContaining({ code: "CONFIG_INVALID", message: expect.not.stringContaining("hunter2") }),
  );
});

it("an answer that asks for fewer requests has the code it is given, and the wait", async () => {
  const { url } = await service(() => ({ status: 429, headers: { "retry-after": "90" } }));
  const made = createServiceClient("Service", url, { ...LIKE, busyCode: "rate-limited" });
  const sent = made.send({ method: "GET", path: "" }, AbortSignal.timeout(10_000));
  await expect(sent).rejects.toMatchObject({ code: "rate-limited", facts: { status: 429, retryAfterSeconds: 90 } });
});
