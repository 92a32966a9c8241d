import { afterEach, describe, expect, it } from "vitest";
import { jumpingClock } from "../../../test/doubles/jumping-clock.js";
import { PLAYABILITY, type ServedVideo, writtenJson3 } from "../../../test/doubles/video-service.js";
import { type CaptionTask, type CaptionWorld, captionTask } from "../../../test/doubles/youtube-world.js";
import { combineVideo, createBuiltinVideo } from "../../adapters/video/index.js";
import { createWeb } from "../../adapters/web/index.js";
import { ScriptoriumError } from "../../kernel/index.js";
import { ServiceQueue } from "./service-queue.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});
async function task(world: CaptionWorld): Promise<CaptionTask> {
  const made = await captionTask(world);
  open.push(made);
  return made;
}

const id = (n: number) => `video${String(n).padStart(6, "0")}`;
const ids = [0, 1, 2, 3, 4].map(id);
const videos: ServedVideo[] = ids.map((each, n) => ({
  ...{ id: each, title: `Bees ${n}` },
  tracks: [{ language: "en", json3: writtenJson3([[0, "Bees make honey."]]) }],
}));
const lists = { "@bees": ids };

describe("YouTube refusing this address", () => {
  it.each([
    ["channel:@bees", ["channel:@bees"]],
    ["single videos", ids],
  ])("ends a run after some videos, and the run goes on with the first that is left: %s", async (_what, videosFile) => {
    const { run, service } = await task({ videos, lists });
    service.instead = (request, response) => {
      if (!request.url?.includes(`v=${id(2)}`)) return false;
      response.writeHead(429).end();
      return true;
    };
    const { status, error, rows, files } = await run({ videosFile });
    expect({ status, error }).toEqual({
      status: "failed",
      error: {
        code: "blocked",
        message:
          "YouTube is refusing this address after 2 of 5 videos. Progress is saved; wait, or set a proxy, then run again.",
      },
    });
    expect(rows.slice(0, 3).map(({ status }) => status)).toEqual(["ok", "ok", "blocked"]);
    expect(files.has("articles/bees-1.txt")).toBe(true);
    expect(files.get("results.csv")).toContain(`${id(2)},`);
    expect(service.asked.some((line) => line.includes(`v=${id(3)}`))).toBe(false);

    service.instead = () => false;
    const asked = service.asked.length;
    const again = await run();
    expect(again.status).toBe("complete");
    expect(again.rows.map(({ videoId, status }) => `${videoId} ${status}`).sort()).toEqual(
      ids.map((one) => `${one} ok`),
    );
    expect(
      again.files
        .get("results.csv")!
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",")[0]),
    ).toEqual(ids);
    // Neither the list nor what was done is asked for once more.
    expect(service.asked[asked]).toContain(`/watch?v=${id(2)}`);
  });

  it("by its question whether one is a bot, from the start, fails the run at once", async () => {
    const { run, service } = await task({
      videos: [{ ...videos[0]!, playability: PLAYABILITY.bot }, ...videos.slice(1)],
    });
    const { error, rows } = await run({ videosFile: ids, maxRetries: 3 });
    expect(error?.message).toMatch(/^YouTube is refusing this address after 0 of 5 videos\./);
    expect(rows.map(({ status }) => status)).toEqual(ids.map(() => "blocked"));
    expect(service.asked).toHaveLength(1);
  });

  it("is told by a row for each line, and files of this machine are read nevertheless", async () => {
    const local = { "a.srt": "1\n00:00:01,000 --> 00:00:02,000\nHello there.\n" };
    const { run, service } = await task({ videos, local });
    service.instead = (_request, response) => {
      response.writeHead(403).end();
      return true;
    };
    const { rows, status } = await run({ videosFile: [id(0), id(1), "/captions/a.srt"] });
    expect(status).toBe("failed");
    expect(rows.map(({ videoId, status, title }) => [videoId || title, status])).toEqual([
      [id(0), "blocked"],
      [id(1), "blocked"],
      ["a", "ok"],
    ]);
  });
});

