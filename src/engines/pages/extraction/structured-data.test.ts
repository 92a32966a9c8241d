import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonProblem } from "../../../kernel/values/json.js";
import { mainObject, structuredData } from "./structured-data.js";

describe("structured data", () => {
  const article = { "@type": "Article", name: "Bees" };
  it.each([
    ["plain", '{"@type": "Article", "name": "Bees"}'],
    ["in CDATA", '//<![CDATA[\n{"@type": "Article", "name": "Bees"}\n//]]>'],
    ["in an HTML comment", '<!-- {"@type": "Article", "name": "Bees"} -->'],
    ["with trailing commas", '{"@type": "Article", "name": "Bees",}'],
    ["with comments", '{"@type": "Article", /* who? */ "name": "Bees" // end\n}'],
    ["with a semicolon", '{"@type": "Article", "name": "Bees"};'],
    ["with escaped quotes", "{&quot;@type&quot;: &quot;Article&quot;, &quot;name&quot;: &quot;Bees&quot;}"],
    ["cut off", '{"@type": "Article", "name": "Bees"'],
    ["in a list", '[{"@type": "Article", "name": "Bees"}]'],
    ["in a graph", '{"@context": "x", "@graph": [{"@type": "Article", "name": "Bees"}]}'],
  ])("is read %s", (_, script) => {
    expect(structuredData([script])).toEqual([article]);
  });

  it("may be several objects in one script, and line breaks within texts", () => {
    expect(structuredData(['{"a": "1\n2"}\n{"b": 2}'])).toEqual([{ a: "1 2" }, { b: 2 }]);
  });

  it("can be stored, whatever it holds", () => {
    const script = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .array(
          fc.constantFrom(
            "{",
            "}",
            "[",
            "]",
            '"a"',
            ":",
            ",",
            "//",
            "/*",
            "\\",
            '"',
            "\u0000",
            '{"__proto__":1}',
            '{"constructor":{}}',
          ),
        )
        .map((all) => all.join("")),
    );
    fc.assert(
      fc.property(fc.array(script, { maxLength: 4 }), (scripts) => {
        for (const one of structuredData(scripts)) expect(jsonProblem(one)).toBeUndefined();
      }),
    );
    const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
    for (const one of structuredData([deep, '{"a":"\\ud800","\\u0000":1}'])) expect(jsonProblem(one)).toBeUndefined();
  });

  it("says which object describes the text of the page", () => {
    const found = structuredData([
      '[{"@type":"BreadcrumbList"},{"@type":"WebPage","name":"Page"},{"@type":["NewsArticle","Thing"],"headline":"Bees"}]',
    ]);
    expect(mainObject(found)).toMatchObject({ headline: "Bees" });
    expect(
      mainObject(structuredData(['{"@type":"QAPage","mainEntity":{"@type":"Question","name":"Why?"}}'])),
    ).toMatchObject({
      name: "Why?",
    });
    expect(mainObject([])).toBeUndefined();
  });
});
