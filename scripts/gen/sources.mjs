// The task types' plugins and the schemas they share, read from their sources.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { BUNDLED } from "../bundled.mjs";

/** `plugins` in the order of their types; `common` is the schema of every data object, `web` the fields of those that read the web. */
export async function readSources(root) {
  const types = readdirSync(join(root, "src/plugins"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
    .map((entry) => entry.name)
    .sort();
  // Inside the project, so that the bundles find its dependencies.
  const folder = mkdtempSync(join(root, "node_modules/.gen-"));
  try {
    await build({
      entryPoints: {
        ...Object.fromEntries(types.map((type) => [`plugins/${type}`, join(root, `src/plugins/${type}/index.ts`)])),
        common: join(root, "src/kernel/tasks/common-options.ts"),
        web: join(root, "src/plugins/_kit/web/options.ts"),
        marks: join(root, "src/kernel/secrets/marks.ts"),
      },
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      // A field that several plugins share is then one object in all of them.
      splitting: true,
      external: outsideOf(root),
      platform: "node",
      format: "esm",
      logLevel: "error",
    });
    const load = (name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
    const plugins = [];
    for (const type of types) {
      const plugin = (await load(`plugins/${type}`))[type];
      if (plugin?.type !== type) throw new Error(`src/plugins/${type}/index.ts must export a plugin called ${type}`);
      plugins.push(plugin);
    }
    const [{ commonOptions: common }, { webFields: web }] = [await load("common"), await load("web")];
    const { secretFieldsOf } = await load("marks");
    return { plugins, common, web, secretFieldsOf };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The packages that the build leaves outside, too: node cannot take every other one by its names. */
function outsideOf(root) {
  const { dependencies, devDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const names = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
  return names.filter((name) => !(name in BUNDLED));
}
