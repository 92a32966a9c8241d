import { LocalLinter } from "harper.js";
import { binary } from "harper.js/binary";
import { expect, it } from "vitest";
import { KEYWORDS } from "../../../../test/text/keywords-of-all-kinds.js";
import { loadEnglish } from "../../../adapters/text/language-data.js";
import { createAboutMe } from "./about-me.js";

const GRAMMAR = new Set(
  "Agreement Grammar Repetition Miscellaneous Typo BoundaryError WordChoice Usage Redundancy Punctuation Capitalization".split(
    " ",
  ),
);

it("the about-me writer has no grammar findings", { timeout: 120_000 }, async () => {
  const writer = createAboutMe({ english: await loadEnglish(), newSeed: () => "call" });
  const linter = new LocalLinter({ binary });
  await linter.setup();
  const findings: string[] = [];
  for (const keyword of KEYWORDS) {
    for (const seed of ["one", "two", "three"]) {
      const text = await writer.aboutMe(keyword, { seed });
      for (const lint of await linter.lint(text, { language: "plaintext" })) {
        if (!GRAMMAR.has(lint.lint_kind())) continue;
        const { start, end } = lint.span();
        findings.push(`${keyword}: ${lint.message()} "${text.slice(Math.max(0, start - 30), end + 20)}"`);
      }
    }
  }
  expect(findings, findings.join("\n")).toEqual([]);
});
