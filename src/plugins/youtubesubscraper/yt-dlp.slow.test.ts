import { describe, expect, it, onTestFinished } from "vitest";
import { serveHttp } from "../../../test/doubles/loopback.js";
import { installed } from "../../../test/doubles/proxies.js";
import { captionTask } from "../../../test/doubles/youtube-world.js";
import { combineVideo, createYtDlp } from "../../adapters/video/index.js";

const ROLLING = `WEBVTT
Kind: captions
Language: en

00:00:00.000 --> 00:00:02.000
the hive is warm

00:00:02.000 --> 00:00:04.000
the hive is warm
and never quiet

00:00:04.000 --> 00:00:06.000
and never quiet
not even at night
`;

describe.skipIf(installed("yt-dlp") === undefined)("a task that asks by Debian's yt-dlp", () => {
  it("has rows and files of what a server shows, and the reasons of what it refuses", async () => {
    const page = (track: string) =>
      `<html><head><title>Bees</title></head><body><video><source src="/bees.mp4" type="video/mp4">${track}</video></body></html>`;
    const answers: Readonly<Record<string, readonly [status: number, type: string, text: string]>> = {
      "/watch?v=video000001": [200, "text/html", page('<track kind="captions" srclang="en" src="/en.vtt">')],
      "/watch?v=video000002": [200, "text/html", page("")],
      "/en.vtt": [200, "text/vtt", ROLLING],
      "/watch?v=video000004": [429, "text/html", "Slow down"],
    };
    const asked: string[] = [];
    const site = await serveHttp((request, response) => {
      asked.push(request.url ?? "");
      const [status, type, text] = answers[request.url ?? ""] ?? [404, "text/html", "none"];
      response.writeHead(status, { "content-type": type }).end(text);
    });
    onTestFinished(() => site.close());
    const video = combineVideo([{ name: "yt-dlp", provider: createYtDlp({ address: site.url }) }]);
    const task = await captionTask({ providers: { video } });
    onTestFinished(() => task.close());
    const videosFile = [1, 2, 3, 4, 5].map((n) => `https://youtu.be/video00000${n}`);
    const { status, error, rows, files } = await task.run({ videosFile, provider: "yt-dlp", respectRobots: true });
    expect(rows.map((row) => row["status"])).toEqual(["ok", "no-transcript", "bad-id", "blocked", "blocked"]);
    expect(rows[0]).toMatchObject({ videoId: "video000001", language: "en", kind: "manual", words: 11 });
    expect(files.get(String(rows[0]!["file"]))).toContain("\n\nthe hive is warm and never quiet not even at night\n");
    expect(status).toBe("failed");
    expect(error?.message).toMatch(/^YouTube is refusing this address after 3 of 5 videos\./);
    expect(asked).not.toContain("/watch?v=video000005");
  });
});
