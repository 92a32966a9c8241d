import { expect, it } from "vitest";
import { absoluteAddress } from "./absolute-address.js";

it.each([
  ["/b?x=1", "https://a.test/c/d", "https://a.test/b?x=1"],
  [" e ", "https://a.test/c/d", "https://a.test/c/e"],
  ["https://b.test/", "", "https://b.test/"],
  ["https://ann:secret@b.test/", "https://a.test/", "https://b.test/"],
  ["/b", "", ""],
  ["mailto:ann@a.test", "https://a.test/", ""],
  ["javascript:alert(1)", "https://a.test/", ""],
  [`/${"a".repeat(4000)}`, "https://a.test/", ""],
  ["", "https://a.test/", ""],
  [undefined, "https://a.test/", ""],
])("%s on the page %s leads to %j", (reference, page, whole) => {
  expect(absoluteAddress(reference, page)).toBe(whole);
});
