import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { Cue } from "./cue.js";
import { readCaptions } from "./read-captions.js";
import { writeSrt, writeVtt } from "./write-captions.js";

const linesOf = (text: string | Uint8Array) => readCaptions(text, "a file").map(({ lines }) => lines.join(" / "));

describe("a WebVTT file", () => {
  it("is read with names, positions, notes, styles, voices, entities and times of words", () => {
    const file = [
      "WEBVTT - made by hand",
      "Kind: captions",
      "",
      "STYLE",
      "::cue { color: 00:00:01.000; }",
      "",
      "NOTE",
      "Not shown.",
      "",
      "intro",
      "00:01.000 --> 00:02.500 align:start position:0%",
      "<v Anna Berg>Bees &amp; <i>flowers</i></v>",
      "need&nbsp;each other.",
      "",
      "00:00:03.000 --> 01:00:04.000",
      "they<00:00:03.400><c> make</c><00:00:03.900><c.colorE5E5E5> honey</c>",
      "",
    ].join("\r\n");
    expect(readCaptions(file, "a.vtt")).toEqual([
      { start: 1000, end: 2500, lines: ["Bees & flowers", "need each other."], voice: "Anna Berg" },
      { start: 3000, end: 3_604_000, lines: ["they make honey"], lastWord: 3900 },
    ]);
  });

  it("keeps a number that is the text of a cue, and angle brackets that are no tags", () => {
    expect(linesOf("WEBVTT\n\n00:01.000 --> 00:02.000\n1984\n\n00:02.000 --> 00:03.000\nif a < b and b > c\n")).toEqual(
      ["1984", "if a < b and b > c"],
    );
  });
});

describe("an SRT file", () => {
  it("is read with broken numbers, missing blank lines, commas and full stops, and a blank line inside a cue", () => {
    const file = [
      "1",
      "00:00:01,000 --> 00:00:02,000",
      '{\\an8}<font color="#fff">One</font>',
      "7",
      "00:00:02.5 -> 00:00:03,25",
      "Two",
      "",
      "with a gap",
      "",
      "00:00:04,000 --> 00:00:05,000",
      "Three",
    ].join("\n");
    expect(readCaptions(file, "a.srt")).toEqual([
      { start: 1000, end: 2000, lines: ["One"] },
      { start: 2500, end: 3250, lines: ["Two", "with a gap"] },
      { start: 4000, end: 5000, lines: ["Three"] },
    ]);
  });

  it("is read although numbers and times in it are broken", () => {
    const file =
      "1\n00:00:01,000 --> 00:00:02,000\nOne\n\nx\n00:00:02,000 --> 00:00:03,000\nTwo\n\n3\n00:0x --> later\nThree";
    expect(linesOf(file)).toEqual(["One", "Two / Three"]);
  });

  it("is read in UTF-8 with a byte order mark, in UTF-16 and in windows-1252", () => {
    const text = "1\r\n00:00:01,000 --> 00:00:02,000\r\nDéjà vu – “naïve”\r\n";
    const western = Uint8Array.from(
      [...text].map((character) => ({ "–": 0x96, "“": 0x93, "”": 0x94 })[character] ?? character.codePointAt(0)!),
    );
    for (const bytes of [Buffer.from(`\ufeff${text}`), Buffer.from(`\ufeff${text}`, "utf16le"), western])
      expect(linesOf(bytes)).toEqual(["Déjà vu – “naïve”"]);
  });
});

describe("a json3 file", () => {
  it("is read with windows, appended breaks, and words that are written on", () => {
    const file = {
      wireMagic: "pb3",
      events: [
        { tStartMs: 0, dDurationMs: 540000, id: 1, wpWinPosId: 1 },
        { tStartMs: 100, dDurationMs: 5000, wWinId: 1, segs: [{ utf8: "bees" }, { utf8: " make", tOffsetMs: 400 }] },
        { tStartMs: 2090, dDurationMs: 3010, wWinId: 1, aAppend: 1, segs: [{ utf8: "\n" }] },
        { tStartMs: 2100, dDurationMs: 4000, wWinId: 1, segs: [{ utf8: "honey" }, { utf8: " daily", tOffsetMs: 600 }] },
        { tStartMs: 2900, dDurationMs: 4000, wWinId: 1, aAppend: 1, segs: [{ utf8: " and" }, { utf8: " wax" }] },
        { tStartMs: "soon", segs: [{ utf8: 7 }, null] },
      ],
    };
    expect(readCaptions(JSON.stringify(file), "a.json3")).toEqual([
      { start: 100, end: 2100, lines: ["bees make"], lastWord: 500 },
      { start: 2100, end: 6900, lines: ["honey daily and wax"], lastWord: 2900 },
    ]);
  });
});

