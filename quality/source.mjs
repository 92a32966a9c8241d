// Lets the harness import the sources directly, `../src/x.js` being `../src/x.ts`: it measures parts the package does
// not export, and must not measure a build that is older than the sources. Tables of data/ come as text, as in the build.
import { existsSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const sources = new URL("../src/", import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith(".") && specifier.endsWith(".js")) {
      const url = new URL(specifier.replace(/\.js$/, ".ts"), context.parentURL);
      if (url.href.startsWith(sources) && existsSync(url)) return { url: url.href, shortCircuit: true };
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (url.endsWith(".txt")) {
      const text = readFileSync(fileURLToPath(url), "utf8");
      return { format: "module", source: `export default ${JSON.stringify(text)};`, shortCircuit: true };
    }
    if (!url.startsWith(sources) || !url.endsWith(".ts")) return next(url, context);
    const { code } = transformSync(readFileSync(fileURLToPath(url), "utf8"), {
      loader: "ts",
      format: "esm",
      target: "node22",
      sourcefile: fileURLToPath(url),
      sourcemap: "inline",
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true, verbatimModuleSyntax: true } },
    });
    return { format: "module", source: code, shortCircuit: true };
  },
});

/** A module of the sources, by its path below `src`. */
export function fromSource(path) {
  return import(`${sources}${path.replace(/\.js$/, ".ts")}`);
}
