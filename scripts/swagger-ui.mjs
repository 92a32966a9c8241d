// The files of the page at /docs, with their licences, for the build.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FILES = ["swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png"];
const LICENCES = ["LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"];

/** Copies them into the folder. */
export function copySwaggerUi(folder) {
  const source = fileURLToPath(new URL("../node_modules/swagger-ui-dist/", import.meta.url));
  mkdirSync(folder, { recursive: true });
  for (const name of [...FILES, ...LICENCES]) copyFileSync(join(source, name), join(folder, name));
}
