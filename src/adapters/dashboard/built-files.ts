import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

/** What the build makes, by the end of the name. */
const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  png: "image/png",
};
/** One name without folders, such as `index-B3xZ_1.js`. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*\.([a-z0-9]+)$/;

/** How files are sent compressed, the smallest first. */
const ENCODINGS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof ENCODINGS;

const read = new Map<string, Promise<Uint8Array>>();

/** The page, with its references from where it is shown; undefined where the build has left it out. */
export async function builtPage(): Promise<string | undefined> {
  const folder = builtFolder();
  if (folder === undefined) return undefined;
  const html = await readFile(join(folder, "index.html"), "utf8");
  return html.replaceAll(/(src|href)="\.\//g, '$1="dashboard/');
}

export interface BuiltFile {
  readonly type: string;
  /** As it is when absent. */
  readonly encoding?: Encoding;
  readonly bytes: Uint8Array;
}

/** A file that the page refers to, compressed in a way that the client takes (`Accept-Encoding`). */
export async function builtFile(path: string, accepted = ""): Promise<BuiltFile | undefined> {
  const type = TYPES[NAME.exec(path)?.[1] ?? ""];
  const folder = builtFolder();
  if (type === undefined || folder === undefined) return undefined;
  const file = join(folder, path);
  const encoding = encodingFor(accepted);
  const key = `${encoding} ${file}`;
  let bytes = read.get(key);
  if (bytes === undefined) {
    if (!existsSync(file)) return undefined;
    const plain = readFile(file);
    bytes = encoding === undefined ? plain : plain.then((whole) => ENCODINGS[encoding](whole));
    read.set(key, bytes);
    bytes.catch(() => read.delete(key));
  }
  return { type, ...(encoding === undefined ? {} : { encoding }), bytes: await bytes };
}

function encodingFor(accepted: string): Encoding | undefined {
  const taken = accepted
    .toLowerCase()
    .split(",")
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(?:\.0*)?$/.test(one))
    .map((one) => one.split(";", 1)[0]);
  return (Object.keys(ENCODINGS) as Encoding[]).find((encoding) => taken.includes(encoding));
}

/** `dashboard` of the build, seen from the file that this one has become a part of. */
function builtFolder(): string | undefined {
  const own = import.meta.url as string | undefined;
  const here = own === undefined ? process.cwd() : dirname(fileURLToPath(own));
  return [here, join(here, ".."), join(here, "../..")]
    .map((folder) => join(folder, "dashboard"))
    .find((folder) => existsSync(join(folder, "index.html")));
}
