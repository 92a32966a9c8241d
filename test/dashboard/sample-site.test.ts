import { afterAll, beforeAll, expect, it } from "vitest";
import { offers } from "../../src/adapters/dashboard/offers.js";
import { SAMPLE_SITE } from "../../src/adapters/dashboard/sample-address.js";
import { withSampleSite } from "../../src/adapters/dashboard/sample-host.js";
import { createWeb } from "../../src/adapters/web/index.js";
import { createScriptorium, type Scriptorium } from "../../src/index.js";

const { signal } = new AbortController();
// Reaches no network: every address but those of the sample site is refused or unknown.
const web = withSampleSite(createWeb({ version: "0" }));
let scriptorium: Scriptorium;
beforeAll(async () => {
  scriptorium = createScriptorium();
  await scriptorium.start();
});
afterAll(async () => {
  await scriptorium.stop();
  await web.close();
});

it("the sample site is read without a network, and nothing but its own pages", async () => {
  const home = await web.fetch(SAMPLE_SITE, { signal });
  expect(home).toMatchObject({ url: SAMPLE_SITE, status: 200, mediaType: "text/html" });
  expect(home.text).toContain("The Slow Almanac");
  expect(await web.robots(SAMPLE_SITE, { signal })).toMatchObject({ allowed: true });
  expect(await web.fetch(`${SAMPLE_SITE}style.css`, { signal, as: "bytes" })).toMatchObject({
    text: "",
    mediaType: "text/css",
  });
  for (const path of [
    "gone.html",
    "README.md",
    "../../package.json",
    "..%2f..%2fpackage.json",
    "%2e%2e/demo.mjs",
    "%",
  ]) {
    await expect(web.fetch(SAMPLE_SITE + path, { signal }), path).rejects.toMatchObject({ facts: { status: 404 } });
  }
  expect(await web.fetch(`${SAMPLE_SITE}gone.html`, { signal, statuses: "any" })).toMatchObject({ status: 404 });
});

it("other addresses are those of the web, one that only mentions the site among them", async () => {
  for (const url of [`http://127.0.0.1/?next=${SAMPLE_SITE}`, `http://127.0.0.1/${new URL(SAMPLE_SITE).host}`]) {
    await expect(web.fetch(url, { signal })).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
    expect(() => web.checkAddress(url)).toThrow();
  }
});

it("what an empty server offers runs to its end, with a result", async () => {
  expect(offers().map(({ name }) => name)).toEqual(["articles", "crawl"]);
  const { tasks } = scriptorium.kernel;
  for (const { type, data } of offers()) {
    const { _id } = await tasks.create(type);
    const task = await tasks.patch(_id, data);
    expect(await tasks.notesOn(task, data)).toEqual([]);
    await tasks.run(_id, { origin: "ui" });
    await expect.poll(async () => (await tasks.existing(_id)).status, { timeout: 20_000 }).toBe("complete");
    const { progress } = await tasks.existing(_id);
    expect(progress?.rows).toBeGreaterThan(0);
    expect(progress?.files).toBeGreaterThan(0);
  }
});
