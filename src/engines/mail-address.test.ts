import { expect, it } from "vitest";
import { readMailAddress } from "./mail-address.js";

it.each([
  ["anna@example.com", "anna@example.com"],
  [" anna.b+news@Sub.Example.COM ", "anna.b+news@sub.example.com"],
  ["o'neil@xn--bcher-kva.example", "o'neil@xn--bcher-kva.example"],
  ["info@bücher.example", "info@xn--bcher-kva.example"],
  ["root@localhost", "root@localhost"],
])("%s is an address", (text, address) => {
  expect(readMailAddress(text)).toEqual({ address });
});

it.each([
  "",
  "anna",
  "@example.com",
  "anna@",
  "a@b@example.com",
  "a@x.test, b@y.test",
  "a@x.test;b@y.test",
  "g:a@x.test;",
  "Anna <a@x.test>",
  '"a b"@x.test',
  "a@[127.0.0.1]",
  "a@127.0.0.1",
  "a@2130706433",
  "a@0x7f000001",
  "a..b@x.test",
  ".a@x.test",
  "a@x..test",
  "a@-x.test",
  "a@x.test\r\nBcc: evil@x.test",
  "a@x.test\n",
  "a@x.test\u2028",
  "a@x.test/path",
  "a@x.test#y",
  "änna@x.test",
  "(comment)a@x.test",
  `${"a".repeat(65)}@x.test`,
  `a@${"x".repeat(64)}.test`,
  `${"a".repeat(10_000)}@x.test`,
])("%j is none", (text) => {
  expect(readMailAddress(text)).toHaveProperty("problem");
});
