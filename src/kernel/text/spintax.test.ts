import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../test/any-character.js";
import { type Random, seededRandom } from "../values/random.js";
import {
  countVariants,
  escapeSpintax,
  firstVariant,
  lintSpintax,
  parseSpintax,
  renderSpintax,
  sampleVariants,
  splitSpintax,
  unescapeSpintax,
} from "./spintax.js";

describe("rendering", () => {
  it.each([
    ["plain", "plain"],
    ["", ""],
    ["{a|b}", "b"],
    ["x{a|b}y{c|d|e}z", "xbyez"],
    ["{a|b{c|d}}", "bd"],
    ["{a|{b|{c|d}}}", "d"],
    ["{a|}", ""],
    ["{|}", ""],
    ["{||}x", "x"],
    ["{a|\u{1f600}}\u{1f600}", "\u{1f600}\u{1f600}"],
    ["{a|e\u0301}\0{a|\0}", "e\u0301\0\0"],
    ["{שלום|مرحبا} \u202eabc", "مرحبا \u202eabc"],
    ["{a|\ud800}\udc00", "\ud800\udc00"],
    ["{a|\n}\r\n", "\n\r\n"],
  ])("takes one option of every group: %j with the last ones is %j", (text, variant) => {
    expect(renderSpintax(text, lastOption)).toBe(variant);
  });

  it.each([
    "{x}",
    "{{x}}",
    "{{{x}}}",
    "{}",
    "{x}{y}",
    "{",
    "}",
    "|",
    "a|b",
    "{a|b",
    "a|b}",
    "}{",
    "{{x}",
    "{x}}",
    "a \\ b \\n C:\\temp\\",
  ])("leaves what is no group as it is: %j", (text) => {
    expect(renderSpintax(text, lastOption)).toBe(text);
    expect(firstVariant(text)).toBe(text);
    expect(countVariants(text)).toBe(1n);
  });

  it.each([
    ["{{a|b}", "{b"],
    ["{{a|b}}", "{b}"],
    ["{a|b}}", "b}"],
    ["{a|{b|c}", "{a|c"],
    ["{x {a|b} y}", "{x b y}"],
    ["{x {y} z|w}", "w"],
    ["{w|x {y} z}", "x {y} z"],
    ["{w|{{name}}}", "{{name}}"],
    ["a|{b|c}|d", "a|c|d"],
    ["}{a|b}{", "}b{"],
  ])("finds the groups among stray braces and bars: %j is %j", (text, variant) => {
    expect(renderSpintax(text, lastOption)).toBe(variant);
  });

  it.each([
    ["\\{a|b\\}", "{a|b}"],
    ["{a\\|b}", "{a|b}"],
    ["{a|b\\|c}", "b|c"],
    ["{a|b\\}c}", "b}c"],
    ["{a|b\\{c}", "b{c"],
    ["\\\\{a|b}", "\\b"],
    ["\\\\\\{a|b}", "\\{a|b}"],
    ["{a|\\\\}", "\\"],
    ["{a|b}\\", "b\\"],
    ["\\a{a|\\b}", "\\a\\b"],
  ])("reads a backslash before a brace, a bar or a backslash as an escape: %j is %j", (text, variant) => {
    expect(renderSpintax(text, lastOption)).toBe(variant);
  });

  it("asks for one number per group met, among as many as the group has options", () => {
    const asked: number[] = [];
    const integer = (from: number, to: number) => {
      asked.push(to - from + 1);
      return from;
    };
    renderSpintax("{a|b|c} {d{e|f}|g{h|i|j|k}} text", { ...lastOption, integer });
    expect(asked).toEqual([3, 2, 2]);
  });

  it("gives the same variant for the same seed, and in the end every variant", () => {
    const spintax = parseSpintax("{a|b{c|d}}{e|f|}");
    const render = (seed: number) => renderSpintax(spintax, seededRandom(`seed ${seed}`));
    const variants = Array.from({ length: 200 }, (_, seed) => render(seed));
    expect(Array.from({ length: 200 }, (_, seed) => render(seed))).toEqual(variants);
    expect([...new Set(variants)].sort()).toEqual(["a", "ae", "af", "bc", "bce", "bcf", "bd", "bde", "bdf"]);
  });

  it("keeps every character of any text, groups aside", () => {
    fc.assert(
      fc.property(specialText, (text) => {
        if (splitSpintax(text).some(({ kind }) => kind === "choice")) {
          expect(typeof renderSpintax(text, lastOption)).toBe("string");
        } else {
          expect(renderSpintax(text, lastOption)).toBe(unescapeSpintax(text));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("gives one of the variants that a tree has", () => {
    fc.assert(
      fc.property(trees, fc.string(), (tree, seed) => {
        fc.pre(variantCount(tree) <= 2000);
        expect(variantsOf(tree)).toContain(renderSpintax(written(tree), seededRandom(seed)));
      }),
    );
  });

  it("gives the same from a parsed text as from the text", () => {
    fc.assert(
      fc.property(specialText, fc.string(), (text, seed) => {
        const spintax = parseSpintax(text);
        const variant = renderSpintax(text, seededRandom(seed));
        expect(renderSpintax(spintax, seededRandom(seed))).toBe(variant);
        expect(renderSpintax(spintax, seededRandom(seed))).toBe(variant);
        expect(spintax.source).toBe(text);
      }),
    );
  });
});

describe("the first variant", () => {
  it("is the first option of every group", () => {
    expect(firstVariant("{The|A} {quick {brown|red}|slow} fox {|jumps}")).toBe("The quick brown fox ");
  });

  it("is the model's for any tree", () => {
    fc.assert(
      fc.property(trees, (tree) => {
        expect(firstVariant(written(tree))).toBe(firstOf(tree));
      }),
    );
  });
});

describe("counting", () => {
  it.each([
    ["text", 1n],
    ["{a|b}", 2n],
    ["{a|a}", 2n],
    ["{|}", 2n],
    ["{a|b}{c|d|e}", 6n],
    ["{a|b{c|d}{e|f}}", 5n],
    ["{{x}|y}", 2n],
    ["{a|b", 1n],
    ["{a|b}".repeat(64), 2n ** 64n],
    ["{a|b|c}".repeat(10_000), 3n ** 10_000n],
  ])("counts choices, not texts: %#", (text, count) => {
    expect(countVariants(text)).toBe(count);
  });

  it("agrees with the number of variants that a tree has", () => {
    fc.assert(
      fc.property(trees, (tree) => {
        fc.pre(variantCount(tree) <= 2000);
        expect(countVariants(written(tree))).toBe(BigInt(variantsOf(tree).length));
      }),
    );
  });
});

describe("sampling", () => {
  it("gives all variants in order when there are no more than wanted", () => {
    expect(sampleVariants("{a|b}{c|d{e|f}}", 6, seededRandom("s"))).toEqual(["ac", "ade", "adf", "bc", "bde", "bdf"]);
    expect(sampleVariants("{a|b|a|}", 100, seededRandom("s"))).toEqual(["a", "b", ""]);
    expect(sampleVariants("text", 1, seededRandom("s"))).toEqual(["text"]);
    expect(sampleVariants("", 5, seededRandom("s"))).toEqual([""]);
  });

  it("gives all variants of any tree, each once and in the model's order", () => {
    fc.assert(
      fc.property(trees, (tree) => {
        fc.pre(variantCount(tree) <= 500);
        expect(sampleVariants(written(tree), 500, seededRandom("s"))).toEqual([...new Set(variantsOf(tree))]);
      }),
    );
  });

  it("gives exactly as many different variants as wanted while there are so many", () => {
    fc.assert(
      fc.property(trees, fc.integer({ min: 0, max: 40 }), fc.string(), (tree, count, seed) => {
        fc.pre(variantCount(tree) <= 2000);
        const variants = new Set(variantsOf(tree));
        const sample = sampleVariants(written(tree), count, seededRandom(seed));
        expect(sample).toHaveLength(Math.min(count, variants.size));
        expect(new Set(sample).size).toBe(sample.length);
        for (const variant of sample) expect(variants).toContain(variant);
      }),
    );
  });

  it("reaches the variants that rendering hardly ever meets", () => {
    const deep = Array.from({ length: 60 }, (_, level) => `{${level}|`).join("");
    const sample = sampleVariants(`${deep}end${"}".repeat(60)}`, 60, seededRandom("s"));
    expect(new Set(sample).size).toBe(60);
  });

  it("takes a few out of 2^64 variants, and out of more than a number can hold", () => {
    for (const groups of [64, 5000]) {
      const draws = { count: 0 };
      const sample = sampleVariants("{a|b}".repeat(groups), 20, counting(seededRandom("s"), draws));
      expect(new Set(sample).size).toBe(20);
      for (const variant of sample) expect(variant).toMatch(new RegExp(`^[ab]{${groups}}$`));
      expect(draws.count).toBeLessThan(30 * groups);
      expect(sampleVariants("{a|b}".repeat(groups), 20, seededRandom("s"))).toEqual(sample);
    }
  });

  it("gives every variant the same chance when there are too many for all", () => {
    const text = `{first|{${Array.from({ length: 9_999 }, (_, index) => index).join("|")}}}`;
    expect(countVariants(text)).toBe(10_000n);
    const sample = sampleVariants(text, 1000, seededRandom("s"));
    expect(sample).toHaveLength(1000);
    const low = sample.filter((variant) => Number(variant) < 5000).length;
    expect(low).toBeGreaterThan(420);
    expect(low).toBeLessThan(580);
  });

  it("weighs options by their variants also where those cannot be counted in a number", () => {
    const many = "{a|b}".repeat(2000);
    const sample = sampleVariants(`{1${many}|2${many}|3${many}|4{a|b}}`, 300, seededRandom("s"));
    const begun = (digit: string) => sample.filter((variant) => variant.startsWith(digit)).length;
    for (const digit of ["1", "2", "3"]) expect(begun(digit)).toBeGreaterThan(60);
    expect(begun("4")).toBe(0);
  });

  it("ends when all choices come to the same few texts", () => {
    const draws = { count: 0 };
    expect(sampleVariants("{a|a}".repeat(64), 10, counting(seededRandom("s"), draws))).toEqual(["a".repeat(64)]);
    expect(draws.count).toBeLessThanOrEqual(4096 * 64);
  });

  it("refuses a count that is not a whole number from 0", () => {
    for (const count of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => sampleVariants("{a|b}", count, seededRandom("s"))).toThrow(RangeError);
    }
    expect(sampleVariants("{a|b}", 0, seededRandom("s"))).toEqual([]);
  });
});

describe("escaping", () => {
  it("makes any text its own only variant, without a problem", () => {
    fc.assert(
      fc.property(fc.oneof(specialText, fc.string({ unit: anyCharacter }), utf16Text), (plain) => {
        const escaped = escapeSpintax(plain);
        expect(renderSpintax(escaped, lastOption)).toBe(plain);
        expect(unescapeSpintax(escaped)).toBe(plain);
        expect(countVariants(escaped)).toBe(1n);
        expect(lintSpintax(escaped)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps its meaning inside an option", () => {
    fc.assert(
      fc.property(specialText, specialText, (one, other) => {
        const text = `{${escapeSpintax(one)}|${escapeSpintax(other)}}`;
        expect([firstVariant(text), renderSpintax(text, lastOption)]).toEqual([one, other]);
      }),
    );
  });

  it("leaves text without braces, bars and backslashes as it is", () => {
    for (const plain of ["", "Straße \u{1f600} e\u0301 \0", "[x] %x% <b>/</b> `~^"]) {
      expect(escapeSpintax(plain)).toBe(plain);
      expect(unescapeSpintax(plain)).toBe(plain);
    }
    expect(unescapeSpintax("C:\\temp \\")).toBe("C:\\temp \\");
  });
});

describe("lint", () => {
  it.each([
    ["{a|b} {name} {{name}} \\{ \\| \\}", []],
    ["ab {c", [["unclosed", 3]]],
    [
      "{{a",
      [
        ["unclosed", 0],
        ["unclosed", 1],
      ],
    ],
    [
      "{a|b",
      [
        ["unclosed", 0],
        ["stray-bar", 2],
      ],
    ],
    ["ab } c", [["unopened", 3]]],
    ["a|b", [["stray-bar", 1]]],
    [
      "\u{1f600}|\u{1f600}}",
      [
        ["stray-bar", 2],
        ["unopened", 5],
      ],
    ],
    [
      "{x|{y|z}",
      [
        ["unclosed", 0],
        ["stray-bar", 2],
      ],
    ],
    ["{a|}", [["empty-option", 3]]],
    ["{|a}", [["empty-option", 1]]],
    [
      "{||}",
      [
        ["empty-option", 1],
        ["empty-option", 2],
        ["empty-option", 3],
      ],
    ],
    ["{a|b|a}", [["duplicate-option", 5]]],
    [
      "{aa|aa|aa}",
      [
        ["duplicate-option", 4],
        ["duplicate-option", 7],
      ],
    ],
    ["{a|a }", []],
    ["{a|b{a|b}}", []],
    ["{x{a|b}y|x{a|c}y|x{a|b}y}", [["duplicate-option", 17]]],
    [
      "{x{a|a}|x{a|a}}",
      [
        ["duplicate-option", 5],
        ["duplicate-option", 8],
        ["duplicate-option", 12],
      ],
    ],
    ["{{a|b}c|{0}c|0c|\\|0\\|c}", []],
    [
      "x {n {a|} n} }",
      [
        ["empty-option", 8],
        ["unopened", 13],
      ],
    ],
  ] satisfies [string, [string, number][]][])("finds in %j: %j", (text, problems) => {
    expect(lintSpintax(text).map(({ code, position }) => [code, position])).toEqual(problems);
  });

  it("says what is wrong and what to do", () => {
    const messages = lintSpintax("}|{x||x}{").map(({ message }) => message);
    expect(messages).toHaveLength(5);
    for (const message of messages) expect(message).toMatch(/^[A-Z][^.]+\. [A-Z].+\.$/);
  });

  it("points at braces and bars, and finds no stray one in a written tree", () => {
    fc.assert(
      fc.property(specialText, (text) => {
        for (const { code, position } of lintSpintax(text)) {
          if (code === "unclosed") expect(text[position]).toBe("{");
          else if (code === "unopened") expect(text[position]).toBe("}");
          else if (code === "stray-bar") expect(text[position]).toBe("|");
          else expect(text.slice(0, position)).toMatch(/[{|]$/);
        }
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(trees, (tree) => {
        expect(lintSpintax(written(tree)).filter(({ code }) => !code.endsWith("-option"))).toEqual([]);
      }),
    );
  });

  it("makes a text clean when everything stray is escaped where it says", () => {
    fc.assert(
      fc.property(specialText, (text) => {
        const strays = lintSpintax(text).filter(({ code }) => !code.endsWith("-option"));
        const escaped = strays.reduceRight(
          (rest, { position }) => `${rest.slice(0, position)}\\${rest.slice(position)}`,
          text,
        );
        expect(lintSpintax(escaped).filter(({ code }) => !code.endsWith("-option"))).toEqual([]);
        expect(firstVariant(escaped)).toBe(firstVariant(text));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("splitting", () => {
  it("separates the outermost groups from the text between them", () => {
    const text = "a {b|c{d|e}} {x} \\{y|z\\}{f|g}{h|}";
    expect(splitSpintax(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ["text", "a "],
      ["choice", "{b|c{d|e}}"],
      ["text", " {x} \\{y|z\\}"],
      ["choice", "{f|g}"],
      ["choice", "{h|}"],
    ]);
    expect(splitSpintax("")).toEqual([]);
    expect(splitSpintax("{a|b")).toEqual([{ kind: "text", start: 0, end: 4 }]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ["We love New York in May.", ["new york"], ["New York"]],
    ["new  york, NEW\nYORK and newyork", ["New York"], ["new  york", "NEW\nYORK"]],
    ["a running run", ["run"], ["run"]],
    ["New York Times and New York", ["new york", "new york times"], ["New York Times", "New York"]],
    ["the U.S. and C++ and 3.5%", ["u.s.", "c++", "3.5%"], ["U.S.", "C++", "3.5%"]],
    ["{New York|it} is New York", ["New York"], ["New York"]],
    ["caf\u00e9 Caf\u00c9", ["caf\u00e9"], ["caf\u00e9", "Caf\u00c9"]],
    ["nothing here", ["", " ", "x"], []],
  ])("protects phrases as whole words outside choices: %j, %j", (text, phrases, found) => {
    const segments = splitSpintax(text, phrases);
    const texts = segments.filter(({ kind }) => kind === "protected").map(({ start, end }) => text.slice(start, end));
    expect(texts).toEqual(found);
  });

  it("covers any text without gaps, whatever is protected", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.array(fc.string({ maxLength: 5 })), (text, phrases) => {
        let at = 0;
        for (const { start, end } of splitSpintax(text, phrases)) {
          expect(start).toBe(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBe(text.length);
      }),
    );
  });

  it("covers any text without gaps, and text segments hold no choice", () => {
    fc.assert(
      fc.property(specialText, (text) => {
        const segments = splitSpintax(text);
        expect(segments.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
        for (const { kind, start, end } of segments) {
          expect(end).toBeGreaterThan(start);
          const count = countVariants(text.slice(start, end));
          if (kind === "text") expect(count).toBe(1n);
          else expect(count).toBeGreaterThan(1n);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("lets a text be spun around the groups it has, so that its first variant stays", () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const text = written(tree);
        const spun = splitSpintax(text).map(({ kind, start, end }) => {
          const segment = text.slice(start, end);
          if (kind === "choice") return segment;
          return escapeSpintax(unescapeSpintax(segment)).replace(/[a-z]+/g, "{$&|other}");
        });
        expect(firstVariant(spun.join(""))).toBe(firstVariant(text));
      }),
    );
  });
});

describe("hostile input", () => {
  const length = 100_000;
  it.each([
    ["unclosed braces", "{".repeat(length)],
    ["unopened braces", "}".repeat(length)],
    ["bars", "|".repeat(length)],
    ["backslashes", "\\".repeat(length + 1)],
    ["unclosed groups", "{a|".repeat(length)],
    ["nested pairs", "{".repeat(length) + "}".repeat(length)],
    ["a megabyte of text without a space", "x".repeat(2 ** 20)],
  ])("is text when it has no group: %s", (_, text) => {
    const spintax = parseSpintax(text);
    expect(spintax.marks).toHaveLength(6);
    expect(renderSpintax(spintax, lastOption) === unescapeSpintax(text)).toBe(true);
    expect(firstVariant(spintax) === unescapeSpintax(text)).toBe(true);
    expect(countVariants(spintax)).toBe(1n);
    expect(splitSpintax(text)).toHaveLength(1);
    expect(sampleVariants(spintax, 2, lastOption)).toHaveLength(1);
    expect(lintSpintax(text).length).toBeLessThanOrEqual(text.length);
  });

  it.each([
    ["a group a hundred thousand levels deep", `${"{a|".repeat(length)}b${"}".repeat(length)}`],
    ["the same in the first option", `${"{".repeat(length)}b${"|a}".repeat(length)}`],
    ["a group of a hundred thousand options", `{${"a|".repeat(length)}b}`],
    ["a group of empty options", `{${"|".repeat(length)}}`],
    ["a hundred thousand groups", "{a|b}".repeat(length)],
    ["groups within pairs", `${"{".repeat(length)}{a|b}${"}".repeat(length)}`],
    ["groups after unclosed braces", `${"{x|".repeat(length)}{a|b}`],
    ["wide groups nested deep", `${"{a|b|c|d|".repeat(20_000)}e${"}".repeat(20_000)}`],
  ])("takes no more steps than it has braces and bars: %s", (_, text) => {
    const special = text.replace(/[^{|}]/g, "").length;
    const spintax = parseSpintax(text);
    expect(spintax.marks.length).toBeLessThanOrEqual(3 * (special + 2));
    const draws = { count: 0 };
    const variant = renderSpintax(spintax, counting(lastOption, draws));
    expect(variant.length).toBeLessThanOrEqual(text.length);
    expect(draws.count).toBeLessThanOrEqual(text.replace(/[^{]/g, "").length);
    expect(firstVariant(spintax).length).toBeLessThanOrEqual(text.length);
    expect(countVariants(spintax)).toBeGreaterThan(1n);
    expect(sampleVariants(spintax, 2, seededRandom("s")).length).toBeLessThanOrEqual(2);
    expect(lintSpintax(text).length).toBeLessThanOrEqual(special + 1);
    expect(splitSpintax(text).length).toBeLessThanOrEqual(length);
  });

  it("goes forward only, so that every walk ends", () => {
    fc.assert(
      fc.property(specialText, (text) => {
        const spintax = parseSpintax(text);
        const end = spintax.marks.length - 3;
        for (let mark = 3; mark < end; mark += 3) {
          const [aim, next] = spintax.marks.slice(mark + 1, mark + 3);
          expect(aim).not.toBe(0);
          if (aim! > 0) expect(aim).toBeGreaterThanOrEqual(mark);
          if (next !== 0) expect(next).toBeGreaterThan(mark);
          expect(Math.max(aim!, next!)).toBeLessThan(end);
        }
        expect(spintax.marks.slice(end)).toEqual([text.length, 0, 0]);
      }),
      { numRuns: 1000 },
    );
  });
});

type Tree = readonly Node[];
type Node = { text: string } | { options: readonly Tree[] } | { pair: Tree };

const specialText = fc.string({
  unit: fc.constantFrom("{", "{", "|", "}", "}", "\\", "a", "b", "\u{1f600}", "\0"),
  maxLength: 40,
});
const utf16Text = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

const { tree: trees } = fc.letrec<{ tree: Tree; node: Node }>((tie) => ({
  tree: fc.array(tie("node"), { maxLength: 3, depthIdentifier: "tree" }),
  node: fc.oneof(
    { maxDepth: 4, depthIdentifier: "tree" },
    fc.record({ text: fc.string({ unit: fc.constantFrom("a", "b", " ", "|", "{", "}", "\\", "é"), maxLength: 4 }) }),
    fc.record({ options: fc.array(tie("tree"), { minLength: 2, maxLength: 3 }) }),
    fc.record({ pair: tie("tree") }),
  ),
}));

function written(tree: Tree): string {
  return tree
    .map((node) => {
      if ("text" in node) return escapeSpintax(node.text);
      if ("pair" in node) return `{${written(node.pair)}}`;
      return `{${node.options.map(written).join("|")}}`;
    })
    .join("");
}

function variantsOf(tree: Tree): string[] {
  return tree.reduce<string[]>(
    (begun, node) => {
      const added =
        "text" in node
          ? [node.text]
          : "pair" in node
            ? variantsOf(node.pair).map((variant) => `{${variant}}`)
            : node.options.flatMap(variantsOf);
      return begun.flatMap((start) => added.map((end) => start + end));
    },
    [""],
  );
}

function variantCount(tree: Tree): number {
  return tree.reduce((count, node) => {
    if ("text" in node) return count;
    if ("pair" in node) return count * variantCount(node.pair);
    return count * node.options.reduce((sum, option) => sum + variantCount(option), 0);
  }, 1);
}

function firstOf(tree: Tree): string {
  return tree
    .map((node) => {
      if ("text" in node) return node.text;
      if ("pair" in node) return `{${firstOf(node.pair)}}`;
      return firstOf(node.options[0]!);
    })
    .join("");
}

const lastOption: Random = {
  next: () => 0.999,
  integer: (_, to) => to,
  pick: (items) => items.at(-1)!,
  shuffled: (items) => [...items],
};

function counting(random: Random, draws: { count: number }): Random {
  return {
    ...random,
    next() {
      draws.count += 1;
      return random.next();
    },
    integer(from, to) {
      draws.count += 1;
      return random.integer(from, to);
    },
  };
}
