import fc from "fast-check";
import { expect, it } from "vitest";
import { cpuMs } from "../../../../test/cpu-time.js";
import { pageReferences, styleReferences, withAddresses } from "./references.js";

const page = "http://shop.test/a/b.html";
const read = (html: string) =>
  pageReferences(html, page, "utf-8").map(({ kind, url, fragment }) => [kind, url + fragment]);

it("finds pages, images, style sheets and scripts of a page, whole", () => {
  const html = `<link rel="stylesheet" href=/s.css><script src='x.js'></script><a href="../c?x=1&amp;y=2#part">c</a>
    <img src="i.png" srcset="i2.png 2x, /i3.png 3x"><td background="t.gif"><meta http-equiv=refresh content="0; url=/next">`;
  expect(read(html)).toEqual([
    ["style", "http://shop.test/s.css"],
    ["script", "http://shop.test/a/x.js"],
    ["page", "http://shop.test/c?x=1&y=2#part"],
    ["image", "http://shop.test/a/i.png"],
    ["image", "http://shop.test/a/i2.png"],
    ["image", "http://shop.test/i3.png"],
    ["image", "http://shop.test/a/t.gif"],
    ["page", "http://shop.test/next"],
  ]);
});

it("goes by the first base of the page, and leaves places within the page and other schemes alone", () => {
  const html = `<base href="/deep/"><base href="/other/"><a href="x">x</a><a href="#top">t</a><a href="mailto:a@b.test">m</a>`;
  expect(read(html)).toEqual([
    ["base", "http://shop.test/deep/"],
    ["base", "http://shop.test/other/"],
    ["page", "http://shop.test/deep/x"],
  ]);
});

it("finds what styles name, in attributes, in style elements and in sheets", () => {
  const html = `<style>@import "m.css"; b{background:url( 'b.png' )}</style><p style="background:url(&quot;x.png&quot;)">`;
  expect(read(html)).toContainEqual(["style", "http://shop.test/a/m.css"]);
  expect(read(html)).toContainEqual(["image", "http://shop.test/a/b.png"]);
  const sheet = styleReferences("@import url(n.css); p{background:url(/p.png)}", page, "utf-8");
  expect(sheet.map(({ kind, url }) => [kind, url])).toEqual([
    ["style", "http://shop.test/a/n.css"],
    ["image", "http://shop.test/p.png"],
  ]);
});

it("changes addresses and not one byte else", () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x80]).toString("latin1");
  const html = `${bytes}<a  HREF = 'old'  class=x>${bytes}</a>`;
  const changed = withAddresses(html, pageReferences(html, page, "windows-1252"), () => "new?a=1&b='2'");
  expect(changed).toBe(`${bytes}<a  HREF = 'new?a=1&amp;b=%272%27'  class=x>${bytes}</a>`);
});

it("reads addresses in the encoding of the page", () => {
  const html = Buffer.from("<a href='/stra\xdfe'>", "latin1").toString("latin1");
  expect(pageReferences(html, page, "iso-8859-1")[0]?.url).toBe("http://shop.test/stra%C3%9Fe");
});

it("gives a page back as it was when nothing has another address, whatever the page", () => {
  const piece = fc.constantFrom(
    "<a href=",
    "<img srcset=",
    "'",
    '"',
    ">",
    "url(",
    "@import ",
    "<style>",
    "</style>",
    "x",
    " ",
    ",",
    "&#1;",
    "<base href=",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 60 }), (pieces) => {
      const html = pieces.join("");
      const references = pageReferences(html, page, "utf-8");
      expect(withAddresses(html, references, () => undefined)).toBe(html);
      for (const { start, end } of references) expect(end).toBeGreaterThan(start);
    }),
  );
});

it("is done soon with pages that were made to take long", () => {
  const many = 100_000;
  const hostile = [
    `<img srcset="a${",".repeat(many)}b">`,
    `<style>${"url('".repeat(many)}`,
    `<style>${"@import ".repeat(many)}`,
    `<a ${"href=x ".repeat(many)}`,
    "<a href=x>".repeat(many),
    `<a href="${"&#1;".repeat(many)}">`,
  ];
  const started = cpuMs();
  for (const html of hostile) withAddresses(html, pageReferences(html, page, "utf-8"), () => "x");
  expect(cpuMs() - started).toBeLessThan(20_000);
});
