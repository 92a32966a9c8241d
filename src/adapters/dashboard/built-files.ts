import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What the build makes, by the end of the name. */
const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  png: "image/png",
};
/** One name without folders, such as `index-B3xZ_1.js`. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*\.([a-z0-9]+)$/;

const read = new Map<string, Promise<Uint8Array>>();

/** The page, with its references from where it is shown; undefined where the build has left it out. */
export async function builtPage(): Promise<string | undefined> {
  const folder = builtFolder();
  if (folder === undefined) return undefined;
  const html = await readFile(join(folder, "index.html"), "utf8");
  return html.replaceAll(/(src|href)="\.\//g, '$1="dashboard/');
}

/** A file that the page refers to. */
export async function builtFile(
  path: string,
): Promise<{ readonly type: string; readonly bytes: Uint8Array } | undefined> {
  const type = TYPES[NAME.exec(path)?.[1] ?? ""];
  const folder = builtFolder();
  if (type === undefined || folder === undefined) return undefined;
  const file = join(folder, path);
  let bytes = read.get(file);
  if (bytes === undefined) {
    if (!existsSync(file)) return undefined;
    bytes = readFile(file);
    read.set(file, bytes);
    bytes.catch(() => read.delete(file));
  }
  return { type, bytes: await bytes };
}

/** `dashboard` of the build, seen from the file that this one has become a part of. */
function builtFolder(): string | undefined {
  const own = import.meta.url as string | undefined;
  const here = own === undefined ? process.cwd() : dirname(fileURLToPath(own));
  return [here, join(here, ".."), join(here, "../..")]
    .map((folder) => join(folder, "dashboard"))
    .find((folder) => existsSync(join(folder, "index.html")));
}
