import { afterEach, describe, expect, it } from "vitest";
import type { WebOptions } from "../../src/adapters/web/index.js";
import { jumpingClock } from "../doubles/jumping-clock.js";
import { article, type HostileWorld, hostileWorld } from "./web-world.js";

let world: HostileWorld;
afterEach(() => world.close());

async function open(options: WebOptions = {}): Promise<void> {
  world = await hostileWorld(options);
  world.answers.set("/good", article("Good"));
}

/** What is wrong, and what to do. */
const TWO_SENTENCES = /^\S.*[.!?] [A-Z].*\.$/s;

describe("F18: a server that accepts and is silent", () => {
  it("is a row with the reason, and the other lines are done", async () => {
    await open({ idleTimeoutMs: 100 });
    world.answers.set("/silent", () => {});
    const { task, rows } = await world.run("articledownloader", {
      urlsFile: [`${world.url}/silent`, `${world.url}/good`],
      concurrency: 1,
    });
    expect(task.status).toBe("complete");
    expect(rows).toMatchObject([{ error: expect.stringMatching(TWO_SENTENCES) as string }, { status: "ok" }]);
  });

  it("is left when the run is aborted, within a second", async () => {
    await open();
    const asked = Promise.withResolvers<void>();
    world.answers.set("/silent", () => asked.resolve());
    const { kernel } = world;
    const data = { urlsFile: [`${world.url}/silent`], requestDelayFrom: 0, requestDelayTo: 0 };
    const { _id } = await kernel.tasks.create("articledownloader", data);
    await kernel.tasks.run(_id);
    await asked.promise;
    const before = performance.now();
    await kernel.tasks.abort(_id);
    expect((await kernel.tasks.settled(_id)).status).toBe("aborted");
    expect(performance.now() - before).toBeLessThan(1000);
  });
});

it("F19: a connection that was kept and is closed between two pages loses no page", async () => {
  await open();
  let closed = 0;
  for (const name of ["One", "Two", "Three"]) {
    world.answers.set(`/${name}`, (request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(article(name), () => {
        closed += 1;
        request.socket.end();
      });
    });
  }
  const urls = ["One", "Two", "Three"].map((name) => `${world.url}/${name}`);
  const { rows } = await world.run("articledownloader", { urlsFile: urls, concurrency: 1, dedupeContent: "off" });
  expect(rows.map(({ status }) => status)).toEqual(["ok", "ok", "ok"]);
  expect(closed).toBe(3);
});

describe("F20: a name server", () => {
  const failing = (code: string) => async () => {
    throw Object.assign(new Error("no"), { code });
  };

  it("that knows no such name is not asked with every try, and the run says what is wrong", async () => {
    let asked = 0;
    await open({
      lookup() {
        asked += 1;
        return failing("ENOTFOUND")();
      },
    });
    const { task, rows } = await world.run("articledownloader", {
      urlsFile: ["http://nowhere.test/"],
      maxRetries: 3,
      respectRobots: false,
    });
    expect(task).toMatchObject({ status: "failed", error: { code: "no-network" } });
    expect(task.error?.message).toMatch(TWO_SENTENCES);
    expect(rows).toMatchObject([{ error: expect.stringMatching(TWO_SENTENCES) as string }]);
    expect(asked).toBeLessThanOrEqual(2);
  });

  it("that cannot answer for now is asked again", async () => {
    let asked = 0;
    await open({
      clock: jumpingClock(),
      async lookup() {
        asked += 1;
        if (asked < 3) return await failing("EAI_AGAIN")();
        return ["127.0.0.1"];
      },
    });
    const { port } = new URL(world.url);
    const urlsFile = [`http://later.test:${port}/good`];
    const { rows } = await world.run("articledownloader", { urlsFile, maxRetries: 3, respectRobots: false });
    expect(rows).toMatchObject([{ status: "ok" }]);
  });
});

describe("F21: a host that asks for a pause", () => {
  it.each([
    ["a number", "7"],
    ["a day that is over", "Thu, 01 Jan 1970 00:00:00 GMT"],
    ["less than nothing", "-5"],
    ["a word", "soon"],
    ["nothing", ""],
  ])("in the form of %s is asked again, and its page comes", async (_name, after) => {
    await open({ clock: jumpingClock() });
    let visits = 0;
    world.answers.set("/busy", (_request, response) => {
      visits += 1;
      if (visits > 1) response.writeHead(200, { "content-type": "text/html" }).end(article("Busy"));
      else response.writeHead(429, after === "" ? {} : { "retry-after": after }).end();
    });
    const { rows } = await world.run("articledownloader", { urlsFile: [`${world.url}/busy`], maxRetries: 2 });
    expect(rows).toMatchObject([{ status: "ok" }]);
    expect(visits).toBe(2);
  });

  it("of ten years is not waited for, and its pages are rows with the reason", async () => {
    const clock = jumpingClock();
    await open({ clock });
    world.answers.set(
      "/busy",
      (_request, response) => void response.writeHead(429, { "retry-after": "315360000" }).end(),
    );
    const { task, rows } = await world.run("articledownloader", { urlsFile: [`${world.url}/busy`], maxRetries: 1 });
    expect(task).toMatchObject({
      status: "failed",
      error: { code: "rate-limited", message: expect.stringMatching(TWO_SENTENCES) as string },
    });
    expect(rows).toMatchObject([{ status: "rate-limited", error: expect.stringMatching(TWO_SENTENCES) as string }]);
    expect(Math.max(0, ...clock.sleeps)).toBeLessThan(10 * 60_000);
  });
});

it("F22: one answer in three is a failure of the server, and every page comes", async () => {
  await open({ clock: jumpingClock() });
  let count = 0;
  const paths = Array.from({ length: 12 }, (_, number) => `/page${number}`);
  for (const path of paths) {
    world.answers.set(path, (_request, response) => {
      count += 1;
      if (count % 3 === 0) response.writeHead([500, 502, 504][(count % 9) / 3] ?? 500).end();
      else response.writeHead(200, { "content-type": "text/html" }).end(article(path));
    });
  }
  const urlsFile = paths.map((path) => world.url + path);
  const { task, rows } = await world.run("articledownloader", { urlsFile, maxRetries: 3, dedupeContent: "off" });
  expect(task.status).toBe("complete");
  expect(rows.map(({ status }) => status)).toEqual(paths.map(() => "ok"));
});
