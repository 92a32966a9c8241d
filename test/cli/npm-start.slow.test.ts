import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { cleanEnvironment } from "./server-process.js";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

/** Resolves with the address that a server writes, whoever started it. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const chunk of output) {
    text += String(chunk);
    const address = /listens on (\S+)/.exec(text)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`it ended before it listened: ${text}`);
}

const answers = (address: string) =>
  fetch(`${address}/test`).then(
    ({ ok }) => ok,
    () => false,
  );

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-npm-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Windows shows no process what is above its parent.
it.skipIf(process.platform === "win32").each([
  ["SIGTERM", ""],
  ["SIGKILL", ""],
  // The shell stays between npm and the server where something comes after it.
  ["SIGKILL", " && true"],
] as const)("a server that npm started ends when npm is gone by %s%s", (signal, after) =>
  inFolder(async (folder) => {
    const scripts = { start: `"${process.execPath}" "${bin}" serve --port 0 --storage memory${after}` };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "started", private: true, scripts }));
    const npm = spawn("npm", ["start"], {
      cwd: folder,
      env: cleanEnvironment(),
      stdio: ["ignore", "pipe", "ignore"],
    });
    const address = await addressOf(npm.stdout);
    expect(await answers(address)).toBe(true);
    npm.kill(signal);
    await expect.poll(() => answers(address), { timeout: 60_000, interval: 200 }).toBe(false);
  }),
);

it("a server that a shell started in the background stays when the shell is gone", () =>
  inFolder(async (folder) => {
    const command = `"${process.execPath}" "${bin}" serve --port 0 --storage memory & echo "pid $!"; read line`;
    const shell = spawn("sh", ["-c", command], {
      cwd: folder,
      env: { ...cleanEnvironment(), npm_lifecycle_event: "start" },
      stdio: ["pipe", "pipe", "ignore"],
    });
    let said = "";
    shell.stdout.on("data", (chunk) => {
      said += String(chunk);
    });
    await expect.poll(() => said, { timeout: 60_000 }).toMatch(/listens on /);
    const address = /listens on (\S+)/.exec(said)![1]!;
    shell.kill("SIGKILL");
    // Longer than the server takes to look for a parent.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(await answers(address)).toBe(true);
    process.kill(Number(/pid (\d+)/.exec(said)![1]), "SIGKILL");
  }));
