import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ScriptoriumError } from "../../../kernel/errors.js";
import type { LanguagePack } from "./language-pack.js";
import { openPacks } from "./packs.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "packs-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Encoding = "utf8" | "latin1";

/** Writes a thesaurus and its index; the entries are lines as they stand in the file, a headword with its count first. */
function write(name: string, charset: string, entries: readonly (readonly string[])[], encoding: Encoding = "utf8") {
  let dat = Buffer.from(`${charset}\n`);
  const index: string[] = [];
  for (const lines of entries) {
    index.push(`${lines[0]?.split("|")[0]}|${dat.length}`);
    dat = Buffer.concat([dat, Buffer.from(`${lines.join("\n")}\n`, encoding)]);
  }
  writeFileSync(join(folder, `${name}.dat`), dat);
  writeFileSync(
    join(folder, `${name}.idx`),
    Buffer.from(`${charset}\n${index.length}\n${index.join("\n")}\n`, encoding),
  );
}

const named = () => openPacks({ folders: [folder], systemFolder: join(folder, "none") });

async function pack(language: string): Promise<LanguagePack> {
  const found = (await named()).find(language);
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

describe("finding packs", () => {
  it("a thesaurus in a named folder is the pack of its language, called by its file", async () => {
    write("th_de_DE_v2", "UTF-8", anything);
    const packs = await named();
    expect(packs.languages).toEqual(["de"]);
    expect(packs.find("de")).toMatchObject({ language: "de", name: "th_de_DE_v2" });
    expect(packs.find("fr")).toBeUndefined();
    expect(packs.notes).toEqual([]);
  });

  it("a single file can be named", async () => {
    write("th_de_DE_v2", "UTF-8", anything);
    const packs = await openPacks({ folders: [join(folder, "th_de_DE_v2.dat")], systemFolder: join(folder, "none") });
    expect(packs.languages).toEqual(["de"]);
  });

  it("the country a language is named for goes before the others, and a named folder before the system's", async () => {
    write("th_es_AR_v2", "UTF-8", anything);
    write("th_es_ES_v2", "UTF-8", anything);
    expect((await pack("es")).name).toBe("th_es_ES_v2");
    const own = join(folder, "own");
    mkdirSync(own);
    writeFileSync(join(own, "th_es_mine.dat"), "UTF-8\narbol|1\n-|planta\n");
    const packs = await openPacks({ folders: [own], systemFolder: folder });
    expect(packs.find("es")?.name).toBe("th_es_mine");
  });

  it("a machine without thesauri has no packs and says nothing", async () => {
    const packs = await openPacks({ systemFolder: join(folder, "none") });
    expect(packs.languages).toEqual([]);
    expect(packs.notes).toEqual([]);
  });

  it("a named folder that is not there is refused without telling its path in the message", async () => {
    const path = join(folder, "missing");
    const refusal = await openPacks({ folders: [path] }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ScriptoriumError);
    expect(refusal).toMatchObject({ code: "CONFIG_INVALID", facts: { path } });
    expect((refusal as Error).message).not.toContain(path);
  });

  it("a named file that is no thesaurus is refused", async () => {
    writeFileSync(join(folder, "words.txt"), "tree");
    await expect(openPacks({ folders: [join(folder, "words.txt")] })).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });
});

describe("malformed files", () => {
  it.each([
    ["an empty file", "", "does not begin with a line that names its charset"],
    ["an unknown charset", "KLINGON-8\nbaum|1\n-|holz\n", 'names the charset "klingon-8"'],
    ["a charset with two bytes a letter", "UTF-16\nbaum|1\n-|holz\n", 'names the charset "utf-16"'],
    ["no entries", "UTF-8\nnothing here\n", "has no entries"],
    ["no text at all", "\u0000\u0001\u0002\n\u0000", "does not begin with a charset"],
  ])("%s is passed over with one note", async (_name, content, reason) => {
    writeFileSync(join(folder, "th_de_DE.dat"), content);
    const packs = await named();
    expect(packs.find("de")).toBeUndefined();
    expect(packs.find("de")).toBeUndefined();
    expect(packs.notes).toHaveLength(1);
    expect(packs.notes[0]).toContain(`The thesaurus th_de_DE ${reason}`);
  });

  it("the next file of the language is used when the first cannot be read", async () => {
    writeFileSync(join(folder, "th_de_DE.dat"), "");
    write("th_de_XX", "UTF-8", anything);
    expect((await pack("de")).name).toBe("th_de_XX");
  });

  it("a missing index, and one made for another edition, are made anew", async () => {
    write("th_fr_FR", "UTF-8", likely("détestable", "abominable", "exécrable|effroyable", "(adjectif)"));
    for (const index of [undefined, "UTF-8\n1\nautre|3\ndétestable|77\nabominable|9999\n"]) {
      rmSync(join(folder, "th_fr_FR.idx"), { force: true });
      if (index !== undefined) writeFileSync(join(folder, "th_fr_FR.idx"), index);
      expect(ask(await pack("fr"), "un repas [détestable]")).toEqual(["abominable"]);
    }
  });

  it("any bytes behind the first line give words or none, and never throw", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 100 }), async (dat, index) => {
        const head = Buffer.from("UTF-8\nrapidable|3\n(adjectif)|veloceable\n");
        writeFileSync(join(folder, "th_fr_FR.dat"), Buffer.concat([head, dat]));
        writeFileSync(join(folder, "th_fr_FR.idx"), Buffer.concat([Buffer.from("UTF-8\n1\nrapidable|6\n"), index]));
        const words = (await named()).find("fr")?.alternatives("rapidable", { before: ["un"], after: [] }) ?? [];
        expect(words.length).toBeLessThanOrEqual(5);
      }),
      { numRuns: 60 },
    );
  });
});

