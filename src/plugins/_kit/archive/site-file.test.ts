import fc from "fast-check";
import { expect, it } from "vitest";
import { addressKey } from "../../../engines/pages/archive/archive-addresses.js";
import { pathProblem } from "../../../kernel/runs/run-output.js";
import { siteFile } from "./site-file.js";

const html = (address: string) => siteFile(address, "text/html");

it("lays pages where a web server would find them", () => {
  expect(html("http://shop.test/")).toBe("shop.test/index.html");
  expect(html("http://www.shop.test:80/about/")).toBe("shop.test/about/index.html");
  expect(html("https://shop.test/about")).toBe("shop.test/about/index.html");
  expect(html("http://shop.test/news/2004.html")).toBe("shop.test/news/2004.html");
  expect(html("http://shop.test/list.php")).toBe("shop.test/list.php.html");
  expect(siteFile("http://shop.test:8080/js/jquery.min.js", "text/javascript")).toBe("shop.test~8080/js/jquery.min.js");
});

it("puts a hash behind what could be taken for another address or cannot be a file name", () => {
  for (const path of [
    "/index.html",
    "/p?id=1",
    "/list.php.html",
    "/con.html",
    "/a..b./c",
    "/über",
    "/%00",
    "/v1.2/x",
    "/a//",
  ]) {
    expect(html(`http://shop.test${path}`)).toMatch(/^shop\.test\/(.*\/)?[^/]*~[0-9a-f]{16}\.html$/);
  }
  expect(siteFile("http://shop.test/logo", "image/png")).toMatch(/^shop\.test\/logo~[0-9a-f]{16}\.png$/);
});

const part = fc.oneof(
  fc.constantFrom(
    "a",
    "A",
    "index.html",
    "index",
    "a.php",
    "a.php.html",
    "a.html",
    "con",
    "CON.txt",
    "..",
    "%2e%2e",
    "%2F",
    "a.",
    "a ",
    "~",
    "a~0123456789abcdef.html",
    "é",
    "e\u0301",
    "%ff",
    "x".repeat(300),
    "?a=1",
    "?A=1",
    "\\",
    ":",
    "*",
    "\u202e",
    "nul.html",
  ),
  fc.string({ maxLength: 6, unit: "grapheme" }),
);
const address = fc
  .tuple(
    fc.constantFrom(
      "http://a.test",
      "https://www.a.test",
      "http://a.test:8080",
      "http://con.test",
      "http://[::1]",
      "http://a.test.",
      `http://${"b".repeat(60)}.${"c".repeat(60)}.test`,
    ),
    fc.array(part, { maxLength: 12 }),
  )
  .map(([host, parts]) => `${host}/${parts.join("/")}`)
  .filter((text) => URL.canParse(text));
const mime = fc.constantFrom("text/html", "image/png", "text/css", "application/x-strange", "");

it("never leaves its folder, and never gives two addresses one file or one's file the place of another's folder", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(address, mime), { maxLength: 20 }), (addresses) => {
      const owners = new Map<string, string>();
      for (const [url, type] of addresses) {
        const path = `site/20010101000000/${siteFile(url, type)}`;
        expect(pathProblem(path), path).toBeUndefined();
        const name = path.toLowerCase().normalize("NFC");
        expect(name).toBe(path);
        expect(owners.get(name) ?? addressKey(url)).toBe(addressKey(url));
        owners.set(name, addressKey(url)!);
      }
      for (const name of owners.keys()) {
        const parts = name.split("/");
        for (let depth = 1; depth < parts.length; depth += 1) {
          expect(owners.has(parts.slice(0, depth).join("/"))).toBe(false);
        }
      }
    }),
    { numRuns: 400 },
  );
});
