import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScriptoriumError } from "../../kernel/index.js";
import { closeness } from "./choose-track.js";
import { targetOf } from "./input-line.js";

const ID = "dQw4w9_-gXc";
const CHANNEL = "UCabcdefghijklmnopqrstuv";
const LIST = "PLabcdefghijklmnop";

describe("a line", () => {
  it.each([
    ID,
    `video:${ID}`,
    `https://www.youtube.com/watch?v=${ID}`,
    `http://youtube.com/watch?feature=youtu.be&v=${ID}#t=3m`,
    `//www.youtube.com/watch?v=${ID}`,
    `youtu.be/${ID}?t=10`,
    `https://youtu.be/${ID}?list=${LIST}`,
    `https://m.youtube.com/shorts/${ID}`,
    `https://www.youtube.com/live/${ID}?si=abc`,
    `https://www.youtube-nocookie.com/embed/${ID}?start=3`,
    `https://www.youtube.com/v/${ID}`,
    `https://music.youtube.com/watch?v=${ID}&list=RDAMVM${ID}`,
    `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`,
  ])("names the video: %s", (line) => {
    expect(targetOf(line)).toEqual({ kind: "video", id: ID });
  });

  it.each([
    ["@bees", "channel", "@bees"],
    ["channel:@bees", "channel", "@bees"],
    ["Channel: bees", "channel", "bees"],
    [`channel:${CHANNEL}`, "channel", CHANNEL],
    [CHANNEL, "channel", CHANNEL],
    [`https://www.youtube.com/channel/${CHANNEL}/videos`, "channel", CHANNEL],
    ["https://www.youtube.com/@b%C3%BCcher/streams", "channel", "@bücher"],
    ["channel:https://www.youtube.com/@bees?si=x", "channel", "@bees"],
    ["youtube.com/c/Bees", "channel", "c/Bees"],
    ["https://www.youtube.com/user/bees", "channel", "user/bees"],
    [`playlist:${LIST}`, "playlist", LIST],
    [LIST, "playlist", LIST],
    [`https://www.youtube.com/playlist?list=${LIST}`, "playlist", LIST],
    [`https://www.youtube.com/watch?list=${LIST}`, "playlist", LIST],
    [`playlist:https://www.youtube.com/watch?v=${ID}&list=${LIST}`, "playlist", LIST],
    [`https://www.youtube.com/embed/videoseries?list=${LIST}`, "playlist", LIST],
    ["search: how bees: live", "search", "how bees: live"],
    ["https://www.youtube.com/results?search_query=bees+%26+honey", "search", "bees & honey"],
  ])("%s names a list", (line, kind, of) => {
    expect(targetOf(line)).toEqual({ kind, of });
  });

  it.each([
    ["a.vtt", ".", "a.vtt"],
    ["talks/2026/a b.SRT", "talks/2026", "a b.SRT"],
    ["/srv/a.json3", "/srv", "a.json3"],
    ["file:///srv/a%20b.vtt", "/srv", "a b.vtt"],
    ["C:\\captions\\a.srt", "C:\\captions", "a.srt"],
  ])("%s names a file", (line, folder, path) => {
    expect(targetOf(line)).toEqual({ kind: "file", folder, path });
  });

  it("of any other kind is refused, and nothing else is thrown", () => {
    for (const line of [
      "",
      "x",
      "https://evil.test/watch?v=dQw4w9_-gXc",
      "https://youtube.com.evil.test/watch?v=dQw4w9_-gXc",
    ])
      expect(() => targetOf(line)).toThrow(/is no video, channel, playlist, search or caption file/);
    const part = fc.constantFrom(
      "https://",
      "youtube.com",
      "/watch?v=",
      "channel:",
      "@",
      "%",
      ID,
      "..",
      ".srt",
      " ",
      "&list=",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join("")),
        ),
        (line) => {
          try {
            targetOf(line);
          } catch (error) {
            expect(ScriptoriumError.is(error) && error.facts["reason"]).toBe("bad-id");
          }
        },
      ),
    );
  });
});

it.each([
  ["en-US", "en", true],
  ["en", "en-GB", true],
  ["pt-PT", "pt-BR", true],
  ["zh-CN", "zh-Hans", true],
  ["zh-TW", "zh-Hans", false],
  ["zh-TW", "zh", true],
  ["iw", "he", true],
  ["de", "en", false],
  ["sr-Latn", "sr", true],
  ["x!", "en", false],
])("captions in %s for a wish of %s: %s", (given, wanted, fits) => {
  expect(closeness(given, wanted) > 0).toBe(fits);
});
