// Packs the project and uses the tarball as a stranger would: installs it into an empty project, imports every entry,
// runs a task, type-checks a consumer, and starts the command line.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "scriptorium-package-"));
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });

try {
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: root,
    encoding: "utf8",
  });
  const tarball = packed.trim().split("\n").at(-1);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "stranger", private: true, type: "module" }));
  run("npm", "install", "--silent", "--no-audit", "--no-fund", join(folder, tarball));

  writeFileSync(
    join(folder, "use.mjs"),
    `import { createScriptorium, sqliteStorage } from "scriptorium";
import { storageContract } from "scriptorium/testing";
import { memoryStorage } from "scriptorium/storage/memory";
import { sqliteStorage as same } from "scriptorium/storage/sqlite";
import { fetchHandler } from "scriptorium/adapters/http";
import { inProcessQueue } from "scriptorium/adapters/queue";
import { createWeb } from "scriptorium/adapters/web";
import { createFolders } from "scriptorium/adapters/folder";
import { createLicence } from "scriptorium/adapters/licence";
import { createText } from "scriptorium/adapters/text";
import { apertium } from "scriptorium/adapters/translation";
import { articlecreator } from "scriptorium/plugins/articlecreator";
if (same !== sqliteStorage || articlecreator.type !== "articlecreator" || storageContract.length < 10) throw new Error("entries differ");
if (![memoryStorage, inProcessQueue, createWeb, createFolders].every((one) => typeof one === "function")) throw new Error("an entry is missing");
if (![createText, createLicence, apertium].every((one) => typeof one === "function")) throw new Error("an entry is missing");
const { api, kernel, start, stop } = createScriptorium({ storage: sqliteStorage({ path: "store.db" }) });
await start();
const handle = fetchHandler(api);
const response = await handle(new Request("http://localhost:8008/create/articlecreator"));
const { success, result } = await response.json();
if (!success || result.data.jobName !== "New Article Creator") throw new Error("a task could not be created");
const spun = await kernel.text.spin("They build a big house by the sea.");
if (!spun.text.includes("{big|")) throw new Error("the language data did not come along");
await stop();
`,
  );
  run("node", "use.mjs");

  writeFileSync(
    join(folder, "use.ts"),
    `import { createKernel, createScriptorium, defineTaskPlugin, type Task } from "scriptorium";
import { inProcessQueue } from "scriptorium/adapters/queue";
import { memoryStorage } from "scriptorium/storage/memory";
import { z } from "zod";
const mine = defineTaskPlugin({
  type: "mine", words: "mine", title: "Mine", summary: "Mine.", needs: ["web"],
  options: z.object({ urlsFile: z.array(z.string()).default([]) }),
  inputs: (options) => options.urlsFile,
  async run(line, { providers, output, signal }) {
    const page = await providers.web.fetch(line, { signal });
    // @ts-expect-error a provider that was not declared
    providers.search;
    output.row({ bytes: page.bytes });
  },
});
const { kernel } = createScriptorium({ plugins: [mine] });
const task: Promise<Task> = kernel.tasks.create("mine");
void task;
declare module "scriptorium" {
  interface TaskTypes {
    mine: z.output<typeof mine.options>;
  }
}
void kernel.tasks.create("mine", { urlsFile: ["https://a.test/"], jobName: "Mine" });
// @ts-expect-error a misspelled field of a task type of one's own
void kernel.tasks.create("mine", { urlFile: ["https://a.test/"] });
void kernel.tasks.create("articlecreator", { articleKeywordsFile: ["tea"] });
// @ts-expect-error a misspelled field of a built-in task type
void kernel.tasks.create("articlecreator", { articleKeywordFile: ["tea"] });
void kernel.tasks.create("anything", { articleKeywordFile: ["tea"] });
const other = createKernel({ storage: memoryStorage(), queue: inProcessQueue(), plugins: [mine] });
// @ts-expect-error the same field, for a kernel made by hand
void other.tasks.create("mine", { urlFile: ["https://a.test/"] });
`,
  );
  const tsc = join(root, "node_modules/.bin/tsc");
  run(
    tsc,
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "--skipLibCheck",
    "false",
    "--types",
    "node",
    "--typeRoots",
    join(root, "node_modules/@types"),
    "use.ts",
  );

  const server = spawn("npx", ["scriptorium", "serve", "--port", "0", "--storage", "memory"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const line = await new Promise((resolve, reject) => {
    server.stdout.setEncoding("utf8").once("data", resolve);
    server.once("exit", () => reject(new Error("the server ended before it listened")));
  });
  const address = /http:\/\/\S+/.exec(line)?.[0];
  const answer = await (await fetch(`${address}/test`)).json();
  process.kill(-server.pid, "SIGTERM");
  if (answer.success !== true) throw new Error("the server did not answer");
  process.stdout.write("The tarball installs, imports, spins, runs, type-checks and serves.\n");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
