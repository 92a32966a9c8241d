import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
  createClient,
  NotReachableError,
  type ScriptoriumClientError,
  TimeoutError,
  UnavailableError,
  UnexpectedReplyError,
} from "../../src/client.js";
import { servers, written } from "../api/server.js";

/** Wide enough for a machine with much to do. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 10_000 });

const open = servers();
const more: Server[] = [];
afterEach(async () => {
  await open.close();
  for (const server of more.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The address of a server that answers so. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  more.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ENVELOPE = '{"success":true,"message":null,"result":["a"]}';
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const errorOf = (call: Promise<unknown>): Promise<ScriptoriumClientError> =>
  call.then(
    () => Promise.reject(new Error("The call succeeded.")),
    (error) => error,
  );

describe("a server that is gone", () => {
  it("is named in words that are always the same", async () => {
    const address = await answering(() => {});
    more.pop()!.close();
    const client = createClient({ url: address, retries: 1, apiKey: "secret key" });
    const error = await errorOf(client.test());
    expect(error).toBeInstanceOf(NotReachableError);
    expect(error).toMatchObject({ code: "NOT_REACHABLE", status: 0 });
    expect(error.message).toBe(
      `The server at ${address} could not be reached, or the connection was lost. Check the address, and whether the server runs.`,
    );
    expect(error.cause).toBeInstanceOf(Error);
    expect(await errorOf(Array.fromAsync(client.events()))).toBeInstanceOf(NotReachableError);
    expect(await errorOf(client.file("a", "b"))).toBeInstanceOf(NotReachableError);
  });

  it("is asked again by calls that only read, so many times", async () => {
    const asked: string[] = [];
    const address = await answering(({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      if (asked.length < 3) response.destroy();
      else response.writeHead(200, JSON_TYPE).end(ENVELOPE);
    });
    expect(await createClient({ url: address }).groups()).toEqual(["a"]);
    expect(asked).toEqual(Array(3).fill("GET /task/groups"));
  });

  it("is never asked again by a call that acts", async () => {
    const asked: string[] = [];
    const address = await answering(({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      response.destroy();
    });
    const client = createClient({ url: address });
    for (const call of [
      () => client.create("webcrawler"),
      () => client.run("1"),
      () => client.delete("1"),
      () => client.duplicate("1"),
      () => client.setData("1", {}),
      () => client.spin({ text: "a" }),
      () => client.webhooks.delete("1"),
    ]) {
      expect(await errorOf(call())).toBeInstanceOf(NotReachableError);
    }
    expect(asked.length).toBe(7);
  });

  it("is not taken for one that has sent all: a list that breaks off is an error", async () => {
    let asked = 0;
    const address = await answering((_request, response) => {
      asked += 1;
      response.writeHead(200, { ...JSON_TYPE, "content-length": "1000" });
      response.write('{"success":true,"message":null,"result":[1,2,', () => response.destroy());
    });
    expect(await errorOf(createClient({ url: address, retries: 1 }).summaries())).toBeInstanceOf(NotReachableError);
    expect(asked).toBe(2);
  });
});

describe("another server at the address", () => {
  it.each([
    ["a page", 200, { "content-type": "text/html" }, "<h1>Hello</h1>"],
    ["a page that is missing", 404, { "content-type": "text/html; charset=utf-8" }, "<h1>Not found</h1>"],
    ["nothing", 204, {}, ""],
    ["other JSON", 200, JSON_TYPE, '{"ok":true}'],
    ["null", 200, JSON_TYPE, "null"],
    ["half an envelope", 200, JSON_TYPE, ENVELOPE.slice(0, 20)],
    ["a redirect", 302, { location: "/elsewhere" }, ""],
  ])("answers with %s, and is not believed", async (_what, status, headers, body) => {
    const address = await answering((_request, response) => response.writeHead(status, headers).end(body));
    const client = createClient({ url: address });
    for (const call of [
      () => client.test(),
      () => client.setData("1", {}),
      () => client.zip("1"),
      () => Array.fromAsync(client.events()),
    ]) {
      const error = await errorOf(call());
      expect(error).toBeInstanceOf(UnexpectedReplyError);
      expect(error.code).toBe("UNEXPECTED_REPLY");
      expect(error.message).toContain(`What answers at ${address} is no such server (${status}, `);
    }
  });

  it("may be a proxy that cannot reach the server", async () => {
    const address = await answering((_request, response) =>
      response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>"),
    );
    expect(await errorOf(createClient({ url: address }).test())).toMatchObject({
      name: "UnavailableError",
      status: 502,
    });
    expect(await errorOf(createClient({ url: address }).test())).toBeInstanceOf(UnavailableError);
  });

  it("says no codes when it is an older one", async () => {
    const address = await answering(({ url }, response) =>
      response
        .writeHead(url === "/status" ? 404 : 200, JSON_TYPE)
        .end('{"success":false,"message":"The task could not be found.","result":null}'),
    );
    const client = createClient({ url: address });
    expect(await errorOf(client.data("1"))).toMatchObject({
      name: "RefusedError",
      code: "UNKNOWN",
      message: "The task could not be found.",
    });
    expect(await errorOf(client.serverStatus())).toMatchObject({ name: "UnsupportedError" });
  });
});

describe("time and signals", () => {
  it("a call that takes too long ends, and its connection with it", async () => {
    let gone = false;
    const address = await answering((request) => {
      request.once("close", () => {
        gone = true;
      });
    });
    const client = createClient({ url: address, timeoutMs: 30 });
    const error = await errorOf(client.summaries());
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error.message).toBe(
      `The server at ${address} did not answer within 0.03 seconds. Ask again later, or give it more time.`,
    );
    await eventually(() => gone).toBe(true);
    expect(await errorOf(client.spin({ text: "a" }, { timeoutMs: 10 }))).toMatchObject({ code: "TIMEOUT" });
  });

  it("a signal ends a call in the middle with its reason, that of the client too, and leaves no listener", async () => {
    const address = await answering((_request, response) => {
      response.writeHead(200, JSON_TYPE);
      response.write('{"success":true,"message":null,"result":["');
    });
    const control = new AbortController();
    const client = createClient({ url: address, signal: control.signal });
    const own = new AbortController();
    const first = errorOf(client.groups({ signal: own.signal }));
    own.abort("no more");
    expect(await first).toBe("no more");
    const second = errorOf(client.groups());
    const reason = new Error("the end");
    control.abort(reason);
    expect(await second).toBe(reason);
    expect(await errorOf(client.test())).toBe(reason);
    expect(await Array.fromAsync(client.events())).toEqual([]);
  });

  it("a signal ends the wait between two attempts", async () => {
    const address = await answering((_request, response) => response.destroy());
    const control = new AbortController();
    const call = errorOf(createClient({ url: address, retries: 1000 }).groups({ signal: control.signal }));
    setTimeout(() => control.abort("no more"), 20);
    expect(await call).toBe("no more");
  });

  it("a file may take longer than the limit once it has begun, and ends with the signal", async () => {
    const address = await answering((_request, response) => {
      response.writeHead(200, { "content-type": "text/plain", "content-disposition": "attachment" });
      response.write("a");
      setTimeout(() => response.write("b"), 120);
    });
    const control = new AbortController();
    const client = createClient({ url: address, timeoutMs: 100 });
    const reader = (await client.file("1", "a.txt", { signal: control.signal })).body!.getReader();
    expect([(await reader.read()).value?.[0], (await reader.read()).value?.[0]]).toEqual([97, 98]);
    const rest = errorOf(reader.read());
    control.abort(new Error("enough"));
    expect(await rest).toBeInstanceOf(Error);
  });
});

describe("settings", () => {
  it("that cannot work are refused at once, without a secret in the words", () => {
    for (const url of ["localhost:8008", "ftp://localhost", "http://anna:secret@localhost", "nothing"]) {
      expect(() => createClient({ url })).toThrow(TypeError);
      expect(() => createClient({ url })).not.toThrow(/secret/);
    }
    expect(() => createClient({ apiKey: "line\nend" })).toThrow(TypeError);
  });

  it("may name a server below a path", async () => {
    const asked: string[] = [];
    const address = await answering(({ url }, response) => {
      asked.push(url!);
      response.writeHead(200, JSON_TYPE).end(ENVELOPE);
    });
    await createClient({ url: new URL("/engine/", address) }).groups();
    expect(asked).toEqual(["/engine/task/groups"]);
  });

  it("lists as large as they come are read whole, and rows a page at a time", async () => {
    const api = await open.start();
    const client = createClient({ url: api.address });
    const keywords = Array.from({ length: 3000 }, (_, number) => `word ${number}`);
    const id = await written(api, keywords);
    let count = 0;
    for await (const { keyword } of client.rows<{ keyword: string }>(id)) {
      expect(keyword).toBe(keywords[count]);
      count += 1;
    }
    expect(count).toBe(3000);
    expect((await client.results(id, { limit: 5000 })).rows.length).toBe(3000);
  });
});