const word = fc.stringMatching(/^[A-Za-zÄöéß0-9'.,!?%]{1,12}$/).filter((text) => !/^\d+$/.test(text));
const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
const someCues = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 5000 }),
      length: fc.integer({ min: 1, max: 9_999_999 }),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((parts) => {
    let at = 0;
    return parts.map(({ gap, length, lines }): Cue => {
      const start = at + gap;
      at = start + length;
      return { start, end: at, lines };
    });
  });

describe("whatever a file holds", () => {
  it("what is written as WebVTT or SRT is read the same again, and json3 says the same", () => {
    fc.assert(
      fc.property(someCues, (cues) => {
        expect(readCaptions(writeVtt(cues), "a")).toEqual(cues);
        expect(readCaptions(writeSrt(cues), "a")).toEqual(cues);
        const events = cues.map(({ start, end, lines }) => ({
          tStartMs: start,
          dDurationMs: end - start,
          segs: [{ utf8: lines.join("\n") }],
        }));
        expect(readCaptions(JSON.stringify({ events }), "a")).toEqual(cues);
      }),
      { numRuns: 200 },
    );
  });

  it("marks of the format in a text come back from WebVTT as they were", () => {
    const cues = [{ start: 0, end: 1000, lines: ["a --> b", "<i>x</i> & &amp;", "NOTE this", "STYLE"] }];
    expect(readCaptions(writeVtt(cues), "a")).toEqual(cues);
  });

  it("arbitrary bytes are read or refused as unreadable", () => {
    const heads = ["", "WEBVTT\n\n00:01.000 --> 00:02.000\n", '{"events":[', "1\n00:00:01,000 --> 00:00:02,000\n"];
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 300 }), (head, bytes) => {
        try {
          readCaptions(Buffer.concat([Buffer.from(head), bytes]), "a");
        } catch (error) {
          expect(ScriptoriumError.is(error) && error.code).toBe("PAGE_UNREADABLE");
        }
      }),
      { numRuns: 500 },
    );
    const events = fc.array(
      fc.oneof(fc.jsonValue(), fc.record({ segs: fc.array(fc.jsonValue()), tStartMs: fc.jsonValue() })),
    );
    fc.assert(fc.property(events, (some) => void readCaptions(JSON.stringify({ events: some }), "a")));
  });

  it("takes time in proportion to its size, hostile or not, and refuses 100 MB by the size alone", () => {
    const hostile = ["<c", "&amp;", "{\\", "00:00 --", "1\n", "<00:00:01.000>", " ", "[", "- "];
    for (const piece of hostile) {
      const file = `WEBVTT\n\n00:01.000 --> 00:02.000\n${piece.repeat(Math.floor(1_000_000 / piece.length))}`;
      const before = cpuMs();
      readCaptions(file, "a");
      expect(cpuMs() - before).toBeLessThan(8_000);
    }
    const before = cpuMs();
    expect(() => readCaptions(new Uint8Array(100 * 1024 * 1024), "big.srt")).toThrow(/larger than the 20 MB/);
    expect(cpuMs() - before).toBeLessThan(2_000);
  });

  it("what is no caption file is refused in a sentence", () => {
    for (const text of ["Dear all,\n", "<html>", "{}"])
      expect(() => readCaptions(text, "notes.txt")).toThrow(
        "notes.txt holds no captions. Give a file of the kind vtt, srt or json3.",
      );
    expect(() => readCaptions("\n", "a.vtt")).toThrow("a.vtt is empty.");
    expect(() => readCaptions('{"events":[{"segs":', "a.json3")).toThrow("a.json3 is damaged or cut short");
  });
});
