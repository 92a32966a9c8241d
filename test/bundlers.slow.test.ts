import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const LIMIT = { timeout: 300_000 };
/** The Node.js of the tests comes first for what npm and the frameworks start. */
const env = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
  NEXT_TELEMETRY_DISABLED: "1",
};

let folder: string;
let unreachable: string | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "scriptorium-bundlers-"));
  file("package.json", '{"name": "stranger", "private": true, "type": "module"}');
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: root, env });
  const tarball = join(folder, packed.toString().trim().split("\n").at(-1)!);
  const packages = ["next", "react", "react-dom", "fastify", tarball];
  try {
    const quiet = ["--silent", "--no-audit", "--no-fund", "--fetch-retries", "0"];
    execFileSync("npm", ["install", ...quiet, ...packages], { cwd: folder, env, timeout: 240_000 });
  } catch {
    unreachable = "the npm registry is out of reach, and the packages of the frameworks come from there";
  }
}, 300_000);
// Removing what npm installed takes a busy disk long, too.
afterAll(() => rmSync(folder, { recursive: true, force: true }), 300_000);

function file(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, env, stdio: "pipe" });

// biome-ignore lint/suspicious/noExplicitAny: whatever the server sent; the tests say what they expect
type Result = any;

/** Starts a program of the folder that says on which port it listens, and uses the API below /content as a client does. */
async function used(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  const port = await new Promise<string>((resolve, reject) => {
    const heard = (text: Buffer) => {
      said += text.toString();
      const found = /localhost:(\d+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", heard);
    child.stderr.on("data", heard);
    child.once("exit", () => reject(new Error(`It ended before it listened: ${said}`)));
  });
  const call = async (path: string, body?: object) => {
    const headers = { "content-type": "application/json" };
    const post = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(`http://localhost:${port}/content${path}`, post);
    return (await answer.json()) as { readonly success: boolean; readonly message: unknown; readonly result: Result };
  };
  await expect.poll(() => call("/test").catch(() => undefined), { timeout: 30_000 }).toMatchObject({ success: true });
  // Needs a thread and the data of the package.
  const spun = await call("/spin", { text: "They build a big house by the sea." });
  expect(spun).toMatchObject({ success: true, result: expect.stringContaining("{big|") });
  const { id } = (await call("/create/articlecreator")).result;
  const sources = { sourceMode: ["urls"], sourceUrlsFile: ["http://127.0.0.1:1/"] };
  expect(await call(`/project/data/${id}`, { articleKeywordsFile: ["tea"], ...sources })).toMatchObject({
    success: true,
  });
  expect((await call(`/project/run/${id}?wait=60`)).result).toMatchObject({ id, status: "failed" });
  const log = JSON.stringify((await call(`/task/log/${id}`)).result);
  expect(log).toContain("address of this machine");
}

it("an app of Next is built and serves the API", LIMIT, async (context) => {
  if (unreachable !== undefined) return context.skip(unreachable);
  const page = (body: string) => `export default function Page({ children }) { return ${body}; }\n`;
  file("app/layout.jsx", page("<html><body>{children}</body></html>"));
  file("app/page.jsx", page("<p>The app's own page</p>"));
  file(
    "app/content/[[...path]]/route.js",
    `import { createScriptorium, fetchHandler } from "scriptorium";
const { api, start } = createScriptorium();
const started = start();
const handle = fetchHandler(api, { basePath: "/content" });
const reply = async (request) => (await started, handle(request));
export { reply as GET, reply as POST, reply as DELETE };
`,
  );
  const next = "node_modules/next/dist/bin/next";
  node(next, "build");
  await used(next, "start", "--port", "0");
});

it("an app of Fastify serves the API", LIMIT, async (context) => {
  if (unreachable !== undefined) return context.skip(unreachable);
  file(
    "fastify.mjs",
    `import fastify from "fastify";
import { createScriptorium, nodeListener } from "scriptorium";
const { api, start } = createScriptorium();
await start();
const content = nodeListener(api, { basePath: "/content" });
const app = fastify();
app.addHook("onRequest", (request, reply, next) => content(request.raw, reply.raw, next));
await app.listen({ port: 0, host: "127.0.0.1" });
console.log("localhost:" + app.server.address().port);
`,
  );
  await used("fastify.mjs");
});

/** A program to be bundled. */
const APP = `import { createServer } from "node:http";
import { createScriptorium, nodeListener } from "scriptorium";
const { api, start } = createScriptorium();
start().then(() => {
  const server = createServer(nodeListener(api, { basePath: "/content" }));
  server.listen(0, "127.0.0.1", () => console.log("localhost:" + server.address().port));
});
`;

it.for([
  ["esm", "mjs"],
  ["cjs", "cjs"],
])("an app that esbuild makes one file of serves the API: %s", LIMIT, async ([format, extension], context) => {
  if (unreachable !== undefined) return context.skip(unreachable);
  file("bundled-app.js", APP);
  const esbuild = join(root, "node_modules/esbuild/bin/esbuild");
  const outfile = join(folder, `out/app.${extension}`);
  const options = ["--bundle", "--minify", "--platform=node", `--format=${format}`, `--outfile=${outfile}`];
  execFileSync(esbuild, ["bundled-app.js", ...options], { cwd: folder, env, stdio: "pipe" });
  await used(outfile);
});

it("an app that Vite builds for a server serves the API", LIMIT, async (context) => {
  if (unreachable !== undefined) return context.skip(unreachable);
  file("vite-app.js", APP);
  file(
    "vite.config.mjs",
    'export default { build: { ssr: "vite-app.js", outDir: "out-vite" }, ssr: { noExternal: true } };',
  );
  node(join(root, "node_modules/vite/bin/vite.js"), "build");
  await used(join(folder, "out-vite/vite-app.js"));
});
