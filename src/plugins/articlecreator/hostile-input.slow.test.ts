import { afterEach, expect, it } from "vitest";
import { honeyRuns } from "../../../test/doubles/honey-runs.js";

const { ran, end } = honeyRuns();
afterEach(end);

it("a thousand keywords are each a row, with an article or a reason", async () => {
  const keywords = Array.from({ length: 1000 }, (_, at) => (at % 2 === 0 ? `honey ${at}` : `quantum gravity ${at}`));
  const { status, rows } = await ran({ articleKeywordsFile: keywords, outputFormats: ["txt"], seoReport: false });
  expect(status).toBe("complete");
  expect(rows).toHaveLength(1000);
  for (const row of rows) expect(row["status"] === "ok").toBe(row["error"] === "");
});
