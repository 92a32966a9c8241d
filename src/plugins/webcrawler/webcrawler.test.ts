import { describe, expect, it } from "vitest";
import { crawled, linking, page, site } from "../../../test/web/crawl-world.js";

describe("a crawl", () => {
  it("fetches every page of a host once, whatever its addresses look like", async () => {
    const { url, asked } = await site({
      "/": linking(
        "/a",
        "b",
        "/a#part",
        "/a?utm_source=x",
        "HTTP://127.0.0.1:1/",
        "/c?b=2&a=1",
        "/./a",
        "mailto:a@b.c",
      ),
      "/a": linking("/", "/c?a=1&b=2"),
      "/b": linking("/UPPER", "/upper"),
      "/c?b=2&a=1": page("C", ""),
      "/UPPER": page("Upper", ""),
      "/upper": page("Lower", ""),
    });
    const { task, rows } = await crawled([`${url}/`]);
    expect(task.status).toBe("complete");
    expect(asked.toSorted()).toEqual(["/", "/UPPER", "/a", "/b", "/c?b=2&a=1", "/upper"].toSorted());
    expect(rows).toHaveLength(6);
    expect(rows[0]).toMatchObject({ url: `${url}/`, status: 200, depth: 0, title: "Page", language: "en", error: "" });
    expect(rows.find((row) => row["url"] === `${url}/UPPER`)).toMatchObject({ depth: 2, foundOn: `${url}/b` });
  });

  it("writes its pages, links, sitemap and report", async () => {
    const { url } = await site({
      "/": linking("/a", "/gone", "http://127.0.0.1:9/"),
      "/a": page('=A, "quoted"', '<a href="/">Back</a><img src="i.png">'),
    });
    const { table, files, report } = await crawled([`${url}/`]);
    expect(table("pages.csv")[0]!.slice(0, 6)).toEqual(["url", "status", "finalUrl", "depth", "title", "words"]);
    expect(files.get("pages.csv")).toContain(`"'=A, ""quoted"""`);
    expect(table("links.csv")).toEqual([
      ["from", "to", "anchor", "rel", "status", "kind"],
      [`${url}/`, `${url}/a`, "To /a", "", "200", "a"],
      [`${url}/`, `${url}/gone`, "To /gone", "", "404", "a"],
      [`${url}/`, "http://127.0.0.1:9/", "To http://127.0.0.1:9/", "", "", "a"],
      [`${url}/a`, `${url}/`, "Back", "", "200", "a"],
    ]);
    expect(files.get("sitemap.xml")).toContain(`<loc>${url}/a</loc>`);
    expect(files.get("sitemap.xml")).not.toContain("gone");
    expect(report()).toMatchObject({
      counts: { pages: 3, statuses: { 200: 2, 404: 1 } },
      broken: {
        count: 1,
        items: [{ url: `${url}/gone`, status: 404, links: 1, from: [{ url: `${url}/`, anchor: "To /gone" }] }],
      },
      missing: { alt: { count: 1, items: [{ url: `${url}/a`, images: 1, withoutAlt: 1 }] } },
    });
  });
});

it("a run that was never recorded is refused before anything is fetched", async () => {
  const { url, asked } = await site({ "/": page("Home", "") });
  const { task } = await crawled([`${url}/`], { replayRunId: "0123456789abcdef01234567" });
  expect(task).toMatchObject({ status: "failed", error: { code: "bad-input" } });
  expect(task.error!.message).toContain("There is no recorded run");
  expect(asked).toEqual([]);
});
