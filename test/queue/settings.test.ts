import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readSettings } from "../../src/adapters/cli/settings.js";

it.each([
  ["googlemapsscraper=2", { googlemapsscraper: 2 }],
  [" Google Maps Scraper = 2 ,article creator=10", { "Google Maps Scraper": 2, "article creator": 10 }],
])("limits per type are read from the text %j", (text, limits) => {
  expect(readSettings({ "type-limits": text }, {}).typeLimits).toEqual(limits);
});

it.each(["googlemapsscraper", "=2", "a=0", "a=101", "a=1.5", "a=b", "a=1,b"])(
  "refuses the limits %j in words",
  (text) => {
    expect(() => readSettings({}, { SCRIPTORIUM_TYPE_LIMITS: text })).toThrow(
      "SCRIPTORIUM_TYPE_LIMITS cannot be used: write each limit as type=1, with a number from 1 to 100. Correct it and start again.",
    );
  },
);

it("limits per type are an object in the config file", () => {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-settings-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = join(folder, "config.json");
  writeFileSync(config, JSON.stringify({ typeLimits: { googlemapsscraper: 2 } }));
  expect(readSettings({ config }, {}).typeLimits).toEqual({ googlemapsscraper: 2 });
  writeFileSync(config, JSON.stringify({ typeLimits: { googlemapsscraper: 0 } }));
  expect(() => readSettings({ config }, {})).toThrow(/write each limit as type=1/);
});

it("without any setting, runs wait in process and are worked here", () => {
  expect(readSettings({}, {})).toMatchObject({ queue: "in-process", work: true, typeLimits: {}, maxPerHost: 2 });
});
