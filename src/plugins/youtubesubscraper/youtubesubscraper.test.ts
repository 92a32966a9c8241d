import { afterEach, describe, expect, it } from "vitest";
import {
  consentWall,
  PLAYABILITY,
  type ServedVideo,
  spokenJson3,
  writtenJson3,
} from "../../../test/doubles/video-service.js";
import { type CaptionTask, type CaptionWorld, captionTask } from "../../../test/doubles/youtube-world.js";
import type { JsonObject } from "../../kernel/index.js";

const open: CaptionTask[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});
async function task(world: CaptionWorld): Promise<CaptionTask> {
  const made = await captionTask(world);
  open.push(made);
  return made;
}

const english = {
  language: "en",
  json3: writtenJson3([
    [0, "Bees make honey."],
    [3, "They live in a hive."],
  ]),
};
const id = (n: number) => `video${String(n).padStart(6, "0")}`;
const video = (n: number, more: Partial<ServedVideo> = {}): ServedVideo => ({
  id: id(n),
  title: `Bees ${n}`,
  tracks: [english],
  ...more,
});
const statuses = (rows: readonly JsonObject[]) => rows.map(({ videoId, status }) => `${videoId} ${status}`);

describe("a video", () => {
  it("becomes a row, a file in each form and a line of results.csv, under a name of its title", async () => {
    const { run } = await task({ videos: [video(1, { title: "Bees & honey", seconds: 754 })] });
    const { status, rows, files } = await run({
      videosFile: [id(1)],
      formats: ["txt", "md", "json", "vtt", "srt", "csv"],
    });
    expect(status).toBe("complete");
    expect(rows).toEqual([
      {
        ...{ videoId: id(1), title: "Bees & honey", channel: "Apiary", date: "2026-03-01T15:00:00.000Z" },
        ...{ duration: 754, language: "en", kind: "manual", words: 8, file: "articles/bees-honey.txt" },
        ...{ status: "ok", error: "" },
      },
    ]);
    expect([...files.keys()].sort()).toEqual([
      ...["csv", "json", "md", "srt", "txt", "vtt"].map((ending) => `articles/bees-honey.${ending}`),
      "results.csv",
    ]);
    expect(files.get("articles/bees-honey.txt")).toBe(
      `Bees & honey\nApiary, 2026-03-01\nhttps://www.youtube.com/watch?v=${id(1)}\n\nBees make honey. They live in a hive.\n`,
    );
    expect(files.get("articles/bees-honey.md")).toBe(
      `---\ntitle: "Bees & honey"\nchannel: "Apiary"\ndate: "2026-03-01T15:00:00.000Z"\nurl: "https://www.youtube.com/watch?v=${id(1)}"\nlanguage: "en"\nkind: "manual"\nduration: "12:34"\n---\n\n# Bees & honey\n\nBees make honey. They live in a hive.\n`,
    );
    expect(JSON.parse(files.get("articles/bees-honey.json")!)).toMatchObject({
      ...{ videoId: id(1), title: "Bees & honey", words: 8, chapters: [] },
      paragraphs: [{ start: 0, end: 5.5, text: "Bees make honey. They live in a hive." }],
      captions: [
        { start: 0, end: 2.5, text: "Bees make honey." },
        { start: 3, end: 5.5, text: "They live in a hive." },
      ],
    });
    expect(files.get("articles/bees-honey.srt")).toBe(
      "1\n00:00:00,000 --> 00:00:02,500\nBees make honey.\n\n2\n00:00:03,000 --> 00:00:05,500\nThey live in a hive.\n",
    );
    expect(files.get("articles/bees-honey.csv")).toBe(
      "start,end,text\n0,2.5,Bees make honey.\n3,5.5,They live in a hive.\n",
    );
    expect(files.get("results.csv")).toBe(
      `videoId,title,channel,date,duration,language,kind,words,file,status,error\n${id(1)},Bees & honey,Apiary,2026-03-01T15:00:00.000Z,754,en,manual,8,articles/bees-honey.txt,ok,\n`,
    );
  });

  it("has its chapters as headings, times on wish, and neither without metadata", async () => {
    const cues: [number, string][] = [
      [0, "Welcome."],
      [59, "That was it. Now the hive."],
      [62, "It is warm."],
    ];
    const { run } = await task({
      videos: [
        video(1, {
          chapters: [
            [0, "Intro"],
            [61, "The #1 hive"],
          ],
          tracks: [{ language: "en", json3: writtenJson3(cues) }],
        }),
      ],
    });
    const { files } = await run({ videosFile: [id(1)], formats: ["md", "txt"], timestamps: true });
    expect(files.get("articles/bees-1.md")!.split("\n\n").slice(2)).toEqual([
      "## Intro",
      "**0:00** Welcome.",
      "**0:59** That was it.",
      "## The #1 hive",
      "**1:00** Now the hive. It is warm.\n",
    ]);
    expect(files.get("articles/bees-1.txt")).toContain("\n\nThe #1 hive\n\n[1:00] Now the hive. It is warm.\n");
    const bare = await run({ includeMeta: false, timestamps: false, formats: ["md"] });
    expect(bare.files.get("articles/bees-1.md")).toBe("Welcome.\n\nThat was it. Now the hive. It is warm.\n");
  });

  it("is known by every form of its address, and read once when two lines name it", async () => {
    const { run, service } = await task({ videos: [1, 2, 3, 4, 5, 6, 7].map((n) => video(n)) });
    const { rows, log } = await run({
      videosFile: [
        `https://www.youtube.com/watch?v=${id(1)}&list=PLabcdefghijk&t=42s`,
        `https://youtu.be/${id(2)}?si=x`,
        `youtube.com/shorts/${id(3)}`,
        `https://www.youtube.com/live/${id(4)}?feature=share`,
        `https://www.youtube-nocookie.com/embed/${id(5)}`,
        `https://music.youtube.com/watch?v=${id(6)}`,
        `https://m.youtube.com/watch?app=desktop&v=${id(7)}`,
        id(1),
      ],
    });
    expect(rows.map(({ videoId }) => videoId)).toEqual([1, 2, 3, 4, 5, 6, 7].map(id));
    expect(service.asked.filter((line) => line.includes(`/watch?v=${id(1)}`))).toHaveLength(1);
    expect(log).toContain(`info: ${id(1)} is in the task more than once and is read once.`);
  });

  it("two of one title have two files", async () => {
    const { run } = await task({ videos: [video(1, { title: "Same" }), video(2, { title: "Same" })] });
    const { rows, files } = await run({ videosFile: [id(1), id(2)] });
    expect(new Set(rows.map(({ file }) => file)).size).toBe(2);
    for (const { file } of rows) expect(files.has(String(file))).toBe(true);
  });

  it("of three hours with rolling automatic captions comes without a doubled line", async () => {
    const lines = Array.from({ length: 3600 }, (_none, n) => `this is line ${n} of what is said`);
    const { run } = await task({
      videos: [video(1, { seconds: 10_800, tracks: [{ language: "en", automatic: true, json3: spokenJson3(lines) }] })],
    });
    const { rows, files } = await run({ videosFile: [id(1)], includeMeta: false });
    expect(rows[0]).toMatchObject({ kind: "auto", words: 3600 * 8, duration: 10_800 });
    expect(files.get("articles/bees-1.txt")!.replace(/\s+/g, " ").trim()).toBe(lines.join(" "));
  });
});

