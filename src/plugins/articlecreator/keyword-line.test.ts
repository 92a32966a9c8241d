import { expect, it } from "vitest";
import { keywordLine } from "./keyword-line.js";

it("a keyword line has up to four columns, and a bar within braces parts none", () => {
  expect(keywordLine("honey bees")).toEqual({ keyword: "honey bees", title: "", category: "", url: "" });
  expect(keywordLine(" bees | The Bee | Nature | https://a.test/?a=1|2 ")).toEqual({
    keyword: "bees",
    title: "The Bee",
    category: "Nature",
    url: "https://a.test/?a=1|2",
  });
  expect(keywordLine("{honey|wild} bees|{A|The {big|small}} Bee")).toEqual({
    keyword: "{honey|wild} bees",
    title: "{A|The {big|small}} Bee",
    category: "",
    url: "",
  });
  expect(keywordLine("a}|b")).toMatchObject({ keyword: "a}", title: "b" });
});
