import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import type { Readable, Writable } from "node:stream";
import type { ConnectOverCDPTransport } from "playwright-core";
import { inTime } from "../../kernel/values/in-time.js";
import { openProfile } from "./profiles.js";

/** A browser that runs. It ends by itself when this process does, because the pipe it is led by breaks. */
export interface ChromiumProcess {
  readonly pid: number;
  readonly folder: string;
  /** What the library speaks through. */
  readonly transport: ConnectOverCDPTransport;
  readonly exited: Promise<void>;
  /** The end of what it wrote to its error output. */
  output(): string;
  /** Ends it and all its processes at once. */
  kill(): void;
  /** Lets it end in order, and kills it when that takes too long. Its folder is removed. */
  close(): Promise<void>;
}

const CLOSE_MS = 3_000;
const KEPT_OUTPUT = 8_000;

/** Starts a program with the flags for its folder. */
export function startChromium(program: string, flags: (folder: string) => readonly string[]): ChromiumProcess {
  const profile = openProfile();
  const { folder } = profile;
  const child = spawn(program, flags(folder), {
    // A group of its own, so that all of it can be ended.
    detached: process.platform !== "win32",
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    env: environment(folder),
    cwd: folder,
    windowsHide: true,
  });
  const exited = Promise.race([once(child, "exit"), once(child, "error")]).then(
    () => {},
    () => {},
  );
  let output = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-KEPT_OUTPUT);
  });
  const transport = pipeTransport(child);
  const kill = () => killAll(child);
  const end = () => {
    kill();
    profile.remove();
  };
  process.once("exit", end);
  void exited.then(() => {
    // Its helpers may outlive it for a moment, and write.
    kill();
    process.off("exit", end);
    transport.onclose?.();
    profile.remove();
  });
  return {
    pid: child.pid ?? 0,
    folder,
    transport,
    exited,
    output: () => output,
    kill,
    async close() {
      transport.send({ id: LAST_ID, method: "Browser.close" });
      await inTime(CLOSE_MS, exited, kill);
      await exited;
      profile.remove();
    },
  };
}

/** No number that the library gives a message. */
const LAST_ID = 2 ** 30;

/** JSON messages with a zero after each, written to the third pipe of the browser and read from its fourth. */
function pipeTransport(child: ChildProcess): ConnectOverCDPTransport {
  const [, , , toBrowser, fromBrowser] = child.stdio as [null, null, Readable, Writable, Readable];
  let pieces: Buffer[] = [];
  const transport: ConnectOverCDPTransport = {
    send(message) {
      if (toBrowser.writable) toBrowser.write(`${JSON.stringify(message)}\0`);
    },
    close() {
      toBrowser.end();
    },
  };
  toBrowser.on("error", () => {});
  fromBrowser.on("error", () => {});
  fromBrowser.on("data", (bytes: Buffer) => {
    let begin = 0;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, begin)) {
      pieces.push(bytes.subarray(begin, end));
      const message = JSON.parse(Buffer.concat(pieces).toString("utf8"));
      pieces = [];
      begin = end + 1;
      if (message.id !== LAST_ID) transport.onmessage?.(message);
    }
    if (begin < bytes.length) pieces.push(bytes.subarray(begin));
  });
  return transport;
}

function killAll({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing is left of it.
  }
}

const HANDED_ON = ["PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "FONTCONFIG_PATH", "SystemRoot", "windir"];

/** Keys and passwords of the server are no business of the browser, and it finds nobody's home. */
function environment(folder: string): NodeJS.ProcessEnv {
  const handed = HANDED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const temporary = temporaryFor(folder);
  return { ...Object.fromEntries(handed), HOME: folder, TMPDIR: temporary, TEMP: temporary, TMP: temporary };
}

/** What Chromium puts behind its folder for temporary files to name a socket, and how long a system lets that be. */
const SOCKET = ".org.chromium.Chromium.123456/SingletonSocket".length + 1;
const LONGEST_SOCKET = 103;

/** Its own folder, or a shorter one where the address of a socket in it would be too long to start. */
function temporaryFor(folder: string): string {
  if (process.platform === "win32") return folder;
  const fitting = [folder, tmpdir()].find((place) => Buffer.byteLength(place) + SOCKET <= LONGEST_SOCKET);
  return fitting ?? "/tmp";
}
