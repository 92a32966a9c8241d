import { expect, it, onTestFinished } from "vitest";
import { jumpingClock } from "../../../test/doubles/jumping-clock.js";
import { serveHttp } from "../../../test/doubles/loopback.js";
import type { Wait, WebSession } from "../../kernel/index.js";
import { createWeb } from "./web.js";

/** A provider whose time passes only by waiting, with the waits that are reported to the run "run". */
function watched() {
  const clock = jumpingClock();
  const web = createWeb({ allowPrivate: ["127.0.0.1"], clock, random: () => 0.5 });
  onTestFinished(() => web.close());
  const waits: Wait[] = [];
  web.watch("run", (wait) => waits.push(wait));
  const get = (url: string, session: Partial<WebSession> = {}) =>
    web.fetch(url, { signal: AbortSignal.timeout(10_000), session: { id: "run", ...session } });
  return { web, clock, waits, get };
}

/** Answers with these statuses in turn and a Retry-After where there is one, the last for ever. */
async function answering(...answers: readonly (readonly [status: number, retryAfter?: string])[]) {
  let asked = 0;
  const server = await serveHttp((_request, response) => {
    const [status, retryAfter] = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter }).end("page");
  });
  onTestFinished(() => server.close());
  return server;
}

it.each([403, 429, 500, 503])(
  "a wait for a host that answered %s with Retry-After is told with its end",
  async (status) => {
    const { clock, waits, get } = watched();
    const server = await answering([status, "40"], [200]);
    const until = new Date(clock.now().getTime() + 40_000).toISOString();
    expect((await get(server.url, { retries: 1 })).status).toBe(200);
    expect(waits).toEqual([{ for: server.host, until, because: `it answered ${status}` }]);
  },
);

it("the wait that the request of another began is reported to a run, and not to one that nobody watches", async () => {
  const { web, waits, get } = watched();
  const server = await answering([429, "40"], [200]);
  await expect(get(server.url, { id: "other" })).rejects.toMatchObject({ code: "FETCH_LIMITED" });
  await Promise.all([get(server.url, { id: "other" }), get(server.url)]);
  expect(waits.map(({ because }) => because)).toContain("it answered 429");
  const count = waits.length;
  await web.forget("run");
  const again = await answering([429, "40"], [200]);
  await get(again.url, { retries: 1 });
  expect(waits).toHaveLength(count);
});

it("a pause between two requests is told when it is long", async () => {
  const { waits, get } = watched();
  const server = await answering([200]);
  for (let pages = 0; pages < 2; pages += 1) await get(server.url, { delayMs: [2000, 2000] });
  expect(waits).toEqual([]);
  await get(server.url, { delayMs: [30_000, 30_000] });
  expect(waits).toMatchObject([{ for: server.host, because: "a request every 30 s" }]);
});

it("a pause before the next try is told", async () => {
  const { waits, get } = watched();
  const server = await answering([500], [500], [500], [500], [200]);
  await get(server.url, { retries: 4 });
  expect(waits.length).toBeGreaterThan(0);
  expect(waits.every(({ because }) => because === "it answered 500")).toBe(true);
});

it.each([400, 401, 404, 410])(
  "an answer of %s is not a matter of the host, whatever its Retry-After",
  async (status) => {
    const { clock, get } = watched();
    const server = await answering([status, "40"], [200]);
    await expect(get(server.url, { retries: 1 })).rejects.toMatchObject({ facts: { status } });
    expect((await get(server.url)).status).toBe(200);
    expect(clock.sleeps).toEqual([]);
  },
);
