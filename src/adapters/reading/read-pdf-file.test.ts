import { expect, it } from "vitest";
import { pdfFile } from "../../../test/doubles/pdf-file.js";
import { readPdf } from "../../engines/pages/pdf/pdf.js";
import { systemClock } from "../../kernel/index.js";
import { readPdfFile } from "./read-page.js";

const address = "https://a.test/report.pdf";
const bytes = pdfFile([[{ text: "Some words about lamps.", x: 72, y: 700, size: 11 }]], { Title: "Lamps" });

it("a PDF file reads in the thread as it does in place, and the caller keeps its bytes", async () => {
  const read = await readPdfFile(bytes, { address });
  expect(read.page.metadata.title).toBe("Lamps");
  expect(read).toEqual(await readPdf(bytes, { address, clock: systemClock }));
});

it("what is wrong with a PDF file comes out of the thread in the same words", async () => {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      ({ name, code, message, facts }) => ({ name, code, message, facts }),
    );
  const broken = new TextEncoder().encode("%PDF-1.7 no more");
  const said = await refusal(readPdfFile(broken, { address }));
  expect(said).toMatchObject({ name: "ScriptoriumError", code: "PAGE_UNREADABLE", facts: { url: address } });
  expect(said).toEqual(await refusal(readPdf(broken, { address, clock: systemClock })));
});

it("reading a PDF file ends with the run, begun or not", async () => {
  const control = new AbortController();
  const reading = readPdfFile(bytes, { address, signal: control.signal });
  control.abort(new Error("stopped"));
  await expect(reading).rejects.toThrow("stopped");
  await expect(readPdfFile(bytes, { address, signal: control.signal })).rejects.toThrow("stopped");
});
