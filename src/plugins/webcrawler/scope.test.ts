import { describe, expect, it } from "vitest";
import { webCrawlerOptions } from "./options.js";
import { crawlScope } from "./scope.js";

describe("the scope of a crawl", () => {
  const places = async (data: Record<string, unknown>, addresses: readonly string[]) => {
    const scope = await crawlScope(webCrawlerOptions.parse(data));
    scope.extend("https://www.example.co.uk/docs/start");
    return addresses.map((address) => scope.place(address));
  };
  const addresses = [
    "https://www.example.co.uk/docs/a",
    "https://example.co.uk/other",
    "https://shop.example.co.uk/docs/a",
    "https://example.co.uk:8443/docs/a",
    "https://other.co.uk/docs/a",
    "https://wwwexample.co.uk/docs/a",
  ];

  it.each([
    [{ scope: "host" }, ["in", "in", "out", "out", "out", "out"]],
    [{ scope: "host", ignoreWww: false }, ["in", "out", "out", "out", "out", "out"]],
    [{ scope: "domain" }, ["in", "in", "in", "in", "out", "out"]],
    [{ scope: "prefix" }, ["in", "out", "out", "out", "out", "out"]],
    [{ scope: "any" }, ["in", "in", "in", "in", "in", "in"]],
    [{ scope: "page" }, ["out", "out", "out", "out", "out", "out"]],
    [{ scope: "custom", includePatternsFile: ["shop."] }, ["out", "out", "in", "out", "out", "out"]],
    [{ scope: "any", excludePatternsFile: ["/docs/"] }, ["never", "in", "never", "never", "never", "never"]],
  ])("%j", async (data, expected) => {
    expect(await places(data, addresses)).toEqual(expected);
  });

  it("leaves out addresses that only traps have", async () => {
    const trapped = ["/a".repeat(5), "/x/y".repeat(5), `/${"s/".repeat(3)}${[...Array(41).keys()].join("/")}`];
    const fine = ["/2026/01/01/post", "/a/a/a", "//", "/?a=/a/a/a/a/a/a"];
    const whole = (paths: readonly string[]) => paths.map((path) => `https://example.co.uk${path}`);
    expect(await places({}, whole(trapped))).toEqual(["never", "never", "never"]);
    expect(await places({}, whole(fine))).toEqual(["in", "in", "in", "in"]);
  });
});
