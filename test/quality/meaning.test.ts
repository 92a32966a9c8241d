import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { choicesOf, drawn, pairsOf, placesIn } from "../../quality/meaning/offers.mjs";
import { placedSentences } from "../../quality/meaning/places.mjs";
import { badSentences, sharesOf } from "../../quality/meaning/shares.mjs";
import { keepVerdicts, readVerdicts, unjudgedLines } from "../../quality/meaning/verdicts.mjs";
import { seededRandom } from "../../src/index.js";
import { folderOfFile } from "../folders-of-file.js";

const TEXT = "Old boats\n\nA boat lay in an old port. The boat was old, and the port was small.\n";
const text = { name: "news-1", text: TEXT, sentences: placedSentences(TEXT) };

const emptyFolder = () => pathToFileURL(`${folderOfFile()}/`);

/** The pairs as lines of place, word and alternative. */
function pairs(spintax: string, own?: "first" | "last"): string[] {
  return pairsOf(choicesOf(text, spintax, own)).map(
    ({ place, word, alternative }) => `${place} ${word}|${alternative}`,
  );
}

describe("pairs", () => {
  it("are known by sentence and occurrence, whatever is offered elsewhere", () => {
    const one = "Old boats\n\nA boat lay in an old port. The boat was {old|aged}, and the port was small.\n";
    const more =
      "Old {boats|ships}\n\nA {boat|vessel} {lay in|filled} an old port. The {boat|ship} was {old|aged}, and the port was {small|tiny}.\n";
    expect(pairs(one)).toEqual(["3.1 old|aged"]);
    expect(pairs(more)).toEqual([
      "1.1 boats|ships",
      "2.1 boat|vessel",
      "2.1 lay in|filled",
      "3.1 boat|ship",
      "3.1 old|aged",
      "3.1 small|tiny",
    ]);
  });

  it("of a word that stands twice in a sentence are two, and parts of words do not count", () => {
    const twice = "The port and the ports of a port are full.";
    const read = { text: twice, sentences: placedSentences(twice) };
    const found = pairsOf(choicesOf(read, "The {port|harbor} and the ports of a {port|harbor} are full."));
    expect(found.map(({ place }) => place)).toEqual(["1.1", "1.2"]);
  });

  it("are the same with the article and without it", () => {
    const without = "Old boats\n\nA boat lay in an {old|ancient} port. The boat was old, and the port was small.\n";
    const joined =
      "Old boats\n\nA boat lay in {an old|an ancient|a worn} port. The boat was old, and the port was small.\n";
    expect(pairs(without)).toEqual(["2.1 old|ancient"]);
    expect(pairs(joined)).toEqual(["2.1 old|ancient", "2.1 old|worn"]);
  });

  it("of other ways to say a sentence are the sentence in the source's words, and words with their places in the source", () => {
    const offered =
      "Old boats\n\nA boat lay in an old port. " +
      "{The {harbor|port} was small, and the boat {looked|appeared} old.|The {ship|boat} was old, and the {harbor|port} was small.}\n";
    const whole = "3 The boat was old, and the port was small.";
    expect(pairs(offered, "last")).toEqual([
      "3.1 boat|ship",
      "3.1 port|harbor",
      `${whole}|The port was small, and the boat appeared old.`,
      "3* appeared|looked",
    ]);
    expect(placesIn(choicesOf(text, offered, "last"))).toBe(2);
  });

  it("of a reworded sentence are found where its choices begin with the source's words, too", () => {
    const offered =
      "Old boats\n\nA boat lay in an old port. " +
      "{The {port|harbor} was small, and the boat was old.|The boat was old, and the port was small.}\n";
    expect(pairs(offered, "last")).toEqual([
      "3 The boat was old, and the port was small.|The port was small, and the boat was old.",
      "3.1 port|harbor",
    ]);
  });

  it("are refused where what is offered does not say the text", () => {
    expect(() => pairs("Old {ships|boats}")).toThrow("does not say the text");
  });

  it("of random variants are those that the variant takes, those of a rejected way not among them", () => {
    const offered = "{The {boat|ship} sank.|A {boat|vessel} went down.}";
    const source = "The boat sank.";
    const choices = choicesOf({ text: source, sentences: placedSentences(source) }, offered);
    const random = seededRandom("variants");
    const seen = new Set(
      Array.from({ length: 60 }, () =>
        drawn(choices, random)
          .map(({ pair }) => pair.alternative)
          .join(" + "),
      ),
    );
    expect([...seen].sort()).toEqual(["", "A boat went down.", "A boat went down. + vessel", "ship"]);
  });
});

