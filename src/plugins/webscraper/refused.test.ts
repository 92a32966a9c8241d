import { expect, it } from "vitest";
import { closesAfterEach, names, RULES, ran, scraper, shop, site } from "../../../test/web/scraper-world.js";
import { cannedFolder } from "../../adapters/doubles/index.js";
import type { JsonObject } from "../../kernel/index.js";

closesAfterEach();

it.each<[JsonObject, RegExp]>([
  [{ timezone: "Mars/Base" }, /timezone is "Mars\/Base", which is no time zone\./],
  [{ locale: "no_language!" }, /locale is "no_language!", which is no code of a language\./],
  [
    { mode: "changes", keyColumn: "sku" },
    /keyColumn is "sku", which is no column of the rows\. Use one of name, price, link, or leave it empty\./,
  ],
  [{ urlsFile: ["https://a.test/product/[1-300000]"] }, /urlsFile stands for more than 100000 addresses\./],
])("%j is refused when it is posted and when it is run", async (wrong, message) => {
  const { kernel, id } = await scraper();
  const data = { ...RULES, urlsFile: ["https://a.test/"], ...wrong };
  expect((await kernel.tasks.notesOn(await kernel.tasks.patch(id, data), data)).join("\n")).toMatch(message);
  await kernel.tasks.run(id);
  expect((await kernel.tasks.settled(id)).error).toMatchObject({ message: expect.stringMatching(message) });
});

it("a folder that may not be read is noted when it is posted, and other pages are read", async () => {
  const url = await site(shop());
  const one = await scraper({ folder: cannedFolder("/pages", {}) });
  const data = { ...RULES, urlsFile: [`${url}/`], inputFolder: "/etc" };
  const task = await one.kernel.tasks.patch(one.id, data);
  expect(await one.kernel.tasks.notesOn(task, data)).toEqual(["The folder may not be read. Choose another."]);
  const { task: done, rows } = await ran(one, {});
  expect(done.status).toBe("complete");
  expect(names(rows.filter((row) => row["_error"] === ""))).toBe("Blue,Red");
});

it("a key that is a template column or none is taken", async () => {
  const { kernel, id } = await scraper();
  const templateColumns = [{ name: "offer", template: "{{name}}" }];
  for (const keyColumn of ["offer", "name", ""]) {
    const data = { ...RULES, templateColumns, urlsFile: ["https://a.test/"], mode: "changes" as const, keyColumn };
    expect(await kernel.tasks.notesOn(await kernel.tasks.patch(id, data), data)).toEqual([]);
  }
});
