import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cue } from "./cue.js";
import { withoutMarkers, withVoices } from "./markers.js";
import { paragraphsOf } from "./paragraphs.js";
import { readCaptions } from "./read-captions.js";
import { collapsedCues } from "./rolling.js";

/** As programs write captions: each line once below, for an instant alone, and once above the next. */
function rolling(lines: readonly string[]): Cue[] {
  return lines.flatMap((line, at) => {
    const start = at * 2000;
    const above = at === 0 ? [] : [lines[at - 1]!];
    return [
      { start, end: start + 1990, lines: [...above, line] },
      { start: start + 1990, end: start + 2000, lines: [line] },
    ];
  });
}

const cue = (start: number, end: number, ...lines: string[]): Cue => ({ start, end, lines });
const said = (cues: readonly Cue[]) => cues.flatMap(({ lines }) => lines);

describe("rolling captions", () => {
  it("come to each line once, also where a line is said twice", () => {
    const word = fc.constantFrom("a", "yeah", "b", "no no", "so");
    fc.assert(
      fc.property(fc.array(word, { minLength: 4, maxLength: 30 }), (lines) => {
        expect(said(collapsedCues(rolling(lines)))).toEqual(lines);
      }),
    );
  });

  it("of a WebVTT file with blank upper lines and times of words are collapsed, with the time of each line", () => {
    const file = `WEBVTT
Kind: captions
Language: en

00:00:00.160 --> 00:00:02.230 align:start position:0%
 
the<00:00:00.400><c> hive</c><00:00:00.900><c> is</c>

00:00:02.230 --> 00:00:02.240 align:start position:0%
the hive is
 

00:00:02.240 --> 00:00:04.470 align:start position:0%
the hive is
never<00:00:02.600><c> quiet</c>

00:00:04.470 --> 00:00:04.480 align:start position:0%
never quiet
 

00:00:04.480 --> 00:00:06.000 align:start position:0%
never quiet
at<00:00:04.800><c> night</c>
`;
    expect(collapsedCues(readCaptions(file, "a"))).toEqual([
      { start: 160, end: 2230, lines: ["the hive is"], lastWord: 900 },
      { start: 2240, end: 4470, lines: ["never quiet"], lastWord: 2600 },
      { start: 4480, end: 6000, lines: ["at night"], lastWord: 4800 },
    ]);
  });

  it("of a file that pauses are collapsed behind the pause, too, and broken times of words are no text", () => {
    const file = `WEBVTT

00:01.000 --> 00:03.000
 
the<00:00:01.300><c> river</c><00:00:01.1000><c> rose</c>

00:03.000 --> 00:03.010
the river rose
 

00:03.010 --> 00:05.000
the river rose
and<00:00:03><c> the bridge went</c>

00:05.000 --> 00:05.010
and the bridge went
 

00:06.400 --> 00:08.000
and the bridge went
nobody<00:06.><c> saw it</c>

00:08.000 --> 00:10.000
nobody saw it
coming

00:12.000 --> 00:13.000
coming
`;
    expect(said(collapsedCues(readCaptions(file, "a")))).toEqual([
      "the river rose",
      "and the bridge went",
      "nobody saw it",
      "coming",
      "coming",
    ]);
  });

  it("that grow word by word come to the whole line", () => {
    const cues = ["we", "we are", "we are here"].map((line, at) => cue(at * 500, at * 500 + 500, line));
    expect(collapsedCues([...cues, cue(1500, 2000, "good"), cue(2000, 2500, "good night")])).toEqual([
      cue(0, 1500, "we are here"),
      cue(1500, 2500, "good night"),
    ]);
  });

  it("a file that does not roll keeps all that is repeated in it", () => {
    const cues = ["No.", "No.", "No.", "Yes.", "Yes.", "No."].map((line, at) => cue(at * 1000, at * 1000 + 1000, line));
    expect(collapsedCues(cues)).toEqual(cues);
  });
});

