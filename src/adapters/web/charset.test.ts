import { describe, expect, it } from "vitest";
import { serveHttp } from "../../../test/doubles/loopback.js";
import { createWeb } from "./web.js";

async function textOf(body: Buffer, contentType?: string): Promise<string> {
  const server = await serveHttp((_request, response) => {
    if (contentType !== undefined) response.setHeader("content-type", contentType);
    response.end(body);
  });
  const web = createWeb({ allowPrivate: [server.host] });
  try {
    return (await web.fetch(server.url, { signal: AbortSignal.timeout(10_000) })).text;
  } finally {
    await web.close();
    await server.close();
  }
}

const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]);
const utf8 = Buffer.from("日本語 é €");
const swap = (text: string) => Buffer.from(text, "utf16le").swap16();
const meta = (charset: string, body: Buffer) => Buffer.concat([Buffer.from(`<meta charset="${charset}">`), body]);

describe("the text of a page", () => {
  it.each<[string, string | undefined, Buffer, string]>([
    ["windows-1251 in the Content-Type", "text/html; charset=windows-1251", cyrillic, "Привет"],
    ["a quoted charset", 'text/html; charset="Windows-1251"', cyrillic, "Привет"],
    ["Shift_JIS in the Content-Type", "text/plain;charset=Shift_JIS", japanese, "日本語"],
    ["Shift_JIS in a meta element", "text/html", meta("shift_jis", japanese), '<meta charset="shift_jis">日本語'],
    [
      "windows-1251 in a meta element without any type",
      undefined,
      meta("cp1251", cyrillic),
      '<meta charset="cp1251">Привет',
    ],
    [
      "the Content-Type against the meta element",
      "text/html; charset=utf-8",
      meta("windows-1251", utf8),
      '<meta charset="windows-1251">日本語 é €',
    ],
    [
      "a byte order mark against both",
      "text/html; charset=windows-1251",
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), meta("koi8-r", utf8)]),
      '<meta charset="koi8-r">日本語 é €',
    ],
    [
      "UTF-16 with a little-endian mark",
      "text/html",
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("日本 a", "utf16le")]),
      "日本 a",
    ],
    [
      "UTF-16 with a big-endian mark",
      "text/html; charset=utf-8",
      Buffer.concat([Buffer.from([0xfe, 0xff]), swap("日本 a")]),
      "日本 a",
    ],
    [
      "UTF-16 with a mark and no type",
      undefined,
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("ab", "utf16le")]),
      "ab",
    ],
    ["UTF-16 without a mark, declared", "text/html; charset=utf-16le", Buffer.from("日本", "utf16le"), "日本"],
    ["a meta element that wrongly says UTF-16", "text/html", meta("utf-16", utf8), '<meta charset="utf-16">日本語 é €'],
    ["a meta element with an unknown name", "text/html", meta("klingon", utf8), '<meta charset="klingon">日本語 é €'],
    ["a Content-Type with utf-7", "text/html; charset=utf-7", utf8, "日本語 é €"],
    [
      "a Content-Type with an unknown name and a true meta element",
      "text/html; charset=none",
      meta("shift_jis", japanese),
      '<meta charset="shift_jis">日本語',
    ],
    ["a Content-Type with x-user-defined", "text/html; charset=x-user-defined", utf8, "日本語 é €"],
    ["UTF-8 that nobody declared", "text/html", utf8, "日本語 é €"],
    ["windows-1252 that nobody declared", "text/html", Buffer.from([0x80, 0x20, 0x93, 0xe9, 0x94]), "€ “é”"],
    ["declared UTF-8 that is broken", "text/html; charset=utf-8", Buffer.from([0x61, 0xff, 0x62]), "a\u{fffd}b"],
    [
      "the XML declaration of a feed",
      "application/rss+xml",
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="windows-1251"?>'), cyrillic]),
      '<?xml version="1.0" encoding="windows-1251"?>Привет',
    ],
    [
      "a meta element inside a feed, which means nothing",
      "application/rss+xml",
      meta("shift_jis", utf8),
      '<meta charset="shift_jis">日本語 é €',
    ],
    [
      "a meta element behind 20 KB of script",
      "text/html",
      Buffer.concat([Buffer.from(`<script>${" ".repeat(20_000)}</script>`), meta("shift_jis", japanese)]),
      `<script>${" ".repeat(20_000)}</script><meta charset="shift_jis">日本語`,
    ],
  ])("%s", async (_name, contentType, body, text) => {
    expect(await textOf(body, contentType)).toBe(text);
  });
});
