// Serves a folder of static files on loopback, as any small web site would.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
};

/** Resolves with the site's base address and a function that closes it. */
export async function serveSite(folder, port = 0) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? "/").split("?", 1)[0]));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    try {
      const content = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
    }
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}`;
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { address, close };
}
