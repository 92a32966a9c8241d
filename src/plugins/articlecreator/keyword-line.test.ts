import { expect, it } from "vitest";
import { keywordLine } from "./keyword-line.js";

it("a keyword line has up to four columns, and a bar within braces parts none", () => {
  expect(keywordLine("honey bees", "t")).toEqual({ keyword: "honey bees", title: "", category: "", url: "" });
  expect(keywordLine(" bees | The Bee | Nature | https://a.test/?a=1|2 ", "t")).toEqual({
    keyword: "bees",
    title: "The Bee",
    category: "Nature",
    url: "https://a.test/?a=1|2",
  });
  expect(keywordLine("a}|b", "t")).toMatchObject({ keyword: "a}", title: "b" });
});

it("spintax is expanded, the same way each time within a task and in other ways in other tasks", () => {
  const line = "{honey|wild} bees|{A|The {big|small}} Bee||https://a.test/{x|y}";
  const { keyword, title, url } = keywordLine(line, "t");
  expect(["honey bees", "wild bees"]).toContain(keyword);
  expect(["A Bee", "The big Bee", "The small Bee"]).toContain(title);
  expect(url).toBe("https://a.test/{x|y}");
  expect(keywordLine(line, "t")).toEqual({ keyword, title, category: "", url });
  const keywords = Array.from({ length: 40 }, (_, task) => keywordLine(line, `task ${task}`).keyword);
  expect(new Set(keywords)).toEqual(new Set(["honey bees", "wild bees"]));
});

it("an escaped bar or brace belongs to the words", () => {
  expect(keywordLine("either\\|or|\\{Title\\}", "t")).toMatchObject({ keyword: "either|or", title: "{Title}" });
});