describe("the captions that are taken", () => {
  const german = { language: "de-DE", json3: writtenJson3([[0, "Bienen machen Honig."]]) };
  const spoken = {
    ...{ language: "en", automatic: true, json3: spokenJson3(["bees make honey"]) },
    translations: { fr: writtenJson3([[0, "Les abeilles font du miel."]]) },
  };
  const tracks = [spoken, german];

  it.each([
    [{ languages: ["en"] }, "en auto"],
    [{ languages: ["de", "en"] }, "de-DE manual"],
    [{ languages: ["es", "de"] }, "de-DE manual"],
    [{ languages: [] }, "en auto"],
    [{ languages: ["en", "de"], trackKind: "manual" }, "de-DE manual"],
    [{ languages: ["de", "en"], trackKind: "auto" }, "en auto"],
    [{ translateTo: "fr" }, "fr translated"],
    [{ languages: ["es"], translateTo: "fr" }, "fr translated"],
    [{ translateTo: "de" }, "de-DE manual"],
  ])("follow %j", async (wishes, expected) => {
    const { run } = await task({ videos: [video(1, { tracks })] });
    const { rows } = await run({ videosFile: [id(1)], ...wishes });
    expect(rows.map(({ language, kind }) => `${language} ${kind}`)).toEqual([expected]);
  });

  it.each([
    [
      { languages: ["es"] },
      `The video ${id(1)} has captions in en, de-DE, and none in es. Add a language to languages, or set translateTo.`,
    ],
    [
      { translateTo: "ja" },
      `The captions of ${id(1)} are in en, de-DE, and YouTube does not translate them into ja. Leave translateTo empty, or leave the video out.`,
    ],
  ])("are none, and the row says which there are: %j", async (wishes, error) => {
    const { run } = await task({ videos: [video(1, { tracks })] });
    const { status, rows } = await run({ videosFile: [id(1)], ...wishes });
    expect(status).toBe("failed");
    expect(rows).toMatchObject([{ status: "no-transcript", error, title: "Bees 1", words: 0, file: "" }]);
  });
});

