import { describe, expect, it } from "vitest";
import { parseSpintax, sampleVariants, seededRandom } from "../../../kernel/index.js";
import { exportTemplate } from "./export-template.js";
import { type ArticleBody, exportedBody, renderedBody } from "./index.js";
import type { BodyText } from "./model.js";
import { spunAround } from "./spun-around.js";

const SPINTAX = "A {big|large} red lamp {burns|glows} in \\{a\\} {small|little {old|grey}} room.";
const TEXT = "A big red lamp burns in {a} small room.";

function body(words: readonly string[], spintax = SPINTAX): ArticleBody {
  const links = words.map((word) => {
    const from = TEXT.indexOf(word);
    return { from, to: from + word.length, url: "https://a.test/?x=1&y=2", nofollow: false, newTab: false };
  });
  const sentence: BodyText = { text: TEXT, spintax, links };
  return {
    ...{ title: "Lamps", keyword: "lamp", sources: [], categories: [], tags: [], language: "en" },
    blocks: [{ kind: "paragraph", sentences: [sentence] }],
  };
}

const spun = (words: readonly string[], spintax?: string) =>
  renderedBody(body(words, spintax), "spintax", { citing: "none" }).split("\n\n")[1]!.trim();

describe("a text with links has its variants", () => {
  it("before, between and behind them", () => {
    expect(spun(["red lamp"])).toBe(SPINTAX);
    expect(spun(["A", "in", "room"])).toBe(SPINTAX);
  });

  it("but for the words that are linked, in part too", () => {
    expect(spun(["big"])).toBe(SPINTAX.replace("{big|large}", "big"));
    expect(spun(["lamp bu"])).toBe(SPINTAX.replace("{burns|glows}", "burns"));
    expect(spun(["{a} small"])).toBe(SPINTAX.replace("{small|little {old|grey}}", "small"));
  });

  it("in HTML, where every variant has its links whole", () => {
    const template = { ...exportTemplate.parse({}), unspin: false };
    const html = exportedBody(body(["lamp", "in {a}"]), "html", { citing: "none", fragment: true }, template);
    const link = (words: string) => `<a href="https://a.test/?x=1&amp;y=2">${words}</a>`;
    expect(html).toContain(
      `A {big|large} red ${link("lamp")} {burns|glows} ${link("in \\{a\\}")} {small|little {old|grey}} room.`,
    );
    const variants = sampleVariants(parseSpintax(html), 8, seededRandom("lamps"));
    for (const variant of variants) expect(variant).toContain(link("in {a}"));
    expect(variants.length).toBeGreaterThan(4);
  });

  it("unless they begin with other words than the text", () => {
    expect(spun(["lamp"], "A {small|big} lamp.")).toBe(TEXT.replace("{a}", "\\{a\\}"));
    expect(spunAround("A lamp.", "A {light|lamp}.")).toBeUndefined();
  });
});
