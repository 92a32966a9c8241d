import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Line, pdfFile } from "../../../../test/doubles/pdf-file.js";
import { systemClock } from "../../../kernel/index.js";
import type { ContentBlock } from "../extraction/page.js";
import { isPdf, pdfDate, type ReadPdfOptions, readPdf } from "./pdf.js";

const options = (more: Partial<ReadPdfOptions> = {}): ReadPdfOptions => ({
  address: "https://a.test/report.pdf",
  clock: systemClock,
  ...more,
});

const texts = (content: readonly ContentBlock[]) =>
  content.map((block) => ("spans" in block ? `${block.kind}: ${block.spans.map(({ text }) => text).join("")}` : ""));

const paragraph = (top: number, ...lines: readonly string[]): Line[] =>
  lines.map((text, at) => ({ text, x: 72, y: top - 14 * at, size: 11 }));

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  );

describe("a PDF file", () => {
  it("becomes headings and paragraphs, words divided at the end of a line being one again", async () => {
    const bytes = pdfFile([
      [
        { text: "The Lamp of the Lighthouse", x: 72, y: 740, size: 20 },
        ...paragraph(
          700,
          "A lighthouse carries a lamp high enough to be seen from far away by light-",
          "houses and ships alike.",
        ),
        ...paragraph(
          650,
          "Masons raised the first of them of cut stone on headlands near harbours,",
          "which the sea could not reach.",
        ),
      ],
    ]);
    const { page, notes } = await readPdf(bytes, options());
    expect(texts(page.content)).toEqual([
      "heading: The Lamp of the Lighthouse",
      "paragraph: A lighthouse carries a lamp high enough to be seen from far away by lighthouses and ships alike.",
      "paragraph: Masons raised the first of them of cut stone on headlands near harbours, which the sea could not reach.",
    ]);
    expect(page.metadata.title).toBe("The Lamp of the Lighthouse");
    expect(page.words).toBe(42);
    expect(notes).toEqual([]);
  });

  it("is titled, signed and dated as its information says", async () => {
    const bytes = pdfFile([paragraph(700, "Some words about nothing much that fill a line.")], {
      Title: "Annual Report",
      Author: "Ann Smith; Bob Jones",
      CreationDate: "D:20240131120000+01'00'",
    });
    const { metadata } = (await readPdf(bytes, options())).page;
    expect(metadata).toMatchObject({
      title: "Annual Report",
      authors: ["Ann Smith", "Bob Jones"],
      published: "2024-01-31T12:00:00+01:00",
    });
  });

  it("loses the lines at the edge of every page, and a sentence continues across them", async () => {
    const pages = [1, 2, 3, 4].map((n) => [
      { text: "Journal of Lamps", x: 250, y: 800, size: 9 },
      ...paragraph(
        700,
        `Sentence ${"abcd"[n - 1]} of this report begins on one page and`,
        "goes on for some time until it",
      ),
      { text: `Page ${n} of 4`, x: 280, y: 30, size: 9 },
    ]);
    const all = texts((await readPdf(pdfFile(pages), options())).page.content).join("\n");
    expect(all).not.toContain("Journal of Lamps");
    expect(all).not.toContain("of 4");
    expect(all).toContain("Sentence a of this report begins on one page and goes on for some time until it");
  });

  it("of another kind, broken, or cut off fails in words", async () => {
    const whole = pdfFile([paragraph(700, "Some words.")]);
    for (const bytes of [Buffer.from("<html>no pdf</html>"), whole.slice(0, 60), new Uint8Array(0)]) {
      const { code, message } = (await refusal(readPdf(bytes, options())))!;
      expect(code).toBe("PAGE_UNREADABLE");
      expect(message).toMatch(/^https:\/\/a\.test\/report\.pdf is a PDF file .+\. Give .+\.$/);
    }
  });

  it("without text says that it may be scanned", async () => {
    expect(await refusal(readPdf(pdfFile([[]]), options()))).toEqual({
      code: "PAGE_UNREADABLE",
      message:
        "https://a.test/report.pdf is a PDF file without text, perhaps of scanned pages. Give one that holds text.",
    });
  });

  it("that is protected by a password says so", async () => {
    const bytes = pdfFile([paragraph(700, "Secret words.")], {}, { encrypted: true });
    const { message } = (await refusal(readPdf(bytes, options())))!;
    expect(message).toContain("protected by a password");
  });

  it("says what to install where the library is not there", async () => {
    const load = async () => {
      throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    };
    expect(await refusal(readPdf(pdfFile([[]]), options({ load })))).toEqual({
      code: "PROVIDER_MISSING",
      message:
        'PDF files are read with the package unpdf, which is not installed. Run "npm install unpdf" where this server is installed, or set parsePdf to "off".',
    });
  });

  it("of more pages than are read is cut, and a note says so", async () => {
    const page = [...paragraph(800, "Chapter 1"), ...paragraph(500, "Words on a page that is like all others here.")];
    const { notes } = await readPdf(pdfFile(Array.from({ length: 502 }, () => page)), options());
    expect(notes).toEqual(["Of the 502 pages of https://a.test/report.pdf the first 500 were read."]);
  });

  it.each([
    ["nests without end", "q ".repeat(500_000), "it nests deeper than anybody draws"],
    ["unpacks without end", " ".repeat(65 * 1024 * 1024), "it unpacks to more than can be held"],
  ])("that %s is refused before it is read", async (_what, drawing, why) => {
    const bytes = pdfFile([[]], {}, { drawing: deflateSync(drawing, { level: 1 }) });
    expect((await refusal(readPdf(bytes, options())))?.message).toBe(
      `https://a.test/report.pdf is a PDF file that is not read, because ${why}. Leave it out.`,
    );
  });

  it("with compressed pages is read like any other", async () => {
    const drawing = deflateSync("q q BT /F1 11 Tf 72 700 Td (Words that were compressed.) Tj ET Q Q ".repeat(300));
    const { page } = await readPdf(pdfFile([[]], {}, { drawing }), options());
    expect(texts(page.content).join()).toContain("Words that were compressed.");
  });

  it("damaged anywhere is read or refused, and nothing else", async () => {
    const whole = pdfFile([paragraph(700, "Some words that may be lost.")], { Title: "A title" });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }), async (damage) => {
        const bytes = whole.slice();
        for (const [at, value] of damage) bytes[at] = value;
        const outcome = await refusal(readPdf(bytes, options()));
        expect([undefined, "PAGE_UNREADABLE"]).toContain(outcome?.code);
      }),
      { numRuns: 25 },
    );
  });
});

it("a PDF file is known by its first bytes", () => {
  expect(isPdf(pdfFile([[]]))).toBe(true);
  expect(isPdf(Buffer.from("<p>%PDF"))).toBe(false);
});

it.each([
  ["D:20240131120000Z", "2024-01-31T12:00:00Z"],
  ["D:20240131", "2024-01-31"],
  ["D:2024", "2024-01-01"],
  ["20240131120000", "2024-01-31"],
  ["D:20240231", ""],
  ["D:20241301", ""],
  ["D:20240131250000Z", ""],
  ["yesterday", ""],
  ["", ""],
])("the date %j of a PDF file is %j", (text, date) => {
  expect(pdfDate(text)).toBe(date);
});
