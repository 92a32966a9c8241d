import { afterEach, describe, expect, it } from "vitest";
import { type CaptionTask, captionTask } from "../../../test/doubles/youtube-world.js";
import type { Json } from "../../kernel/index.js";
import { youtubeSubScraperProblems } from "./checks.js";
import { youtubeSubScraperOptions } from "./options.js";

const open: CaptionTask[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function ran(
  local: Readonly<Record<string, string>>,
  data: Record<string, Json> = {},
  lines?: readonly string[],
) {
  const task = await captionTask({ local });
  open.push(task);
  const videosFile = lines ?? Object.keys(local).map((path) => `/captions/${path}`);
  const made = await task.run({ videosFile: [...videosFile], ...data });
  return { ...made, asked: task.service.asked, text: (name: string) => made.files.get(`articles/${name}`) ?? "" };
}

const VTT = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Bees &amp; <i>wasps</i></v>\n";
const SRT = "\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}>> Hello\r\nthere. [Music]\r\n\r\n";
const JSON3 = JSON.stringify({ events: [{ tStartMs: 0, dDurationMs: 4000, segs: [{ utf8: "Good\nday." }] }] });

describe("a caption file of this machine", () => {
  it("is read in all three formats without asking anybody", async () => {
    const { status, rows, text, asked } = await ran({ "Bees.vtt": VTT, "Talk.srt": SRT, "Day.json3": JSON3 });
    expect(status).toBe("complete");
    expect(asked).toEqual([]);
    expect(rows.map(({ title, kind, words, duration, status: one }) => [title, kind, words, duration, one])).toEqual([
      ["Bees", "file", 3, 2, "ok"],
      ["Talk", "file", 2, 3, "ok"],
      ["Day", "file", 2, 4, "ok"],
    ]);
    expect([text("bees.txt"), text("talk.txt"), text("day.txt")]).toEqual([
      "Bees\n\nAnn: Bees & wasps\n",
      "Talk\n\nHello there.\n",
      "Day\n\nGood day.\n",
    ]);
  });

  it("tells id and language by its name and its head, and may be given as file:, with any slashes", async () => {
    const local = { "Bees [abcdefghijk].pt-BR.vtt": VTT, "Head.vtt": VTT.replace("\n", "\nLanguage: de\n") };
    const lines = ["file:///captions/Bees%20[abcdefghijk].pt-BR.vtt", "/captions/Head.vtt"];
    const { rows } = await ran(local, {}, lines);
    expect(rows.map(({ videoId, title, language }) => [videoId, title, language])).toEqual([
      ["abcdefghijk", "Bees", "pt-BR"],
      ["", "Head", "de"],
    ]);
  });

  it("keeps what the options say is kept", async () => {
    const rolling =
      "WEBVTT\n\n00:00.000 --> 00:01.000\none\n\n00:01.000 --> 00:02.000\none\ntwo\n\n00:02.000 --> 00:03.000\ntwo\nthree\n";
    const all = { collapseRolling: false, removeMarkers: false, restoreParagraphs: false, includeMeta: false };
    const { text } = await ran({ "a.vtt": rolling, "b.srt": SRT }, all);
    expect(text("a.txt")).toBe("one\n\none two\n\ntwo three\n");
    expect(text("b.txt")).toBe(">> Hello there. [Music]\n");
    const { text: once } = await ran({ "a.vtt": rolling }, { includeMeta: false });
    expect(once("a.txt")).toBe("one two three\n");
  });

  it("has words that the end of a line breaks whole in every form of text", async () => {
    const broken = "1\n00:00:01,000 --> 00:00:02,500\nIt is a well-\nknown craft, and a lot of pa-\ntience.\n";
    const { text } = await ran({ "a.srt": broken }, { formats: ["txt", "csv"], includeMeta: false });
    expect(text("a.txt")).toBe("It is a well-known craft, and a lot of patience.\n");
    expect(text("a.csv")).toBe('start,end,text\n1,2.5,"It is a well-known craft, and a lot of patience."\n');
  });

  it("of 10,000 captions is read whole, into every form", async () => {
    const cues = Array.from({ length: 10_000 }, (_none, n) => {
      const at = new Date(n * 2000).toISOString().slice(11, 23).replace(".", ",");
      const to = new Date(n * 2000 + 1900).toISOString().slice(11, 23).replace(".", ",");
      return `${n + 1}\n${at} --> ${to}\nSentence number ${n}.\n`;
    });
    const { rows, text } = await ran({ "long.srt": cues.join("\n") }, { formats: ["txt", "srt", "csv"] });
    expect(rows).toMatchObject([{ words: 30_000, status: "ok", duration: 20_000 }]);
    expect(text("long.srt")).toBe(cues.join("\n"));
    expect(text("long.csv").trim().split("\n")).toHaveLength(10_001);
    expect(text("long.txt").match(/Sentence number \d+\./g)).toHaveLength(10_000);
  });

  it.each([
    ["notes.srt", "Dear all,\n", "holds no captions", "no-transcript"],
    ["nothing.vtt", "", "is empty", "no-transcript"],
    ["empty.vtt", "WEBVTT\n\n", "is a caption file without captions", "no-transcript"],
    ["music.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n[Music]\n", "hold no words", "no-transcript"],
    ["deep.json3", `{"events":${"[".repeat(200_000)}`, "is damaged or cut short", "no-transcript"],
    ["odd.json3", '{"events":[{"segs":[{"utf8":{}}],"tStartMs":"x"},null,7]}', "without captions", "no-transcript"],
    ["binary.srt", "\u0000\u0001\u0002".repeat(5000), "is no text", "no-transcript"],
    ["zip.vtt", `PK\u0003\u0004${"\u0000\u0007".repeat(4000)}`, "is no text", "no-transcript"],
  ])("that cannot be used is a row with the reason: %s", async (path, content, message, status) => {
    const { rows, error, status: ended } = await ran({ [path]: content });
    expect(ended).toBe("failed");
    expect(error?.code).toBe("empty-result");
    expect(rows).toMatchObject([{ videoId: `/captions/${path}`, status, error: expect.stringContaining(message) }]);
  });

  it("takes no wish for a language, a length or a kind, and a note says so before the run", async () => {
    const notes = async (data: Record<string, Json>) =>
      (await youtubeSubScraperProblems(youtubeSubScraperOptions.parse(data), {})).map(({ field }) => field);
    const files = { videosFile: ["/captions/a.vtt"] };
    expect(await notes({ ...files, languages: ["fr"], translateTo: "de" })).toEqual(["languages", "translateTo"]);
    expect(await notes({ ...files, minDuration: 60, maxDuration: 90, trackKind: "manual" })).toEqual([
      ...["trackKind", "minDuration", "maxDuration"],
    ]);
    expect(await notes(files)).toEqual([]);
  });

  it("that is not there, or in a folder that may not be read, fails its line alone", async () => {
    const { rows, status } = await ran({ "a.vtt": VTT }, {}, ["/captions/b.vtt", "/etc/c.vtt", "/captions/a.vtt"]);
    expect(status).toBe("complete");
    expect(rows.map((row) => row["status"])).toEqual(["failed", "failed", "ok"]);
    const task = await captionTask();
    open.push(task);
    const { error } = await task.run({ videosFile: ["/captions/a.vtt"] });
    expect(error).toMatchObject({ code: "no-provider", message: expect.stringContaining("sourceRoot") });
  });
});
