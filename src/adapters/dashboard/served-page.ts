import { isLanguageCode, LANGUAGES } from "../../kernel/text/text-tools.js";
import type { ApiRequest } from "../http/envelope.js";
import type { PageDoor, PageReply } from "../http/page-door.js";
import { builtFile, builtPage } from "./built-files.js";
import { offers } from "./offers.js";
import type { DashboardOptions } from "./options.js";

/**
 * Nothing of another host, and no script or style in the page itself. Pictures and files come as `blob:`, since they are fetched
 * with the key; frames show them, and stored HTML without its scripts.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAGE_HEADERS = [
  ...["Content-Type", "text/html; charset=utf-8"],
  ...["Content-Security-Policy", POLICY],
  ...["Cache-Control", "no-cache"],
  // Other answers of `/` are for programs.
  ...["Vary", "Accept"],
  ...["Cross-Origin-Opener-Policy", "same-origin"],
];
const FILE_HEADERS = ["Cache-Control", "public, max-age=31536000, immutable", "Vary", "Accept-Encoding"];

/** What {@link createDashboard} answers with. */
export function servedPage(
  { readOnly = false }: DashboardOptions,
  { sampleSite = false }: { readonly sampleSite?: boolean },
): PageDoor {
  return {
    async page(request) {
      const folder = folderOf(request);
      // Relative addresses in the page are meant from the folder that the API is mounted at.
      if (folder !== undefined) return { status: 308, headers: [...PAGE_HEADERS, "Location", folder], body: "" };
      const page = await builtPage();
      if (page === undefined) return { status: 503, headers: PAGE_HEADERS, body: NOT_BUILT };
      const told = [
        meta("languages", JSON.stringify(languages())),
        ...(readOnly ? [meta("mode", "read-only")] : []),
        ...(sampleSite && !readOnly ? [meta("offers", JSON.stringify(offers()))] : []),
      ].join("");
      return { headers: PAGE_HEADERS, body: page.replace("</head>", () => `${told}</head>`) };
    },
    async file(path, { headers }): Promise<PageReply | undefined> {
      const found = await builtFile(path, String(headers["accept-encoding"] ?? ""));
      if (found === undefined) return undefined;
      const { type, encoding, bytes } = found;
      const compressed = encoding === undefined ? [] : ["Content-Encoding", encoding];
      return { headers: ["Content-Type", type, ...compressed, ...FILE_HEADERS], body: whole(bytes) };
    },
  };
}

/** The codes that the text calls take: spinning those of any language, paraphrasing those that it knows. */
function languages(): Readonly<Record<"spin" | "paraphrase", string>> {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  return { spin: codes.filter(isLanguageCode).join(" "), paraphrase: Object.keys(LANGUAGES).join(" ") };
}

/** What the server tells the page. */
function meta(name: string, content: string): string {
  const escaped = content.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<meta name="scriptorium-${name}" content="${escaped}">`;
}

/** Where to go when the address of the page lacks the slash at its end. */
function folderOf({ root, address }: ApiRequest): string | undefined {
  const path = address?.split("?", 1)[0];
  if (path === undefined || path.endsWith("/")) return undefined;
  const name = path.slice(path.lastIndexOf("/") + 1) || root?.slice(root.lastIndexOf("/") + 1);
  return name ? `./${name}/` : undefined;
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Scriptorium</title></head>
<body>
<h1>The dashboard is not part of this build</h1>
<p>Its files are missing. Where Scriptorium runs from its sources, make them with <code>npm run build</code>. A program that was
bundled leaves them out: install the package <code>scriptorium</code> where it runs.</p>
<p>The API works all the same: see <a href="docs">its page</a>.</p>
</body>
</html>
`;
