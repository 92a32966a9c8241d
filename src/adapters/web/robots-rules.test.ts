import fc from "fast-check";
import otherReader from "robots-parser";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.js";
import { productToken, readRobots } from "./robots-rules.js";

// Its types describe another shape of module than the one it has.
const robotsParser = otherReader as unknown as (
  address: string,
  text: string,
) => { isAllowed(url: string, userAgent: string): boolean | undefined };

const SITE = new URL("https://a.test/robots.txt");
const allowed = (text: string, path: string, token = "scriptorium") =>
  readRobots(text, SITE).allows(new URL(path, SITE), token);

describe("groups", () => {
  const text = [
    "\uFEFFUser-agent: OtherBot",
    "User-Agent : Scriptorium/2.0 # by name",
    "Disallow: /named",
    "",
    "user-agent: *",
    "disallow: /everybody",
    "User-agent: scriptorium",
    "Disallow: /again",
  ].join("\r\n");

  it("a program that is named follows all groups that name it and not those for everybody", () => {
    expect(["/named/x", "/again", "/everybody", "/"].map((path) => allowed(text, path))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it("a program that is not named follows those for everybody", () => {
    expect(["/named", "/again", "/everybody"].map((path) => allowed(text, path, "third"))).toEqual([true, true, false]);
  });

  it("rules before any group, empty rules and lines that are none mean nothing", () => {
    expect(allowed("Disallow: /\nUser-agent: *\nDisallow:\n<html>\n:\nDisallow\n", "/a")).toBe(true);
  });

  it("a sitemap between names does not end the list of names", () => {
    expect(allowed("User-agent: scriptorium\nSitemap: /s.xml\nUser-agent: x\nDisallow: /", "/a")).toBe(false);
  });

  it("robots.txt itself may always be read", () => {
    expect(allowed("User-agent: *\nDisallow: /", "/robots.txt")).toBe(true);
  });
});

describe("patterns", () => {
  it.each([
    ["/fish", "/fish", true],
    ["/fish", "/fish.html", true],
    ["/fish", "/Fish", false],
    ["/fish", "/catfish", false],
    ["/fish*", "/fishheads/yummy.html", true],
    ["/fish/", "/fish", false],
    ["/*.php", "/folder/any.php?x=1", true],
    ["/*.php$", "/file.php", true],
    ["/*.php$", "/file.php?x=1", false],
    ["/*.php$", "/a.php/b.php", true],
    ["/fish*.php", "/fish/x.PHP", false],
    ["/*/b*/c$", "/a/b1/b2/c", true],
    ["/$", "/", true],
    ["/$", "/a", false],
    ["*x", "/ax", true],
    ["/a%3cd.html", "/a%3Cd.html", true],
    ["/%7Ejoe/", "/~joe/i", true],
    ["/ä", "/%C3%A4", true],
    ["/a%2fb", "/a/b", false],
  ])("%s matches %s: %s", (pattern, path, matching) => {
    expect(allowed(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(!matching);
  });

  it("the longest rule wins, and of equally long ones the one that allows", () => {
    const text = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c";
    expect(["/a/x", "/a/b", "/c"].map((path) => allowed(text, path))).toEqual([false, true, true]);
  });

  it("means what another reader of the same rules takes it to mean", () => {
    const piece = fc.constantFrom("/", "a", "b", "ab", "*", ".php", "?", "=", "%41", "-");
    const path = fc.array(piece, { maxLength: 8 }).map((parts) => `/x${parts.join("").replaceAll("*", "")}`);
    const line = fc.record({ allow: fc.boolean(), parts: fc.array(piece, { maxLength: 8 }), end: fc.boolean() });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), path, (lines, at) => {
        const rules = lines.map(
          ({ allow, parts, end }) =>
            `${allow ? "Allow" : "Disallow"}: /x${parts.join("").replace(/\*+/g, "*").replaceAll("%41", "B")}${end ? "$" : ""}`,
        );
        const text = ["User-agent: *", ...rules].join("\n");
        const plain = at.replaceAll("%41", "B");
        expect(allowed(text, plain)).toBe(
          robotsParser(SITE.href, text).isAllowed(new URL(plain, SITE).href, "x") ?? true,
        );
      }),
    );
  });
});

describe("the rest", () => {
  it("a crawl delay is read for its user agent, sixty seconds at most", () => {
    const rules = readRobots("User-agent: a\nCrawl-delay: 2.5\n\nUser-agent: *\nCrawl-delay: 86400", SITE);
    expect([rules.crawlDelay("a"), rules.crawlDelay("b")]).toEqual([2.5, 60]);
    expect(readRobots("User-agent: *\nCrawl-delay: soon", SITE).crawlDelay("a")).toBeUndefined();
  });

  it("sitemaps come as whole addresses, and only those of the web", () => {
    const text = "Sitemap: /s.xml\nsitemap: https://b.test/s.xml#x\nSitemap: file:///etc/passwd\nSitemap: http://[";
    expect(readRobots(text, SITE).sitemaps).toEqual(["https://a.test/s.xml", "https://b.test/s.xml"]);
  });

  it.each([
    ["Scriptorium/0.4.0 (+https://a.test)", "scriptorium"],
    ["Mozilla/5.0 (compatible; SomeBot/2.1; +https://a.test)", "somebot"],
    ["curl", "curl"],
    ["", ""],
  ])("%j goes by the name %j", (userAgent, token) => {
    expect(productToken(userAgent)).toBe(token);
  });

  it("half a megabyte of the worst that can be written takes no second and little memory", () => {
    const worst = [
      `User-agent: *\n${Array<string>(250)
        .fill(`Disallow: /${"*a".repeat(1000)}b`)
        .join("\n")}`,
      `${Array.from({ length: 12_000 }, (_, index) => `user-agent:a${index}`).join("\n")}\n${"disallow:/x\n".repeat(20_000)}`,
      `User-agent: *\n${"Allow:/\n".repeat(60_000)}`,
      `User-agent: *\nDisallow: /${"*".repeat(500_000)}a$`,
      `${" ".repeat(250_000)}:${"\n#".repeat(120_000)}`,
      `${"a".repeat(500_000)}`,
    ];
    const started = cpuMs();
    const before = process.memoryUsage().rss;
    for (const text of worst) allowed(text, `/${"a".repeat(4000)}`, "a11999");
    for (const text of worst) allowed(text, `/${"a".repeat(4000)}`);
    expect(cpuMs() - started).toBeLessThan(3_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  it("never throws, whatever the text", () => {
    const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.string({ unit }), fc.string({ unit }), (text, path) => {
        expect(typeof allowed(`User-agent: *\nDisallow: ${text}`, `/x${path}`)).toBe("boolean");
      }),
    );
  });
});
