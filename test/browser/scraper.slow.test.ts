import { expect, it } from "vitest";
import { createApi } from "../../src/adapters/http/index.js";
import type { JsonObject } from "../../src/kernel/index.js";
import { closesAfterEach as closesScrapers, scraper } from "../web/scraper-world.js";
import { browserWorld, closesAfterEach, describeBrowser } from "./world.js";

closesScrapers();

/** Its list is drawn by a script, and grows when another one asks for more. */
const HIVES = `<!doctype html><title>Hives</title><body style="height:3000px"><ul></ul><script>
  window.grow = (name) => { document.querySelector("ul").innerHTML += "<li><b>" + name + "</b> hive</li>"; };
  setTimeout(() => grow("North"), 100);
</script>`;
const RULES: JsonObject = { rowSelector: "li", columns: [{ name: "name", css: "b" }], browser: "always" };

/** Width and height of a picture, as its first chunk says. */
function sizeOf(png: Uint8Array | undefined): readonly [number, number] {
  const bytes = Buffer.from(png ?? []);
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

describeBrowser("the web scraper in a browser", () => {
  closesAfterEach();

  it("runs scripts of its steps in the page, and keeps the pictures that steps take", async () => {
    const { site, browser } = await browserWorld({ "/": HIVES });
    const { kernel, id } = await scraper({ browser });
    await kernel.tasks.patch(id, {
      ...RULES,
      urlsFile: [`${site.url}/`],
      viewport: { width: 640, height: 480 },
      steps: [
        { do: "wait", selector: "li" },
        { do: "screenshot" },
        { do: "evaluate", script: 'window.grow("South")' },
        { do: "screenshot", full: true },
      ],
    });
    await kernel.tasks.run(id);
    expect((await kernel.tasks.settled(id)).status).toBe("complete");
    const rows = await Array.fromAsync(kernel.content.rows(id));
    expect(rows.map((row) => [row["name"], row["_rendered"], row["_error"]])).toEqual([
      ["North", "always", ""],
      ["South", "always", ""],
    ]);
    const pictures = (await Array.fromAsync(kernel.content.files(id)))
      .map(({ path }) => path)
      .filter((path) => path.startsWith("screenshots/"));
    expect(pictures).toHaveLength(2);
    const [whole, seen] = await Promise.all(
      pictures.sort().map(async (path) => sizeOf((await kernel.content.file(id, path))?.bytes)),
    ).then((sizes) => sizes.sort(([, a], [, b]) => b - a));
    expect(seen).toEqual([640, 480]);
    expect([whole![0], whole![1] >= 3000]).toEqual([640, true]);
  }, 120_000);

  it("says which step failed, and reads the page as it stands", async () => {
    const { site, browser } = await browserWorld({ "/": HIVES });
    const { kernel, id } = await scraper({ browser });
    const steps = [
      { do: "wait", selector: "li" },
      { do: "evaluate", script: "window.none()" },
    ] as const;
    await kernel.tasks.patch(id, { ...RULES, urlsFile: [`${site.url}/`], steps });
    await kernel.tasks.run(id);
    expect((await kernel.tasks.settled(id)).status).toBe("complete");
    expect((await Array.fromAsync(kernel.content.rows(id))).map((row) => row["name"])).toEqual(["North"]);
    const log = (await Array.fromAsync(kernel.content.log(id))).map(({ level, msg }) => `${level}: ${msg}`);
    expect(log.join("\n")).toMatch(/warn: On 1 page: Step 2 \(evaluate\) failed: .*none is not a function/);
  }, 120_000);

  it("shows pages in the time zone, the language and the size that are asked for, without steps", async () => {
    const { site, browser } = await browserWorld({
      "/": `<!doctype html><p></p><script>document.querySelector("p").textContent =
        [Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.language, innerWidth].join()</script>`,
    });
    const { kernel, id } = await scraper({ browser });
    await kernel.tasks.patch(id, {
      ...{ urlsFile: [`${site.url}/`], browser: "always", columns: [{ name: "env", css: "p" }] },
      ...{ timezone: "Europe/Berlin", locale: "de-DE", viewport: { width: 500, height: 400 } },
    });
    await kernel.tasks.run(id);
    await kernel.tasks.settled(id);
    const rows = await Array.fromAsync(kernel.content.rows(id));
    expect(rows.map((row) => row["env"])).toEqual(["Europe/Berlin,de-DE,500"]);
  }, 120_000);

  it("tries rules on a page as the browser shows it", async () => {
    const { site, browser } = await browserWorld({ "/": HIVES });
    const { kernel, id } = await scraper({ browser });
    const response = await createApi(kernel).handle({
      ...{ method: "POST", target: `/task/try/${id}` },
      headers: { host: "localhost", "content-type": "application/json" },
      body: JSON.stringify({ url: `${site.url}/`, data: { ...RULES, waitFor: "li" } }),
    });
    const { success, result } = JSON.parse(String(response.body)) as { success: boolean; result: JsonObject };
    expect(success).toBe(true);
    expect(result).toMatchObject({
      page: { url: `${site.url}/`, status: 200, rendered: "always" },
      rows: [{ name: "North" }],
    });
    expect(await kernel.content.countRows(id)).toBe(0);
  }, 120_000);
});
