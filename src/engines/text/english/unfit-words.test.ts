import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { readLanguageFile } from "../../../adapters/text/language-data.js";
import { packagePath } from "../../../adapters/threads/package-path.js";
import { openArchive, risen } from "./archive.js";
import { type LanguageData, loadLanguageData } from "./language-data.js";

let data: LanguageData;
const unfit: ReadonlySet<string> = new Set(
  readFileSync(packagePath("scripts", "data", "unfit.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !/^[#[]/.test(line)),
);

beforeAll(async () => {
  data = await loadLanguageData(readLanguageFile);
});

/** Every word that is in some class of the dictionary and may be offered. */
function offerable(): string[] {
  const { words, entryWord, banned } = data.lexicon;
  return [...new Set(entryWord)].filter((word) => banned[word] === 0).map((word) => words[word]!);
}

describe("the words that can be offered", () => {
  it("are no unfit words, and hold none", () => {
    const lemmas = offerable();
    expect(lemmas.length).toBeGreaterThan(30_000);
    const found = lemmas.filter((lemma) => unfit.has(lemma) || lemma.split(/[ -]/).some((part) => unfit.has(part)));
    expect(found).toEqual([]);
  });

  it("are not lost with the words that may be next to them", () => {
    const lemmas = new Set(offerable());
    for (const word of ["easy", "sure", "plain", "destroy", "cohabit", "ruin"]) expect(lemmas, word).toContain(word);
    for (const word of ["fuck up", "screw up", "shack up", "piss off"]) expect(lemmas, word).not.toContain(word);
  });
});

// No message of these tests has one of the words.
describe("the definitions of nouns", () => {
  it("are none of slurs, and of unfit words none that is about people", async () => {
    const archive = openArchive("nouns", await readLanguageFile("nouns"));
    const glosses = archive.lines("glosses");
    const names = archive.lines("categoryNames");
    const categories = [...archive.bytes("categories")].map((category) => names[category]!);
    const nouns = [...risen(archive.numbers("words"))].map((word) => data.lexicon.words[word]!);
    expect(nouns.length).toBeGreaterThan(14_000);
    const slurs = glosses.filter((gloss) => /\boffensive (?:term|name|word)|\bslur\b|\bderogatory\b/i.test(gloss));
    const ofPeople = nouns.filter((noun, index) => unfit.has(noun) && /^(?:person|group)$/.test(categories[index]!));
    expect([slurs.length, ofPeople.length]).toEqual([0, 0]);
  });
});
