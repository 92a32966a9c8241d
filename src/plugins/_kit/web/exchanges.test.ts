import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../../test/any-character.js";
import { cannedWeb } from "../../../adapters/doubles/index.js";
import { ScriptoriumError, type WebPage, type WebProvider, type WebRequest } from "../../../kernel/index.js";
import { exchangeName, type RecordedExchange, recordedWeb, replayedWeb } from "./exchanges.js";

const signal = new AbortController().signal;

function recording() {
  const files = new Map<string, string>();
  return {
    files,
    put: (name: string, content: string) => void files.set(name, content),
    read: (name: string) => files.get(name),
    exchanges: () => [...files.values()].map((content) => JSON.parse(content) as RecordedExchange),
  };
}

/** A web of which each asking gets the next of these answers. */
function answering(...answers: (WebPage | Error)[]): WebProvider {
  return {
    async fetch() {
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error("nothing left");
      return answer;
    },
  };
}

const page = (more: Partial<WebPage> = {}): WebPage => ({
  url: "https://a.test/",
  status: 200,
  mediaType: "text/html",
  text: "<p>one</p>",
  bytes: 10,
  ...more,
});

/** What came of an asking, to be compared. */
const outcome = async (asking: Promise<unknown>) =>
  await asking.catch((error: unknown) => {
    if (!ScriptoriumError.is(error)) throw error;
    const { code, message, facts } = error;
    return { code, message, facts };
  });

