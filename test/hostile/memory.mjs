// What a server process holds after hostile requests: node test/hostile/memory.mjs [--times 5]. Needs Linux, for /proc.
// Each time every hostile test of the API runs once, and the server process gets the same requests (mirror.ts).
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** Most that the server may hold over what it held before the first request. */
const MOST_MB = 150;
/** Most that the last time may leave over the second, after which all code has run. */
const CREEP_MB = 20;
/** Fewer answers mean that the requests did not reach the server. */
const LEAST_ANSWERS = 1000;
/** How long the server is left alone before it is at rest: the language data leave a minute after the last text. */
const REST_MS = 90_000;

const { values } = parseArgs({ options: { times: { type: "string", default: "5" } } });
const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "scriptorium-hostile-"));
const answered = join(folder, "answered");
const server = spawn(process.execPath, [join(root, "dist/bin.js"), "serve", "--port", "0", "--log-level", "error"], {
  cwd: folder,
  stdio: ["ignore", "pipe", "inherit"],
});
const ended = once(server, "exit");
try {
  const [line] = await once(server.stdout.setEncoding("utf8"), "data");
  const port = new URL(/http:\/\/\S+/.exec(line)[0]).port;
  await wait(2000);
  const idle = residentMb();
  console.log(`Idle: ${idle.toFixed(0)} MB`);
  const grown = [];
  for (let time = 1; time <= Number(values.times); time += 1) {
    writeFileSync(answered, "");
    attack(port);
    const busy = residentMb();
    await wait(REST_MS);
    grown.push(residentMb() - idle);
    const { size: answers } = statSync(answered);
    console.log(
      `Time ${time}: ${answers} answers, +${(busy - idle).toFixed(0)} MB, at rest +${grown.at(-1).toFixed(0)} MB`,
    );
    if (answers < LEAST_ANSWERS) fail(`Only ${answers} requests were answered.`);
  }
  if (Math.max(...grown) > MOST_MB) fail(`The server holds more than ${MOST_MB} MB that it did not hold before.`);
  if (grown.at(-1) > grown[1] + CREEP_MB) fail(`Each time leaves more behind: ${grown.map(Math.round).join(", ")} MB.`);
} finally {
  server.kill("SIGKILL");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

function attack(port) {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  spawnSync(
    process.execPath,
    [vitest, "run", "--project", "fast", "--project", "timing", "--maxWorkers=1", "test/hostile"],
    {
      cwd: root,
      // What is wrong besides the memory, the tests themselves say.
      stdio: "ignore",
      env: { ...process.env, HOSTILE_MIRROR_PORT: port, HOSTILE_MIRROR_ANSWERED: answered },
    },
  );
}

function residentMb() {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024;
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