describe("what gives no captions", () => {
  it("is told apart in the rows of a channel that is complete nevertheless", async () => {
    const kinds: readonly [string, Partial<ServedVideo>][] = [
      ["ok", {}],
      ["disabled", { tracks: undefined as never }],
      ["no-transcript", { tracks: [] }],
      ["no-transcript", { tracks: undefined as never, live: true }],
      ["unavailable", { playability: PLAYABILITY.private }],
      ["unavailable", { playability: PLAYABILITY.removed }],
      ["unavailable", { playability: PLAYABILITY.members }],
      ["unavailable", { playability: PLAYABILITY.upcoming }],
      ["age-restricted", { playability: PLAYABILITY.age }],
      ["token-needed", { tracks: [{ language: "en", json3: "" }] }],
      ["no-transcript", { tracks: [{ language: "en", json3: writtenJson3([[0, "[Music]"]]) }] }],
      ["no-transcript", { tracks: [{ language: "en", json3: "{}" }] }],
    ];
    const videos = kinds.map(([, more], n) => video(n, more));
    const { run } = await task({ videos, lists: { "@bees": videos.map((each) => each.id) } });
    const { status, rows, log, files } = await run({ videosFile: ["channel:@bees"] });
    expect(status).toBe("complete");
    expect(statuses(rows)).toEqual(kinds.map(([kind], n) => `${id(n)} ${kind}`));
    expect(rows[3]!["error"]).toContain("is being broadcast and has no captions yet");
    expect(rows[8]).toMatchObject({ title: "Bees 8", error: expect.stringContaining("cookiesFile") });
    expect(log).toContain("info: channel:@bees: captions of 1 of 12 videos.");
    expect(files.get("results.csv")!.trim().split("\n")).toHaveLength(13);
  });

  it("is a line of nonsense, which is refused in words before anything is asked", async () => {
    const { run, service } = await task({ videos: [video(1)] });
    const bad = ["https://vimeo.com/1", "no video", "channel:", "https://youtu.be/short", "video:nope"];
    const { status, rows } = await run({ videosFile: [...bad, id(1)] });
    expect(status).toBe("complete");
    expect(statuses(rows)).toEqual([...bad.map((line) => `${line} bad-id`), `${id(1)} ok`]);
    expect(rows[0]!["error"]).toMatch(
      /^"https:\/\/vimeo.com\/1" is no video, channel, playlist, search or caption file\. Give /,
    );
    expect(service.asked).toHaveLength(2);
  });

  it("fails a run in which nothing worked, in one sentence", async () => {
    const { run } = await task({ videos: [] });
    const { status, error, rows } = await run({ videosFile: [id(1), id(2)] });
    expect({ status, code: error?.code }).toEqual({ status: "failed", code: "not-found" });
    expect(error?.message).toContain("None of the 2 lines could be used: The video");
    expect(statuses(rows)).toEqual([`${id(1)} unavailable`, `${id(2)} unavailable`]);
  });

  it("is a channel none of whose videos has any, and an unknown one", async () => {
    const videos = [video(1, { tracks: [] }), video(2, { tracks: [] }), video(3, { playability: PLAYABILITY.private })];
    const { run } = await task({ videos, lists: { "@bees": videos.map((each) => each.id) } });
    const { error, rows } = await run({ videosFile: ["@bees"] });
    expect(error).toMatchObject({ code: "empty-result" });
    expect(error?.message).toContain("None of the 3 videos of @bees gave captions (2 no-transcript, 1 unavailable).");
    expect(rows).toHaveLength(3);
    const unknown = await run({ videosFile: ["@nobody"] });
    expect(unknown.error?.message).toContain(
      'The channel @nobody cannot be read. YouTube says: "This channel does not exist".',
    );
  });
});

