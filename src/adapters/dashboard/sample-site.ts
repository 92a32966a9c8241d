import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { decodedUri } from "../../engines/decoded-uri.js";
import { ScriptoriumError, type WebPage, type WebRequest } from "../../kernel/index.js";
import { SAMPLE_HOST, SAMPLE_SITE } from "./sample-address.js";

const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".css": "text/css" };

/** Whether the files of the site are part of this installation; a bundler leaves them out. */
export const hasSampleSite = (): boolean => folder() !== undefined;

/** A page of the sample site. */
export async function samplePage(
  url: string,
  { signal, as = "text", statuses = "ok", post }: WebRequest,
): Promise<WebPage> {
  signal.throwIfAborted();
  const root = folder();
  const { pathname, href } = new URL(url);
  const path = normalize(decodedUri(pathname.endsWith("/") ? `${pathname}index.html` : pathname));
  const mediaType = TYPES[extname(path)];
  const body =
    root === undefined || mediaType === undefined || post !== undefined
      ? undefined
      : await readFile(join(root, path)).catch(() => undefined);
  if (body === undefined && statuses === "ok") {
    throw new ScriptoriumError("FETCH_FAILED", `${href} answered with status 404. Check the address.`, {
      url: href,
      host: SAMPLE_HOST,
      status: 404,
    });
  }
  const bytes = body ?? Buffer.from("Not found");
  return {
    url: href,
    status: body === undefined ? 404 : 200,
    mediaType: body === undefined ? "text/plain" : mediaType!,
    text: as === "bytes" ? "" : bytes.toString("utf8"),
    bytes: bytes.length,
    ...(as === "text" ? {} : { body: bytes }),
    headers: {},
    redirects: [],
    source: "network",
  };
}

/** The addresses of its articles. */
export function sampleArticles(): string[] {
  const root = folder();
  if (root === undefined) return [];
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.includes("/") && path.endsWith(".html") && !path.endsWith("index.html"))
    .sort()
    .map((path) => SAMPLE_SITE + path);
}

let found: string | undefined;

/** `examples/sample-site` of the package, seen from the build or from the sources. */
function folder(): string | undefined {
  const own = import.meta.url as string | undefined;
  if (found !== undefined || own === undefined) return found;
  const here = dirname(fileURLToPath(own));
  found = ["..", "../..", "../../.."]
    .map((up) => join(here, up, "examples/sample-site"))
    .find((place) => existsSync(join(place, "index.html")));
  return found;
}
