import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { BUNDLED } from "../scripts/bundled.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Import {
  /** Relative to the project, without ending. */
  readonly file: string;
  /** A file of the project, or the name of a package. */
  readonly target: string;
}

/** Import specifiers of every source file that is not a test, static and dynamic, those of types alone included. */
function imports(folder: string): Import[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name) && !/\.test\.ts$|\.d\.ts$/.test(entry.name))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const file = relative(root, path).replace(/\.(ts|mjs)$/, "");
      const text = readFileSync(path, "utf8").replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, "");
      const found = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|^import\s+)(["'])([^"'\n]+)\1/gm);
      return [...found].map(([, , specifier]) => ({ file, target: targetOf(path, specifier!) }));
    });
}

function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith(".")) return relative(root, resolve(dirname(path), specifier)).replace(/\.(js|mjs)$/, "");
  if (specifier.startsWith("node:")) return specifier;
  return specifier.startsWith("@") ? specifier.split("/").slice(0, 2).join("/") : specifier.split("/")[0]!;
}

const sources = imports("src");
const family = (path: string) => path.split("/").slice(0, 3).join("/");
/** Where a file of a room leads outside what it may import. */
const strays = (inRoom: (file: string) => boolean, allowed: (one: Import) => boolean) =>
  sources.filter((one) => inRoom(one.file) && !allowed(one)).map(({ file, target }) => `${file} -> ${target}`);

it("finds imports at all", () => {
  expect(sources.length).toBeGreaterThan(150);
});

it("the kernel imports the kernel; zod, mingo with re2js, croner and the container only where they belong; no I/O", () => {
  const only: Readonly<Record<string, readonly string[]>> = {
    mingo: ["src/kernel/tasks/task-finder", "src/kernel/tasks/search/"],
    re2js: ["src/kernel/tasks/task-finder", "src/kernel/tasks/search/"],
    tsyringe: ["src/kernel/di"],
    "reflect-metadata": ["src/kernel/di"],
    croner: ["src/kernel/attendants/schedule/"],
  };
  const pure = ["node:crypto", "node:assert", "node:assert/strict"];
  const allowed = ({ file, target }: Import) =>
    target.startsWith("src/kernel/") ||
    target === "zod" ||
    pure.includes(target) ||
    (only[target]?.some((place) => file === place || (place.endsWith("/") && file.startsWith(place))) ?? false);
  expect(strays((file) => file.startsWith("src/kernel/"), allowed)).toEqual([]);
  const calls = readdirSync(join(root, "src/kernel"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .filter((name) => /(=|=>|await|return|void)\s+(globalThis\.)?fetch\(/.test(read(`src/kernel/${name}`)));
  expect(calls).toEqual([]);
});

it("a task type imports the kernel's door, the kit, itself and pure libraries", () => {
  const pure = ["zod", "re2js", "linkedom", "marked", "htmlparser2", "tldts", "node:crypto"];
  const only: Readonly<Record<string, string>> = {
    "csv-stringify": "src/plugins/",
    // A thread computes; it reaches nothing outside.
    "node:worker_threads": "src/plugins/_kit/extraction/",
  };
  const allowed = ({ file, target }: Import) =>
    file.startsWith(only[target] ?? "\n") ||
    target === "src/kernel/index" ||
    target.startsWith("src/plugins/_kit/") ||
    target.startsWith("src/engines/pages/") ||
    family(target) === family(file) ||
    pure.includes(target);
  const inPlugins = (file: string) => file.startsWith("src/plugins/") && file !== "src/plugins/catalogue";
  expect(strays(inPlugins, allowed)).toEqual([]);
});

it("the kit knows no task type", () => {
  expect(
    strays(
      (file) => file.startsWith("src/plugins/_kit/"),
      ({ target }) => !/^src\/plugins\/(?!_kit)/.test(target),
    ),
  ).toEqual([]);
});

it("a storage imports the kernel's storage side and its own driver", () => {
  const kernel = [
    "storage",
    "selections",
    "errors",
    "task",
    "values/json",
    "values/merged",
    "values/ids",
    "values/clock",
  ].map((name) => `src/kernel/${name}`);
  const allowed = ({ file, target }: Import) =>
    target.startsWith("src/storage/") ||
    kernel.includes(target) ||
    target.startsWith("node:") ||
    (target === "pg" && family(file) === "src/storage/postgres");
  expect(strays((file) => file.startsWith("src/storage/"), allowed)).toEqual([]);
});

it("an adapter imports the kernel, its own family and its own libraries", () => {
  const vendors: Readonly<Record<string, readonly string[]>> = {
    "src/adapters/web": ["undici", "ipaddr.js", "html-encoding-sniffer", "tough-cookie"],
    "src/adapters/folder": ["html-encoding-sniffer"],
    "src/adapters/cli": ["citty", "zod"],
    "src/adapters/translation": ["undici", "zod"],
    "src/adapters/queue": ["pg-boss"],
    "src/adapters/export": ["csv-stringify", "fflate"],
  };
  const allowed = ({ file, target }: Import) =>
    target.startsWith("src/kernel/") ||
    target.startsWith("src/engines/") ||
    family(target) === family(file) ||
    target.startsWith("node:") ||
    (vendors[family(file)]?.includes(target) ?? false);
  expect(strays((file) => file.startsWith("src/adapters/"), allowed)).toEqual([]);
});

it("no room imports the files that see every room", () => {
  const above = sources.filter(({ file, target }) => file.split("/").length > 2 && /^src\/[^/]+$/.test(target));
  expect(above).toEqual([]);
});

it("the container and its polyfill are imported in one file, the polyfill first", () => {
  const users = sources.filter(({ target }) => target === "tsyringe" || target === "reflect-metadata");
  expect(users.map(({ file, target }) => [file, target])).toEqual([
    ["src/kernel/di", "reflect-metadata"],
    ["src/kernel/di", "tsyringe"],
  ]);
});

it("examples import the package by its name", () => {
  expect(imports("examples").filter(({ target }) => target.startsWith("src/"))).toEqual([]);
});

it("every library that is imported is a dependency, a peer or taken into the build, and the other way round", () => {
  const { dependencies, peerDependencies } = JSON.parse(read("package.json")) as Readonly<
    Record<"dependencies" | "peerDependencies", Record<string, string>>
  >;
  const builtin = new Set(builtinModules);
  const used = new Set(
    sources
      .map(({ target }) => target)
      .filter((target) => !target.startsWith("src/") && !target.startsWith("node:") && !builtin.has(target)),
  );
  expect([...used].sort()).toEqual(Object.keys({ ...dependencies, ...peerDependencies, ...BUNDLED }).sort());
});

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