describe("a list", () => {
  const ids = Array.from({ length: 8 }, (_none, n) => id(n));
  const videos = ids.map((_id, n) => video(n, { seconds: 60 * (n + 1), published: `2026-0${8 - n}-15T00:00:00Z` }));
  const lists = { "@bees": ids, PLabcdefghijklmnop: ids.slice(2, 5), honey: ids.slice(5) };

  it("of a channel, a playlist or a search is read up to maxVideos, by its name or its address", async () => {
    const { run } = await task({ videos, lists });
    const { rows } = await run({
      maxVideos: 2,
      videosFile: [
        "https://www.youtube.com/@bees/videos",
        "playlist:https://www.youtube.com/playlist?list=PLabcdefghijklmnop",
        "search:honey",
      ],
    });
    expect(statuses(rows)).toEqual([0, 1, 2, 3, 5, 6].map((n) => `${id(n)} ok`));
  });

  it("leaves out what is too short, too long or too old, and says how many", async () => {
    const { run, service } = await task({ videos, lists });
    const { rows, log, status } = await run({
      ...{ videosFile: ["channel:@bees"], minDuration: 100, maxDuration: 400, publishedAfter: "2026-04-01" },
    });
    expect(status).toBe("complete");
    expect(rows.map(({ videoId }) => videoId)).toEqual([1, 2, 3, 4].map(id));
    expect(log).toContain("info: channel:@bees: 4 videos left out (1 too short, 1 too old, 2 too long).");
    // What the list says of a video is enough to leave it out.
    expect(service.asked.some((line) => line.includes(`watch?v=${id(0)}`))).toBe(false);
    const none = await run({ minDuration: 5000, maxDuration: 0 });
    expect(none.status).toBe("complete");
    expect(none.log.at(-2)).toMatch(/^warn: Nothing was read/);
  });

  it("behind a wall that asks to consent fails its line alone", async () => {
    const { run, service } = await task({ videos, lists });
    service.instead = consentWall;
    const { status, rows } = await run({ videosFile: ["channel:@bees", id(1)] });
    expect(status).toBe("complete");
    expect(rows).toMatchObject([
      { videoId: "channel:@bees", status: "blocked", error: expect.stringContaining("consent") },
      { videoId: id(1), status: "ok" },
    ]);
  });
});
