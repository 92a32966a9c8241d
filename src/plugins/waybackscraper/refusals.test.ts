import { expect, it } from "vitest";
import type { Capture, Refusal } from "../../../test/web/archive-server.js";
import { type ArchiveWorld, archiveWorld } from "../../../test/web/archive-world.js";
import { type Clock, systemClock, type Task } from "../../kernel/index.js";

const at = "20100101000000";
const pages = (count: number, host = "shop.test"): Capture[] =>
  Array.from({ length: count }, (_, index) => ({
    original: `http://${host}/${String(index).padStart(3, "0")}`,
    timestamp: at,
    body: `<title>${index}</title>`,
  }));

/** A clock on which nobody sleeps for long. */
const quick: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms >= 5000 ? 5 : ms, signal) };

/** How long it said that it waits, in order. */
async function pauses(world: ArchiveWorld, task: Task): Promise<string[]> {
  return (await world.log(task)).flatMap((message) => /the next try is in (.*)\.$/.exec(message)?.[1] ?? []);
}

async function failed(world: ArchiveWorld, data: Record<string, string | number | string[]> = {}) {
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "raw", ...data });
  const { status, error } = await world.run(task);
  expect(status).toBe("failed");
  return { task, code: error?.code, message: error?.message.replaceAll(world.archive.host, "archive.test") };
}

it("says that there is no way to the archive, and to which list", async () => {
  await using world = await archiveWorld([]);
  world.archive.refuse({ kind: "closed" });
  await fetch(world.archive.url).catch(() => {});
  expect(await failed(world)).toMatchObject({
    code: "no-network",
    message:
      "archive.test could not be reached (ECONNREFUSED); the list of copies for shop.test was not loaded and nothing was saved.",
  });
  const several = await failed(world, { domainsFile: ["a.test", "b.test", "c.test"] });
  expect(several).toMatchObject({
    code: "no-network",
    message: expect.stringContaining(
      "the list of copies for a.test and 2 others was not loaded and nothing was saved.",
    ),
  });
  expect(await world.rows(several.task)).toHaveLength(3);
});

it.each<[Refusal, string, RegExp]>([
  [{ kind: "status", status: 429 }, "rate-limited", /refusing requests \(status 429\); the list of copies/],
  [{ kind: "status", status: 429, retryAfter: "1200" }, "rate-limited", /refusing requests \(status 429\)/],
  [{ kind: "status", status: 503 }, "rate-limited", /refusing requests \(status 503\).*Run again later/],
  [{ kind: "reset" }, "no-network", /could not be reached \(ECONNRESET\)/],
  [{ kind: "page" }, "blocked", /did not answer with a list; .*nothing was saved/],
  [{ kind: "truncated" }, "blocked", /did not answer with a list/],
  [{ kind: "excluded", by: "owner" }, "blocked", /does not show its copies, because the site was excluded/],
  [{ kind: "excluded", by: "robots" }, "robots", /because of the robots\.txt of the site/],
])("says in words what it means when the list answers with %j", async (refusal, code, message) => {
  await using world = await archiveWorld(pages(3));
  world.archive.refuse(refusal, { on: "list" });
  expect(await failed(world)).toMatchObject({ code, message: expect.stringMatching(message) });
});

it("fails where nothing is at archiveUrl", async () => {
  await using world = await archiveWorld(pages(3));
  const { code, message } = await failed(world, { archiveUrl: `${world.archive.url}/nope` });
  expect([code, message]).toEqual(["bad-input", expect.stringMatching(/status 404 .*Check archiveUrl/)]);
});

it("gives up on a list that does not come in time", async () => {
  await using world = await archiveWorld(pages(3));
  world.archive.refuse({ kind: "slow", ms: 400 }, { on: "list" });
  const { code, message } = await failed(world, { requestTimeout: 0.2 });
  expect([code, message]).toEqual(["rate-limited", expect.stringContaining("no answer in time")]);
});

