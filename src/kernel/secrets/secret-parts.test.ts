import { expect, it } from "vitest";
import { partsOfSecret } from "./secret-parts.js";

it.each([
  ["Bearer abcdef0123456789", ["abcdef0123456789"]],
  [`Basic ${btoa("me:pass-word-1")}`, [btoa("me:pass-word-1"), "me:pass-word-1", "pass-word-1"]],
  ["https://a.test/ sid=a1b2c3d4; Path=/members-only-area; theme=standard", ["a1b2c3d4"]],
  ["a.test\tTRUE\t/\tFALSE\t0\tsid\ta1b2c3d4", ["a1b2c3d4"]],
  ["http://me:secret@proxy.test:8080", ["me:secret", "secret"]],
  ["correct horse battery staple", []],
  ["hunter2", []],
])("what others may repeat of %j alone is %j", (secret, parts) => {
  expect([...new Set(partsOfSecret(secret))]).toEqual(parts);
});
