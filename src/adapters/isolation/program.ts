import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ScriptoriumError } from "../../kernel/index.js";

/**
 * The program of the thread as it is shipped, found from where this module is: in the sources, the build or an installed
 * package. Throws CONFIG_INVALID when it is not there.
 */
export function threadProgram(): string {
  const shipped = join("dist", "adapters", "isolation", "worker.js");
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, shipped))) return join(folder, shipped);
    if (dirname(folder) === folder) break;
  }
  throw new ScriptoriumError(
    "CONFIG_INVALID",
    "The program that isolates task types is missing from this package. Install scriptorium again, and leave it out of bundles.",
  );
}
