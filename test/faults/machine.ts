import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A disk of its own, as small as wanted. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all space that is left. */
  fill(): Promise<void>;
  /** Gives that space back. */
  free(): Promise<void>;
  /** Lets nobody write any more, the superuser included. */
  seal(): Promise<void>;
  remove(): Promise<void>;
}

/** Undefined where this user may not mount. */
export async function smallDisk(size: string): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "scriptorium-disk-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]);
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, "ballast");
  return {
    folder,
    async fill() {
      const file = await open(ballast, "a");
      try {
        for (;;) await file.write(Buffer.alloc(4096));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    seal: async () => void (await run("mount", ["-o", "remount,ro", folder])),
    async remove() {
      await run("umount", ["-l", folder]);
      await rm(folder, { recursive: true });
    },
  };
}

export const NO_LIMIT = "prlimit, which limits the open files of a running process, is not installed here";

/** Lets a running process open no file whose number would be this or above; those that are open stay open. */
export function limitOpenFiles(pid: number, count: number): void {
  const { status, stderr } = spawnSync("prlimit", ["--pid", String(pid), `--nofile=${count}:`], { encoding: "utf8" });
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}

export const NO_MOUNT = "this user cannot mount a disk of its own";
export const NO_STRACE = "strace is not installed here, or may not look at other processes";

export function canTrace(): boolean {
  return spawnSync("strace", ["-qq", "-o", "/dev/null", "true"]).status === 0;
}

export interface Tracer {
  /** Lets the process go on without it. */
  end(): Promise<void>;
}

/** Looks at the calls of a running process, or makes some of them fail; resolves when that is in force. */
export async function trace(pid: number, words: readonly string[]): Promise<Tracer> {
  const tracer = spawn("strace", ["-f", "-p", String(pid), ...words], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(tracer, "close");
  await new Promise<void>((resolve, reject) => {
    let said = "";
    tracer.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("attached")) resolve();
    });
    void ended.then(() => reject(new Error(`strace ended: ${said}`)));
  });
  return {
    async end() {
      tracer.kill("SIGINT");
      await ended;
    },
  };
}

/**
 * The command that runs a program as another user, whom the modes of folders bind; undefined where that cannot be done.
 */
export async function asNobody(program: string): Promise<((...words: string[]) => string[]) | undefined> {
  const drop = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", process.execPath];
  const [command = "", ...words] = [...drop, program, "--version"];
  return spawnSync(command, words).status === 0 ? (...more) => [...drop, program, ...more] : undefined;
}
