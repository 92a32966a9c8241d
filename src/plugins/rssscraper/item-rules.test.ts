import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScriptoriumError } from "../../kernel/index.js";
import type { IdentifiedItem } from "./identity.js";
import { itemRules } from "./item-filter.js";
import { itemTemplate } from "./item-template.js";

const item = (title: string, text = "", author = "", categories: readonly string[] = []) =>
  ({ item: { title, author, categories }, text: `${title} ${text}`.trim() }) as unknown as IdentifiedItem;
const fits = (line: string, one: IdentifiedItem) =>
  itemRules({ filterInFile: [line], filterOutFile: [], categoryRulesFile: [] }).wanted(one);

describe("a line of a filter", () => {
  it.each([
    ["bee", "The BEE flies", true],
    ["bee", "Beehives and beer", false],
    ["bee*", "Beehives", true],
    ["*hive", "Beehive", true],
    ["new york", "In New\u00a0York", true],
    ["c++", "I like C++ a lot", true],
    ["a.b", "axb", false],
    ["蜂蜜", "新しい蜂蜜です", true],
    ["/b.e$/", "a bee", true],
    ["/B.E/", "a bee", true],
    ["https://a.test", "see https://a.test now", true],
  ])("%j and %j: %j", (line, title, expected) => expect(fits(line, item(title))).toBe(expected));

  it("looks where it says", () => {
    const one = item("Title", "words of the text", "Ann Lee", ["Bees"]);
    expect(
      ["title:title", "text:words", "author:lee", "category:bees", "Text: TEXT"].map((line) => fits(line, one)),
    ).toEqual([true, true, true, true, true]);
    expect(["title:words", "text:title", "author:bees", "category:lee"].map((line) => fits(line, one))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("is a filter or refused in words, whatever it says", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 40 }), (line, text) => {
        try {
          expect(typeof fits(line, item(text))).toBe("boolean");
        } catch (error) {
          if (!ScriptoriumError.is(error)) throw error;
          expect(error.code).toBe("bad-input");
        }
      }),
    );
  });

  it("takes a bounded time for an expression that would take for ever elsewhere", () => {
    expect(fits("/(a+)+$/", item(`${"a".repeat(10_000)}b`))).toBe(false);
  });
});

describe("a template", () => {
  it("takes over whatever is filled in, once", () => {
    const template = itemTemplate("<p>{{title}}</p>{{content}}");
    fc.assert(
      fc.property(fc.string(), fc.string(), (title, content) => {
        const fields = { title, content, url: "", author: "", date: "", categories: "", source: "" };
        const filled = template(fields);
        expect(filled.endsWith(`</p>${content}`)).toBe(true);
        expect(filled.slice(3, filled.length - content.length - 4)).not.toMatch(/[<>"']/);
      }),
    );
  });
});
