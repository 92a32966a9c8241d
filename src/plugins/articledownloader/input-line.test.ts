import fc from "fast-check";
import { expect, it } from "vitest";
import { inputLine, inputLines } from "./input-line.js";

const page = (url: string) => ({ kind: "page", url });
const file = (folder: string, path: string) => ({ kind: "file", folder, path });
const folder = (name: string) => ({ kind: "folder", folder: name });

it.each([
  ["https://a.test/x", page("https://a.test/x")],
  ["  HTTP://a.test/x#y ", page("HTTP://a.test/x#y")],
  ["www.a.test", page("https://www.a.test")],
  ["a.test/page.html?q=1", page("https://a.test/page.html?q=1")],
  ["a.test:8080/x", page("https://a.test:8080/x")],
  ["localhost:8080/x", page("https://localhost:8080/x")],
  ["ftp://a.test/x", page("ftp://a.test/x")],
  ["javascript:alert(1)", page("javascript:alert(1)")],
  ["sitemap:https://a.test/sitemap.xml", { kind: "sitemap", url: "https://a.test/sitemap.xml" }],
  ["Sitemap: a.test/sitemap.xml", { kind: "sitemap", url: "https://a.test/sitemap.xml" }],
  ["feed:https://a.test/feed", { kind: "feed", url: "https://a.test/feed" }],
  ["feed://a.test/feed", { kind: "feed", url: "http://a.test/feed" }],
  ["file:///srv/texts/a%20b.html", file("/srv/texts", "a b.html")],
  ["file://localhost/srv/a.md", file("/srv", "a.md")],
  ["file:///srv/texts/", folder("/srv/texts")],
  ["file:///a.txt", file("/", "a.txt")],
  ["file:///C:/texts/a.html", file("C:/texts", "a.html")],
  ["/srv/texts/%E0.html", file("/srv/texts", "%E0.html")],
  ["/srv/texts", folder("/srv/texts")],
  ["./notes.md", file(".", "notes.md")],
  ["notes.md", file(".", "notes.md")],
  ["texts/notes.md", file("texts", "notes.md")],
  ["texts", folder("texts")],
  ["task:0123abc/articles", folder("task:0123abc/articles")],
  ["task:0123abc/articles/bees.txt", file("task:0123abc/articles", "bees.txt")],
  ["C:\\texts\\a.html", file("C:\\texts", "a.html")],
  ["folder:saved pages", folder("saved pages")],
])("%s names %j", (line, expected) => {
  expect(inputLine(line)).toEqual(expected);
});

it("the folder of a task is one more line", () => {
  expect(inputLines(["https://a.test/"], " saved ")).toEqual(["https://a.test/", "folder:saved"]);
  expect(inputLines(["https://a.test/"], " ")).toEqual(["https://a.test/"]);
});

it("any line names something, also one made to take long", () => {
  for (const part of ["/", ".", "a", ":", "a.", "/a", "\\"]) inputLine(part.repeat(200_000));
  fc.assert(
    fc.property(fc.string(), (line) => {
      expect(["page", "sitemap", "feed", "file", "folder"]).toContain(inputLine(line).kind);
    }),
  );
});
