import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ServerProcess, startServer } from "../cli/server-process.js";

// The parsers that others read our figures with: those of the Python client of Prometheus (Debian's
// python3-prometheus-client), and promtool where it is installed.

const place = mkdtempSync(join(tmpdir(), "scriptorium-metrics-"));
let server: ServerProcess;
const texts = new Map<string, string>();

const OPEN = "application/openmetrics-text; version=1.0.0";

beforeAll(async () => {
  server = await startServer({ cwd: place, args: ["--storage", "memory", "--port", "0"] });
  const get = async (path: string, headers = {}) => await (await fetch(server.address + path, { headers })).text();
  const { id } = JSON.parse(await get("/create/mailmerge")).result;
  await get(`/project/run/${id}?wait=20`);
  await get("/no/such/route");
  // The delay of the event loop is there once it was looked at.
  const older = await vi.waitUntil(
    async () => {
      const text = await get("/metrics");
      return text.includes("\nnodejs_eventloop_lag_p99_seconds ") && text;
    },
    { timeout: 10_000, interval: 50 },
  );
  texts.set("older", older);
  texts.set("open", await get("/metrics", { accept: OPEN }));
});
afterAll(async () => {
  server.kill("SIGTERM");
  await server.ended;
  rmSync(place, { recursive: true, force: true });
});

const PYTHON = "/usr/bin/python3";
const hasParsers = spawnSync(PYTHON, ["-c", "import prometheus_client"]).status === 0;
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

function fed(
  program: string,
  args: readonly string[],
  input: string,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (output += String(piece)));
  child.stdin.end(input);
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

const program = (module: string) => `
import sys
from prometheus_client.${module} import text_string_to_metric_families as read
for family in read(sys.stdin.read()):
    print(family.name, family.type, len(family.samples))
`;

describe.skipIf(!hasParsers)("the parsers of python3-prometheus-client", () => {
  it.each([
    ["older", "parser"],
    ["open", "openmetrics.parser"],
  ])("read the %s format", async (format, module) => {
    const { code, output } = await fed(PYTHON, ["-c", program(module)], texts.get(format)!);
    expect(code, output).toBe(0);
    expect(output).toContain("scriptorium_runs counter ");
    expect(output).toContain("scriptorium_http_request_duration_seconds histogram ");
    expect(output.trim().split("\n").length).toBeGreaterThan(20);
  });
});

describe.skipIf(!hasPromtool)("promtool", () => {
  it("finds nothing to complain of but names that dashboards know", async () => {
    const { output } = await fed("promtool", ["check", "metrics"], texts.get("older")!);
    expect(output.split("\n").filter((line) => line.includes("scriptorium_"))).toEqual([]);
  });
});