describe("markers", () => {
  it("are taken out, words are not", () => {
    const cues = [
      cue(0, 1, "[Music]"),
      cue(1, 2, ">> So what is a hive? [laughter]"),
      cue(2, 3, "♪ la la la ♪", "♪♪"),
      cue(3, 4, "It is -5 degrees, well-known - and cold."),
      cue(4, 5, "- Really?", "- Yes (mostly)."),
      cue(5, 6, "(upbeat music)"),
      cue(6, 7, "that [ __ ] bee in C♯"),
      cue(7, 8, "- and more of it", "..."),
      cue(8, 9, "I did. >> Did you? >> Yes.", "- Always? - Mostly.", "- No."),
    ];
    expect(withoutMarkers(cues).map(({ lines, turns }) => [...lines, ...turns])).toEqual([
      ["So what is a hive?", 0],
      ["la la la"],
      ["It is -5 degrees, well-known - and cold."],
      ["Really?", "Yes (mostly).", 0, 1],
      ["that bee in C♯"],
      ["- and more of it", "..."],
      ["I did.", "Did you?", "Yes.", "Always?", "Mostly.", "No.", 1, 2, 3, 4, 5],
    ]);
  });
});

describe("remarks", () => {
  it.each([
    ["[door closes] (laughter) I am here.", ["I am here."]],
    ['* Musik: "Wind" *', []],
    ["[laughter] (coughs) \u266a theme \u266a", ["theme"]],
    ["(speaks French) Eh bien (mostly) oui.", ["Eh bien (mostly) oui."]],
    ["(mostly) yes, 2 * 3 * 4", ["(mostly) yes, 2 * 3 * 4"]],
    ["(ANNA) Hello.", ["(ANNA) Hello."]],
    ["Hello (applause) there, (laughs) yes (sighs).", ["Hello there, yes."]],
    ["So (Laughter and applause) it is (audience laughs).", ["So it is."]],
    ["Ja (Gel\u00e4chter) doch, (lacht) oui (rires) et s\u00ed (aplausos).", ["Ja doch, oui et s\u00ed."]],
    [
      "The arts (music theory) and (she laughs at me) so on.",
      ["The arts (music theory) and (she laughs at me) so on."],
    ],
  ])("beside each other are taken out, words in brackets are not: %s", (line, left) => {
    expect(said(withoutMarkers([cue(0, 1000, line)]))).toEqual(left);
  });
});

