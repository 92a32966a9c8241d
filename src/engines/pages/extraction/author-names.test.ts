import { describe, expect, it } from "vitest";
import { authorsOf } from "./author-names.js";

describe("names of authors", () => {
  it.each([
    ["By Jane Doe", ["Jane Doe"]],
    ["Posted by: Jane Doe on May 1, 2024", ["Jane Doe"]],
    ["Von Jörg Müller | 1. Mai 2024", ["Jörg Müller"]],
    ["Written by Jane Doe, MS, RD", ["Jane Doe"]],
    ["Jane Doe and Jack van Roe", ["Jane Doe", "Jack van Roe"]],
    ["Jane Doe, Jack Roe & Ada Poe", ["Jane Doe", "Jack Roe", "Ada Poe"]],
    ["Maria & Katerina", ["Maria", "Katerina"]],
    ["Center for Drug Evaluation and Research", ["Center for Drug Evaluation and Research"]],
    ["jane@a.example (Jane Doe)", ["Jane Doe"]],
    ["Jane Doe @janedoe", ["Jane Doe"]],
    ["Jane Doe 5 min read", ["Jane Doe"]],
    ["李明", ["李明"]],
    ["https://a.example/authors/jane", []],
    ["admin", []],
    ["By", []],
    ["Sign up for our newsletter!", []],
    ["The bees hum in the garden all day long until the sun goes down.", []],
    ["{{author.name}}", []],
    ["Articles by Jane Doe", ["Jane Doe"]],
    ["jane.r.doe", ["jane.r.doe"]],
    ["View more posts", []],
    ["4m Read", []],
    ["No Author", []],
    ["Podcast", []],
    ["Page 2", []],
    ["Follow the author", []],
    ["Jane Doe on Tuesday", ["Jane Doe"]],
    ["Post by jane77 \u00bb 11. May 2024", ["jane77"]],
    ["May 3, 2024 \u00b7 Jane Doe", ["Jane Doe"]],
    ["Jane Doe lives and works in Graz", ["Jane Doe"]],
    ["user3080392", ["user3080392"]],
  ])("are read from %j", (text, names) => {
    expect(authorsOf([text])).toEqual(names);
  });

  it("occur once, and in the usual order where lists of books reverse them", () => {
    expect(authorsOf(["Jane Doe", "By JANE DOE"])).toEqual(["Jane Doe"]);
    expect(authorsOf(["Doe, Jane", "Roe, Jack"], { bibliographic: true })).toEqual(["Jane Doe", "Jack Roe"]);
  });
});
