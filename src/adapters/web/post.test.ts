import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { text as bodyOf } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Loopback, serveHttp } from "../../../test/doubles/loopback.js";
import { installed, microsocks, tinyproxy } from "../../../test/doubles/proxies.js";
import type { WebPost } from "../../kernel/providers.js";
import { createWeb } from "./index.js";

let site: Loopback;
let asked: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  asked = [];
  answer = (_request, response) => response.writeHead(200, { "content-type": "application/json" }).end('{"found":1}');
  site = await serveHttp(async (request, response) => {
    const body = await bodyOf(request);
    asked.push(`${request.method} ${request.url} ${request.headers["content-type"]} ${body}`);
    answer(request, response);
  });
  open.push(site);
});
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const post: WebPost = { type: "application/json", text: '{"id":"ä"}' };
const signal = new AbortController().signal;

function web(options: Parameters<typeof createWeb>[0] = { allowPrivate: ["127.0.0.1"] }) {
  const made = createWeb(options);
  open.push(made);
  return made;
}

it("a question is posted with its media type, and each time anew", async () => {
  const asking = web();
  for (let time = 0; time < 2; time += 1) {
    const page = await asking.fetch(`${site.url}/player`, { signal, post, session: { id: "a", cacheHours: 24 } });
    expect(page).toMatchObject({ status: 200, text: '{"found":1}', source: "network" });
  }
  const once = 'POST /player application/json {"id":"ä"}';
  expect(asked).toEqual([once, once]);
});

it("a redirect of a question is not followed, so that it goes to nobody else", async () => {
  answer = (_request, response) => response.writeHead(307, { location: "/elsewhere" }).end();
  await expect(web().fetch(`${site.url}/player`, { signal, post })).rejects.toMatchObject({ code: "FETCH_FAILED" });
  const page = await web().fetch(`${site.url}/player`, { signal, post, statuses: "any" });
  expect(page).toMatchObject({ status: 307, headers: { location: "/elsewhere" } });
  expect(asked.map((line) => line.split(" ")[1])).toEqual(["/player", "/player"]);
});

it("the rules of addresses and of robots.txt hold for it", async () => {
  await expect(web({}).fetch(`${site.url}/player`, { signal, post })).rejects.toMatchObject({
    code: "ADDRESS_REFUSED",
  });
  const strict = await serveHttp((_request, response) => response.end("User-agent: *\nDisallow: /"), { robots: true });
  open.push(strict);
  await expect(web().fetch(`${strict.url}/player`, { signal, post })).rejects.toMatchObject({ code: "ROBOTS_REFUSED" });
  expect(asked).toEqual([]);
});

it.skipIf(installed("tinyproxy") === undefined)("it goes through a proxy as it is", async () => {
  const proxy = await tinyproxy();
  open.push(proxy);
  const session = { id: "b", proxies: [`http://${proxy.host}`], respectRobots: false };
  const page = await web().fetch(`${site.url}/player`, { signal, post, session });
  expect(page.text).toBe('{"found":1}');
  expect(asked).toEqual(['POST /player application/json {"id":"ä"}']);
});

/** Announces nothing and closes each connection as soon as a second request comes over it. */
async function closesAfterOne(): Promise<Loopback> {
  const served = new WeakSet<Socket>();
  const server = await serveHttp(
    ({ socket, method, url }, response) => {
      if (served.has(socket)) return void socket.destroy();
      served.add(socket);
      response.end(url?.endsWith("/robots.txt") === true ? "" : method);
    },
    { robots: true },
  );
  open.push(server);
  return server;
}

describe("a connection that is closed at the moment it would be used again is no failure of a question", () => {
  const without = installed("microsocks") === undefined;
  it("to the site", async () => {
    const closing = await closesAfterOne();
    expect((await web().fetch(`${closing.url}/player`, { signal, post })).text).toBe("POST");
  });

  it("to a proxy", async () => {
    const closing = await closesAfterOne();
    const session = { id: "c", proxies: [`http://${closing.host}`] };
    expect((await web().fetch(`${site.url}/player`, { signal, post, session })).text).toBe("POST");
  });

  it.skipIf(without)("to the site through a proxy", async () => {
    const [closing, proxy] = [await closesAfterOne(), await microsocks()];
    open.push(proxy);
    const session = { id: "d", proxies: [`socks5://${proxy.host}`] };
    expect((await web().fetch(`${closing.url}/player`, { signal, post, session })).text).toBe("POST");
  });
});
