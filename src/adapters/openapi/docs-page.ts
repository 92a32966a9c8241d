import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ScriptoriumError, shown } from "../../kernel/index.js";
import type { FullerCall, RawReply } from "../http/fuller/fuller.js";

/** The files of the page, and what they are. The first is of ours, the others are of Swagger UI. */
const TYPES: Readonly<Record<string, string>> = {
  "start.js": "text/javascript; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
  "favicon-32x32.png": "image/png",
};

/**
 * Nothing of another host and no script in the page itself. Swagger UI sets styles of elements; its sheet and its pictures hold
 * pictures as addresses of their own.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * A page that shows the document. It names its files from where it is itself, whatever path the API is mounted under, and with
 * the key that it was asked for with.
 */
export function docsPage({ request }: FullerCall): RawReply {
  filesFolder();
  const [path = "", query = ""] = request.target.split("?", 2);
  const here = path.endsWith("/") ? "" : "docs/";
  const key = new URLSearchParams(query).get("apikey");
  const suffix = key ? `?apikey=${encodeURIComponent(key)}` : "";
  const at = (file: string) => escaped(`${here}${file}${suffix}`);
  const above = path.endsWith("/") ? "../" : "";
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scriptorium: HTTP API</title>
<link rel="icon" type="image/png" href="${at("favicon-32x32.png")}">
<link rel="stylesheet" href="${at("swagger-ui.css")}">
</head>
<body>
<div id="docs" data-document="${above}openapi.json"></div>
<noscript>This page needs JavaScript. The document itself is at <a href="${escaped(`${above}openapi.json${suffix}`)}">openapi.json</a>.</noscript>
<script src="${at("swagger-ui-bundle.js")}"></script>
<script src="${at("start.js")}"></script>
</body>
</html>
`;
  return {
    headers: ["Content-Type", "text/html; charset=utf-8", "Content-Security-Policy", POLICY],
    body: html,
  };
}

/** Runs in the page. Calls carry the key that the page was asked for with, unless the reader has given one: two are refused. */
const START = `"use strict";
const place = document.getElementById("docs");
const key = new URLSearchParams(location.search).get("apikey");
window.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  persistAuthorization: false,
  requestInterceptor: (request) => {
    const url = new URL(request.url, location.href);
    const names = Object.keys(request.headers).map((name) => name.toLowerCase());
    const hasKey = url.searchParams.has("apikey") || names.includes("authorization") || names.includes("x-api-key");
    if (key && !hasKey && url.origin === location.origin) request.headers["X-Api-Key"] = key;
    return request;
  },
});
`;

/** One of the page's files. Throws FILE_NOT_FOUND. */
export async function docsFile(name: string): Promise<RawReply> {
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (type === undefined) {
    throw new ScriptoriumError("FILE_NOT_FOUND", `The page has no file called "${shown(name)}". Open /docs.`, {
      path: shown(name),
    });
  }
  const bytes = name === "start.js" ? Buffer.from(START) : await readFile(join(filesFolder(), name));
  const headers = ["Content-Type", type, "Cache-Control", "private, max-age=3600"];
  return { headers, body: whole(bytes) };
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * The folder with the files of Swagger UI: `swagger-ui` of the build, or in the sources the package. Throws FILE_NOT_FOUND where
 * a bundle has left them out.
 */
function filesFolder(): string {
  const own = import.meta.url as string | undefined;
  const here = own === undefined ? process.cwd() : dirname(fileURLToPath(own));
  const built = [here, join(here, ".."), join(here, "../..")]
    .map((folder) => join(folder, "swagger-ui"))
    .find(existsSync);
  if (built !== undefined) return built;
  try {
    return dirname(createRequire(own ?? join(here, "x.js")).resolve("swagger-ui-dist/package.json"));
  } catch {
    throw new ScriptoriumError(
      "FILE_NOT_FOUND",
      "The files of this page are not part of this build. Read /openapi.json, or install scriptorium where the program runs.",
      { path: "swagger-ui" },
    );
  }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
