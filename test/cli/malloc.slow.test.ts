import { fork } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call, cleanEnvironment, startServer } from "./server-process.js";

const BIN = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const PLUGIN = fileURLToPath(new URL("../kernel/plugins/hostile.mjs", import.meta.url));

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "scriptorium-malloc-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** What a process was started with for the allocator, and whether it was started again for that. */
const settingsOf = (pid: number | undefined) =>
  readFileSync(`/proc/${pid}/environ`, "utf8")
    .split("\0")
    .filter((line) => /^MALLOC_|^GLIBC_|^SCRIPTORIUM_STARTED/.test(line));

// Only Linux shows what a process was started with, and only there is it started again.
describe.skipIf(process.platform !== "linux")("a server on glibc", () => {
  it("has a fixed threshold of the allocator, which the processes of its task types do not inherit", async () => {
    const server = await startServer({ cwd, args: ["--port", "0", "--plugins", PLUGIN] });
    try {
      expect(settingsOf(server.child.pid)).toContain("MALLOC_MMAP_THRESHOLD_=131072");
      const place = join(cwd, "process");
      const { id } = (await call(server.address, "/create/hostile")).result;
      await call(server.address, `/project/data/${id}`, { linesFile: [`pid ${place}`, "hang"], concurrency: 1 });
      await call(server.address, `/project/run/${id}`);
      await expect.poll(() => existsSync(place) && readFileSync(place, "utf8"), { timeout: 20_000 }).toMatch(/^\d+$/);
      const pid = Number(readFileSync(place, "utf8"));
      expect(pid).not.toBe(server.child.pid);
      expect(settingsOf(pid)).toEqual([]);
    } finally {
      server.kill("SIGKILL");
      await server.ended;
    }
  });

  it.each([
    ["MALLOC_MMAP_THRESHOLD_", "1000000"],
    ["GLIBC_TUNABLES", "glibc.malloc.arena_max=2"],
  ])("keeps the %s it is given", async (name, value) => {
    const server = await startServer({ cwd, args: ["--port", "0"], env: { [name]: value } });
    try {
      expect(settingsOf(server.child.pid)).toEqual([`${name}=${value}`]);
    } finally {
      server.kill("SIGKILL");
      await server.ended;
    }
  });

  it("keeps the channel to a parent that has one", async () => {
    const child = fork(BIN, ["serve", "--port", "0"], { cwd, env: cleanEnvironment(), stdio: "pipe" });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    try {
      await new Promise((resolve) => child.stdout?.once("data", resolve));
      expect(child.connected).toBe(true);
    } finally {
      child.kill("SIGKILL");
      await ended;
    }
  });
});
