import { execFileSync, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** A real proxy on 127.0.0.1 for the tests of this folder. */
export interface RealProxy {
  readonly host: string;
  close(): Promise<void>;
}

/** Where a program is, or undefined on machines that do not have it. */
export function installed(program: string): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

export async function tinyproxy(user?: string, password?: string): Promise<RealProxy> {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-proxy-"));
  const file = join(folder, "tinyproxy.conf");
  const port = await freePort();
  const login = user === undefined ? "" : `BasicAuth ${user} ${password}\n`;
  writeFileSync(file, `Port ${port}\nListen 127.0.0.1\nTimeout 60\nMaxClients 20\nLogLevel Critical\n${login}`);
  const proxy = await started("tinyproxy", ["-d", "-c", file], port);
  return {
    ...proxy,
    close: async () => {
      await proxy.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export async function microsocks(user?: string, password?: string): Promise<RealProxy> {
  const port = await freePort();
  const login = user === undefined ? [] : ["-u", user, "-P", password ?? ""];
  return await started("microsocks", ["-i", "127.0.0.1", "-p", String(port), ...login], port);
}

/** A certificate for 127.0.0.1 and a.test that only clients trust that are set up to. */
export function certificate(): { readonly key: string; readonly cert: string } {
  const names = ["-subj", "/CN=a.test", "-addext", "subjectAltName=DNS:a.test,IP:127.0.0.1"];
  const make = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  const both = execFileSync("openssl", [...make, ...names, "-keyout", "-", "-out", "-"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [key = "", cert = ""] = ["PRIVATE KEY", "CERTIFICATE"].map(
    (what) => new RegExp(`-----BEGIN ${what}-----[^-]*-----END ${what}-----\n`).exec(both)?.[0] ?? "",
  );
  return { key, cert };
}

async function started(program: string, parameters: readonly string[], port: number): Promise<RealProxy> {
  const child = spawn(program, parameters, { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    host: `127.0.0.1:${port}`,
    async close() {
      child.kill();
      await ended;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
