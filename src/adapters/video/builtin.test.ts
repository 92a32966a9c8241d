import { afterEach, describe, expect, it } from "vitest";
import { type ServedVideo, spokenJson3, videoService, writtenJson3 } from "../../../test/doubles/video-service.js";
import type { CaptionTrack, VideoCall } from "../../kernel/index.js";
import { createWeb } from "../web/web.js";
import { createBuiltinVideo } from "./builtin.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const call: VideoCall = { signal: new AbortController().signal };
const english = { language: "en", json3: writtenJson3([[0, "Bees make honey."]]) };
const video = (more: Partial<ServedVideo> = {}): ServedVideo => ({
  id: "abcdefghijk",
  title: "Bees",
  tracks: [english],
  ...more,
});

async function asking(videos: readonly ServedVideo[], lists: Readonly<Record<string, readonly string[]>> = {}) {
  const service = await videoService(videos, lists);
  const web = createWeb({ allowPrivate: ["127.0.0.1"] });
  open.push(service, web);
  return { service, provider: createBuiltinVideo({ web, address: service.url }) };
}

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error) => `${error.code} ${error.facts.reason}`,
  );

describe("a video", () => {
  it("comes with what it is, its chapters and its tracks, and a track with its captions", async () => {
    const { service, provider } = await asking([
      video({
        seconds: 754,
        description: "About bees",
        chapters: [
          [0, "Intro"],
          [60, "The hive"],
        ],
        tracks: [
          english,
          { language: "de", automatic: true, json3: spokenJson3(["bienen machen honig"]), translations: { fr: "FR" } },
        ],
      }),
    ]);
    const found = await provider.video("abcdefghijk", call);
    expect(found).toMatchObject({
      url: "https://www.youtube.com/watch?v=abcdefghijk",
      title: "Bees",
      channel: "Apiary",
      date: "2026-03-01T15:00:00.000Z",
      duration: 754,
      chapters: [
        { title: "Intro", start: 0 },
        { title: "The hive", start: 60 },
      ],
    });
    expect(found.tracks.map(({ language, kind, translations }) => [language, kind, translations])).toEqual([
      ["en", "manual", undefined],
      ["de", "automatic", ["fr"]],
    ]);
    const [first, second] = found.tracks as [CaptionTrack, CaptionTrack];
    expect(await provider.captions(found, first, call)).toEqual({ format: "json3", text: english.json3 });
    const french = provider.captions(found, second, { ...call, translateTo: "fr" });
    await expect(french).rejects.toMatchObject({ code: "VIDEO_FAILED" });
    expect(service.asked.at(-1)).toContain("fmt=json3&tlang=fr");
  });

  it("chapters are those of the description where the page shows none", async () => {
    const description = "Links\n0:00 Intro\n(1:05) The hive\nWinter - 1:02:03\nMore: https://a.test/1:23";
    const { provider } = await asking([
      video({ description }),
      video({ id: "otherothero", description: "1:00 Only one" }),
    ]);
    expect((await provider.video("abcdefghijk", call)).chapters).toEqual([
      { start: 0, title: "Intro" },
      { start: 65, title: "The hive" },
      { start: 3723, title: "Winter" },
    ]);
    expect((await provider.video("otherothero", call)).chapters).toEqual([]);
  });

  it("whose captions want a token is asked for as a program that needs none, and else says so", async () => {
    const { service, provider } = await asking([video({ tracks: [{ ...english, wantsToken: true }] })]);
    const found = await provider.video("abcdefghijk", call);
    expect(await provider.captions(found, found.tracks[0]!, call)).toMatchObject({ text: english.json3 });
    expect(service.asked[1]).toBe("POST /youtubei/v1/player?prettyPrint=false&key=test-key ANDROID");
    service.instead = (request, response) => {
      if (!request.url?.includes("/player")) return false;
      response.writeHead(200).end(JSON.stringify({ playabilityStatus: { status: "LOGIN_REQUIRED" } }));
      return true;
    };
    const refused = await provider.video("abcdefghijk", call);
    expect(await reasonOf(provider.captions(refused, refused.tracks[0]!, call))).toBe("VIDEO_FAILED token-needed");
  });

  it("behind a wall that asks to consent is asked of the player", async () => {
    const { service, provider } = await asking([video()]);
    service.instead = (request, response) => {
      if (!request.url?.startsWith("/watch")) return false;
      response
        .writeHead(200, { "content-type": "text/html" })
        .end("<title>Before you continue to YouTube</title><form></form>");
      return true;
    };
    expect(await provider.video("abcdefghijk", call)).toMatchObject({ title: "Bees", date: "" });
  });

  it("captions elsewhere than at the service are not fetched", async () => {
    const { provider } = await asking([video()]);
    const track: CaptionTrack = { id: "http://169.254.169.254/x", language: "en", name: "", kind: "manual" };
    expect(await reasonOf(provider.captions({ id: "abcdefghijk" }, track, call))).toBe("VIDEO_FAILED no-transcript");
  });
});

