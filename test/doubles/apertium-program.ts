import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PAIRS = "/usr/share/apertium";
const MODES = ["eng-spa", "spa-eng", "es-pt", "pt-es", "es-fr", "fr-es"];

/** Where the program is, when it and the pairs of the tests are installed. */
function program(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(":");
  const found = folders.map((folder) => join(folder, "apertium-apy")).find((path) => existsSync(path));
  return MODES.every((mode) => existsSync(join(PAIRS, "modes", `${mode}.mode`))) ? found : undefined;
}

/** Why the real Apertium cannot be tried on this machine; undefined when it can. */
export function whyNoApertium(): string | undefined {
  if (program() !== undefined) return undefined;
  return "not installed: apt-get install apertium-apy apertium-eng-spa apertium-es-pt apertium-fr-es";
}

/** The real Apertium-APY on a free port, once it answers. */
export async function startApertium(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = await freePort();
  // In a group of its own, because it starts a chain of programs for each pair of languages.
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  const child = spawn(program() ?? "", ["-p", String(port), PAIRS], { stdio: "ignore", detached: true, env });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    killGroup(child);
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await answering(`${url}/listPairs`, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`apertium-apy ended with code ${child.exitCode}`);
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await sleep(100);
  }
  throw new Error("apertium-apy does not answer");
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
