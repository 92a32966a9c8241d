import { expect, it } from "vitest";
import { blockedDomains } from "./domain-filter.js";

it.each([
  ["bad.test", "https://bad.test/x", true],
  ["bad.test", "http://www.BAD.test:8080/", true],
  ["bad.test", "https://notbad.test/", false],
  ["bad.test", "https://bad.test.good.test/", false],
  ["*.bad.test", "https://a.b.bad.test/", true],
  ["https://bad.test/some/page", "https://bad.test/other", true],
  ["Bad.Test.", "https://bad.test./", true],
  ["b\u00fccher.test", "https://xn--bcher-kva.test/", true],
  ["192.0.2.1", "http://192.0.2.1/", true],
  ["# bad.test", "https://bad.test/", false],
  ["", "https://bad.test/", false],
  ["bad.test", "no address", false],
])("with %j on the list, whether %s is blocked is %s", (line, url, blocked) => {
  expect(blockedDomains([line])(url)).toBe(blocked);
});
