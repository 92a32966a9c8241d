import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const FOLDERS = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"];

/** Where a program of the system is, or undefined. */
export function programPath(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** A program that serves until it is stopped, in a group of its own with all it starts. */
export interface Service {
  readonly process: ChildProcess;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

export function serve(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Service {
  const child = spawn(programPath(name) ?? name, args, {
    stdio: "ignore",
    detached: true,
    env: { ...process.env, ...env },
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  return {
    process: child,
    async stop() {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
      await ended;
    },
  };
}

export function run(name: string, args: readonly string[]): string {
  return execFileSync(programPath(name) ?? name, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** Resolves when `is` does with true; rejects after half a minute, or when the service has ended. */
export async function ready(what: string, service: Service, is: () => Promise<boolean> | boolean): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (service.process.exitCode !== null) throw new Error(`${what} ended with code ${service.process.exitCode}`);
    if (await is()) return;
    await sleep(100);
  }
  throw new Error(`${what} does not answer`);
}

export async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { redirect: "manual" }).catch(() => undefined);
  await response?.body?.cancel();
  return response !== undefined && response.status < 500;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
