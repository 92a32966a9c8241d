import { describe, expect, it } from "vitest";
import { crawled, linking, page, site } from "../../../test/web/crawl-world.js";
import { cannedReader } from "../../adapters/doubles/index.js";
import { inProcessQueue } from "../../adapters/queue/index.js";
import { ephemeralKey } from "../../adapters/secrets/index.js";
import { pluginContract } from "../../kernel/contracts/plugin-contract.js";
import { createKernel } from "../../kernel/index.js";
import { memoryStorage } from "../../storage/memory.js";
import { webcrawler } from "./index.js";

describe("the task type web crawler", () => {
  it.each(pluginContract)("$name", async ({ run }) => {
    const create = async () => {
      const kernel = createKernel({
        storage: memoryStorage(),
        queue: inProcessQueue(),
        plugins: [webcrawler],
        providers: { reader: cannedReader() },
        secrets: ephemeralKey(),
      });
      await kernel.start();
      return kernel;
    };
    await run({ plugin: webcrawler, create });
  });
});

describe("pages made to hurt", () => {
  it("are crawled past, each a row", async () => {
    const { url } = await site({
      "/": linking("/deep", "/many", "/null", "/titles", "/proto", "/empty", "/after"),
      "/deep": `${"<div>".repeat(50_000)}<a href="/deeper">x</a>`,
      "/many": '<a href="/a">x</a>'.repeat(60_000),
      "/null": {
        body: "<title>a\u0000b</title><h1>\ud800</h1><a href='/a\u0000b'>\u0000</a><html lang='\u0000\u0001'>",
      },
      "/titles": `<title>${"long ".repeat(100_000)}</title>`,
      "/proto": '<meta name="__proto__" content="a"><a href="/__proto__">__proto__</a><a href="/constructor">c</a>',
      "/empty": { headers: { "content-type": "" }, body: "" },
      "/after": page("After", ""),
    });
    const collect = ["links", "meta", "images", "headings", "schema", "emails"];
    const { task, rows, report } = await crawled([`${url}/`], { collect, linkSelector: "a" });
    expect(task.status).toBe("complete");
    expect(rows.map((row) => String(row["url"]).replace(url, "")).toSorted()).toEqual(
      [
        "/",
        "/__proto__",
        "/a",
        "/a%00b",
        "/after",
        "/constructor",
        "/deep",
        "/deeper",
        "/empty",
        "/many",
        "/null",
        "/proto",
      ]
        .concat("/titles")
        .toSorted(),
    );
    expect(report()).toMatchObject({ counts: { links: 50_011 } });
  });

  it("do not keep a selector from finding its links", async () => {
    const { url, asked } = await site({
      "/": `<nav><a href="/no">No</a></nav><div class="list">${"<p>".repeat(1000)}<a href="/yes">Yes</a></div>`,
      "/yes": page("Yes", ""),
    });
    await crawled([`${url}/`], { linkSelector: ".list" });
    expect(asked).toEqual(["/", "/yes"]);
  });

  it("are left out when they are larger than the server takes, and their line is a row with the reason", async () => {
    const { url } = await site({ "/": linking("/big"), "/big": "x".repeat(11 * 1024 * 1024) });
    const { rows, report } = await crawled([`${url}/`]);
    expect(rows[1]).toMatchObject({ url: `${url}/big`, bytes: 0 });
    expect(String(rows[1]?.["error"])).not.toBe("");
    expect(report()).toMatchObject({ failed: { count: 1 } });
  });
});