describe("paragraphs", () => {
  it("lose no word and add none, wherever they end", () => {
    const word = fc.constantFrom("bee", "honey.", "wax", "and", "why?", "蜂蜜");
    const cues = fc.array(fc.tuple(fc.array(word, { minLength: 1, maxLength: 9 }), fc.nat(4000)), { maxLength: 120 });
    fc.assert(
      fc.property(cues, fc.array(fc.nat(200_000), { maxLength: 4 }), (parts, breaks) => {
        let at = 0;
        const given = parts.map(([words, gap]) => {
          at += gap + 1000;
          return cue(at - 1000, at, words.join(" "));
        });
        const text = paragraphsOf(
          given,
          breaks.sort((a, b) => a - b),
        ).map((one) => one.text);
        const squeezed = (texts: readonly string[]) => texts.join("").replaceAll(" ", "");
        expect(squeezed(text)).toBe(squeezed(said(given)));
      }),
    );
  });

  it("end at a pause or where another speaks, but not within a sentence", () => {
    const cues = withoutMarkers([
      cue(0, 1000, "The queen lays eggs"),
      cue(5000, 6000, "all summer long."),
      cue(6000, 7000, "She rests in winter."),
      cue(12_000, 13_000, "Workers do not."),
      cue(13_000, 14_000, ">> Is that so?"),
      cue(14_000, 15_000, "- It is.", "- I see."),
    ]);
    expect(paragraphsOf(cues).map(({ text }) => text)).toEqual([
      "The queen lays eggs all summer long. She rests in winter.",
      "Workers do not.",
      "Is that so?",
      "It is.",
      "I see.",
    ]);
  });

  it("of words without sentences end at breaths, by the times of words where there are some", () => {
    const cues = Array.from({ length: 60 }, (_none, at) => ({
      ...cue(at * 3000, at * 3000 + 3000, "all the bees go out and look for food"),
      lastWord: at * 3000 + (at % 15 === 14 ? 1200 : 2600),
    }));
    const paragraphs = paragraphsOf(cues);
    expect(paragraphs.map(({ text }) => text.split(" ").length)).toEqual([135, 135, 135, 135]);
  });

  it("end where a voice of the file gives way to another, or one is cut short, and a caption stands alone after a pause", () => {
    const file =
      "WEBVTT\n\n00:00.000 --> 00:01.000\n<v Ann>Close the door.\n\n00:01.000 --> 00:02.000\n<v Ann>Now.\n\n" +
      "00:02.000 --> 00:03.000\n<v Bo>It is closed, so I\n\n00:03.000 --> 00:04.000\n<v Ann>Good.\n\n" +
      "00:08.000 --> 00:09.000\nLATER\n\n00:13.000 --> 00:14.000\nWe left.\n";
    const texts = paragraphsOf(withoutMarkers(readCaptions(file, "a"))).map(({ text }) => text);
    expect(texts).toEqual(["Ann: Close the door. Now.", "Bo: It is closed, so I", "Ann: Good.", "LATER", "We left."]);
  });

  it("end where a name in capitals or a mark of full width says that another speaks, or a script without capitals pauses", () => {
    const cues = ["ANNA: Hello there.", "ANNA: I am Anna.", "TOM: Hello, Anna.", "ANNA: How was St. Ives?"];
    const japanese = [
      cue(9000, 9900, "＞＞田中：質問です"),
      cue(14_000, 15_000, "はい"),
      cue(15_000, 16_000, "どうぞ。"),
    ];
    const all = withoutMarkers([...cues.map((text, at) => cue(at * 1000, at * 1000 + 900, text)), ...japanese]);
    expect(paragraphsOf(all).map(({ text }) => text)).toEqual([
      "ANNA: Hello there. ANNA: I am Anna.",
      "TOM: Hello, Anna.",
      "ANNA: How was St. Ives?",
      "田中：質問です",
      "はいどうぞ。",
    ]);
  });

  it("have the words that the ends of lines break as one, and leave hyphens of their own", () => {
    const broken = [
      "The Straßenbahn-",
      "haltestelle, a man-",
      "ual, a sea-",
      "green coat, well-",
      "known, b-",
      "but old.",
    ];
    const cues = [...broken, "It is sea-green: two-", "and three-year."].map((text, at) =>
      cue(at * 900, at * 900 + 900, text),
    );
    expect(paragraphsOf(cues).map(({ text }) => text)).toEqual([
      "The Straßenbahnhaltestelle, a manual, a sea-green coat, well-known, b- but old. It is sea-green: two- and three-year.",
    ]);
  });

  it("name each voice of a file where it begins, also two in one caption", () => {
    const file = "WEBVTT\n\n00:00.000 --> 00:02.000\n<v Maria>Good evening.</v> <v.loud Piet>Recount!</v>\n";
    const cues = withoutMarkers(readCaptions(file, "a"));
    expect(paragraphsOf(cues).map(({ text }) => text)).toEqual(["Maria: Good evening.", "Piet: Recount!"]);
    expect(said(withVoices(readCaptions(file, "a")))).toEqual(["Maria: Good evening.", "Piet: Recount!"]);
  });

  it("of a song are verses, and of a script without spaces or punctuation lines that can be told apart", () => {
    const song = withoutMarkers([
      cue(0, 1000, "\u266a The river", "knows my name \u266a"),
      cue(1000, 2000, "\u266a It calls \u266a"),
      cue(6000, 7000, "\u266a Again \u266a"),
      cue(7000, 8000, "Thank you."),
    ]);
    expect(paragraphsOf(song).map(({ text }) => text)).toEqual([
      "The river\nknows my name\nIt calls",
      "Again",
      "Thank you.",
    ]);
    const chinese = [cue(0, 1000, "\u5927\u5bb6\u597d"), cue(1000, 2000, "\u4eca\u5929\u5f00\u59cb")];
    expect(paragraphsOf(chinese).map(({ text }) => text)).toEqual(["\u5927\u5bb6\u597d \u4eca\u5929\u5f00\u59cb"]);
  });

  it("are cut behind a whole sentence although captions are cut elsewhere, and not behind a title or a date", () => {
    const words = "Am 3. Mai kam Dr. Berg. Er blieb nur kurz. ".repeat(30).trim().split(" ");
    const cues = Array.from({ length: Math.ceil(words.length / 4) }, (_none, at) =>
      cue(at * 1000, at * 1000 + 1000, words.slice(at * 4, at * 4 + 4).join(" ")),
    );
    for (const { text } of paragraphsOf(cues)) expect(text).toMatch(/^(?:Am 3|Er blieb).*(?:Berg|kurz)\.$/);
  });

  it("end where a chapter begins", () => {
    const cues = [cue(0, 1000, "one two"), cue(1000, 2000, "three"), cue(2000, 3000, "four")];
    expect(paragraphsOf(cues, [0, 1600]).map(({ text, start, end }) => ({ text, start, end }))).toEqual([
      { text: "one two three", start: 0, end: 2000 },
      { text: "four", start: 2000, end: 3000 },
    ]);
  });
});
