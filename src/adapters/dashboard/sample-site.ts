import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { decodedUri } from "../../engines/decoded-uri.js";
import { ScriptoriumError, type WebPage, type WebProvider, type WebRequest } from "../../kernel/index.js";

/**
 * Where the sample site is found by this server alone: no such host can exist (RFC 2606), so nothing real is hidden, and nothing leaves
 * the machine.
 */
export const SAMPLE_SITE = "https://slow-almanac.example/";
const HOST = new URL(SAMPLE_SITE).host;

const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".css": "text/css" };

/** Whether the files of the site are part of this installation; a bundler leaves them out. */
export const hasSampleSite = (): boolean => folder() !== undefined;

/**
 * The provider, which has the sample site besides the web: what the first visit of the dashboard reads, without a network. Only
 * GET of its pages is answered.
 */
export function withSampleSite<Web extends Required<WebProvider>>(web: Web): Web {
  return {
    ...web,
    fetch: async (url, request) => (isSample(url) ? samplePage(url, request) : web.fetch(url, request)),
    robots: async (url, request) => (isSample(url) ? { allowed: true, sitemaps: [] } : web.robots(url, request)),
    checkAddress(url) {
      if (!isSample(url)) web.checkAddress(url);
    },
  };
}

function isSample(url: string): boolean {
  // A look at the text first: nearly every address is another one.
  return url.includes(HOST) && URL.canParse(url) && new URL(url).host === HOST;
}

async function samplePage(url: string, { signal, as = "text", statuses = "ok", post }: WebRequest): Promise<WebPage> {
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
      host: HOST,
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