it("respects the robots.txt of the archive", async () => {
  await using world = await archiveWorld(pages(3), { robots: "User-agent: *\nDisallow: /" });
  expect((await failed(world)).code).toBe("robots");
  expect(world.archive.requests).toEqual(["/robots.txt"]);
});

it.each<Refusal>([{ kind: "closed" }, { kind: "status", status: 429 }])(
  "stops when the archive shuts everybody out with %j, and goes on where it was",
  async (refusal) => {
    await using world = await archiveWorld(pages(9));
    world.archive.refuse(refusal, { on: "copies", after: 4 });
    const { task, code, message } = await failed(world);
    expect([code, message]).toEqual([
      "rate-limited",
      "archive.test is refusing connections after 4 of 9 pages. Progress is saved; run again later to go on.",
    ]);
    const files = Object.keys(await world.files(task));
    expect(files.filter((path) => path.startsWith("site/"))).toHaveLength(4);
    expect(files).toContain("cdx.jsonl");

    await world.archive.open();
    const before = world.archive.requests.length;
    expect((await world.run(task)).status).toBe("complete");
    const after = world.archive.requests.slice(before);
    expect(after.filter((path) => path.startsWith("/cdx/"))).toEqual([]);
    expect(after.filter((path) => path.startsWith("/web/"))).toHaveLength(5);
    const rows = (await world.rows(task)).filter(({ timestamp }) => timestamp !== "");
    expect(rows.map(({ original }) => original)).toEqual(pages(9).map(({ original }) => original));
  },
);

it("adds up the pages of all lines when the archive refuses in the midst of them", async () => {
  await using world = await archiveWorld([...pages(4, "a.test"), ...pages(5, "b.test")]);
  world.archive.refuse({ kind: "status", status: 429 }, { on: "copies", after: 2 });
  const { message } = await failed(world, { domainsFile: ["a.test", "b.test"] });
  expect(message).toBe(
    "archive.test is refusing connections after 2 of 9 pages. Progress is saved; run again later to go on.",
  );
});

it("passes over pages that the archive cannot give, and stops when it gives none", async () => {
  await using world = await archiveWorld(pages(6));
  world.archive.refuse({ kind: "status", status: 503 }, { on: "copies", after: 1, times: 2 });
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "raw" });
  expect((await world.run(task)).status).toBe("complete");
  expect((await world.rows(task)).map(({ error }) => error !== "")).toEqual([false, true, true, false, false, false]);
  const log = await world.log(task);
  expect(log).toContain("2 of the 6 copies of shop.test could not be fetched. Their rows say why.");
  expect(log.join("\n")).toContain("http://shop.test/001: ");

  world.archive.refuse({ kind: "page" }, { on: "copies", after: 1, times: 3 });
  const { message } = await failed(world);
  expect(message).toContain("after 1 of 6 pages");
});

it("waits longer and longer for an archive that refuses, and continues when it answers", async () => {
  await using world = await archiveWorld(pages(3), { clock: quick });
  world.archive.refuse({ kind: "status", status: 429 }, { on: "copies", after: 1, times: 3 });
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "raw", maxRetries: 3 });
  expect((await world.run(task)).status).toBe("complete");
  expect(await pauses(world, task)).toEqual(["60 seconds", "120 seconds", "240 seconds"]);
});

it("does not wait again for an archive that every pause was in vain for", async () => {
  await using world = await archiveWorld([...pages(2, "a.test"), ...pages(2, "b.test")], { clock: quick });
  world.archive.refuse({ kind: "reset" }, { on: "list" });
  const { task } = await failed(world, { domainsFile: ["a.test", "b.test"], maxRetries: 2 });
  expect(await pauses(world, task)).toEqual(["10 seconds", "20 seconds"]);
});

