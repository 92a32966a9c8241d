import { describe, expect, it } from "vitest";
import { quotationsOf } from "./quotations.js";

const quoted = (text: string) => quotationsOf(text).map(({ start, end }) => text.slice(start, end));

describe("quotations", () => {
  it.each([
    ['He said "we are late" and left.', ['"we are late"']],
    ["„Guten Tag“ und «bonjour» und « au revoir ».", ["„Guten Tag“", "«bonjour»", "« au revoir »"]],
    ["It's the dogs' dinner, and they don't like 'the brown one' at all.", ["'the brown one'"]],
    ["‘It’s mine,’ she said.", ["‘It’s mine,’"]],
    ["“It runs over several paragraphs, she said.", ["“It runs over several paragraphs, she said."]],
    ['A 5" pipe and a 6" pipe.', []],
    ["The '90s were loud.", []],
  ])("are found in %j", (text, expected) => {
    expect(quoted(text)).toEqual(expected);
  });
});
