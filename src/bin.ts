#!/usr/bin/env node

/** The setting of glibc for the size from which memory is mapped by itself, and so goes back to the system when it is freed. */
const MALLOC_THRESHOLD = "MALLOC_MMAP_THRESHOLD_";
/**
 * What glibc begins with. Where nothing is set it raises the size to that of the largest memory freed so far, up to 32 MB:
 * after a few large requests all memory would come from one heap, which keeps what is freed below the last of it in use.
 */
const THRESHOLD_BYTES = String(128 * 1024);
const STARTED_AGAIN = "SCRIPTORIUM_STARTED_AGAIN";

const words = process.argv.slice(2);
// The commands that run for long.
if (words[0] === "serve" || words[0] === "worker") fixMallocThreshold();
else keepCompiled();
try {
  await import("./node-version.js");
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
const { runCli } = await import("./cli.js");
await runCli(words);

/**
 * Has Node.js keep what it compiles for the next command, which is then ready in two thirds of the time. The folder is one of
 * the user's own, as whoever writes there decides what runs; without one, or where it cannot be written, nothing is kept.
 * NODE_COMPILE_CACHE names another folder, and NODE_DISABLE_COMPILE_CACHE switches it off.
 */
function keepCompiled(): void {
  const { HOME, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const own =
    process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME?.startsWith("/") ? XDG_CACHE_HOME : undefined;
  const folder = own || (HOME?.startsWith("/") ? `${HOME}/.cache` : undefined);
  if (folder !== undefined) process.getBuiltinModule?.("node:module").enableCompileCache?.(`${folder}/scriptorium`);
}

/**
 * Starts the program of this process again with a fixed threshold, which glibc reads at the start only. The process stays the
 * same, and what it starts in turn does not get the setting. Does nothing where another setting of the allocator is given,
 * where the parent has a channel to this process, which would be lost, and where Node.js or the system cannot do it.
 */
function fixMallocThreshold(): void {
  const { argv, argv0, connected, env, execArgv, execPath, platform } = process;
  if (env[STARTED_AGAIN] !== undefined) {
    delete env[STARTED_AGAIN];
    delete env[MALLOC_THRESHOLD];
    return;
  }
  if (platform !== "linux" || connected || MALLOC_THRESHOLD in env || "GLIBC_TUNABLES" in env) return;
  try {
    const again = { ...env, [MALLOC_THRESHOLD]: THRESHOLD_BYTES, [STARTED_AGAIN]: "1" };
    process.execve?.(execPath, [argv0, ...execArgv, ...argv.slice(1)], again);
  } catch {
    // Under --permission a process may start no program: it keeps more memory after large requests.
  }
}

export {};
