import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { BUNDLED, PAGE_BUNDLED } from "../scripts/bundled.mjs";

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
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name) && !/\.test\.ts$|\.d\.ts$/.test(entry.name))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const file = relative(root, path).replace(/\.(tsx?|mjs)$/, "");
      const text = readFileSync(path, "utf8").replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, "");
      const found = text.matchAll(/(?:(?<!["'])\bfrom\s*|\bimport\s*\(\s*|^import\s+)(["'])([^"'\n]+)\1/gm);
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
    mingo: ["src/kernel/tasks/search/mingo", "src/kernel/tasks/search/operators"],
    re2js: ["src/kernel/tasks/search/patterns"],
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

/**
 * The kernel from the ground up. A part is a folder, a file or a list of files; it imports itself and what is below it.
 * Parts of one layer do not know each other.
 */
const KERNEL_LAYERS: readonly (readonly (string | readonly string[])[])[] = [
  ["values"],
  ["task-types"],
  // The vocabulary, whose files speak of each other.
  [["errors", "task", "storage", "events", "queue", "providers", "task-plugin"]],
  ["di", "secrets"],
  ["tokens"],
  ["plugin-registry", "text", "files"],
  ["tasks"],
  ["runs"],
  ["attendants/attendant"],
  [
    "attendants/chain",
    "attendants/event-log",
    "attendants/retention",
    "attendants/schedule",
    "attendants/webhooks",
    "transfer",
  ],
  ["kernel-methods"],
  ["attendants/standard", "kernel"],
  ["create-kernel"],
  ["contracts"],
  ["index"],
];

/** The layer and the part of a file of the kernel. */
function placeInKernel(file: string): { readonly layer: number; readonly part: string } | undefined {
  const path = file.replace("src/kernel/", "");
  for (const [layer, parts] of KERNEL_LAYERS.entries()) {
    for (const part of parts.flatMap((one) => (typeof one === "string" ? [[one]] : [one]))) {
      if (part.some((name) => path === name || path.startsWith(`${name}/`))) return { layer, part: part.join(" ") };
    }
  }
  return undefined;
}

it("no arrow inside the kernel goes up: each part imports what is below it", () => {
  const inKernel = sources.filter((one) => one.file.startsWith("src/kernel/"));
  const files = [...new Set(inKernel.map(({ file }) => file))];
  expect(files.filter((file) => placeInKernel(file) === undefined)).toEqual([]);
  const upward = inKernel.filter(({ file, target }) => {
    const to = target.startsWith("src/") ? placeInKernel(target) : undefined;
    const from = placeInKernel(file);
    return to !== undefined && from !== undefined && to.part !== from.part && to.layer >= from.layer;
  });
  expect(upward.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
});

it("the root of the kernel has at most 14 files", () => {
  const names = readdirSync(join(root, "src/kernel")).filter((name) => /(?<!\.test)\.ts$/.test(name));
  expect(names.length).toBeLessThanOrEqual(14);
});

it("no files import each other in a circle, not even for their types", () => {
  const targets = new Map<string, string[]>();
  for (const { file, target } of sources) targets.set(file, [...(targets.get(file) ?? []), target]);
  expect(circlesIn(targets)).toEqual([]);
});

/** Groups of files of which each leads to all others, by Tarjan's algorithm. */
function circlesIn(targets: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    open.push(file);
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (open.includes(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1 || targets.get(file)?.includes(file)) found.push(group.sort().join(" "));
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return found.sort();
}

it("circles are found", () => {
  const targets = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", ["a"]],
    ["d", ["d"]],
  ]);
  expect(circlesIn(targets)).toEqual(["a b c", "d"]);
});

it("an engine imports the kernel's values and errors, the spintax language, itself and pure libraries; nothing of the process", () => {
  const pure = [
    "feedsmith",
    "fontoxpath",
    "franc",
    "css-select",
    "domhandler",
    "fflate",
    "htmlparser2",
    "json-p3",
    "linkedom",
    "marked",
    "re2js",
    "unpdf",
    "wink-nlp",
    "wink-eng-lite-web-model",
  ];
  const only: Readonly<Record<string, readonly string[]>> = {
    // Hashes of texts.
    "node:crypto": ["src/engines/pages/near-duplicates"],
    "node:zlib": ["src/engines/sheets/archive"],
  };
  const kernel = /^src\/kernel\/(?:values\/|errors$|text\/spintax(?:$|\/))/;
  const shared = /^src\/engines\/[^/]+$/;
  const allowed = ({ file, target }: Import) =>
    kernel.test(target) ||
    shared.test(target) ||
    target.startsWith("data/") ||
    family(target) === family(file) ||
    pure.includes(target) ||
    (only[target]?.includes(file) ?? false);
  expect(strays((file) => file.startsWith("src/engines/"), allowed)).toEqual([]);
  const touching = readdirSync(join(root, "src/engines"), { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .filter((name) =>
      /\b(?:process|performance)\.|\bDate\.now\(|\bfetch\(|\bset(?:Timeout|Interval)\(/.test(
        read(`src/engines/${name}`),
      ),
    );
  expect(touching).toEqual([]);
});

it("a task type imports the kernel's door and its values, the kit, itself and pure libraries", () => {
  const pure = ["zod", "re2js", "linkedom", "marked", "htmlparser2", "tldts", "node:crypto"];
  const allowed = ({ file, target }: Import) =>
    target === "src/kernel/index" ||
    target.startsWith("src/kernel/values/") ||
    target.startsWith("src/plugins/_kit/") ||
    /^src\/engines\/(?:pages\/|places\/|sheets\/|captions\/|writing\/|text\/(?:markup|checks|english\/inflection)\/|[^/]+$)/.test(
      target,
    ) ||
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
  const kernel = ["storage", "errors", "task"].map((name) => `src/kernel/${name}`);
  const allowed = ({ file, target }: Import) =>
    target.startsWith("src/storage/") ||
    kernel.includes(target) ||
    target.startsWith("src/kernel/values/") ||
    target.startsWith("node:") ||
    (target === "pg" && family(file) === "src/storage/postgres");
  expect(strays((file) => file.startsWith("src/storage/"), allowed)).toEqual([]);
});

/** Doors that are mounted on the HTTP family. */
const MOUNTED_ON_HTTP = ["src/adapters/dashboard", "src/adapters/mcp", "src/adapters/openapi"];

/** Rooms that other adapters may import, which import none themselves. */
const SHARED_ADAPTERS = /^src\/adapters\/(?:accounts|threads|network)\//;

/** What speaks with a server by the client. */
const CLIENT_USERS = ["src/adapters/cli", "src/adapters/dashboard"];

it("an adapter imports the kernel, its own family, accounts, threads, connections and its own libraries", () => {
  const vendors: Readonly<Record<string, readonly string[]>> = {
    "src/adapters/accounts": ["zod"],
    "src/adapters/network": ["undici"],
    "src/adapters/web": ["undici", "ipaddr.js", "html-encoding-sniffer", "tldts", "tough-cookie"],
    "src/adapters/folder": ["html-encoding-sniffer"],
    "src/adapters/cli": ["citty", "zod"],
    "src/adapters/dashboard": ["preact", "@preact/signals", "uplot", "marked"],
    "src/adapters/mail": ["nodemailer"],
    "src/adapters/mcp": ["@modelcontextprotocol/sdk", "zod"],
    "src/adapters/translation": ["undici", "zod"],
    "src/adapters/ai": ["@ai-sdk/anthropic", "@ai-sdk/google", "@ai-sdk/openai-compatible", "undici", "zod"],
    "src/adapters/queue": ["pg-boss"],
    "src/adapters/tracing": ["@opentelemetry/api"],
    "src/adapters/providers": ["zod"],
    "src/adapters/browser": ["playwright-core", "zod"],
    "src/adapters/search": ["json-p3", "zod"],
    "src/adapters/images": ["zod"],
    "src/adapters/maps": ["zod"],
    "src/adapters/publishing": ["fast-xml-parser", "linkedom", "zod"],
    "src/adapters/video": ["youtube-transcript-plus", "zod"],
  };
  const allowed = ({ file, target }: Import) =>
    target.startsWith("src/kernel/") ||
    target.startsWith("src/engines/") ||
    SHARED_ADAPTERS.test(target) ||
    (target.startsWith("src/adapters/client/") && CLIENT_USERS.includes(family(file))) ||
    (family(target) === "src/adapters/http" && MOUNTED_ON_HTTP.includes(family(file))) ||
    target.startsWith("data/") ||
    family(target) === family(file) ||
    target.startsWith("node:") ||
    (vendors[family(file)]?.includes(target) ?? false);
  expect(strays((file) => file.startsWith("src/adapters/"), allowed)).toEqual([]);
});

/** Rooms of the kernel that import nothing but themselves, and so run in browsers, too. */
const IN_BROWSERS = ["src/kernel/text/spintax", "src/kernel/values/random"];

it("the page of the dashboard runs in browsers: it imports itself, the client, spintax, types, and libraries of the page", () => {
  const inPage = (file: string) => file.startsWith("src/adapters/dashboard/page/");
  const allowed = ({ target }: Import) =>
    inPage(target) ||
    target === "src/adapters/client/index" ||
    IN_BROWSERS.includes(target) ||
    target === "marked" ||
    Object.hasOwn(PAGE_BUNDLED, target);
  const types = (file: string) =>
    ["ts", "tsx"]
      .map((end) => `${file}.${end}`)
      .filter((path) => existsSync(join(root, path)))
      .flatMap((path) => [...read(path).matchAll(/^import type [^;]*? from "([^"]+)";$/gm)].map(([, from]) => from));
  const strayed = sources
    .filter((one) => inPage(one.file) && !allowed(one))
    .filter(({ file, target }) => !types(file).some((from) => from?.endsWith(`/${target.split("/").at(-1)}.js`)));
  expect(strayed.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  const used = sources.filter(({ target }) => Object.hasOwn(PAGE_BUNDLED, target));
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter(({ file }) => !inPage(file))).toEqual([]);
  const isShared = (file: string) => IN_BROWSERS.some((place) => file === place || file.startsWith(`${place}/`));
  expect(strays(isShared, ({ target }) => isShared(target))).toEqual([]);
});

it("what adapters share imports no other adapter", () => {
  const allowed = ({ file, target }: Import) => !target.startsWith("src/adapters/") || family(target) === family(file);
  expect(strays((file) => SHARED_ADAPTERS.test(file), allowed)).toEqual([]);
});

it("the client runs in browsers: it imports types alone, but for its own files", () => {
  const files = readdirSync(join(root, "src/adapters/client")).filter((name) => name.endsWith(".ts"));
  const places = ["src/client.ts", ...files.map((name) => `src/adapters/client/${name}`)];
  const taken = places.flatMap((place) =>
    [...read(place).matchAll(/^(?:import|export) (type )?(?:\{[^}]*\}|\*)[^;]*? from "([^"]+)";$/gm)]
      .filter(([, isType]) => isType === undefined)
      .map(([, , specifier]) => `${place} -> ${specifier}`),
  );
  expect(files.length).toBeGreaterThan(5);
  expect(taken.length).toBeGreaterThan(5);
  expect(taken.filter((one) => !/ -> \.\/(?:adapters\/client\/index|[a-z-]+)\.js$/.test(one))).toEqual([]);
});

it("the threads import the kernel alone", () => {
  const allowed = ({ file, target }: Import) =>
    target.startsWith("src/kernel/") || family(target) === family(file) || target.startsWith("node:");
  expect(strays((file) => file.startsWith("src/adapters/threads/"), allowed)).toEqual([]);
});

it("the tables of data are imported by the engines, and those of the web by its provider", () => {
  const allowed = ({ file, target }: Import) =>
    target.endsWith(".txt") &&
    (target.startsWith("data/web/") ? family(file) === "src/adapters/web" : file.startsWith("src/engines/"));
  expect(sources.filter((one) => one.target.startsWith("data/") && !allowed(one))).toEqual([]);
});

it("threads are started in one file; their programs import their end of the channel", () => {
  const users = sources.filter(({ target }) => target === "node:worker_threads").map(({ file }) => file);
  const starters = users.filter((file) => {
    const names = /import \{([^}]*)\} from "node:worker_threads"/.exec(read(`${file}.ts`))?.[1] ?? "anything";
    return names.split(",").some((name) => !["parentPort", "workerData"].includes(name.trim()));
  });
  expect(starters).toEqual(["src/adapters/threads/pool"]);
  expect(users.filter((file) => !file.endsWith("/worker"))).toEqual(starters);
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
      .filter((target) => !/^(?:src\/|data\/|node:)/.test(target) && !builtin.has(target)),
  );
  expect([...used].sort()).toEqual(
    Object.keys({ ...dependencies, ...peerDependencies, ...BUNDLED, ...PAGE_BUNDLED }).sort(),
  );
});

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
