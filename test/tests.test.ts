import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = globSync("{src,test}/**/*.ts", { cwd: root }).map((path) => path.replaceAll("\\", "/"));
const read = (path: string) => readFileSync(root + path, "utf8");

it("fast tests start no database, no cluster and no program of the system", () => {
  const servers =
    /from "[^"]*\/(?:postgres-server|postgres-storages|deployment|places|programs|nginx|wordpress|apertium-program)\.js"/;
  const fast = files.filter((path) => path.endsWith(".test.ts") && !/\.(?:slow|timing)\.test\.ts$/.test(path));
  expect(fast.length).toBeGreaterThan(100);
  expect(fast.filter((path) => servers.test(read(path)))).toEqual([]);
});

// In the fast run such a hook is registered once for all files of a worker, and is missing in all but the first.
it("modules that tests share register no hooks when they are loaded", () => {
  const shared = files.filter((path) => !path.endsWith(".test.ts") && path !== "test/setup.ts");
  const hook = /^(?:before|after)(?:All|Each)\(|^onTest(?:Finished|Failed)\(/m;
  expect(shared.filter((path) => hook.test(read(path)))).toEqual([]);
});
