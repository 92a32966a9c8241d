import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { LanguagePack } from "./language-pack.js";
import { createPacks, type InstalledThesaurus } from "./packs.js";

/** By name, tried in the order in which they were put here. */
const thesauri = new Map<string, InstalledThesaurus>();
beforeEach(() => thesauri.clear());

function put(name: string, dat: Uint8Array | string, index?: Uint8Array | string) {
  const bytes = Buffer.from(dat as string);
  thesauri.set(name, {
    name,
    language: name.slice(3, 5),
    read: (offset, size) => bytes.subarray(offset, offset + size),
    readAll: () => bytes,
    readIndex: () => (index === undefined ? undefined : Buffer.from(index as string)),
  });
  return bytes;
}

type Encoding = "utf8" | "latin1";

/** Puts a thesaurus and its index there; the entries are lines as they are in the file, a headword with its count first. */
function write(name: string, charset: string, entries: readonly (readonly string[])[], encoding: Encoding = "utf8") {
  let dat = Buffer.from(`${charset}\n`);
  const index: string[] = [];
  for (const lines of entries) {
    index.push(`${lines[0]?.split("|")[0]}|${dat.length}`);
    dat = Buffer.concat([dat, Buffer.from(`${lines.join("\n")}\n`, encoding)]);
  }
  return put(name, dat, Buffer.from(`${charset}\n${index.length}\n${index.join("\n")}\n`, encoding));
}

const packsOf = () => createPacks(thesauri.values());

function pack(language: string): LanguagePack {
  const found = packsOf().find(language);
  if (found === undefined) throw new Error(`no pack for ${language}`);
  return found;
}

/** The alternatives of the word in brackets. */
function ask(pack: LanguagePack, sentence: string): readonly string[] {
  const tokens = sentence.match(/\[[^\]]+\]|\p{L}+['’]|[\p{L}-]+|[^\s\p{L}]/gu) ?? [];
  const index = tokens.findIndex((token) => token.startsWith("["));
  return pack.alternatives(tokens[index]?.slice(1, -1) ?? "", {
    before: tokens.slice(0, index),
    after: tokens.slice(index + 1),
  });
}

const anything = [["baum|1", "-|gewächs"]];
const likely = (a: string, b: string, shared: string, mark = "-") => [
  [`${a}|1`, `${mark}|${a}|${b}|${shared}`],
  [`${b}|1`, `${mark}|${a}|${b}|${shared}`],
];

describe("malformed files", () => {
  it.each([
    ["an empty file", "", "does not begin with a line that names its charset"],
    ["an unknown charset", "KLINGON-8\nbaum|1\n-|holz\n", 'names the charset "klingon-8"'],
    ["a charset with two bytes a letter", "UTF-16\nbaum|1\n-|holz\n", 'names the charset "utf-16"'],
    ["no entries", "UTF-8\nnothing here\n", "has no entries"],
    ["no text at all", "\u0000\u0001\u0002\n\u0000", "does not begin with a charset"],
  ])("%s is passed over with one note", (_name, content, reason) => {
    put("th_de_DE", content);
    const packs = packsOf();
    expect(packs.find("de")).toBeUndefined();
    expect(packs.find("de")).toBeUndefined();
    expect(packs.notes).toHaveLength(1);
    expect(packs.notes[0]).toContain(`The thesaurus th_de_DE ${reason}`);
  });

  it("the next file of the language is used when the first cannot be read", () => {
    put("th_de_DE", "");
    write("th_de_XX", "UTF-8", anything);
    expect(pack("de").name).toBe("th_de_XX");
  });

  it("a missing index, and one made for another edition, are made again", () => {
    const lines = likely("détestable", "abominable", "exécrable|effroyable", "(adjectif)");
    const dat = write("th_fr_FR", "UTF-8", lines);
    for (const index of [undefined, "UTF-8\n1\nautre|3\ndétestable|77\nabominable|9999\n"]) {
      put("th_fr_FR", dat, index);
      expect(ask(pack("fr"), "un repas [détestable]")).toEqual(["abominable"]);
    }
  });

  it("any bytes behind the first line give words or none, and never throw", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 100 }), (dat, index) => {
        const head = Buffer.from("UTF-8\nrapidable|3\n(adjectif)|veloceable\n");
        put("th_fr_FR", Buffer.concat([head, dat]), Buffer.concat([Buffer.from("UTF-8\n1\nrapidable|6\n"), index]));
        const words =
          packsOf()
            .find("fr")
            ?.alternatives("rapidable", { before: ["un"], after: [] }) ?? [];
        expect(words.length).toBeLessThanOrEqual(5);
      }),
      { numRuns: 60 },
    );
  });
});

