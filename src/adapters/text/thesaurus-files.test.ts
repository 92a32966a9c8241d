import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ScriptoriumError } from "../../kernel/index.js";
import { openPacks } from "./thesaurus-files.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "packs-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string) => writeFileSync(join(folder, `${name}.dat`), "UTF-8\nbaum|1\n-|gewächs\n");
const named = () => openPacks({ folders: [folder], systemFolder: join(folder, "none") });

function refusalOf(path: string): ScriptoriumError | undefined {
  try {
    openPacks({ folders: [path] });
  } catch (error) {
    if (ScriptoriumError.is(error)) return error;
  }
  return undefined;
}

describe("finding packs", () => {
  it("a thesaurus in a named folder is the pack of its language, called by its file", () => {
    write("th_de_DE_v2");
    const packs = named();
    expect(packs.languages).toEqual(["de"]);
    expect(packs.find("de")).toMatchObject({ language: "de", name: "th_de_DE_v2" });
    expect(packs.find("fr")).toBeUndefined();
    expect(packs.notes).toEqual([]);
  });

  it("a single file can be named", () => {
    write("th_de_DE_v2");
    const packs = openPacks({ folders: [join(folder, "th_de_DE_v2.dat")], systemFolder: join(folder, "none") });
    expect(packs.languages).toEqual(["de"]);
  });

  it("the country a language is named for goes before the others, and a named folder before the system's", () => {
    write("th_es_AR_v2");
    write("th_es_ES_v2");
    expect(named().find("es")?.name).toBe("th_es_ES_v2");
    const own = join(folder, "own");
    mkdirSync(own);
    writeFileSync(join(own, "th_es_mine.dat"), "UTF-8\narbol|1\n-|planta\n");
    const packs = openPacks({ folders: [own], systemFolder: folder });
    expect(packs.find("es")?.name).toBe("th_es_mine");
  });

  it("a machine without thesauri has no packs and says nothing", () => {
    const packs = openPacks({ systemFolder: join(folder, "none") });
    expect(packs.languages).toEqual([]);
    expect(packs.notes).toEqual([]);
  });

  it("a named folder that is not there is refused without telling its path in the message", () => {
    const path = join(folder, "missing");
    const refusal = refusalOf(path);
    expect(refusal).toMatchObject({ code: "CONFIG_INVALID", facts: { path } });
    expect(refusal?.message).not.toContain(path);
  });

  it("a named file that is no thesaurus is refused", () => {
    writeFileSync(join(folder, "words.txt"), "tree");
    expect(refusalOf(join(folder, "words.txt"))).toMatchObject({ code: "CONFIG_INVALID" });
  });

  it("a file that cannot be opened is passed over with one note", () => {
    write("th_de_DE");
    // No user can open a link that leads to itself.
    rmSync(join(folder, "th_de_DE.dat"));
    symlinkSync("th_de_DE.dat", join(folder, "th_de_DE.dat"));
    const packs = named();
    expect(packs.find("de")).toBeUndefined();
    expect(packs.notes).toEqual([
      "The thesaurus th_de_DE could not be read. Install it again, or take it out of the folder.",
    ]);
  });

  it("entries are read from the places that the index names", () => {
    const [dat, entry] = ["UTF-8\n", "détestable|1\n(adjectif)|détestable|abominable|exécrable|effroyable\n"];
    const other = "abominable|1\n(adjectif)|détestable|abominable|exécrable|effroyable\n";
    const second = Buffer.byteLength(dat + entry);
    writeFileSync(join(folder, "th_fr_FR.dat"), dat + entry + other);
    writeFileSync(join(folder, "th_fr_FR.idx"), `UTF-8\n2\ndétestable|${dat.length}\nabominable|${second}\n`);
    const words = named()
      .find("fr")
      ?.alternatives("détestable", { before: ["un", "repas"], after: [] });
    expect(words).toEqual(["abominable"]);
  });
});

describe("the thesauri of this machine", () => {
  const installed = existsSync("/usr/share/mythes");
  it.skipIf(!installed)(
    "every one of a language we know can be read (skipped where no mythes-* package is installed)",
    () => {
      const packs = openPacks();
      for (const language of packs.languages) expect(packs.find(language)?.language).toBe(language);
      expect(packs.notes).toEqual([]);
    },
  );
});
