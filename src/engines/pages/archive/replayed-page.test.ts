import { expect, it } from "vitest";
import { cpuMs } from "../../../../test/cpu-time.js";
import { archivePlace, replayAddress } from "./archive-addresses.js";
import { replayedPage } from "./replayed-page.js";

const wayback = archivePlace("");
const pywb = archivePlace("https://archive.test/coll");
const copy = { timestamp: "20100101000000", original: "http://shop.test/app" };

it("is shown at the address that each kind of archive has for it", () => {
  expect(replayAddress(copy, wayback)).toBe("https://web.archive.org/web/20100101000000if_/http://shop.test/app");
  expect(replayAddress(copy, pywb)).toBe("https://archive.test/coll/20100101000000mp_/http://shop.test/app");
});

it("has the addresses of the page, whichever way the archive wrote its own, and keeps those in its words", () => {
  const at = (address: string) => `<a href="${address}">x</a>`;
  const words = '<code>href="https://web.archive.org/web/2010/http://shop.test/"</code>';
  const html = [
    at("https://web.archive.org/web/20100101000000/http://shop.test/a"),
    at("//web.archive.org/web/20100101000000if_/https://shop.test/b"),
    at("/web/20100101000000/http://shop.test/c?x=/web/2010/http://shop.test/"),
    at("https://shop.test/web/20100101000000/http://shop.test/d"),
  ].join("");
  expect(replayedPage(html + words, "", wayback)).toBe(
    [
      at("http://shop.test/a"),
      at("https://shop.test/b"),
      at("http://shop.test/c?x=/web/2010/http://shop.test/"),
      at("https://shop.test/web/20100101000000/http://shop.test/d"),
      words,
    ].join(""),
  );
});

it("has no toolbar of the Wayback Machine and no banner of pywb", () => {
  const toolbar =
    "<!-- BEGIN WAYBACK TOOLBAR INSERT --><div id='wm-ipp'>About this capture</div><!-- END WAYBACK TOOLBAR INSERT -->";
  expect(replayedPage(`<body>${toolbar}<p>Pump</p></body>`, "", wayback)).toBe("<body><p>Pump</p></body>");
  const banner =
    '<wb_div id="_wb_plain_banner" lang="en"><span id="_wb_capture_info"><b>Archived on</b></span></wb_div>';
  expect(replayedPage(`<body>${banner}<p>Pump</p></body>`, "", pywb)).toBe("<body><p>Pump</p></body>");
});

it("is what pywb shows in its frame, with the head that the page had", () => {
  const around = (page: string) =>
    `<html><head></head><body><wb_div id="_wb_frame_top_banner">Archived on</wb_div><div id="wb_iframe_div">
      <iframe id="replay_iframe"></iframe><div data-frame="https://archive.test/coll/2010mp_/http://shop.test/">${page}</div>
    </div></body></html>`;
  const asItCame = '<html lang="en"><head><title>Pump</title></head><body><div id="root"></div></body></html>';
  const shown =
    '<div id="root"><div><p>Drawn<div>here</div></div></div><iframe></iframe><div data-frame="">and there</div>';
  expect(replayedPage(around(shown), asItCame, pywb)).toBe(
    `<html lang="en"><head><title>Pump</title></head><body>${shown}</body>`,
  );
});

it("takes time in proportion to its length", () => {
  for (const piece of [
    "<a",
    '<a href="/web/1',
    "<div id=_wb_plain_banner>",
    "<iframe id=replay_iframe>",
    "<!--\n     FILE ARCHIVED ON ",
  ]) {
    const html = piece.repeat(Math.ceil(400_000 / piece.length));
    const started = cpuMs();
    replayedPage(html, "", wayback);
    expect(cpuMs() - started, piece).toBeLessThan(3000);
  }
});
