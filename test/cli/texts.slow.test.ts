import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serveLibreTranslate } from "../doubles/libre-translate.js";
import { call, type ServerProcess, startServer } from "./server-process.js";

let cwd: string;
const open: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "scriptorium-texts-"));
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  rmSync(cwd, { recursive: true, force: true });
});
async function started(...args: string[]): Promise<ServerProcess> {
  const server = await startServer({ cwd, args: ["--port", "0", "--storage", "memory", ...args] });
  open.push(() => {
    server.kill("SIGKILL");
    return server.ended;
  });
  return server;
}
const TEXT = "They often build a big house by the sea, past the rocks.";

it("a server without any setting spins, paraphrases and writes about a keyword", async () => {
  const { address } = await started();
  expect((await call(address, "/spin", { text: TEXT })).result).toMatch(/\{big\|\w+/);
  expect((await call(address, "/paraphrase", { text: TEXT, login: "ann@example.com" })).result).toMatch(/\{.*\|/);
  expect((await call(address, "/aboutme?keyword=lighthouses")).result).toContain("lighthouses");
});

it("named logins may paraphrase, and no others", async () => {
  const { address } = await started("--logins", "ann@example.com,bob@example.com");
  const paraphrase = (login: string) => call(address, "/paraphrase", { text: TEXT, login });
  expect(await paraphrase("Bob@Example.com")).toMatchObject({ success: true });
  expect(await paraphrase("eve@example.com")).toMatchObject({
    success: false,
    message: expect.stringMatching(/setting "logins"/),
  });
});

it("a paraphrase is translated by the service of the settings", async () => {
  const service = await serveLibreTranslate({ apiKeys: ["secret"] });
  open.push(() => service.close());
  const { address } = await started("--libre-translate-url", service.url, "--libre-translate-key", "secret");
  const { success, result } = await call(address, "/paraphrase", {
    text: TEXT,
    login: "ann@example.com",
    finallanguage: "es",
  });
  expect(success).toBe(true);
  expect(result).toContain("[es ");
});

it("a text takes no longer than the limit of the settings", async () => {
  const { address } = await started("--text-time-limit", "1");
  const long = `${TEXT} `.repeat(15_000);
  expect(await call(address, "/spin", { text: long })).toEqual({
    success: false,
    message: expect.stringContaining("limit of 1 second."),
    result: null,
  });
});

it("a folder of language packs that is not there ends the start in one sentence", async () => {
  writeFileSync(join(cwd, "scriptorium.config.json"), JSON.stringify({ languagePacks: ["missing-packs"] }));
  await expect(started()).rejects.toThrow(
    /^"languagePacks" in the config file cannot be used\. The folder of language packs missing-packs cannot be read\. .*\.$/,
  );
});