describe("a failure is told apart:", () => {
  const kinds: readonly (readonly [string, Partial<ServedVideo>])[] = [
    ["disabled", { tracks: undefined as never }],
    ["no-transcript", { tracks: [] }],
    [
      "unavailable",
      {
        playability: {
          status: "LOGIN_REQUIRED",
          messages: ["This is a private video. Please sign in to verify that you may see it."],
        },
      },
    ],
    [
      "unavailable",
      {
        playability: { status: "UNPLAYABLE", reason: "The uploader has not made this video available in your country" },
      },
    ],
    [
      "age-restricted",
      {
        playability: { status: "LOGIN_REQUIRED", reason: "Sign in to confirm your age", desktopLegacyAgeGateReason: 1 },
      },
    ],
    [
      "age-restricted",
      { playability: { status: "AGE_CHECK_REQUIRED", reason: "This video may be inappropriate for some users." } },
    ],
    ["blocked", { playability: { status: "LOGIN_REQUIRED", reason: "Sign in to confirm you’re not a bot" } }],
  ];
  it.each(kinds)("%s", async (reason, more) => {
    const { provider } = await asking([video(more)]);
    expect(await reasonOf(provider.video("abcdefghijk", call))).toBe(`VIDEO_FAILED ${reason}`);
  });

  it("bad-id without asking anybody, unavailable for one that is not there, with the words of the service", async () => {
    const { service, provider } = await asking([]);
    expect(await reasonOf(provider.video("too-short", call))).toBe("VIDEO_FAILED bad-id");
    expect(service.asked).toEqual([]);
    await expect(provider.video("nosuchvideo", call)).rejects.toThrow(
      'The video nosuchvideo is not available. YouTube says: "Video unavailable". Leave it out.',
    );
  });

  it("blocked by 429 with the wait, and by a captcha that it redirects to", async () => {
    const { service, provider } = await asking([video()]);
    service.instead = (_request, response) => {
      response.writeHead(429, { "retry-after": "90" }).end();
      return true;
    };
    await expect(provider.video("abcdefghijk", call)).rejects.toMatchObject({
      message: "YouTube is refusing this address. Wait, or set a proxy, then run again.",
      facts: { reason: "blocked", status: 429, retryAfterSeconds: 90 },
    });
    service.instead = (request, response) => {
      if (request.url?.startsWith("/sorry"))
        response.writeHead(200, { "content-type": "text/html" }).end("<p>unusual traffic</p>");
      else response.writeHead(302, { location: "/sorry/index?continue=x" }).end();
      return true;
    };
    const { provider: fresh, service: other } = await asking([video()]);
    other.instead = service.instead;
    expect(await reasonOf(fresh.video("abcdefghijk", call))).toBe("VIDEO_FAILED blocked");
  });

  it("an answer of another kind has no reason, and says what it was", async () => {
    const { service, provider } = await asking([video()]);
    for (const [status, body] of [
      [500, ""],
      [200, "<html>{"],
      [200, '{"videoDetails":{}}'],
    ] as const) {
      service.instead = (_request, response) => {
        response.writeHead(status, { "content-type": "text/html" }).end(body);
        return true;
      };
      await expect(provider.video("abcdefghijk", call)).rejects.toMatchObject({
        code: "VIDEO_FAILED",
        facts: expect.not.objectContaining({ reason: expect.anything() }),
      });
    }
  });

  it("robots.txt is kept to, as the session says", async () => {
    const { service, provider } = await asking([video()]);
    service.robots = "User-agent: *\nDisallow: /api/\nDisallow: /youtubei/\n";
    const found = await provider.video("abcdefghijk", call);
    await expect(provider.captions(found, found.tracks[0]!, call)).rejects.toMatchObject({ code: "ROBOTS_REFUSED" });
    const free = { ...call, session: { id: "a", respectRobots: false } };
    expect(await provider.captions(found, found.tracks[0]!, free)).toMatchObject({ format: "json3" });
  });
});

describe("a list", () => {
  const ids = Array.from({ length: 8 }, (_none, at) => `video${at}aaaaa`);
  const videos = ids.map((id, at) => video({ id, title: `Video ${at}`, seconds: 60 + at }));

  it("of a channel, a playlist and a search is read page by page, in the order of the service, up to the limit", async () => {
    const { service, provider } = await asking(videos, { "@bees": ids, PLx: ids, "bees & honey": ids });
    const channel = await provider.list({ kind: "channel", of: "@bees" }, { ...call, limit: 7 });
    expect(channel).toEqual(ids.slice(0, 7).map((id, at) => ({ id, title: `Video ${at}`, duration: 60 + at })));
    expect(service.asked).toEqual([
      "GET /@bees/videos?hl=en",
      "POST /youtubei/v1/browse?prettyPrint=false&key=test-key WEB",
      "POST /youtubei/v1/browse?prettyPrint=false&key=test-key WEB",
    ]);
    expect(await provider.list({ kind: "playlist", of: "PLx" }, { ...call, limit: 100 })).toHaveLength(8);
    expect(await provider.list({ kind: "search", of: "bees & honey" }, { ...call, limit: 2 })).toHaveLength(2);
    expect(service.asked.at(-1)).toContain("/results?search_query=bees%20%26%20honey&sp=");
  });

  it("that leads round in circles ends", async () => {
    const { service, provider } = await asking(videos, { PLx: ids });
    const item = { continuationItemRenderer: { continuationEndpoint: { continuationCommand: { token: "PLx|0" } } } };
    service.instead = (request, response) => {
      if (request.method !== "POST") return false;
      response.writeHead(200).end(JSON.stringify({ items: [{ videoRenderer: { videoId: ids[0] } }, item] }));
      return true;
    };
    expect(await provider.list({ kind: "playlist", of: "PLx" }, { ...call, limit: 100 })).toHaveLength(3);
    expect(service.asked).toHaveLength(2);
  });

  it("that is not there is refused in the words of the service", async () => {
    const { provider } = await asking([]);
    await expect(provider.list({ kind: "channel", of: "@nobody" }, { ...call, limit: 5 })).rejects.toMatchObject({
      message:
        'The channel @nobody cannot be read. YouTube says: "This channel does not exist". Check it, or leave it out.',
      facts: { reason: "bad-id" },
    });
  });
});
