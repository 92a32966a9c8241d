import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readLanguageFile } from "../../../../adapters/text/language-data.js";
import { packagePath } from "../../../../adapters/threads/package-path.js";
import { openArchive } from "../archive.js";
import type { WordClass } from "../types.js";
import { createDictionary, type Dictionary, verdictLines } from "./verdict-tables.js";
import { createVerdicts, openVerdicts } from "./verdicts.js";

let dictionary: Dictionary;

beforeAll(async () => {
  dictionary = await createDictionary(readLanguageFile);
});

const linesOf = (text: string, file = "verbs.txt") =>
  verdictLines([{ name: `english/verdicts/${file}`, text }], dictionary);

function verdictsIn(text: string, wordClass: WordClass = "adjective") {
  const lines = linesOf(
    text,
    { noun: "nouns.txt", verb: "verbs.txt", adjective: "adjectives.txt" }[wordClass as "noun"],
  );
  const joined = (own: readonly string[]) => own.join("\n");
  return createVerdicts({
    noun: joined(lines.noun),
    verb: joined(lines.verb),
    adjective: joined(lines.adjective),
    adverb: joined(lines.adverb),
  });
}

describe("the packed verdicts", () => {
  it("are what the tables say, line for line", async () => {
    const folder = packagePath("data", "english", "verdicts");
    const files = readdirSync(folder).map((name) => ({
      name: `english/verdicts/${name}`,
      text: readFileSync(join(folder, name), "utf8"),
    }));
    const lines = verdictLines(files, dictionary);
    const archive = openArchive("verdicts", await readLanguageFile("verdicts"));
    for (const wordClass of ["noun", "verb", "adjective", "adverb"] as const)
      expect(archive.text(wordClass), `${wordClass}s; run npm run data:verdicts`).toBe(lines[wordClass].join("\n"));
    expect(lines.verb.length).toBeGreaterThan(10);
    const verdicts = openVerdicts(archive);
    for (const wordClass of ["noun", "verb", "adjective", "adverb"] as const)
      for (const line of lines[wordClass]) {
        const word = line.split(" | ")[0]!;
        expect(verdicts(word, wordClass)?.word).toBe(word);
      }
  });
});

describe("the verdicts on a word", () => {
  it("have alternatives in their order, with conditions and register", () => {
    const text = `
      # Adjectives.
      big | large - brother <too >ing | major + decision >role (formal) | hefty (informal) + sum - fine | never: adult, of age
    `;
    expect(verdictsIn(text)("big", "adjective")).toEqual({
      word: "big",
      accepted: [
        {
          alternative: "large",
          register: "plain",
          cues: [],
          blockers: [
            { where: "near", word: "brother" },
            { where: "before", word: "too" },
            { where: "behind", word: "ing" },
          ],
        },
        {
          alternative: "major",
          register: "formal",
          cues: [
            { where: "near", word: "decision" },
            { where: "behind", word: "role" },
          ],
          blockers: [],
        },
        {
          alternative: "hefty",
          register: "informal",
          cues: [{ where: "near", word: "sum" }],
          blockers: [{ where: "near", word: "fine" }],
        },
      ],
      never: ["adult", "of age"],
    });
  });

  it("are those of its class alone, and none for a word that is not there", () => {
    const verdicts = verdictsIn("zippy | quick\nbig | large\nmid-sized | never: small\nold");
    expect(verdicts("mid-sized", "adjective")).toEqual({ word: "mid-sized", accepted: [], never: ["small"] });
    expect(verdicts("old", "adjective")).toEqual({ word: "old", accepted: [], never: [] });
    expect(verdicts("zippy", "adjective")?.accepted).toHaveLength(1);
    expect(verdicts("big", "noun")).toBeUndefined();
    for (const word of ["", "a", "bi", "bigger", "zz", "constructor"])
      expect(verdicts(word, "adjective")).toBeUndefined();
  });

  it("may be of words and alternatives that the dictionary does not have", () => {
    const verdicts = verdictsIn("carry out | perform | see through\nupcycle | give new life to", "verb");
    expect(verdicts("carry out", "verb")?.accepted.map(({ alternative }) => alternative)).toEqual([
      "perform",
      "see through",
    ]);
    expect(verdictsIn("land | piece of land", "noun")("land", "noun")?.accepted).toHaveLength(1);
  });
});

describe("a table of verdicts with an error", () => {
  it.each([
    ["begin | start\nbuy | purchase\nbegin | commence", 3, /"begin" is already on line 3/],
    ["begin | start | commence | start + race", 1, /"start" is there twice/],
    ["begin | begin", 1, /its own alternative/],
    ["begin | start | never: begin", 1, /its own alternative/],
    ["begin | start | never: launch, start", 1, /"start" is accepted and never right/],
    ["begin | start | never: open, open", 1, /"open" is there twice/],
    ["begin | never: open | start", 1, /comes last/],
    ["begin | never:", 1, /"" is no word/],
    ["begin | start (old)", 1, /\(old\) of "start" is no register; use \(plain\), \(formal\)/],
    ["begin | start (formal) (informal)", 1, /two registers/],
    ["begin | start +", 1, /"\+" without words/],
    ["begin | start - + race", 1, /"-" without words/],
    ["begin | start + race - car + engine", 1, /"\+" twice/],
    ["begin | start - >", 1, /">" with nothing behind it/],
    ["begin | start + <", 1, /"<" with nothing behind it/],
    ["begin | start + race race", 1, /"race" of "start" is there twice/],
    ["begin | start + Race", 1, /"Race" of "start" is no word in lower case/],
    ["begin | + race", 1, /no alternative before them/],
    ["begin | start, commence", 1, /"start, commence" is no word in lower case/],
    ["begin | Start", 1, /"Start" is no word in lower case/],
    ["Begin | start", 1, /"Begin" is no word in lower case/],
    ["begin | start |", 1, /column is empty/],
    ["begin | | start", 1, /column is empty/],
    ["begin | start + begin", 1, /"begin" of "start" is the word itself/],
    ["began | started", 1, /"began" has a form of "begin"/],
    ["begin | got under way", 1, /"got under way" has a form of "get"/],
    ["begin | at the start", 1, /cannot be inflected, because "at" is no verb/],
    ["decide | decision", 1, /cannot be inflected, because "decision" is no verb/],
  ])("is refused with file and line: %j", (text, line, reason) => {
    const read = () => linesOf(`# Verbs.\n\n${text}`);
    expect(read).toThrow(reason);
    expect(read).toThrow(`data/english/verdicts/verbs.txt, line ${line + 2}: `);
  });

  it.each([
    ["house | homes", "nouns.txt", /"homes" has a form of "home"/],
    ["house | quickly", "nouns.txt", /cannot be inflected, because "quickly" is no noun/],
    ["soon | shortly", "particles.txt", /says no class of words; use one of nouns.txt, verbs.txt/],
  ])("is refused in the file of every class: %j", (text, file, reason) => {
    expect(() => linesOf(text, file)).toThrow(reason);
  });
});