describe("reading entries", () => {
  it("words are read in the charset that the file declares", () => {
    write("th_es_ES", "ISO8859-1", likely("módico", "económico", "asequible|ajustado|moderado"), "latin1");
    expect(ask(pack("es"), "un precio [módico]")).toEqual(["económico"]);
    const koi = new Map([..."абвгдежзийклмнопрстуфхцчшщъыьэюя"].map((letter, index) => [letter, 224 + index] as const));
    const cp1251 = (text: string) => Buffer.from([...text].map((letter) => koi.get(letter) ?? letter.charCodeAt(0)));
    const lines = ["хрупкий", "ломкий"].flatMap((word) => [`${word}|1`, "(синоним)|хрупкий|ломкий|мягкий|тонкий"]);
    put("th_ru_RU", Buffer.concat([Buffer.from("microsoft-cp1251\n"), cp1251(`${lines.join("\n")}\n`)]));
    expect(ask(pack("ru"), "очень [хрупкая] ваза")).toEqual(["ломкая"]);
  });

  it("words that do not name each other are not offered", () => {
    write("th_es_ES", "UTF-8", [
      ["módico|1", "-|módico|económico|asequible|ajustado"],
      ["económico|1", "-|barato|asequible|ajustado"],
    ]);
    expect(ask(pack("es"), "un precio [módico]")).toEqual([]);
  });

  it("words marked as colloquial or as antonyms are not offered", () => {
    write("th_de_DE", "UTF-8", [
      ["kantig|1", "-|kantig|eckig|zackig|spitzig (ugs.)|glattig (Antonym)"],
      ["eckig|1", "-|kantig|eckig|zackig"],
      ["spitzig|1", "-|kantig|eckig|zackig|spitzig"],
      ["glattig|1", "-|kantig|eckig|zackig|glattig"],
    ]);
    expect(ask(pack("de"), "ein [kantiger] Stein")).toEqual(["eckiger"]);
  });

  it("a line of another part of speech is not used", () => {
    write("th_pt_PT", "UTF-8", [
      ["formidável|1", "(v.)|formidável|notável|louvável|admirável"],
      ["louvável|1", "(v.)|formidável|notável|louvável|admirável"],
    ]);
    expect(ask(pack("pt"), "um livro [formidável]")).toEqual([]);
  });
});

describe("keeping the grammar", () => {
  const at = (language: string, sentence: string) => {
    write(`th_${language}_XX`, "UTF-8", anything);
    return ask(pack(language), sentence);
  };

  it.each([
    ["de", "eine [schnelle] Lieferung", "rasche"],
    ["de", "mit [zuverlässigem] Schutz", "verlässlichem"],
    ["de", "jede [Veränderung] zählt", "änderung"],
    ["es", "unas casas [hermosas]", "bellas"],
    ["es", "dos [errores]", "fallos"],
    ["pt", "as [avarias] são raras", "falhas"],
    ["it", "strade [pericolose]", "rischiose"],
    ["fr", "une idée [évidente]", "manifeste"],
    ["pl", "w [ważnych] sprawach", "istotnych"],
    ["ru", "с [огромным] трудом", "громадным"],
    ["uk", "без [необхідної] допомоги", "потрібної"],
    ["cs", "v [důležitém] textu", "významném"],
    ["sv", "ett [trevligt] rum", "behagligt"],
    ["hu", "ez [hatalmas] ház", "óriási"],
  ])("%s: %s may be %s", (language, sentence, expected) => {
    expect(at(language, sentence)).toContain(expected);
  });

  it.each([
    ["de", "die [Schnelle] GmbH", "a name keeps its words"],
    ["de", "das Haus, um es [kaufen]", "an infinitive is only sure behind zu"],
    ["fr", "l' [endroit]", "the elided article would not fit before a consonant"],
    ["it", "l' [economico] albergo", "an article before a vowel would not fit before a consonant"],
    ["es", "hablar y [escoger]", "an infinitive needs an object that shows it"],
    ["ru", "iPhone [ВАЖНЫЙ]", "capitals are an abbreviation or a brand"],
  ])("%s: %s stays: %s", (language, sentence) => {
    const found = at(language, sentence);
    if (language === "it") expect(found.every((word) => /^[aeiou]/.test(word))).toBe(true);
    else expect(found).toEqual([]);
  });

  it("a form that is two things at once is only replaced by a form that is both", () => {
    // "eficaces" is masculine and feminine, "efectivos" and "efectivas" only one of them.
    expect(at("es", "cosas [eficaces]")).toEqual([]);
    expect(at("es", "cosas [efectivas]")).toEqual(["eficaces"]);
  });

  it("Spanish y and o are not left before their own sound", () => {
    expect(at("es", "un salón [inmenso]")).toEqual(["enorme"]);
    expect(at("es", "bello e [inmenso]")).toEqual([]);
  });

  it("at most five words, in lower case, without the word itself, and the same ones each time", () => {
    for (const sentence of ["[Ständig] ist es nass", "[Sofort] und gleich", "Das ist [derzeit] so"]) {
      const found = at("de", sentence);
      expect(found.length).toBeLessThanOrEqual(5);
      expect(found).toEqual(found.map((word) => word.toLowerCase()));
      expect(at("de", sentence)).toEqual(found);
    }
  });

  it("any word at any place gives a list and never throws", () => {
    write("th_it_XX", "UTF-8", anything);
    const italian = pack("it");
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.array(fc.string()),
        fc.array(fc.string()),
        (word, before, after) => {
          expect(italian.alternatives(word, { before, after }).length).toBeLessThanOrEqual(5);
        },
      ),
    );
  });
});
