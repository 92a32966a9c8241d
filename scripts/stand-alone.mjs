// Makes one file of an entry that must run without the other files of dist/, in browsers too. The bundler would share pieces
// of it with the programs that use it.
import { build } from "esbuild";

/** Bundles the entry into one file for browsers. Fails when anything in it needs Node or a package. */
export async function standAlone(entry, outfile) {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    logLevel: "error",
  });
}
