import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { crc32, deflateSync } from "node:zlib";

/** A PNG image of one shade, which a browser shows. */
export function pngFile(width: number, height: number, shade = 0): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, shade % 256);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  // Shades are few; the number is in the last pixel as well.
  rows.writeUInt16BE(shade % 65_536, rows.length - 2);
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(8 + named.length);
  whole.writeUInt32BE(data.length, 0);
  whole.set(named, 4);
  whole.writeUInt32BE(crc32(named), 4 + named.length);
  return whole;
}

/** A server on loopback with an image at every address `/<number>.png`, each another one, and what `instead` has at others. */
export async function pictureServer(instead: Readonly<Record<string, string>> = {}) {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    if (url === "/robots.txt") {
      response.writeHead(404).end();
      return;
    }
    asked.push(url);
    const other = instead[url];
    const number = /^\/(\d+)\.png$/.exec(url)?.[1];
    if (other !== undefined) response.writeHead(200, { "content-type": "image/png" }).end(other);
    else if (number === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "image/png" }).end(pngFile(800, 600, Number(number)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
