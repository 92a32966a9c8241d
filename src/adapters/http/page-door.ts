import type { ApiRequest, Pieces } from "./envelope.js";

/** A reply of the page: its headers take the place of the usual ones of the same name. */
export interface PageReply {
  /** 200 when absent. */
  readonly status?: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | Pieces;
}

/** What is shown to browsers: a page at `GET /` and its files below `/dashboard/`, without a key, as they hold no data. */
export interface PageDoor {
  page(request: ApiRequest): Promise<PageReply>;
  /** A file by its name; undefined when there is none. */
  file(path: string, request: ApiRequest): Promise<PageReply | undefined>;
}

const FILES = "/dashboard/";

/** Whether a request is for the page itself: `GET /` by somebody who reads HTML, as browsers say and programs do not. */
export function isForPage({ method, headers }: Pick<ApiRequest, "method" | "headers">, path: string): boolean {
  return path === "/" && (method === "GET" || method === "HEAD") && prefersHtml(headers["accept"]);
}

/** The name of a file of the page; undefined for every other path. */
export function pageFileIn({ method }: Pick<ApiRequest, "method">, path: string): string | undefined {
  return path.startsWith(FILES) && (method === "GET" || method === "HEAD") ? path.slice(FILES.length) : undefined;
}

/** HTML is named, and not below JSON. */
function prefersHtml(accept: ApiRequest["headers"][string]): boolean {
  const weights = new Map(
    String(accept ?? "")
      .split(",")
      .map((one) => one.split(";").map((part) => part.trim().toLowerCase()))
      .map(([type = "", ...parameters]) => {
        const given = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
        const weight = given === undefined ? 1 : Number(given);
        return [type, Number.isFinite(weight) ? weight : 0] as const;
      }),
  );
  const html = weights.get("text/html") ?? 0;
  return html > 0 && html >= (weights.get("application/json") ?? 0);
}
