import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { beforeAll, expect, it, type TestContext } from "vitest";
import type { JsonObject } from "../../src/kernel/index.js";
import { closesAfterAll, type DashboardWorld, dashboardWorld, describeDashboard, expectAccessible } from "./world.js";

const PLUGIN = fileURLToPath(new URL("odd-articles.mjs", import.meta.url));
const SITE = "https://slow-almanac.example";
const PAGES = [
  "beekeeping/life-of-a-honey-bee-colony",
  "beekeeping/from-nectar-to-honey",
  "beekeeping/wintering-a-colony",
  "beekeeping/the-varroa-mite",
].map((path) => `${SITE}/${path}.html`);
const FROM_SITE = {
  sourceMode: ["urls"],
  sourceUrlsFile: PAGES,
  requestDelayFrom: 0,
  requestDelayTo: 0,
  randomSeed: 7,
};

/** A busy machine may be slow. */
const patiently = <T>(look: () => T) => expect.poll(look, { timeout: 20_000 });

interface StoredFact {
  readonly file: string;
  readonly sentence: string;
  readonly original: string;
  readonly title: string;
}

describeDashboard("articles", () => {
  let world: DashboardWorld;
  const ids: Record<string, string> = {};
  closesAfterAll();

  const ran = async (type: string, data: JsonObject) => {
    const { id } = await world.client.create(type);
    await world.client.setData(id, data);
    await world.client.run(id, { wait: 120 });
    return id;
  };
  const stored = async (id: string, path: string) => (await world.client.file(id, path)).text();
  const opened = (context: TestContext, at: string) => world.open(context, { at: `articles/${at}` });
  const shownNames = (page: Page) => page.locator(".article-name").allTextContents();

  beforeAll(async () => {
    world = await dashboardWorld(["--storage", "memory", "--plugins", PLUGIN, "--plugin-isolation", "thread"]);
    ids["odd"] = await ran("oddarticles", { jobName: "Odd ones" });
    ids["spintax"] = await ran("articlecreator", {
      jobName: "To be drawn",
      articleKeywordsFile: ["varroa mite"],
      outputFormats: ["html", "spintax"],
      spinMode: "spintax",
      ...FROM_SITE,
    });
    ids["plain"] = await ran("articlecreator", {
      jobName: "To be read",
      articleKeywordsFile: ["honey bees", "varroa mite"],
      outputFormats: ["html", "md", "txt", "json"],
      ...FROM_SITE,
    });
  }, 240_000);

  it("of all tasks stand in one list, newest first, and are found by words and by task", async (context) => {
    const { page, errors } = await world.open(context, { at: "articles" });
    await page.getByText("9 articles", { exact: true }).waitFor();
    expect((await shownNames(page)).slice(0, 2).toSorted()).toEqual(["Honey Bees", "The Varroa Mite in the Hive"]);
    await page.getByRole("searchbox").fill("mite drawn");
    await patiently(() => shownNames(page)).toEqual(["The Varroa Mite in the Hive"]);
    await page.getByRole("searchbox").fill("nothing of the kind");
    await page.getByRole("heading", { name: "No article matches" }).waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByLabel("Task", { exact: true }).selectOption("Odd ones");
    await page.getByRole("heading", { name: "Articles of “Odd ones”" }).waitFor();
    await patiently(async () => (await shownNames(page)).length).toBe(6);
    await page.locator("[role=grid]").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "a megabyte" }).waitFor();
    expect(errors).toEqual([]);
  });

  it("a new article comes into the list by itself", async (context) => {
    const { page } = await world.open(context, { at: "articles" });
    await patiently(async () => (await shownNames(page)).length).toBeGreaterThan(0);
    const id = await ran("oddarticles", { jobName: "Late", linesFile: ["the last tide"] });
    await page.getByRole("link", { name: "the last tide" }).waitFor();
    await world.client.delete(id);
    await page.getByRole("link", { name: "the last tide" }).waitFor({ state: "detached" });
  });

  it("each sentence is linked with the sentence of its source, for the mouse and for keys", async (context) => {
    const { page, errors } = await opened(context, `${ids["plain"]}/honey%20bees`);
    await page.locator("[data-fact]").first().waitFor();
    const facts = (JSON.parse(await stored(ids["plain"]!, "facts.json")) as StoredFact[]).filter(
      ({ file }) => file === "articles/honey-bees.html",
    );
    expect(facts.length).toBeGreaterThan(15);
    const sentences = await page.locator("[data-fact]").allTextContents();
    expect(sentences.toSorted()).toEqual(facts.map(({ sentence }) => sentence).toSorted());

    const panel = page.getByRole("region", { name: "In the source" });
    for (const index of [0, 5, 11]) {
      const sentence = page.locator("[data-fact]").nth(index);
      const { original, title } = facts.find((fact) => fact.sentence === sentences[index])!;
      await sentence.hover();
      await patiently(() => panel.locator("blockquote").textContent()).toBe(original);
      expect(await panel.textContent()).toContain(title);
      expect(await sentence.getAttribute("class")).toContain("active");
    }
    await page.locator("[data-fact][tabindex='0']").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    const second = facts.find(({ sentence }) => sentence === sentences[1])!;
    await patiently(() => panel.locator("blockquote").textContent()).toBe(second.original);
    expect(await page.evaluate("document.activeElement.textContent")).toBe(second.sentence);
    await page.keyboard.press("Escape");
    await panel.getByText("Point at a sentence").waitFor();
    await page.getByRole("button", { name: /from “From nectar to honey”/ }).click();
    await patiently(() => panel.textContent()).toContain("From nectar to honey");
    expect(errors).toEqual([]);
  });

  it("copied passages are marked: what its source has word for word", async (context) => {
    const { page } = await opened(context, `${ids["plain"]}/honey%20bees`);
    await page.getByRole("button", { name: "Copied passages" }).click();
    const marked = await page.locator(".copied").allTextContents();
    const source = JSON.parse(await stored(ids["plain"]!, "facts.json")) as StoredFact[];
    expect(marked.length).toBeGreaterThan(10);
    for (const passage of marked) {
      expect(passage.split(" ").length).toBeGreaterThanOrEqual(4);
      expect(source.some(({ original }) => original.includes(passage))).toBe(true);
    }
    await page.getByLabel("Runs of").selectOption("15");
    await patiently(() => page.locator(".copied").count()).toBeLessThan(marked.length);
  });

  it("the figures of the row stand above it, and its neighbours below", async (context) => {
    const { page } = await opened(context, `${ids["plain"]}/honey%20bees`);
    const { rows } = await world.client.results(ids["plain"]!);
    const row = rows.find(({ keyword }) => keyword === "honey bees")!;
    const figures = page.locator(".article-figures");
    await figures.waitFor();
    const text = await figures.textContent();
    expect(text).toContain(`Words${row["words"]}`);
    expect(text).toContain(`SEO${row["seoScore"]} of 100`);
    expect(text).toContain(`Unique${Math.round(Number(row["uniqueness"]) * 100)}%`);
    expect(text).toMatch(/Reading time\d min/);
    await page.locator(".checks summary").click();
    expect(await page.locator(".checks li").count()).toBe(10);
    // Rows stand in the order in which the articles were done.
    const neighbour = page.getByRole("link", { name: /(?:Next|Previous) article/ });
    const isNext = (await neighbour.textContent())!.includes("Next");
    await neighbour.click();
    await page.getByRole("heading", { level: 1, name: "The Varroa Mite in the Hive", exact: true }).waitFor();
    await page.keyboard.press(isNext ? "[" : "]");
    await page.getByRole("heading", { level: 1, name: "Honey Bees", exact: true }).waitFor();
  });

  it("it is copied and downloaded in every format there is", async (context) => {
    const { page } = await opened(context, `${ids["plain"]}/honey%20bees`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const copied = () => page.evaluate("navigator.clipboard.readText()") as Promise<string>;
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("menuitem", { name: "MD file" }).click();
    await patiently(copied).toBe(await stored(ids["plain"]!, "articles/honey-bees.md"));
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("menuitem", { name: "Text" }).click();
    await patiently(copied).toContain("Honey Bees\n\nA honey bee colony");
    await page.getByRole("button", { name: "Download" }).click();
    expect(await page.getByRole("menuitem").count()).toBe(4);
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: /^HTML/ }).click();
    expect((await download).suggestedFilename()).toBe("honey-bees.html");
  });

  it("as a page it stands in a frame where nothing runs", async (context) => {
    const { page } = await opened(context, `${ids["odd"]}/a%20script?view=page`);
    const frame = page.locator("iframe");
    await frame.waitFor();
    expect(await frame.getAttribute("sandbox")).toBe("");
    await page.frameLocator("iframe").getByText("Before").waitFor();
    expect(await page.evaluate("window.broken")).toBeUndefined();
  });

  it("spintax is coloured, its options are gone through, and its variants drawn by seed", async (context) => {
    const { page, errors } = await opened(context, `${ids["spintax"]}/varroa%20mite`);
    await page.getByRole("tab", { name: "Spintax" }).click();
    const choices = page.locator(".spin-choice");
    await choices.first().waitFor();
    const text = await stored(ids["spintax"]!, "articles/varroa-mite.spintax");
    expect(await choices.count()).toBe(text.split("{").length - 1);
    await page.getByRole("button", { name: "One at a time" }).click();
    const pick = page.locator(".pick").first();
    const before = await pick.textContent();
    await pick.getByRole("button").click();
    await patiently(() => pick.textContent()).not.toBe(before);

    const variants = () => page.locator(".variant-text").allTextContents();
    const first = await variants();
    expect(new Set(first).size).toBe(2);
    expect(first.join()).not.toMatch(/[{|}]/);
    expect(await page.locator(".variant ins").count()).toBeGreaterThan(3);
    await page.getByRole("button", { name: "Draw others" }).click();
    await patiently(variants).not.toEqual(first);
    await page.getByLabel("Seed").fill("1");
    await patiently(variants).toEqual(first);
    await page.getByRole("combobox", { name: "Show" }).selectOption("4");
    await patiently(async () => new Set(await variants()).size).toBe(4);
    expect(errors).toEqual([]);
  });

  it("an article of a megabyte is read on and on", async (context) => {
    const { page, errors } = await opened(context, `${ids["odd"]}/a%20megabyte`);
    const paragraphs = page.locator(".prose p");
    await paragraphs.first().waitFor();
    expect(await paragraphs.count()).toBeLessThan(1500);
    await page.getByText("11,000 words", { exact: false }).or(page.locator(".article-figures")).first().waitFor();
    const seen = await paragraphs.count();
    await page.locator(".prose-end").scrollIntoViewIfNeeded();
    await patiently(() => paragraphs.count()).toBeGreaterThan(seen);
    expect(errors).toEqual([]);
  });

  it("scripts and markup in an article or its title do nothing", async (context) => {
    const { page, errors } = await opened(context, `${ids["odd"]}/a%20script`);
    await page.getByText("and behind.").waitFor();
    expect(await page.locator(".prose :is(script, iframe, svg, [onclick], a)").count()).toBe(0);
    const name = "a title with <b>markup</b>";
    await page.goto(`${world.address}/#/articles/${ids["odd"]}/${encodeURIComponent(name)}`);
    await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    await page.locator(".prose").getByText("Some bold & <code>, marked and a link.").waitFor();
    expect(
      await page.locator(".prose a").evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
    ).toEqual(["https://example.com/"]);
    expect(await page.locator(".prose table td").count()).toBe(2);
    expect(await page.evaluate("window.broken")).toBeUndefined();
    expect(errors).toEqual([]);
  });

  it("broken spintax is shown with what is wrong in it", async (context) => {
    const { page } = await opened(context, `${ids["odd"]}/broken%20spintax?view=spintax`);
    await page.getByText("1 place in this text does not pair up").waitFor();
    await page.getByText("This bar is in no group", { exact: false }).waitFor();
    expect(await page.locator(".spintax-text").textContent()).toContain("door | and");
  });

  it("without facts, without a text and without its task it says so", async (context) => {
    const { page } = await opened(context, `${ids["odd"]}/no%20facts`);
    await page.getByText("The task has no facts.json", { exact: false }).waitFor();
    await page.getByText("Another one, which names no source.").waitFor();
    await page.getByRole("link", { name: "A page that is gone" }).waitFor();
    await page.goto(`${world.address}/#/articles/${ids["odd"]}/no%20text`);
    await page.getByRole("heading", { name: "There is no text to read" }).waitFor();
    const id = await ran("oddarticles", { jobName: "Short-lived", linesFile: ["a short life"] });
    await page.goto(`${world.address}/#/articles/${id}/a%20short%20life`);
    await page.getByText("This is a short life.").waitFor();
    await world.client.delete(id);
    await page.getByRole("heading", { level: 1, name: "This article is no longer there" }).waitFor();
  });

  for (const width of [1440, 390]) {
    for (const dark of [false, true]) {
      it(`list and article are accessible at ${width} pixels, ${dark ? "dark" : "light"}`, async (context) => {
        const { page, errors } = await world.open(context, { width, dark, at: "articles" });
        await page.locator(".article-name").first().waitFor();
        await expectAccessible(page);
        await page.goto(`${world.address}/#/articles/${ids["plain"]}/honey%20bees`);
        await page.locator("[data-fact]").nth(3).click();
        await page.getByRole("button", { name: "Hide the source sentence" }).waitFor();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Copied passages" }).click();
        await expectAccessible(page);
        await page.goto(`${world.address}/#/articles/${ids["spintax"]}/varroa%20mite?view=spintax`);
        await page.locator(".variant").first().waitFor();
        await page.getByLabel("Show what was replaced").check();
        await expectAccessible(page);
        expect(errors).toEqual([]);
      });
    }
  }

  it("nothing sticks out when it is read from right to left", async (context) => {
    for (const width of [1440, 390]) {
      const at = `articles/${ids["plain"]}/honey%20bees`;
      const { page } = await world.open(context, { width, rightToLeft: true, at });
      await page.locator("[data-fact]").nth(3).click();
      await expectAccessible(page);
    }
  });
});