describe("reading entries", () => {
  it("words are read in the charset that the file declares", async () => {
    write("th_es_ES", "ISO8859-1", likely("módico", "económico", "asequible|ajustado|moderado"), "latin1");
    expect(ask(await pack("es"), "un precio [módico]")).toEqual(["económico"]);
    const koi = new Map([..."абвгдежзийклмнопрстуфхцчшщъыьэюя"].map((letter, index) => [letter, 224 + index] as const));
    const cp1251 = (text: string) => Buffer.from([...text].map((letter) => koi.get(letter) ?? letter.charCodeAt(0)));
    const lines = ["хрупкий", "ломкий"].flatMap((word) => [`${word}|1`, "(синоним)|хрупкий|ломкий|мягкий|тонкий"]);
    writeFileSync(
      join(folder, "th_ru_RU.dat"),
      Buffer.concat([Buffer.from("microsoft-cp1251\n"), cp1251(`${lines.join("\n")}\n`)]),
    );
    expect(ask(await pack("ru"), "очень [хрупкая] ваза")).toEqual(["ломкая"]);
  });

  it("words that do not name each other are not offered", async () => {
    write("th_es_ES", "UTF-8", [
      ["módico|1", "-|módico|económico|asequible|ajustado"],
      ["económico|1", "-|barato|asequible|ajustado"],
    ]);
    expect(ask(await pack("es"), "un precio [módico]")).toEqual([]);
  });

  it("words marked as colloquial or as antonyms are not offered", async () => {
    write("th_de_DE", "UTF-8", [
      ["kantig|1", "-|kantig|eckig|zackig|spitzig (ugs.)|glattig (Antonym)"],
      ["eckig|1", "-|kantig|eckig|zackig"],
      ["spitzig|1", "-|kantig|eckig|zackig|spitzig"],
      ["glattig|1", "-|kantig|eckig|zackig|glattig"],
    ]);
    expect(ask(await pack("de"), "ein [kantiger] Stein")).toEqual(["eckiger"]);
  });

  it("a line of another part of speech is not used", async () => {
    write("th_pt_PT", "UTF-8", [
      ["formidável|1", "(v.)|formidável|notável|louvável|admirável"],
      ["louvável|1", "(v.)|formidável|notável|louvável|admirável"],
    ]);
    expect(ask(await pack("pt"), "um livro [formidável]")).toEqual([]);
  });
});

describe("keeping the grammar", () => {
  const at = async (language: string, sentence: string) => {
    write(`th_${language}_XX`, "UTF-8", anything);
    return ask(await pack(language), sentence);
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
  ])("%s: %s may be %s", async (language, sentence, expected) => {
    expect(await at(language, sentence)).toContain(expected);
  });

  it.each([
    ["de", "die [Schnelle] GmbH", "a name keeps its words"],
    ["de", "das Haus, um es [kaufen]", "an infinitive is only sure behind zu"],
    ["fr", "l' [endroit]", "the elided article would not fit before a consonant"],
    ["it", "l' [economico] albergo", "an article before a vowel would not fit before a consonant"],
    ["es", "hablar y [escoger]", "an infinitive needs an object that shows it"],
    ["ru", "iPhone [ВАЖНЫЙ]", "capitals are an abbreviation or a brand"],
  ])("%s: %s stays: %s", async (language, sentence) => {
    const found = await at(language, sentence);
    if (language === "it") expect(found.every((word) => /^[aeiou]/.test(word))).toBe(true);
    else expect(found).toEqual([]);
  });

  it("a form that is two things at once is only replaced by a form that is both", async () => {
    // "eficaces" is masculine and feminine, "efectivos" and "efectivas" only one of them.
    expect(await at("es", "cosas [eficaces]")).toEqual([]);
    expect(await at("es", "cosas [efectivas]")).toEqual(["eficaces"]);
  });

  it("Spanish y and o are not left before their own sound", async () => {
    expect(await at("es", "un salón [inmenso]")).toEqual(["enorme"]);
    expect(await at("es", "bello e [inmenso]")).toEqual([]);
  });

  it("at most five words, in lower case, without the word itself, and the same ones each time", async () => {
    for (const sentence of ["[Ständig] ist es nass", "[Sofort] und gleich", "Das ist [derzeit] so"]) {
      const found = await at("de", sentence);
      expect(found.length).toBeLessThanOrEqual(5);
      expect(found).toEqual(found.map((word) => word.toLowerCase()));
      expect(await at("de", sentence)).toEqual(found);
    }
  });

  it("any word at any place gives a list and never throws", async () => {
    write("th_it_XX", "UTF-8", anything);
    const italian = await pack("it");
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

describe("the thesauri of this machine", () => {
  const installed = existsSync("/usr/share/mythes");
  it.skipIf(!installed)(
    "every one of a language we know can be read (skipped where no mythes-* package is installed)",
    async () => {
      const packs = await openPacks();
      for (const language of packs.languages) expect(packs.find(language)?.language).toBe(language);
      expect(packs.notes).toEqual([]);
    },
  );
});
