import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countedWords, wordsOf } from "./word-counts.js";

describe("the words of a text", () => {
  it("are its letters and digits between anything else, in lower case", () => {
    expect(countedWords("“It’s 4 o’clock”, said Åse_2 in КИЇВ – twice.")).toEqual({
      words: ["it", "s", "4", "o", "clock", "said", "åse_2", "in", "київ", "twice"],
      capitals: 3,
      numbers: 2,
    });
  });

  it("are about as many where nothing is set between them", () => {
    expect(countedWords("市は2024年に橋を補修する。").words).toEqual(["市は", "2024", "年に", "橋を", "補修", "する"]);
    expect(wordsOf("市政府计划在未来三年内修复桥梁")).toHaveLength(8);
    expect(wordsOf("English 日本語 繁體中文")).toEqual(["English", "日本語", "繁體中文"]);
    expect(wordsOf("𠀀𠀁𠀂")).toEqual(["𠀀𠀁", "𠀂"]);
  });

  it("are the same however they are found", () => {
    const text = fc.array(
      fc.oneof(
        fc.constantFrom("Σ", "ΣΑΣ ", "İ", "ﬁ", "A", "é", "7", " ", "'", "한국", "日本", "ǅ", "_", "\ud800", "𝒜"),
        fc.string({ maxLength: 5 }),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(text, (pieces) => {
        const plain = pieces.join("");
        const words = wordsOf(plain);
        expect(countedWords(plain)).toEqual({
          words: words.map((word) => word.toLowerCase()),
          capitals: words.filter((word) => /^\p{Lu}/u.test(word)).length,
          numbers: words.filter((word) => /\d/.test(word)).length,
        });
      }),
    );
  });
});
