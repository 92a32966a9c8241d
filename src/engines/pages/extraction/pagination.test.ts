import { describe, expect, it } from "vitest";
import { NO_METADATA } from "./no-metadata.js";
import type { ExtractedPage } from "./page.js";
import { readWhole } from "./pagination.js";

const page = (texts: readonly string[], nextPage = "", more: Partial<ExtractedPage> = {}): ExtractedPage => ({
  type: "article",
  metadata: { ...NO_METADATA, title: "Bees", nextPage },
  content: texts.map((text) => ({ kind: "paragraph", spans: [{ text }] })),
  comments: [],
  words: texts.length,
  method: "rules",
  ...more,
});
const site = (pages: Readonly<Record<string, ExtractedPage>>) => {
  const asked: string[] = [];
  const fetchNext = async (url: string) => {
    asked.push(url);
    const found = pages[url];
    if (found === undefined) throw new Error("The site answered with status 404.");
    return found;
  };
  return { asked, fetchNext };
};
const textOf = ({ content }: ExtractedPage) =>
  content.map((block) => (block.kind === "paragraph" ? block.spans[0]?.text : ""));
const at = (number: number) => `https://a.example/bees/${number}`;

describe("an article on several pages", () => {
  it("becomes one, with what every page repeats once", async () => {
    const { fetchNext } = site({
      [at(2)]: page(["All about bees.", "They dance."], at(3)),
      [at(3)]: page(["All about bees.", "They sleep."]),
    });
    const whole = await readWhole(page(["All about bees.", "They hum."], at(2)), fetchNext);
    expect(textOf(whole.page)).toEqual(["All about bees.", "They hum.", "They dance.", "They sleep."]);
    expect(whole).toMatchObject({ page: { words: 9 }, added: [at(2), at(3)], note: "" });
  });

  it("has the comments on it once, however many of its pages show them", async () => {
    const comments = (texts: readonly string[]) => ({ comments: page(texts).content });
    const { fetchNext } = site({
      [at(2)]: page(["b"], at(3), comments(["Ruth", "It hums."])),
      [at(3)]: page(["c"], "", comments(["Karl", "It buzzes."])),
    });
    const whole = await readWhole(page(["a"], at(2), comments(["Ruth", "It hums."])), fetchNext);
    expect(textOf({ ...whole.page, content: whole.page.comments })).toEqual(["Ruth", "It hums.", "Karl", "It buzzes."]);
  });

  it("ends with what there is when a page cannot be read, and says so", async () => {
    const { fetchNext } = site({ [at(2)]: page(["b"], at(3)) });
    const whole = await readWhole(page(["a"], at(2)), fetchNext);
    expect(textOf(whole.page)).toEqual(["a", "b"]);
    expect(whole.note).toBe(
      "The text ends with page 2, because the next one could not be read: The site answered with status 404.",
    );
  });

  it("never reads a page twice, another host's page, or more pages than it may", async () => {
    const circle = site({ [at(2)]: page(["b"], at(3)), [at(3)]: page(["c"], `${at(2)}#top`) });
    await readWhole(page(["a"], at(2)), circle.fetchNext, { url: at(1) });
    expect(circle.asked).toEqual([at(2), at(3)]);

    const away = site({});
    await readWhole(page(["a"], "https://b.example/bees/2"), away.fetchNext, { url: at(1) });
    expect(away.asked).toEqual([]);

    const endless = async (url: string) => page([url], at(Number(url.slice(at(0).length - 1)) + 1));
    const whole = await readWhole(page(["a"], at(2)), endless, { maxPages: 3 });
    expect(whole.added).toEqual([at(2), at(3)]);
    expect(whole.note).toBe("The text goes on after page 3, the last that is read.");
  });

  it("stops where a number beyond the last page is answered with another page", async () => {
    const { fetchNext } = site({ [at(2)]: page(["a"], at(3)), [at(3)]: page(["z"]) });
    expect((await readWhole(page(["a"], at(2)), fetchNext)).added).toEqual([]);
  });

  it.each(["listing", "collection", "product"] as const)("leaves a %s alone", async (type) => {
    const { asked, fetchNext } = site({ [at(2)]: page(["b"], at(3)), [at(3)]: page(["c"]) });
    await readWhole(page(["a"], at(2), { type, words: 400 }), fetchNext);
    expect(asked).toEqual([]);
  });

  it("leaves a list of posts alone that was taken for an article", async () => {
    const { asked, fetchNext } = site({ [at(2)]: page(["b"]) });
    const headings = ["Hives", "Honey", "Wax"].map((text) => {
      return { kind: "heading", level: 2, spans: [{ text, href: `https://a.example/${text}` }] } as const;
    });
    await readWhole(page(["a"], at(2), { content: headings }), fetchNext);
    expect(asked).toEqual([]);
  });

  it("is joined though it is so short that it looks like a list", async () => {
    const { fetchNext } = site({ [at(2)]: page(["They dance."]) });
    const first = page(["They hum."], at(2), { type: "listing" });
    expect((await readWhole(first, fetchNext)).added).toEqual([at(2)]);
  });

  it.each([
    ["Bees (page 1 of 3)", "Bees (page 2 of 3)"],
    ["Bees", "Bees - Page 2 of 5"],
    ["Bees", "Seite 2 \u2013 Bees"],
    ["Bees \u2013 1/5", "Bees \u2013 2/5"],
    ["Bees", "Bees (2)"],
    ["Bees | p. 1", "Bees | p. 2"],
  ])("goes on from %j with %j", async (title, other) => {
    const titled = (text: string, named: string, nextPage = "") =>
      page([text], "", { metadata: { ...NO_METADATA, title: named, nextPage } });
    const { fetchNext } = site({ [at(2)]: titled("b", other) });
    expect((await readWhole(titled("a", title, at(2)), fetchNext)).added).toEqual([at(2)]);
  });

  it.each([
    ["Garden diary, day 5", "Garden diary, day 6"],
    ["Chapter 1", "Chapter 2"],
    ["Blue lamp", "Red lamp"],
    ["Bees (1)", "Bees (3)"],
  ])("does not go on from %j with %j, unless it always shall", async (title, other) => {
    const titled = (text: string, named: string, next = "") =>
      page([text], "", { metadata: { ...NO_METADATA, title: named, nextPage: next, nextLink: next } });
    const { fetchNext } = site({ [at(2)]: titled("b", other) });
    const first = titled("a", title, at(2));
    expect((await readWhole(first, fetchNext)).added).toEqual([]);
    const always = await readWhole(first, fetchNext, { join: "always" });
    expect(always.added).toEqual([at(2)]);
    expect(always.page.content[1]).toEqual({ kind: "heading", level: 2, spans: [{ text: other }] });
    expect((await readWhole(first, fetchNext, { join: "never" })).added).toEqual([]);
  });

  it("goes on with a page of another title that calls the first one the page that stands for all", async () => {
    const metadata = { ...NO_METADATA, title: "Their dances", canonical: `${at(1)}/` };
    const { fetchNext } = site({ [at(2)]: page(["b"], "", { metadata }) });
    expect((await readWhole(page(["a"], at(2)), fetchNext, { url: at(1) })).added).toEqual([at(2)]);
  });

  it("has no heading for each of its pages that are numbered in their titles", async () => {
    const titled = (title: string, text: string, nextPage = "") =>
      page([text], "", { metadata: { ...NO_METADATA, title, nextPage } });
    const { fetchNext } = site({ [at(2)]: titled("Bees (2)", "b", at(3)), [at(3)]: titled("Bees (3)", "c") });
    const whole = await readWhole(titled("Bees", "a", at(2)), fetchNext);
    expect(textOf(whole.page)).toEqual(["a", "b", "c"]);
  });

  it("has its title once", async () => {
    const heading = (text: string) => ({ kind: "heading", level: 1, spans: [{ text }] }) as const;
    const second = page([], "", { content: [heading("Bees (page 2)"), heading("Their dances")] });
    const { fetchNext } = site({ [at(2)]: second });
    const { content } = (await readWhole(page(["a"], at(2)), fetchNext)).page;
    expect(content.slice(1)).toEqual([heading("Their dances")]);
  });

  it("follows a forum while the title stays", async () => {
    const titled = (title: string, text: string, nextPage = "") =>
      page([text], "", { type: "forum", metadata: { ...NO_METADATA, title, nextPage } });
    const forum = site({ [at(2)]: titled("Bees | Page 2", "b", at(3)), [at(3)]: titled("Wasps", "c") });
    const whole = await readWhole(titled("Bees", "a", at(2)), forum.fetchNext);
    expect(textOf(whole.page)).toEqual(["a", "b"]);
  });

  it("throws on what stopped it when it is aborted", async () => {
    const fetchNext = () => Promise.reject(new Error("enough"));
    const whole = readWhole(page(["a"], at(2)), fetchNext, { signal: AbortSignal.abort() });
    await expect(whole).rejects.toThrow("enough");
  });
});