it("waits as long as a Retry-After asks", async () => {
  await using world = await archiveWorld(pages(2), { clock: quick });
  world.archive.refuse({ kind: "status", status: 503, retryAfter: "1" }, { on: "list", times: 1 });
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "raw", maxRetries: 1 });
  expect((await world.run(task)).status).toBe("complete");
  expect(await pauses(world, task)).toEqual(["a second"]);
});

it("continues after an abort without asking for a finished page again", async () => {
  await using world = await archiveWorld(pages(8));
  world.archive.refuse({ kind: "slow", ms: 10_000 }, { on: "copies", after: 5 });
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "raw" });
  await world.kernel.tasks.run(task._id);
  await world.archive.asked(6);
  await world.kernel.tasks.abort(task._id);
  expect((await world.kernel.tasks.settled(task._id)).status).toBe("aborted");
  expect(await world.rows(task)).toHaveLength(5);

  await world.archive.open();
  const before = world.archive.requests.length;
  expect((await world.run(task)).status).toBe("complete");
  const after = world.archive.requests.slice(before).filter((path) => !path.startsWith("/robots"));
  expect(after.map((path) => path.slice(-3))).toEqual(["005", "006", "007"]);
  expect((await world.rows(task)).map(({ original }) => original)).toEqual(pages(8).map(({ original }) => original));
});

it("asks again when the resumed run has other settings", async () => {
  await using world = await archiveWorld(pages(4));
  world.archive.refuse({ kind: "status", status: 429 }, { on: "copies", after: 2 });
  const { task } = await failed(world);
  await world.archive.open();
  await world.kernel.tasks.patch(task._id, { maxPages: 3 });
  expect((await world.run(task)).status).toBe("complete");
  expect(world.archive.lists()).toHaveLength(2);
});

it("tries again what it could not save at all when the run is run again", async () => {
  await using world = await archiveWorld(pages(2));
  world.archive.forget("http://shop.test/000", at);
  world.archive.forget("http://shop.test/001", at);
  const { task, code } = await failed(world);
  expect(code).toBe("empty-result");
  expect((await world.run(task)).status).toBe("failed");
  expect(world.archive.copies()).toHaveLength(4);
  expect(world.archive.lists()).toHaveLength(1);
});

it("keeps the names of articles apart over an interruption", async () => {
  const captures = ["a", "b"].map((name) => ({
    original: `http://shop.test/${name}`,
    timestamp: at,
    body: `<title>Same</title><article>${`<p>The page ${name} says a thing or two about the old garden and what grows there.</p>`.repeat(9)}</article>`,
  }));
  await using world = await archiveWorld(captures);
  world.archive.refuse({ kind: "status", status: 429 }, { on: "copies", after: 1 });
  const { task } = await failed(world, { saveAs: "article" });
  await world.archive.open();
  expect((await world.run(task)).status).toBe("complete");
  const files = await world.files(task);
  const names = Object.keys(files).filter((path) => path.startsWith("articles/"));
  expect(names).toEqual([expect.stringMatching(/same-[0-9a-f]{8}\.txt$/), "articles/same.txt"]);
  expect(files["articles/same.txt"]).toContain("page a");
});

it("says what is wrong with all lines when it is the lines", async () => {
  await using world = await archiveWorld([]);
  const { code, message } = await failed(world, { domainsFile: ["two words", "http://", "ftp://a.test"] });
  expect([code, message]).toEqual([
    "bad-input",
    expect.stringMatching(/^None of the 3 lines could be used: "two words"/),
  ]);
});

it("says at its beginning that there is no such recording, and neither waits for it nor blames the archive", async () => {
  await using world = await archiveWorld(pages(1));
  const { task, code, message } = await failed(world, { replayRunId: "a".repeat(24), maxRetries: 3 });
  expect({ code, message }).toEqual({
    code: "bad-input",
    message: expect.stringMatching(/^There is no recorded run "a{24}" of this task\./),
  });
  expect(await pauses(world, task)).toEqual([]);
  expect(world.archive.requests).toEqual([]);
});
