import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { nothingStored as stored } from "../../../../test/doubles/nothing-stored.js";
import type { ProviderWorld, SearchAnswer, SearchOptions } from "../../../kernel/index.js";
import { silentLogger, systemClock } from "../../../kernel/index.js";
import { cannedWeb } from "../../doubles/index.js";
import { createReader } from "../../reading/index.js";
import { searchEngines } from "../engines.js";
import { localEngine } from "./local.js";

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "scriptorium-local-"));
  open.push(() => rmSync(made, { recursive: true }));
  return made;
}

function write(place: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }
}

/** Time goes on by ten seconds with every question, so that the folder is looked at each time; or not at all. */
function clock(goesOn: boolean) {
  let passed = 0;
  const monotonic = () => (passed += goesOn ? 10_000 : 0);
  return { ...systemClock, now: () => new Date("2026-06-15T12:00:00Z"), monotonic };
}

async function index(
  files: Readonly<Record<string, string>>,
  {
    at = folder(),
    keptIn,
    address = "",
    looksAgain = true,
  }: { at?: string; keptIn?: string; address?: string; looksAgain?: boolean } = {},
) {
  write(at, files);
  const reading = createReader();
  const world: ProviderWorld = {
    ...{
      web: cannedWeb({}),
      reader: reading.reader,
      stored,
      clock: clock(looksAgain),
      logger: silentLogger,
      userAgent: "test",
    },
    ...(keptIn === undefined ? {} : { folder: keptIn }),
  };
  const engine = await localEngine({ folder: at, address }, world);
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await engine.close();
    await reading.close();
  };
  open.push(close);
  const provider = searchEngines([engine], { clock: world.clock });
  const ask = async (query: string, options: Partial<SearchOptions> = {}): Promise<SearchAnswer> => {
    const signal = AbortSignal.timeout(20_000);
    for (;;) {
      const answer = await provider.answer(query, { limit: 10, signal, ...options });
      // On a busy machine the index is late, and says so.
      if (!answer.notes?.some((note) => note.includes("still taking in"))) return answer;
    }
  };
  const titles = async (query: string, options: Partial<SearchOptions> = {}) =>
    (await ask(query, options)).hits.map(({ title }) => title);
  return { at, engine, ask, titles, close };
}

