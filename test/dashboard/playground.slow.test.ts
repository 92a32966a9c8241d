import { beforeAll, expect, it } from "vitest";
import { closesAfterAll, type DashboardWorld, dashboardWorld, describeDashboard, expectAccessible } from "./world.js";

const TEXT =
  "The old lighthouse guided ships for a century. Keepers lived near the tower, because the lamp had to be watched all night.";
/** With many ways to say it: of a few, the most and the least changed are the same ones. */
const RICH =
  "If you want to see the lamp, take the stairs and bring a torch. Most visitors need an hour for the tower, so the first boat is ideal. Stay behind the rail, because the wind often gets up during the afternoon.";

describeDashboard("the playground", () => {
  let world: DashboardWorld;
  closesAfterAll();
  beforeAll(async () => {
    world = await dashboardWorld(["--storage", "memory"]);
  });

  it("offers texts to begin with, and shows what came of one", async (context) => {
    const { page, errors } = await world.open(context, { at: "articles/playground" });
    await page.locator(".example").first().waitFor();
    expect(await page.locator(".example").count()).toBe(3);
    await page.getByRole("button", { name: /With choices already/ }).click();
    await page.locator(".variant").first().waitFor({ timeout: 30_000 });
    expect(await page.getByRole("textbox", { name: "Text" }).inputValue()).toContain("{old|white}");
    expect(await page.locator(".spin-choice .spin-choice").count()).toBeGreaterThan(0);
    expect(await page.locator(".variant").count()).toBe(3);
    expect(errors).toEqual([]);
  });

  it("spins what the address brings, as strongly as asked, and leaves protected words alone", async (context) => {
    const { page } = await world.open(context, { at: `articles/playground?text=${encodeURIComponent(TEXT)}` });
    const choices = async () => {
      await page.locator(".outcome").waitFor({ timeout: 30_000 });
      return page.locator(".spin-option.first").allTextContents();
    };
    await page.getByRole("button", { name: "Spin it" }).click();
    const usual = await choices();
    expect(await page.locator(".variant-text").first().textContent()).toMatch(/century/);
    await page.getByText("Bold", { exact: true }).click();
    await page.getByText("and whole clauses", { exact: false }).waitFor();
    await page.keyboard.press("Control+Enter");
    await expect.poll(choices, { timeout: 30_000 }).not.toEqual(usual);
    const bold = await choices();
    expect(bold.join().length).toBeGreaterThan(usual.join().length);
    await page
      .getByLabel("Protected words")
      .fill("keepers, tower, lamp, watched, night, old, lighthouse, ships, guided");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await choices()).join().length, { timeout: 30_000 })
      .toBeLessThan(bold.join().length);
    for (const option of await page.locator(".variant-text").allTextContents())
      expect(option).toContain("old lighthouse");
  });

  it("offers the languages that the server takes, and sends none that it does not", async (context) => {
    const { page } = await world.open(context, { at: `articles/playground?text=${encodeURIComponent(TEXT)}` });
    const codes = (label: string) =>
      page.getByLabel(label).evaluate((select) => [...(select as HTMLSelectElement).options].map(({ value }) => value));
    const ofSpin = await codes("Language");
    expect(ofSpin.length).toBeGreaterThan(150);
    expect(ofSpin).toEqual(expect.arrayContaining(["", "en", "cs", "sw"]));
    await page.getByLabel("Language").selectOption("cs");
    await page.getByRole("tab", { name: "Paraphrase" }).click();
    const refused = await world.client
      .paraphrase({ text: TEXT, login: "a@b.example", sourcelanguage: "cs" })
      .catch(String);
    const taken = String(refused).split("Use one of: ")[1]!.replace(".", "").split(", ");
    expect((await codes("Language")).filter(Boolean).sort()).toEqual(taken.sort());
    expect((await codes("Translate into")).filter(Boolean).sort()).toEqual(taken);
    // Czech is none of them.
    await page.getByRole("button", { name: "Paraphrase it" }).click();
    await page.locator(".variant").first().waitFor({ timeout: 30_000 });
  });

  it("says what is worth knowing, and what was refused", async (context) => {
    const { page } = await world.open(context, { at: `articles/playground?text=${encodeURIComponent(TEXT)}` });
    await page.getByLabel("Language").selectOption("fi");
    await page.getByRole("button", { name: "Spin it" }).click();
    await page.getByText("Worth knowing").waitFor({ timeout: 30_000 });
    await page.getByRole("tab", { name: "Paraphrase" }).click();
    await page.getByLabel("Translate into").selectOption("de");
    await page.getByRole("button", { name: "Paraphrase it" }).click();
    await page.getByText("That did not work").waitFor({ timeout: 30_000 });
    await page
      .getByRole("alert")
      .getByText(/translat/i)
      .waitFor();
  });

  it("paraphrases, and compares each variant with what was given", async (context) => {
    const { page, errors } = await world.open(context, {
      at: `articles/playground?kind=paraphrase&text=${encodeURIComponent(RICH)}`,
    });
    await page.getByLabel("Language").selectOption("en");
    await page.getByRole("button", { name: "Paraphrase it" }).click();
    await page.locator(".variant").first().waitFor({ timeout: 30_000 });
    await page.getByLabel("Show what was replaced").check();
    await page.locator(".variant del").first().waitFor();
    // What was there before and what is there in both, in order, is the text.
    const kept = await page
      .locator(".variant-text")
      .first()
      .evaluate((text) =>
        [...text.childNodes].map((node) => (node.nodeName === "INS" ? "" : node.textContent)).join(""),
      );
    expect(kept).toBe(RICH);
    const changes = () =>
      page
        .locator(".variant-head .soft")
        .evaluateAll((all) => all.map(({ textContent }) => Number.parseInt(textContent ?? "", 10)));
    await page.getByText("Bold", { exact: true }).click();
    const most = await changes();
    await page.getByText("Careful", { exact: true }).click();
    await expect.poll(changes).not.toEqual(most);
    expect(Math.max(...(await changes()))).toBeLessThan(Math.min(...most));
    expect(errors).toEqual([]);
  });

  it("writes about-me texts in the voice that is asked for, the same ones for a seed", async (context) => {
    const { page } = await world.open(context, { at: "articles/playground?kind=aboutme" });
    await page.getByRole("textbox", { name: /^Keyword/ }).fill("lighthouse repair");
    await page.getByLabel("Voice").selectOption("business");
    await page.getByLabel("Seed").fill("7");
    await page.getByRole("button", { name: "Write it" }).click();
    const text = page.locator(".about-text");
    await text.waitFor({ timeout: 30_000 });
    expect(await text.textContent()).toMatch(/\b[Ww]e\b/);
    const direct = await world.client.aboutMe({ keyword: "lighthouse repair", voice: "business", seed: "7" });
    expect(await text.textContent()).toBe(direct.replaceAll(/\n+/g, ""));
  });

  for (const width of [1440, 390]) {
    for (const dark of [false, true]) {
      it(`is accessible at ${width} pixels, ${dark ? "dark" : "light"}`, async (context) => {
        const { page, errors } = await world.open(context, { width, dark, at: "articles/playground" });
        await page.locator(".example").first().waitFor();
        await expectAccessible(page);
        await page.locator(".example").nth(2).click();
        await page.locator(".variant").first().waitFor({ timeout: 30_000 });
        await expectAccessible(page);
        await page.getByRole("button", { name: "One at a time" }).click();
        await expectAccessible(page);
        for (const tab of ["Paraphrase", "About me"]) {
          await page.getByRole("tab", { name: tab }).click();
          await expectAccessible(page);
        }
        expect(errors).toEqual([]);
      });
    }
  }
});