describe("what was recorded", () => {
  it("is replayed without a network, failures and robots answers as well", async () => {
    const kept = recording();
    const site = cannedWeb({ "https://a.test/": "<p>a</p>" });
    const robots = { allowed: false, crawlDelay: 2, sitemaps: ["https://a.test/s.xml"] };
    const web = recordedWeb({ ...site, fetch: site.fetch, robots: async () => robots }, kept.put);
    const asked = async (provider: WebProvider) => [
      await provider.fetch("https://a.test/", { signal }),
      await outcome(provider.fetch("https://nowhere.test/", { signal })),
      await provider.robots?.("https://a.test/", { signal }),
    ];
    const first = await asked(web);
    expect(site.requests).toHaveLength(2);
    const again = await asked(replayedWeb(kept.read));
    expect(again).toEqual([{ ...(first[0] as WebPage), source: "recording" }, ...first.slice(1)]);
    expect(first[2]).toEqual(robots);
  });

  it("where a provider knows no robots rules everything was allowed", async () => {
    const kept = recording();
    await recordedWeb(answering(), kept.put).robots?.("https://a.test/", { signal });
    expect(await replayedWeb(kept.read).robots?.("https://a.test/", { signal })).toEqual({
      allowed: true,
      sitemaps: [],
    });
  });

  it("keeps several answers of one address apart, in the order they were asked for", async () => {
    const kept = recording();
    const busy = new ScriptoriumError("FETCH_LIMITED", "Too many. Wait.", { retryAfterSeconds: 3 });
    const web = recordedWeb(answering(page({ text: "1" }), busy, page({ text: "3" })), kept.put);
    const ask = (provider: WebProvider) => outcome(provider.fetch("https://a.test/", { signal }));
    const first = [await ask(web), await ask(web), await ask(web)];
    const replay = replayedWeb(kept.read);
    const again = [await ask(replay), await ask(replay), await ask(replay)];
    const source = "recording";
    expect(again).toEqual([{ ...(first[0] as WebPage), source }, first[1], { ...(first[2] as WebPage), source }]);
    expect(await ask(replay)).toMatchObject({
      code: "FETCH_FAILED",
      message:
        "The recording does not hold a 4th answer for https://a.test/. Run it again without replayRunId, or with the settings it was recorded with.",
    });
  });

  it("answers only the question that was asked", async () => {
    const kept = recording();
    await recordedWeb(answering(page()), kept.put).fetch("https://a.test/?token=hunter2", { signal });
    const replay = replayedWeb(kept.read);
    const others: [string, Partial<WebRequest>][] = [
      ["https://a.test/", {}],
      ["https://a.test/?token=hunter2", { as: "bytes" }],
      ["https://a.test/?token=hunter2", { headers: { accept: "text/plain" } }],
      ["https://a.test/?token=hunter2", { unless: { etag: '"1"' } }],
    ];
    for (const [url, request] of others) {
      const failed = await outcome(replay.fetch(url, { ...request, signal }));
      expect(failed).toMatchObject({ code: "FETCH_FAILED", facts: { errno: "NOT_RECORDED", url: "https://a.test/" } });
      expect(JSON.stringify(failed)).not.toContain("hunter2");
    }
    expect(await replay.fetch("https://a.test/?token=hunter2", { signal })).toMatchObject({ text: "<p>one</p>" });
  });

  it("holds no cookie, password or proxy", async () => {
    const kept = recording();
    const headers = { "Set-Cookie": "hunter2", "proxy-authenticate": "hunter2", authorization: "hunter2", etag: "1" };
    await recordedWeb(answering(page({ headers })), kept.put).fetch("https://a.test/", {
      signal,
      headers: { Authorization: "Bearer hunter2", "X-Key": "hunter2", "Accept-Language": "de" },
      session: {
        id: "run",
        cookies: ["https://a.test/ a=hunter2"],
        proxies: ["http://ann:hunter2@proxy.test"],
        headers: { Cookie: "hunter2", accept: "text/html" },
      },
    });
    const refused = "https://ann:hunter2@a.test/";
    await outcome(recordedWeb(cannedWeb({}), kept.put).fetch(refused, { signal }));
    expect(await outcome(replayedWeb(kept.read).fetch(refused, { signal }))).toMatchObject({
      facts: { errno: "ENOTFOUND" },
    });
    expect(JSON.stringify(kept.exchanges())).not.toContain("hunter2");
    expect(kept.exchanges()).toMatchObject([
      { version: 1, what: "page", number: 0, request: { headers: { accept: "text/html", "accept-language": "de" } } },
      { url: "https://a.test/", error: { code: "FETCH_FAILED" } },
    ]);
    for (const name of kept.files.keys()) expect(name).toMatch(/^[0-9a-f]{32}\.json$/);
  });

  it("holds nothing of what was aborted", async () => {
    const kept = recording();
    const control = new AbortController();
    control.abort(new ScriptoriumError("FETCH_FAILED", "Stopped."));
    const asking = recordedWeb(cannedWeb({ "https://a.test/": "a" }), kept.put).fetch("https://a.test/", control);
    await expect(asking).rejects.toThrow("Stopped.");
    await expect(replayedWeb(kept.read).fetch("https://a.test/", control)).rejects.toThrow("Stopped.");
    expect(kept.files.size).toBe(0);
  });

  it.each([
    ["no JSON", "{"],
    ["another format", '{"version":2,"url":"https://a.test/","page":{}}'],
    ["no answer", '{"version":1,"url":"https://a.test/"}'],
    ["an answer of another form", '{"version":1,"url":"https://a.test/","page":{"url":1}}'],
    ["a page without its status", '{"version":1,"url":"https://a.test/","page":{"url":"","mediaType":"","text":""}}'],
    ["a list", "[]"],
  ])("that is %s by now cannot be read", async (_name, content) => {
    const failed = await outcome(replayedWeb(() => content).fetch("https://a.test/", { signal }));
    expect(failed).toMatchObject({ code: "FETCH_FAILED", message: expect.stringContaining("cannot be read") });
  });

  it("is replayed equal, whatever page or error it is", async () => {
    const text = fc.string({ unit: anyCharacter });
    const pages = fc.record(
      {
        url: fc.constantFrom("https://a.test/", "https://b.test/\u00e4?c=d"),
        status: fc.integer({ min: 200, max: 599 }),
        mediaType: text,
        text,
        bytes: fc.nat(),
        body: fc.uint8Array(),
        headers: fc.dictionary(fc.constantFrom("etag", "vary", "x-a", "link", "date"), text),
        redirects: fc.array(
          fc.record({
            url: fc.constantFrom("https://a.test/", "https://b.test/\u00e4?c=d"),
            status: fc.constantFrom(301, 302),
          }),
        ),
        fetchedAt: text,
        refusal: fc.record({ kind: fc.constantFrom("captcha" as const, "block" as const), by: text }),
      },
      { requiredKeys: ["url", "status", "mediaType", "text", "bytes"] },
    );
    const errors = fc
      .record({
        message: text,
        facts: fc.dictionary(fc.constantFrom("url", "errno", "status", "limit"), fc.jsonValue({ maxDepth: 2 })),
      })
      .map(({ message, facts }) => new ScriptoriumError("FETCH_FAILED", message, facts));
    const request = fc.record(
      { as: fc.constantFrom("text" as const, "bytes" as const), maxBytes: fc.nat(), redirects: fc.nat(20) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.oneof(pages, errors), request), { maxLength: 5 }), async (happenings) => {
        const kept = recording();
        const web = recordedWeb(answering(...happenings.map(([answer]) => answer as WebPage | Error)), kept.put);
        const replay = replayedWeb(kept.read);
        for (const [, asked] of happenings) await outcome(web.fetch("https://a.test/", { ...asked, signal }));
        for (const [answer, asked] of happenings) {
          const expected =
            answer instanceof Error ? await outcome(Promise.reject(answer)) : { ...answer, source: "recording" };
          const seen = await outcome(replay.fetch("https://a.test/", { ...asked, signal }));
          expect(JSON.parse(JSON.stringify(seen))).toEqual(JSON.parse(JSON.stringify(expected)));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("has distinct names for questions and their numbers", () => {
    const question = { what: "page", url: "https://a.test/", request: {} } as const;
    const names = [
      exchangeName(question, 0),
      exchangeName(question, 1),
      exchangeName({ ...question, what: "robots" }, 0),
      ...["a", "b"].map((text) =>
        exchangeName({ ...question, request: { post: { type: "application/json", text } } }, 0),
      ),
    ];
    expect(new Set(names).size).toBe(5);
  });
});
