import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { runCli } from "../../src/cli.js";

const folder = mkdtempSync(join(tmpdir(), "scriptorium-doctor-"));
const exitCode = process.exitCode;
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = exitCode;
  rmSync(folder, { recursive: true });
});

/** A port at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it("doctor says of task types whose only provider does not answer that they do not run as usual", async () => {
  const config = join(folder, "config.json");
  const search = { kind: "searxng", address: `http://127.0.0.1:${await closedPort()}` };
  const maps = { kind: "file", path: join(folder, "nope.csv") };
  writeFileSync(config, JSON.stringify({ providers: { search, maps, browser: "none", images: "none", video: "none" } }));
  let out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  await runCli(["doctor", "--config", config, "--data", join(folder, "data"), "--allow-private", "127.0.0.1"]);
  expect(out).toMatch(/^FAIL {2}search searxng: .*\nFAIL {2}maps file: .*cannot be read/m);
  const [ready = ""] = /^Task types that can run: .*$/m.exec(out) ?? [];
  expect(ready).toContain("webcrawler");
  for (const type of ["googlescraper", "urlfinder", "articlecreator"]) {
    expect(ready).not.toContain(type);
    expect(out).toContain(
      `${type} runs with other options than its usual ones: its search provider does not answer. See FAIL above.\n`,
    );
  }
  expect(ready).not.toContain("googlemapsscraper");
  expect(out).toContain(
    "googlemapsscraper runs with other options than its usual ones: its maps provider does not answer. See FAIL above.\n",
  );
});
