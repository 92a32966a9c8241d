import { type DoubleAnswer, type ServiceDouble, serve } from "./translation-service.js";

export interface DoubleCapture {
  readonly url: string;
  readonly status?: string;
  readonly mime?: string;
}

export interface CrawlIndexOptions {
  /** Captures of one page of an answer. @default 3 */
  readonly perPage?: number;
  /** Answers in its place, by the number of the request from 1 on. */
  instead?(path: string, count: number): DoubleAnswer | "drop" | undefined;
}

const IDS = ["CC-MAIN-2026-22", "CC-MAIN-2026-17"];

/** An index of Common Crawl on loopback, as https://index.commoncrawl.org answers: two crawls, the older one empty. */
export async function crawlIndexDouble(
  captures: readonly DoubleCapture[],
  { perPage = 3, instead }: CrawlIndexOptions = {},
): Promise<ServiceDouble> {
  const keyed = captures
    .map((capture) => ({ ...capture, urlkey: keyOf(capture.url) }))
    .sort((a, b) => (a.urlkey < b.urlkey ? -1 : a.urlkey > b.urlkey ? 1 : 0));
  let count = 0;
  return serve(({ path }) => {
    if (path === "/robots.txt") return { status: 404, text: "" };
    count += 1;
    const own = instead?.(path, count);
    if (own !== undefined) return own;
    if (path === "/collinfo.json") {
      return {
        json: IDS.map((id) => ({ id, name: `${id} Index`, "cdx-api": `https://index.commoncrawl.org/${id}-index` })),
      };
    }
    const { pathname, searchParams } = new URL(path, "http://127.0.0.1");
    const id = IDS.find((one) => pathname === `/${one}-index`);
    if (id === undefined) return { status: 404, text: "<h1>Not Found</h1>" };
    const asked = searchParams.get("url") ?? "";
    const found = id === IDS[0] ? keyed.filter(({ urlkey }) => fits(urlkey, asked)) : [];
    if (searchParams.get("showNumPages") === "true") {
      const pages = Math.ceil(found.length / perPage);
      return { json: { pages, pageSize: 1, blocks: pages } };
    }
    const page = Number(searchParams.get("page") ?? "0");
    const wanted = searchParams.get("filter") === "=status:200" ? "200" : undefined;
    const lines = found
      .slice(page * perPage, (page + 1) * perPage)
      .filter(({ status = "200" }) => wanted === undefined || status === wanted)
      .map(({ urlkey, url, status = "200", mime = "text/html" }) =>
        JSON.stringify({ urlkey, timestamp: "20260601000000", url, mime, status, digest: "AAAA", length: "1" }),
      );
    if (lines.length === 0) return { status: 404, json: { message: `No Captures found for: ${asked}` } };
    return { text: `${lines.join("\n")}\n`, headers: { "content-type": "text/x-ndjson" } };
  });
}

/** SURT: `test,shop)/a`. */
function keyOf(address: string): string {
  const { hostname, pathname, search } = new URL(address);
  return `${hostname
    .replace(/^www\./, "")
    .split(".")
    .reverse()
    .join(",")})${(pathname + search).toLowerCase()}`;
}

function fits(urlkey: string, asked: string): boolean {
  const whole = keyOf(`http://${asked.replace(/^\*\./, "").replace(/\*$/, "")}`);
  if (asked.startsWith("*.")) {
    const host = whole.slice(0, whole.indexOf(")"));
    return urlkey.startsWith(`${host})`) || urlkey.startsWith(`${host},`);
  }
  return asked.endsWith("*") ? urlkey.startsWith(whole) : urlkey === whole;
}
