// Joins the pieces of dist/ that are always loaded together. The bundler makes one for every combination of the places that
// use a module, and at start-up each file costs memory and time of its own: 43 of them 2.5 MB and 20 ms more than few.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { build } from "esbuild";

/**
 * What a process may load alone: the library, the door of task types, the command line before it has loaded a command, and the programs of threads. Two pieces that the same
 * of these load become one; whatever else loads one of them gets both.
 */
const DOORS = [
  "index.js",
  "kit.js",
  "cli.js",
  "adapters/text/worker.js",
  "adapters/reading/worker.js",
  "adapters/isolation/worker.js",
];

const SETTINGS = { bundle: true, format: "esm", platform: "node", target: "node22", logLevel: "error", write: false };

/** Rewrites the JavaScript of a build in place. */
export async function joinChunks(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".js"));
  const modules = await modulesOf(folder, files);
  const joined = joinedChunks(modules);
  if (joined.length === 0)
    throw new Error(`There is nothing to join in ${folder}; the names of the pieces have changed.`);
  const homes = new Map(joined.flatMap((one) => one.chunks.map((chunk) => [chunk, one])));
  const users = files.filter((file) => !homes.has(file) && modules.get(file).imports.some((path) => homes.has(path)));
  const written = await Promise.all([
    ...joined.map(async (one) => [one.file, await textOf(folder, one.file, homes, one)]),
    ...users.map(async (file) => [file, await textOf(folder, file, homes)]),
  ]);
  for (const [file, text] of written) writeFileSync(join(folder, file), text);
  for (const chunk of homes.keys()) rmSync(join(folder, chunk));
}

/** By file: what it imports of the others when it is loaded, and the names of what it exports. */
async function modulesOf(folder, files) {
  const { metafile } = await build({
    ...SETTINGS,
    entryPoints: files.map((file) => join(folder, file)),
    outdir: folder,
    metafile: true,
    plugins: [{ name: "as it is", setup: (on) => on.onResolve({ filter: /.*/ }, asItIs) }],
  });
  return new Map(
    Object.values(metafile.outputs).map(({ entryPoint, imports, exports }) => {
      const file = relative(folder, entryPoint);
      const local = imports.filter(({ kind, path }) => kind === "import-statement" && path.startsWith("."));
      return [file, { exports, imports: local.map(({ path }) => join(dirname(file), path)) }];
    }),
  );
}

function asItIs({ kind, path }) {
  return kind === "entry-point" ? undefined : { path, external: true };
}

/** The files to be made, with the chunks that go into each, and by chunk the new names of what they export. */
function joinedChunks(modules) {
  const loads = DOORS.map((door) => loadedBy(modules, door));
  const groups = Map.groupBy(
    [...loads[0]].filter((file) => /^chunk-\w+\.js$/.test(file)),
    (file) => loads.map((files) => (files.has(file) ? "+" : "-")).join(""),
  );
  return [...groups.values()]
    .filter((chunks) => chunks.length > 1)
    .map((chunks, index) => ({ file: `joined-${index + 1}.js`, chunks, names: newNames(modules, chunks) }));
}

/** The files that one loads with it, in the order in which they run. */
function loadedBy(modules, file, found = new Set()) {
  if (found.has(file)) return found;
  for (const path of modules.get(file).imports) loadedBy(modules, path, found);
  return found.add(file);
}

/** Two chunks may export the same name. */
function newNames(modules, chunks) {
  const taken = new Set();
  return new Map(
    chunks.map((chunk) => {
      const names = modules.get(chunk).exports.map((name) => {
        let free = name;
        for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
        taken.add(free);
        return [name, free];
      });
      return [chunk, new Map(names)];
    }),
  );
}

/** The source of a joined file: its chunks in the order in which they run. */
function entryOf({ chunks, names }) {
  return chunks.map((chunk) => `export ${listed(names.get(chunk))} from "./${chunk}";`).join("\n");
}

function listed(names) {
  return `{ ${[...names].map(([from, to]) => `${from} as ${to}`).join(", ")} }`;
}

/**
 * A file of the build, or the joined one that is given, which imports from the joined files what it has imported from their
 * chunks.
 */
async function textOf(folder, file, homes, own) {
  const path = join(folder, file);
  const input = own ? { stdin: { contents: entryOf(own), resolveDir: folder } } : { entryPoints: [path] };
  const { outputFiles } = await build({
    ...SETTINGS,
    ...input,
    outfile: path,
    // What the package says of side effects is about its doors.
    ignoreAnnotations: true,
    plugins: [
      {
        name: "joined chunks",
        setup(on) {
          on.onResolve({ filter: /.*/ }, (asked) => {
            if (asked.kind !== "import-statement" || asked.namespace === "moved") return asItIs(asked);
            const home = homes.get(basename(asked.path));
            if (!asked.path.startsWith(".") || home === undefined) return asItIs(asked);
            return home === own ? undefined : { path: basename(asked.path), namespace: "moved" };
          });
          on.onLoad({ filter: /.*/, namespace: "moved" }, ({ path: chunk }) => {
            const { file: target, names } = homes.get(chunk);
            const there = relative(dirname(file), target);
            const renamed = [...names.get(chunk)].map(([from, to]) => [to, from]);
            return { contents: `export ${listed(renamed)} from "${there.startsWith(".") ? there : `./${there}`}";` };
          });
        },
      },
    ],
  });
  return outputFiles[0].text;
}
