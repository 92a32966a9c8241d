import { expect, it } from "vitest";
import { readFile } from "./local-files.js";
import type { LineContext } from "./preparation.js";

it("a PDF file comes as it is from a folder provider that gives such", async () => {
  const pdf = Buffer.from("%PDF-1.4 ...");
  const folder = { list: async () => [], read: async () => "", bytes: async () => pdf };
  const context = { providers: { folder }, options: { maxBytes: 100 }, signal: AbortSignal.timeout(1000) };
  const file = await readFile("/srv", "a.PDF", context as unknown as LineContext);
  expect(file).toMatchObject({ mediaType: "application/pdf", pdf, httpStatus: 0, finalUrl: "" });
});

it.each([
  ["a.docx", 100, "is no kind of file that can be read"],
  ["a.txt", 3, "is larger than the 3 bytes of maxBytes"],
])("%s of %d bytes is refused in words", async (path, maxBytes, words) => {
  const folder = { list: async () => [], read: async () => "four" };
  const context = { providers: { folder }, options: { maxBytes }, signal: AbortSignal.timeout(1000) };
  await expect(readFile("/srv", path, context as unknown as LineContext)).rejects.toMatchObject({
    code: "PAGE_UNREADABLE",
    message: expect.stringContaining(words),
  });
});
