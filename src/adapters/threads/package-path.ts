import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ScriptoriumError } from "../../kernel/index.js";

/**
 * The path of something that is shipped with this package, found from where this module is: in the sources, the build or an
 * installed package. Throws CONFIG_INVALID when it is not there, as when the package was bundled without it.
 */
export function packagePath(...segments: readonly string[]): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const path = join(folder, ...segments);
    if (existsSync(path)) return path;
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  throw new ScriptoriumError(
    "CONFIG_INVALID",
    `A part of this package is missing: ${segments.join("/")}. Install scriptorium again, and leave it out of bundles.`,
    { part: segments.join("/") },
  );
}
