import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readSettings } from "./settings.js";

it("prompt templates and brand voices are read from the config file, and as JSON from elsewhere", () => {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-texts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const config = join(folder, "config.json");
  const promptTemplates = [{ id: "review", prompt: "Review {{keyword}}." }];
  const brandVoices = [{ id: "calm", voice: "Short sentences." }];
  writeFileSync(config, JSON.stringify({ promptTemplates }));
  const environment = { SCRIPTORIUM_BRAND_VOICES: JSON.stringify(brandVoices) };
  expect(readSettings({ config }, environment)).toMatchObject({ promptTemplates, brandVoices });
});

it.each([
  ["no list", "calm"],
  ["an entry without its text", '[{"id": "calm"}]'],
  ["an id twice", '[{"id": "a", "voice": "x"}, {"id": "a", "voice": "y"}]'],
])("brand voices are refused that are %s", (_what, given) => {
  expect(() => readSettings({}, { SCRIPTORIUM_BRAND_VOICES: given })).toThrow(
    /SCRIPTORIUM_BRAND_VOICES cannot be used: write a list such as \[\{"id": "calm", "voice": "\.\.\."\}\]/,
  );
});
