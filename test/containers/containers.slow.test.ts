import { execFile } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { cleanEnvironment, type ServerProcess, startServer } from "../cli/server-process.js";
import { stagesOf } from "./dockerfile.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "examples/containers");
const unit = join(root, "examples/systemd/scriptorium.service");
const place = mkdtempSync(join(tmpdir(), "scriptorium-containers-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

let server: ServerProcess | undefined;
afterEach(async () => {
  server?.kill("SIGTERM");
  await server?.ended;
  server = undefined;
});

interface Ran {
  readonly code: number | string;
  readonly output: string;
}

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: place, env: { ...cleanEnvironment(), ...env } }, (error, out, errors) => {
      resolve({ code: error === null ? 0 : (error.code ?? "unknown"), output: `${out}${errors}` });
    });
  });
}

/** Whether a program is installed; what needs another is skipped. */
function isInstalled(name: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((one) => {
    try {
      accessSync(join(one, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const image = stagesOf(readFileSync(join(folder, "Dockerfile"), "utf8")).find(({ name }) => name === "scriptorium")!;
const words = (word: string) => JSON.parse(image.steps.find((step) => step.word === word)!.rest) as string[];
const healthy = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  run(process.execPath, [join(folder, "healthy.mjs"), ...args], env);

describe("the entry command of the image, as a process", () => {
  it("serves, is found healthy with its key alone, and ends at a signal with all stored", async () => {
    const [command, ...args] = words("CMD");
    expect(command).toBe("serve");
    const env = { SCRIPTORIUM_DATA: join(place, "data"), SCRIPTORIUM_PORT: "8150", SCRIPTORIUM_API_KEY: "sesame" };
    server = await startServer({ cwd: place, args, env });
    expect(await healthy(env)).toEqual({ code: 0, output: "" });
    expect(await healthy(env, "/metrics")).toEqual({ code: 0, output: "" });
    expect(await healthy({ ...env, SCRIPTORIUM_API_KEY: "other" })).toMatchObject({ code: 1 });
    const account = { host: "mailpit", port: 1025, allowPlain: true, from: "me@example.com" };
    const posted = await fetch("http://127.0.0.1:8150/accounts", {
      method: "POST",
      headers: { "x-api-key": "sesame", "content-type": "application/json" },
      body: JSON.stringify({ kind: "mail", name: "Catcher", settings: account }),
    });
    expect(await posted.json()).toMatchObject({ success: true });
    server.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(await healthy(env)).toMatchObject({ code: 1 });
  });

  it("is refused without a key, in words", async () => {
    const args = words("CMD").slice(1);
    const started = startServer({ cwd: place, args, env: { SCRIPTORIUM_DATA: join(place, "none") } });
    await expect(started).rejects.toThrow(/needs an API key/);
  });
});

describe.skipIf(!isInstalled("docker-compose"))("docker-compose config", () => {
  it.each([["compose.yaml"], ["compose.postgres.yaml"], ["compose.yaml", "compose.services.yaml"]])(
    "takes %s",
    async (...files) => {
      const env = Object.fromEntries(
        (readFileSync(join(folder, "env.example"), "utf8").match(/^[A-Z_]+(?==)/gm) ?? []).map((name) => [name, "abc"]),
      );
      const named = files.flatMap((file) => ["--file", join(folder, file)]);
      const { code, output } = await run("docker-compose", [...named, "config"], env);
      expect(output).not.toMatch(/error|unsupported|invalid/i);
      expect(code).toBe(0);
    },
  );

  it("asks for the secrets that are not set", async () => {
    const { code, output } = await run("docker-compose", ["--file", join(folder, "compose.yaml"), "config"]);
    expect(code).not.toBe(0);
    expect(output).toContain("see env.example");
  });
});

describe.skipIf(!isInstalled("systemd-analyze"))("the unit of systemd", () => {
  /** With the Node.js of this machine in place of the usual one, which verify looks for. */
  const copy = join(place, "scriptorium.service");
  writeFileSync(copy, readFileSync(unit, "utf8").replace("/usr/bin/node", process.execPath));

  it("is understood", async () => {
    expect(await run("systemd-analyze", ["verify", copy])).toEqual({ code: 0, output: "" });
  });

  it("is closed: what remains exposed counts at most 2 of 10", async () => {
    const { output } = await run("systemd-analyze", ["security", "--offline=true", "--threshold=20", copy]);
    const [, exposure] = /Overall exposure level for \S+: (\d+\.\d)/.exec(output) ?? [];
    expect(Number(exposure)).toBeLessThanOrEqual(2);
  });
});

it("the unit of systemd starts the program of the package with a command and settings that there are", () => {
  const text = readFileSync(unit, "utf8");
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(text).toContain(`node_modules/${manifest.name}/${manifest.bin[manifest.name]} serve\n`);
  expect(text.match(/^Environment=(\w+)=/gm)).toEqual([
    "Environment=SCRIPTORIUM_DATA=",
    "Environment=SCRIPTORIUM_LOG_FORMAT=",
  ]);
});
