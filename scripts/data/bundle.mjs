// Runs the product's own TypeScript from a script, so that what is trained and measured is what is shipped.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * The exports of a module of this project. @param {string} source Path of the TypeScript file, from the root of the project.
 * @returns {Promise<Record<string, any>>}
 */
export async function productModule(source) {
  // Inside the project, so that the language data are found by walking up from the bundle.
  const folder = path.join(root, "node_modules/.cache/scriptorium");
  mkdirSync(folder, { recursive: true });
  const outfile = path.join(folder, `${source.replaceAll(/[^a-z]+/gi, "-")}-${process.pid}.mjs`);
  await build({
    entryPoints: [path.join(root, source)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    loader: { ".txt": "text" },
    packages: "external",
    logLevel: "error",
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}
