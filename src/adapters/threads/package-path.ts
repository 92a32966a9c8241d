import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ScriptoriumError } from "../../kernel/index.js";

/**
 * The path of something that is shipped with this package, found from where this module is: in the sources, the build or an
 * installed package; in a bundle, from where the bundle, the program or its working folder is, next to which the package is
 * installed. Throws CONFIG_INVALID when it is not there.
 */
export function packagePath(...segments: readonly string[]): string {
  // A bundler that makes CommonJS leaves no address of the module.
  const own = import.meta.url as string | undefined;
  const places = [own && dirname(fileURLToPath(own)), process.argv[1] && dirname(process.argv[1]), process.cwd()];
  for (const folder of places.flatMap((place) => (place ? upwards(place) : []))) {
    const installed = join(folder, "node_modules", "scriptorium", ...segments);
    if (existsSync(installed)) return installed;
    const path = join(folder, ...segments);
    if (own && fileURLToPath(own).startsWith(folder) && existsSync(path)) return path;
  }
  throw new ScriptoriumError(
    "CONFIG_INVALID",
    `A part of this package is missing: ${segments.join("/")}. Install scriptorium where the program runs; a bundle of it needs that too.`,
    { part: segments.join("/") },
  );
}

/** The folder and all above it. */
function upwards(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}
