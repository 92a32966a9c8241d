import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { moody } from "../../../test/doubles/moody-reader.js";
import { pdfFile } from "../../../test/doubles/pdf-file.js";
import { packagePath } from "../threads/package-path.js";

it("a PDF file of a kilobyte that unpacks to a quarter of a gigabyte is given up before it fills the memory", async () => {
  const { pdf } = moody({ program: () => packagePath("dist", "adapters", "reading", "worker.js"), maxBytesMb: 64 });
  const drawing = deflateSync(deflateSync(Buffer.alloc(2 ** 28, " ")));
  const bytes = pdfFile([[]], {}, { drawing, filter: "FlateDecode /FlateDecode" });
  expect(bytes.length).toBeLessThan(1500);
  await expect(pdf(bytes, "a.pdf")).rejects.toMatchObject({
    code: "PAGE_UNREADABLE",
    message: "The PDF file a.pdf needs more memory than one page or file may have. Leave it out.",
  });
});

describe("a PDF file that is made to keep its reader busy", () => {
  it("holds up nobody, and is given up", async () => {
    const { pdf } = moody({ program: () => packagePath("dist", "adapters", "reading", "worker.js"), pdfLimitMs: 2000 });
    const drawing = Buffer.from(Buffer.from("q ".repeat(200_000)).toString("hex"));
    const bytes = pdfFile([[]], {}, { drawing, filter: "ASCIIHexDecode" });
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    await expect(pdf(bytes, "https://a.test/nests.pdf")).rejects.toMatchObject({
      code: "PAGE_UNREADABLE",
      message:
        "The PDF file https://a.test/nests.pdf is so large or so tangled that reading it took longer than 2 seconds. Leave it out.",
    });
    clearInterval(timer);
    // Read in place, it would let no timer fire.
    expect(ticks).toBeGreaterThan(50);
  });
});