describe("the queue to the service", () => {
  const refusal = (facts = {}) => new ScriptoriumError("VIDEO_FAILED", "Refused.", { reason: "blocked", ...facts });
  function queue(answers: readonly (Error | string)[], maxRests = 2) {
    const clock = jumpingClock();
    const waits: string[] = [];
    const left = [...answers];
    const made = new ServiceQueue({
      ...{ clock, maxRests, signal: new AbortController().signal, tally: () => ({ done: 1, known: 9 }) },
      wait: ({ until }) => waits.push(until),
      warn: () => {},
    });
    const ask = () =>
      made.ask(async () => {
        const answer = left.shift();
        if (answer instanceof Error) throw answer;
        return answer;
      });
    return { queue: made, ask, clock, waits, left };
  }

  it("rests ever longer after refusals, asks again, and then asks more slowly", async () => {
    const { ask, clock, waits } = queue(["a", refusal(), refusal(), "b", "c"]);
    expect([await ask(), await ask(), await ask()]).toEqual(["a", "b", "c"]);
    expect(clock.sleeps).toEqual([60_000, 10_000, 120_000, 20_000, 20_000]);
    expect(waits[0]).toBe("2026-11-21T12:01:00.000Z");
  });

  it("waits as long as it is asked to, but not for hours, and not in vain without end", async () => {
    const patient = queue([refusal({ retryAfterSeconds: 300 }), "a"]);
    expect(await patient.ask()).toBe("a");
    expect(patient.clock.sleeps[0]).toBe(300_000);
    const hours = queue(["a", refusal({ retryAfterSeconds: 8000 }), "b"]);
    await hours.ask();
    await expect(hours.ask()).rejects.toMatchObject({ code: "blocked" });
    const lost = queue(["a", refusal(), refusal(), refusal(), "b"]);
    await lost.ask();
    await expect(lost.ask()).rejects.toMatchObject({ code: "blocked" });
    await expect(lost.ask()).rejects.toThrow("after 1 of 9 videos");
    expect(lost.left).toEqual(["b"]);
  });

  it("is closed by three connections in a row that were lost, and not by fewer", async () => {
    const lost = () => new ScriptoriumError("FETCH_FAILED", "Lost.", { errno: "ECONNRESET" });
    const { ask, queue: some } = queue([lost(), lost(), "a", lost(), lost(), lost(), "b"]);
    for (const _each of [1, 2]) await expect(ask()).rejects.toThrow("Lost.");
    expect(await ask()).toBe("a");
    for (const _each of [1, 2]) await expect(ask()).rejects.toThrow("Lost.");
    await expect(ask()).rejects.toThrow("YouTube could not be reached (ECONNRESET). 1 of 9 videos.");
    expect(some.closed?.code).toBe("no-network");
  });
});

it("without a network the run fails at once, in the words of its first try", async () => {
  const web = createWeb({ allowPrivate: ["127.0.0.1"] });
  open.push(web);
  const builtin = createBuiltinVideo({ web, address: "http://127.0.0.1:9" });
  const { run } = await task({ providers: { web, video: combineVideo([{ name: "builtin", provider: builtin }]) } });
  const { status, error, rows } = await run({ videosFile: ids });
  expect(status).toBe("failed");
  expect(error).toEqual({
    code: "no-network",
    message:
      "YouTube could not be reached (ECONNREFUSED). 0 of 5 videos. Check the network or the proxy, then run again: the run resumes.",
  });
  expect(rows).toHaveLength(5);
});

describe("the robots.txt of YouTube", () => {
  it("is kept to unless the user says otherwise, and log, error and notes say what to set", async () => {
    const { run, service, kernel, id: taskId } = await task({ videos });
    service.robots = "User-agent: *\nDisallow: /api/\nDisallow: /youtubei/\n";
    const { error, log, rows } = await run({ videosFile: ids, respectRobots: true });
    expect(error).toMatchObject({ code: "robots" });
    expect(error?.message).toMatch(
      /^The robots\.txt of YouTube forbids programs to fetch captions, and this task keeps to it: 0 of 5 videos\. Set respectRobots to false/,
    );
    expect(log.some((line) => line.includes("Set respectRobots to false if you may fetch them"))).toBe(true);
    expect(rows[0]).toMatchObject({ videoId: id(0), title: "Bees 0", status: "blocked" });
    expect((await kernel.tasks.notesOn((await kernel.tasks.get(taskId))!, { respectRobots: true })).join()).toContain(
      "YouTube's robots.txt keeps programs from captions",
    );
    const free = await run({ respectRobots: false });
    expect(free.status).toBe("complete");
    expect(free.rows.map(({ status }) => status)).toEqual(ids.map(() => "ok"));
    expect(free.log.some((line) => line.startsWith("warn: respectRobots is off"))).toBe(true);
  });
});

describe("what a task lacks", () => {
  it("is told before anything is asked: a provider, and one of this name", async () => {
    const { run } = await task({ providers: { video: undefined as never } });
    const { error } = await run({ videosFile: ids });
    expect(error).toEqual({
      code: "no-provider",
      message:
        "No video provider is configured. To have one, set providers.video in the config file of the server, or pass providers.video to createScriptorium.",
    });
    const other = await task({ videos });
    const named = await other.run({ videosFile: ids, provider: "yt-dlp" });
    expect(named.error?.message).toContain('The server has no video provider "yt-dlp". Use "builtin".');
  });

  it.each([
    [{ formats: ["docx"] }, 'formats has "docx", which is not known.'],
    [{ formats: [] }, "formats is empty."],
    [{ languages: ["English please"] }, 'languages has "English please", which is no code of a language.'],
    [{ publishedAfter: "yesterday" }, 'publishedAfter is "yesterday", which is no date'],
    [{ minDuration: 9, maxDuration: 8 }, "minDuration is 9, which is more than maxDuration, 8"],
    [{ trackKind: "best" }, "trackKind"],
    [{ maxVideos: 0 }, "maxVideos"],
  ])("and values that cannot be used are refused: %j", async (data, message) => {
    const { run } = await task({ videos });
    const { error } = await run({ videosFile: ids, ...data });
    expect(error?.code).toBe("bad-input");
    expect(error?.message).toContain(message);
  });
});