const page = (title: string, text: string, head = "") =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><article><h1>${title}</h1><p>${text}</p></article></main></body></html>`;
const dated = (day: string) => `<meta property="article:published_time" content="${day}">`;
const FILLER =
  "The keeper wrote down what he saw each night, and the book was sent to the office at the end of the month.";

describe("what is found", () => {
  it("puts pages with the words in the title before those that mention them, and those with all words before those with some", async () => {
    const { titles } = await index({
      "a.txt": `Harbour notes\n\nA lighthouse is mentioned once here. ${FILLER}`,
      "b.txt": `Lighthouse lenses\n\nHow a lens of a lighthouse is ground. ${FILLER}`,
      "c.txt": `Lenses\n\nOf glass alone. ${FILLER}`,
      "d.txt": `Bread\n\nFlour, water, salt. ${FILLER}`,
    });
    expect(await titles("lighthouse")).toEqual(["Lighthouse lenses", "Harbour notes"]);
    expect(await titles("lens of lighthouses")).toEqual(["Lighthouse lenses", "Lenses", "Harbour notes"]);
    expect(await titles("zeppelin")).toEqual([]);
  });

  it("shows the passage with the words, as text", async () => {
    const text = `${FILLER} ${FILLER} Write if (a < b && c > d) in a rule of the debhelper sequence. ${FILLER}`;
    const { ask } = await index({ "rules.txt": `Rules\n\n${text}` });
    const [hit] = (await ask("debhelper sequence")).hits;
    expect(hit?.snippet).toContain("Write if (a < b && c > d) in a rule of the debhelper sequence.");
    expect(hit?.snippet.length).toBeLessThan(300);
  });

  it("finds words next to each other where they are in quotation marks or joined by a sign", async () => {
    const { titles } = await index({
      "a.txt": "One\n\nThe old stone bridge was closed.",
      "b.txt": "Two\n\nThe bridge of old stone was closed.",
      "c.txt": "Three\n\nCall dh_install first.",
      "d.txt": "Four\n\nFirst install what dh needs.",
    });
    expect(await titles('"stone bridge"')).toEqual(["One"]);
    expect((await titles("stone bridge")).sort()).toEqual(["One", "Two"]);
    expect((await titles("dh_install"))[0]).toBe("Three");
  });

  it.each([
    ["café", "Coffee\n\nUn cafe au lait."],
    ["Strasse ärger", "Ort\n\nDie STRASSE und der Ärger."],
    ["東京", "都市\n\n日本の首都は東京都です。"],
    ["都", "都市\n\n日本の首都は東京都です。"],
    ["маяк", "Море\n\nСтарый маяк на берегу."],
    ["ภาษา", "ไทย\n\nนี่คือภาษาไทย"],
    ["ｆｕｌｌｗｉｄｔｈ", "Wide\n\nThis is fullwidth text."],
  ])("finds %s", async (query, text) => {
    const { ask } = await index({ "a.txt": text, "b.txt": `Other\n\n${FILLER}` });
    const { hits } = await ask(query);
    expect(hits.map(({ url }) => url.split("/").at(-1))).toEqual(["a.txt"]);
  });

  it("gives every hit once over all pages of a list, in one order", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 57 }, (_, n) => [`p${n}.txt`, `Page ${n}\n\n${"storm ".repeat((n % 7) + 1)}${FILLER}`]),
    );
    const { ask } = await index(files);
    const all = (await ask("storm", { limit: 50 })).hits.map(({ url }) => url);
    const parts: string[] = [];
    for (let offset = 0; ; offset += 10) {
      const { hits, hasMore } = await ask("storm", { limit: 10, offset });
      parts.push(...hits.map(({ url }) => url));
      if (!hasMore) break;
    }
    expect(new Set(parts).size).toBe(57);
    expect(parts.slice(0, 50)).toEqual(all);
  });

  it("says that it is empty", async () => {
    const { ask } = await index({ "film.vtt": "WEBVTT\n\n00:01.000 --> 00:02.000\nHello" });
    expect((await ask("hello")).notes).toEqual([
      'The local index "local" is empty. Put html, md, txt, json or pdf files into its "folder" of providers.search, or name another.',
    ]);
  });

  it("heeds dates, languages and domains, and says what it cannot", async () => {
    const { titles, ask } = await index(
      {
        "en/old.html": page("Old news", `Storm at sea. ${FILLER}`, dated("2019-03-01")),
        "en/new.html": page("New news", `Storm at sea. ${FILLER}`, dated("2026-06-14T08:00:00Z")),
        "en/none.html": page("No date", `Storm at sea. ${FILLER}`),
        "de.txt":
          "Der Sturm\n\nDer Storm war stark und das Schiff ist nicht mehr in den Hafen gekommen, weil die Wellen zu hoch waren.",
      },
      { address: "https://docs.example.org/all/" },
    );
    expect(await titles("storm", { dateRange: "w" })).toEqual(["New news"]);
    expect(await titles("storm", { dateRange: "2019-01-01..2019-12-31" })).toEqual(["Old news"]);
    expect(await titles("storm", { dateRange: "..2026-06-14", sortByDate: true })).toEqual(["New news", "Old news"]);
    expect((await titles("storm", { sortByDate: true }))[0]).toBe("New news");
    expect(await titles("storm", { language: "de" })).toEqual(["Der Sturm"]);
    const german = await ask("storm", { language: "de" });
    expect(german.notes).toEqual([
      'The local index left out pages in other languages than "de". Set another language, or none, to have those.',
    ]);
    expect((await ask("hafen", { language: "de" })).notes ?? []).toEqual([]);
    expect(await titles("storm", { includeDomains: ["example.org"] })).toHaveLength(4);
    expect(await titles("storm", { includeDomains: ["ample.org"] })).toEqual([]);
    expect(await titles("storm", { excludeDomains: ["docs.example.org"] })).toEqual([]);
    const { hits, notes } = await ask("storm", { dateRange: "w", country: "de", safeSearch: "strict" });
    expect(hits[0]).toMatchObject({
      url: "https://docs.example.org/all/en/new.html",
      date: "2026-06-14T08:00:00Z",
    });
    expect(notes).toEqual([
      expect.stringContaining("without a known date"),
      expect.stringContaining("no countries"),
      expect.stringContaining("safeSearch was not used"),
    ]);
  });

  it("takes whatever is asked as words", { timeout: 60_000 }, async () => {
    const { ask } = await index(
      { "a.txt": `Storm\n\nA near storm and not a calm or a body title. ${FILLER}` },
      { looksAgain: false },
    );
    const sign = fc.constantFrom(
      '"',
      "'",
      "*",
      "(",
      ")",
      "NEAR(",
      " AND ",
      " OR ",
      " NOT ",
      "^",
      ":",
      "-",
      "{",
      "}",
      "\0",
      "title:",
      "storm",
      "東",
      "\ud800",
      ";--",
      "%",
      "words",
    );
    const query = fc.oneof(
      fc.array(sign, { minLength: 1, maxLength: 30 }).map((parts) => parts.join("")),
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 2000 })
        .map((units) => String.fromCharCode(...units)),
    );
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        if (text.trim() === "" || text.replace(/\s+/g, " ").trim().length > 2000) return;
        const { hits } = await ask(text);
        expect(hits.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
    expect((await ask(`storm ${"x".repeat(1990)}`)).hits).toHaveLength(1);
    expect((await ask("storm AND NOT (")).hits).toHaveLength(1);
    expect((await ask("!?")).hits).toEqual([]);
  });
});

describe("a folder", () => {
  it("is followed: new files, changed ones and those that went", async () => {
    const { at, titles } = await index({
      "a.txt": "First\n\nAbout foghorns.",
      "deep/er/b.md": "# Second\n\nAbout **foghorns**.",
    });
    expect((await titles("foghorn")).sort()).toEqual(["First", "Second"]);
    write(at, { "c.html": page("Third", `About foghorns. ${FILLER}`), "a.txt": "First again\n\nAbout whistles." });
    utimesSync(join(at, "a.txt"), 1, 1);
    rmSync(join(at, "deep"), { recursive: true });
    expect(await titles("foghorn")).toEqual(["Third"]);
    expect(await titles("whistles")).toEqual(["First again"]);
  });

  it("gives its files as addresses of files, through other engines too, and caches nothing", async () => {
    const { at, engine } = await index({ "a b.txt": "Spaced & <odd>\n\nAbout foghorns." });
    const options = { limit: 5, signal: AbortSignal.timeout(20_000), cacheHours: 24 };
    const { engineOf } = await import("../provider-engine.js");
    const outer = searchEngines([engineOf("mine", searchEngines([engine]))]);
    expect(outer.engines()[0]).toMatchObject({ name: "mine", isLocal: true });
    expect(await outer.search("foghorns", options)).toEqual([
      expect.objectContaining({
        url: pathToFileURL(join(at, "a b.txt")).href,
        title: "Spaced & <odd>",
        engine: "mine",
      }),
    ]);
    write(at, { "c.txt": "More\n\nfoghorns" });
    expect(await outer.search("foghorns", options)).toHaveLength(2);
  });

  it("has of several forms of one text the one that says most of itself, under a title that is none of its marks", async () => {
    const { ask } = await index({
      "manual.txt": `MANUAL\n\nfoghorns ${FILLER}`,
      "manual.html": page("The manual", `About foghorns. ${FILLER}`),
      "letter.txt": `Date: Fri, 19 Dec 2008\nFrom: Ann\nSubject: On horns\n\nfoghorns ${FILLER}`,
    });
    const { hits } = await ask("foghorns");
    expect(hits.map(({ title }) => title).sort()).toEqual(["On horns", "The manual"]);
  });

  it("that is not there is said, with what to do", async () => {
    const { engine, ask } = await index({}, { at: join(folder(), "gone") }).then(async (made) => {
      rmSync(made.at, { recursive: true, force: true });
      return made;
    });
    await expect(ask("anything")).rejects.toMatchObject({
      code: "SEARCH_FAILED",
      message: expect.stringMatching(/gone", cannot be read\. Check "folder" in the settings/),
    });
    await expect(engine.state()).rejects.toMatchObject({ code: "SEARCH_FAILED" });
  });

  it("leaves out what is hidden, no text or empty, and says how many files it left out", async () => {
    const { engine, titles } = await index({
      "good.txt": "Good\n\nfoghorns",
      ".hidden.txt": "Hidden\n\nfoghorns",
      "picture.txt": `\x89PNG\r\n\x1a\n${"\0".repeat(200)}foghorns`,
      "empty.md": "",
      "program.js": "foghorns",
    });
    expect(await titles("foghorns")).toEqual(["Good"]);
    expect(await engine.state()).toBe("The local index holds 1 page; 2 files without text left out.");
  });
});

describe("an index file", () => {
  it("goes on where it was, and no longer holds what was deleted", async () => {
    const keptIn = folder();
    const first = await index({ "a.txt": "A\n\nquokkaword stays", "b.txt": "B\n\nzorillaword goes" }, { keptIn });
    expect(await first.titles("quokkaword")).toEqual(["A"]);
    await first.close();
    const bytes = () =>
      readdirSync(keptIn)
        .map((name) => readFileSync(join(keptIn, name), "latin1"))
        .join("");
    expect(bytes()).toContain("zorillaword");
    // The same size and time: only an index that was kept still has the old words.
    const { atimeMs, mtimeMs } = await import("node:fs").then(({ statSync }) => statSync(join(first.at, "a.txt")));
    writeFileSync(join(first.at, "a.txt"), "A\n\nwombatword stays.".slice(0, 19));
    utimesSync(join(first.at, "a.txt"), atimeMs / 1000, mtimeMs / 1000);
    rmSync(join(first.at, "b.txt"));
    const second = await index({}, { at: first.at, keptIn });
    expect(await second.titles("zorillaword")).toEqual([]);
    expect(bytes()).not.toContain("zorillaword");
    await second.close();
  });

  it.each([
    ["is lost", (path: string) => rmSync(path)],
    ["is no database", (path: string) => writeFileSync(path, "This is no database at all. ".repeat(400))],
    ["is cut", (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 5000))],
    [
      "is damaged inside",
      (path: string) => {
        const bytes = readFileSync(path);
        bytes.fill(0x55, 4096 * 2);
        writeFileSync(path, bytes);
      },
    ],
  ])("that %s is made again", async (_how, damage) => {
    const keptIn = folder();
    const first = await index({ "a.txt": "A\n\nfoghorns", "b.txt": `B\n\n${FILLER}` }, { keptIn });
    expect(await first.titles("foghorns")).toEqual(["A"]);
    await first.close();
    const [name] = readdirSync(keptIn);
    damage(join(keptIn, name!));
    const second = await index({}, { at: first.at, keptIn });
    await expect.poll(() => second.titles("foghorns")).toEqual(["A"]);
  });

  it("of another folder is made again", async () => {
    const keptIn = folder();
    const first = await index({ "a.txt": "A\n\nfoghorns" }, { keptIn });
    expect(await first.titles("foghorns")).toEqual(["A"]);
    await first.close();
    const second = await index({ "b.txt": "B\n\nfoghorns" }, { keptIn });
    expect(await second.titles("foghorns")).toEqual(["B"]);
  });

  it("is refused for a folder and a task at once", async () => {
    const world = { stored, clock: systemClock, logger: silentLogger } as unknown as ProviderWorld;
    await expect(localEngine({ folder: "/srv", task: "abc" }, world)).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });
});
