import { expect, it } from "vitest";
import { filteredLanguages } from "./language-filter.js";

it("a filter takes languages as people and pages write them, by codes of two letters", () => {
  expect([...filteredLanguages(["en", " DE-at ", "pt_BR", "", "fra", "en-GB"])]).toEqual(["en", "de", "pt", "fr"]);
});

it.each(["English", "qq", "klingon", "../x"])("a filter has no language %s, and says so", (line) => {
  expect(() => filteredLanguages(["en", line])).toThrow(
    expect.objectContaining({
      code: "bad-input",
      message: `languageFilter has "${line}", which is no language code. Use codes of two letters such as "en" or "de".`,
      facts: { field: "languageFilter" },
    }),
  );
});
