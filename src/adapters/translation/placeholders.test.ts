import { describe, expect, it } from "vitest";
import { aroundPlaceholders, masked, placeholders } from "./placeholders.js";

describe("placeholders", () => {
  it.each<[string, string[]]>([
    ["See https://example.com/a?b=c#d, or (http://b.example).", ["https://example.com/a?b=c#d", "http://b.example"]],
    ["Write to jo.doe+x@mail.example.org.", ["jo.doe+x@mail.example.org"]],
    [
      "Dear {name} and {{ user.name }}, pay \u0024{sum} or \u0024{{sum}}",
      ["{name}", "{{ user.name }}", "\u0024{sum}", "\u0024{{sum}}"],
    ],
    ["%s of %d, %1$s and %(count)d", ["%s", "%d", "%1$s", "%(count)d"]],
    ["A [[link]] in <b>bold</b><br/>", ["[[link]]", "<b>", "</b>", "<br/>"]],
    ["50% discount, 3 < 4 > 2, a { b, user@host, [note] and f(x)", []],
  ])("of %j", (text, found) => {
    expect(placeholders(text)).toEqual(found);
  });

  it.each([
    ["braces", "{".repeat(100_000)],
    ["letters before a sign", `${"a".repeat(100_000)}@`],
    ["points of an address", `a@${"b.".repeat(100_000)}`],
    ["tags that do not end", "<a ".repeat(50_000)],
    ["points behind a scheme", `https://${".".repeat(100_000)}`],
    ["per cent signs", "%(".repeat(50_000)],
  ])("are looked for in 100 KB of %s", (_name, text) => {
    expect(placeholders(text).join("").length).toBeLessThanOrEqual(text.length);
  });
});

describe("masked text", () => {
  it("holds signs for its placeholders, which come back wherever they went", () => {
    const { text, restore } = masked("Ask {name} at https://a.example now");
    expect(text).toBe("Ask \u27e60\u27e7 at \u27e61\u27e7 now");
    expect(restore("En \u27e61\u27e7, pregunta a \u27e60\u27e7")).toBe("En https://a.example, pregunta a {name}");
  });

  it.each([
    "lost \u27e60\u27e7",
    "doubled \u27e60\u27e7 \u27e61\u27e7 \u27e60\u27e7",
    "changed \u27e60\u27e7 \u27e6one\u27e7",
    "\u27e60\u27e7 \u27e62\u27e7",
  ])("is not restored from %j", (translation) => {
    expect(masked("{a} and {b}").restore(translation)).toBeUndefined();
  });

  it("with such signs of its own is left alone", () => {
    const { text, restore } = masked("the \u27e6x\u27e7 of {a}");
    expect(text).toBe("the \u27e6x\u27e7 of {a}");
    expect(restore("el \u27e6x\u27e7 de {a}")).toBe("el \u27e6x\u27e7 de {a}");
  });

  it("comes apart into text and placeholders in turns", () => {
    expect(aroundPlaceholders("{a}b{c}{d}")).toEqual(["", "{a}", "b", "{c}", "", "{d}", ""]);
  });
});
