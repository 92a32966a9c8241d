import type { Locator, Page } from "playwright-core";
import type { Json } from "../../src/client.js";

/** Fills a form of a task in as somebody would, by the names of its fields. Those that are folded away are looked up first. */
export async function fillIn(page: Page, fields: Readonly<Record<string, Json>>): Promise<void> {
  const search = page.getByRole("searchbox", { name: "Find a field" });
  await page.locator(".schema-form .field").first().waitFor();
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`.schema-form .fields > .field[data-field="${name}"]`);
    const isFolded = !(await field.isVisible());
    if (isFolded) await search.fill(name);
    await fill(field, value);
    if (isFolded) await search.fill("");
  }
}

async function fill(field: Locator, value: Json): Promise<void> {
  const kind = await field.getAttribute("data-kind");
  if (typeof value === "boolean") return await field.getByRole("switch").setChecked(value);
  if (kind === "choices") {
    const names = (value as readonly string[]).map(String);
    for (const label of await field.locator("label.choice").all()) {
      await label.getByRole("checkbox").setChecked(names.includes((await label.textContent())!.trim()));
    }
    return;
  }
  if (kind === "choice") return void (await field.locator("select").selectOption(String(value)));
  if (kind === "objects") {
    for (const one of value as readonly Readonly<Record<string, Json>>[]) {
      await field.getByRole("button", { name: "Add" }).click();
      const opened = field.locator("details[open] .sub-fields").last();
      for (const [name, own] of Object.entries(one)) await fill(opened.locator(`[data-field="${name}"]`), own);
    }
    return;
  }
  const text = Array.isArray(value) ? value.join("\n") : String(value);
  await field.locator("textarea, input:not([type=file])").first().fill(text);
}