describe("verdicts", () => {
  const LINE = "news-1\t3.1\told\taged\tstiff\n";

  it("of a file that was filled in are kept by text, and pairs left blank stay unjudged", () => {
    const into = emptyFolder();
    const offered =
      "Old {boats|ships}\n\nA boat lay in an old port. The boat was {old|aged}, and the port was small.\n";
    const blank = unjudgedLines(text, pairsOf(choicesOf(text, offered)));
    expect(blank).toBe(
      "# news-1 1: Old boats\nnews-1\t1.1\tboats\tships\t\n" +
        "# news-1 3: The boat was old, and the port was small.\nnews-1\t3.1\told\taged\t\n",
    );
    expect(keepVerdicts(blank.replace("aged\t", "aged\tstiff"), "filled.tsv", [text], into)).toBe(1);
    expect(readFileSync(new URL("news-1.tsv", into), "utf8")).toBe(LINE);
    expect([...readVerdicts([text], into).get("news-1")!]).toEqual([["3.1\told\taged", "stiff"]]);
  });

  it("are listed by their letters, which do not tell what the engine prefers", () => {
    const offered = "Old boats\n\nA boat lay in an old port. The boat was {old|worn|aged}, and the port was small.\n";
    const lines = unjudgedLines(text, pairsOf(choicesOf(text, offered))).split("\n");
    expect(lines.slice(1, 3)).toEqual(["news-1\t3.1\told\taged\t", "news-1\t3.1\told\tworn\t"]);
  });

  it.each([
    ["a column too few", "news-1\t3.1\told\tfine", "4 columns instead of 5"],
    ["an unknown verdict", "news-1\t3.1\told\taged\tgood", '"good" is no verdict'],
    ["no verdict", "news-1\t3.1\told\taged\t", '"" is no verdict'],
    ["another text", "blog-1\t3.1\told\taged\tfine", 'the text "blog-1"'],
    ["a sentence that is not there", "news-1\t4.1\told\taged\tfine", "3 sentences"],
    ["an occurrence that is not there", "news-1\t3.2\told\taged\tfine", "2 times"],
    ["a sentence with other words", "news-1\t3\tThe ship sank.\tIt sank.\tfine", "does not say"],
    ["no place", "news-1\tthird\told\taged\tfine", '"third" is no place'],
    ["a blank alternative", "news-1\t3.1\told\t\tfine", "blank"],
    ["a second verdict", LINE.trim(), "has a verdict already"],
  ])("with %s are refused with file and line", (_, line, why) => {
    const from = emptyFolder();
    writeFileSync(new URL("news-1.tsv", from), `# comment\n${LINE}${line}\n`);
    expect(() => readVerdicts([text], from)).toThrow(`verdicts/news-1.tsv:3: `);
    expect(() => readVerdicts([text], from)).toThrow(why);
  });

  it("of a text that is not there are refused", () => {
    const from = emptyFolder();
    writeFileSync(new URL("poem-1.tsv", from), LINE);
    expect(() => readVerdicts([text], from)).toThrow("verdicts/poem-1.tsv");
  });

  it("of a filled file with an error leave what was kept before as it was", () => {
    const into = emptyFolder();
    keepVerdicts(LINE, "one.tsv", [text], into);
    expect(() => keepVerdicts(`news-1\t1.1\tboats\tships\tfine\n${LINE}`, "two.tsv", [text], into)).toThrow(
      "two.tsv:2",
    );
    expect(readFileSync(new URL("news-1.tsv", into), "utf8")).toBe(LINE);
  });
});

describe("shares", () => {
  it("are those of the judged pairs alone", () => {
    const verdicts = ["fine", "fine", "wrong", "grammar", undefined].map((verdict) => ({ verdict }));
    expect(sharesOf(verdicts)).toEqual({
      pairs: 5,
      judged: 4,
      fine: 0.5,
      stiff: 0,
      wrong: 0.25,
      grammar: 0.25,
      bad: 0.5,
    });
  });

  it("of sentences count one with several bad words once, one without changes as good, and leave out the unjudged", () => {
    const taken = [
      { sentence: 1, verdict: "wrong" },
      { sentence: 1, verdict: "grammar" },
      { sentence: 2, verdict: "stiff" },
      { sentence: 3, verdict: "wrong" },
      { sentence: 3, verdict: undefined },
    ];
    // Half of the judged sentences, and three of four were changed.
    expect(badSentences([{ sentences: 4, taken }])).toEqual({ share: 0.5 * 0.75, judged: 2 / 3 });
  });
});
