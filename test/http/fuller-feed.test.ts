import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTaskPlugin, type JsonObject } from "../../src/kernel/index.js";
import { worlds } from "../api/fuller.js";

const world = worlds();
afterEach(() => world.close());

const TEXT = '<?xml version="1.0"?><rss version="2.0"><channel><title>T</title></channel></rss>';

/** A task type that has the field, and publishes nothing. */
const publisher = defineTaskPlugin({
  type: "scripted",
  words: "scripted",
  title: "Publisher",
  summary: "Has the field that publishes.",
  options: z.object({ linesFile: z.array(z.string()).default([]), publishFeed: z.string().default("none") }),
  inputs: ({ linesFile }) => linesFile,
  run: async () => {},
});

describe("the feed of a task", () => {
  it.each([
    ["rss", "feed.xml", "application/rss+xml; charset=utf-8"],
    ["atom", "atom.xml", "application/atom+xml; charset=utf-8"],
    ["json", "feed.json", "application/feed+json; charset=utf-8"],
  ])("is the file that its %s is kept in", async (publishFeed, path, type) => {
    const { ask, ran } = await world.start();
    const id = await ran([{ file: { path, text: TEXT, type: "text/html" } }], { publishFeed });
    const { status, headers, text } = await ask(`/task/feed/${id}`);
    expect([status, text, headers["content-type"]]).toEqual([200, TEXT, type]);
    expect(headers["content-disposition"]).toBe(`inline; filename="${path}"`);
    expect(headers["content-security-policy"]).toContain("sandbox");
  });

  it("is not sent again to a client that has it, and is to one that has another", async () => {
    const { ask, ran } = await world.start();
    const id = await ran([{ file: { path: "feed.xml", text: TEXT } }], { publishFeed: "rss" });
    const tag = (await ask(`/task/feed/${id}`)).headers["etag"]!;
    const same = await ask(`/task/feed/${id}`, { headers: { "if-none-match": tag } });
    expect([same.status, same.text, same.headers["etag"]]).toEqual([304, "", tag]);
    expect((await ask(`/task/feed/${id}`, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  it.each([
    [{ publishFeed: "rss" }, "The task has not published its feed yet. Run it first."],
    [{ publishFeed: "none" }, "The task publishes no feed. Set its publishFeed to rss, atom or json and run it."],
    [
      { publishFeed: "constructor" },
      "The task publishes no feed. Set its publishFeed to rss, atom or json and run it.",
    ],
    [{}, "The task publishes no feed. Set its publishFeed to rss, atom or json and run it."],
  ])("with %j and no file is missing in words", async (data, message) => {
    const { ask, ran } = await world.start({ kernel: { plugins: [publisher] } });
    const id = await ran([{ row: { a: 1 } }], data);
    expect((await ask(`/task/feed/${id}`)).envelope()).toEqual({ success: false, message, result: null });
  });

  it.each<JsonObject>([{}, { publishFeed: "rss" }])(
    "of a type without the field is none, with %j too",
    async (data) => {
      const { ask, ran } = await world.start();
      const id = await ran([{ row: { a: 1 } }], data);
      const rows = `/task/results/${id}?format=rss`;
      const message = `Only a task with the field publishFeed, such as an RSS scraper, publishes a feed, and this task is of the type "scripted". Get its rows with GET ${rows}.`;
      expect((await ask(`/task/feed/${id}`)).envelope()).toEqual({ success: false, message, result: null });
      expect((await ask(rows)).status).toBe(200);
    },
  );

  it("of no task is missing as the task is", async () => {
    const { ask } = await world.start();
    for (const path of ["/task/feed", "/task/feed/x", `/task/feed/${"0".repeat(24)}`]) {
      expect((await ask(path)).envelope().success).toBe(false);
    }
  });
});
