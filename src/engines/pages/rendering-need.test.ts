import fc from "fast-check";
import { expect, it } from "vitest";
import { anyCharacter } from "../../../test/any-character.js";
import { renderingNeed } from "./rendering-need.js";

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");
const SCRIPT = '<script src="/app.js"></script>';

it.each([
  ["an application's empty element", `<div id="root"></div>${SCRIPT}`],
  ["one with a menu around it", `<nav>${words(60)}</nav><div id="__next"> </div>${SCRIPT}`],
  ["an element of a framework", `<app-root></app-root>${SCRIPT}`],
  ["a wish for JavaScript", `<p>${words(80)}</p><noscript>Bitte JavaScript einschalten.</noscript>${SCRIPT}`],
])("needs a browser for %s", (_, html) => {
  expect(renderingNeed(`<html><body>${html}</body></html>`)).toBe("app-frame");
});

it("needs one for a page with scripts and next to no words", () => {
  expect(renderingNeed(`<p>Loading ...</p><ul id="list"></ul>${SCRIPT}`)).toBe("few-words");
});

it.each([
  ["a page with text", `<div id="root"><p>${words(300)}</p></div>${SCRIPT}<noscript>JavaScript</noscript>`],
  ["a short page without scripts", "<h1>Not found</h1>"],
  ["a short page with data for programs only", '<p>Short.</p><script type="application/ld+json">{}</script>'],
  ["a page of some length whose scripts add to it", `<p>${words(80)}</p>${SCRIPT}`],
  ["nothing", ""],
])("needs none for %s", (_, html) => {
  expect(renderingNeed(html)).toBeUndefined();
});

it("does not count what readers do not see", () => {
  const unseen = `<style>${words(300)}</style><template>${words(300)}</template><script>${words(300)}</script>`;
  expect(renderingNeed(`<p>Loading</p>${unseen}`)).toBe("few-words");
});

it("takes any text", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 500 }), (text) => void renderingNeed(text)));
});
