import { expect, it } from "vitest";
import { cannedWeb, LIGHTHOUSES, outcomeOf } from "../../../test/doubles/article-creator-world.js";

it("writes a thousand keywords, each once", async () => {
  const words = Array.from({ length: 1000 }, (_, at) => `lighthouse ${at}`);
  const { rows, failures, files } = await outcomeOf(
    {
      articleKeywordsFile: words,
      articleLengthFrom: 40,
      articleLengthTo: 60,
      sourceMode: ["urls"],
      sourceUrlsFile: Object.keys(LIGHTHOUSES),
    },
    { providers: { web: cannedWeb(LIGHTHOUSES) } },
  );
  expect(rows.length + failures.size).toBe(1000);
  expect(files.size).toBe(rows.length);
});
