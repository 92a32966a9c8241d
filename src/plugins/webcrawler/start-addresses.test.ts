import { describe, expect, it } from "vitest";
import { crawled, linking, page, site } from "../../../test/web/crawl-world.js";

describe("start addresses", () => {
  it("that fail have the status they answered with, and 401 says how to sign in", async () => {
    const { url } = await site({
      "/": page("Home", ""),
      "/closed": { status: 401, headers: { "www-authenticate": "Basic" } },
      "/loop": { status: 302, headers: { location: "/loop" } },
    });
    const { rows } = await crawled([`${url}/`, `${url}/closed`, `${url}/loop`]);
    const row = (path: string) => rows.find((one) => one["url"] === `${url}${path}`);
    expect(row("/closed")).toMatchObject({
      status: 401,
      error: expect.stringContaining("(name:password@)"),
    });
    expect(row("/loop")).toMatchObject({ status: 302, error: expect.stringContaining("in a circle") });
  });

  it("that fail are rows with the reason, and the others are crawled", async () => {
    const { url } = await site({ "/": linking("/a"), "/a": page("A", "") });
    const { task, rows, table } = await crawled([
      `${url}/`,
      `${url}/gone`,
      "no address",
      "ftp://example.com/",
      "http://127.0.0.1:9/",
    ]);
    expect(task).toMatchObject({ status: "complete", progress: { ok: 1, failed: 4 } });
    expect(rows).toHaveLength(6);
    const errors = Object.fromEntries(rows.map((row) => [row["url"], row["error"]]));
    expect(errors[`${url}/gone`]).toMatch(/status 404.*Check the address/);
    expect(errors["no address"]).toContain("no address that can be crawled");
    expect(errors["ftp://example.com/"]).toContain("no address that can be crawled");
    expect(errors["http://127.0.0.1:9/"]).not.toBe("");
    expect(new Set(rows.map((row) => Object.keys(row).slice(0, 17).join()))).toHaveProperty("size", 1);
    expect(table("pages.csv").filter(([address]) => address === `${url}/gone`)).toHaveLength(1);
  });

  it("that all fail make a failed run with one sentence", async () => {
    const { task } = await crawled(["http://127.0.0.1:9/a", "http://127.0.0.1:9/b"]);
    expect(task.status).toBe("failed");
    expect(task.error?.message).toMatch(/^None of the 2 start URLs could be (fetched|used): .* Nothing was saved\.$/);
  });

  it("that are one page fail together", async () => {
    const { task } = await crawled([
      "http://127.0.0.1:9/a",
      "http://127.0.0.1:9/a#b",
      "http://127.0.0.1:9/a?utm_source=c",
    ]);
    expect(task).toMatchObject({ status: "failed", progress: { ok: 0, failed: 3 } });
  });

  it("that robots rules forbid say so", async () => {
    const { url } = await site({ "/robots.txt": { body: "User-agent: *\nDisallow: /\n" }, "/": page("A", "") });
    const { task, rows } = await crawled([`${url}/`]);
    expect(task.status).toBe("failed");
    expect(task.error?.message).toContain("robots");
    expect(rows).toHaveLength(1);
  });

  it("that are one page are crawled once, and a page belongs to one of them", async () => {
    const { url, asked } = await site({ "/": linking("/a", "/b"), "/a": linking("/", "/b"), "/b": page("B", "") });
    const { task, rows } = await crawled([`${url}/`, `${url}/a`, `${url}/a?utm_source=x`, `${url}/#top`]);
    expect(task.status).toBe("complete");
    expect(asked.toSorted()).toEqual(["/", "/a", "/b"]);
    expect(rows).toHaveLength(3);
  });

  it("that redirect to another spelling of themselves, or once to themselves, are there", async () => {
    const { url } = await site({
      "/?a=2&b=1": { status: 301, headers: { location: "/?utm_source=me&b=1&a=2" } },
      "/?utm_source=me&b=1&a=2": linking("/x", "/?b=1&a=2"),
      "/cookie": (visit) => (visit === 1 ? { status: 302, headers: { location: "/cookie" } } : linking("/y")),
      "/x": page("X", ""),
      "/y": page("Y", ""),
    });
    const { task, rows } = await crawled([`${url}/?a=2&b=1`, `${url}/cookie`]);
    expect(task.progress).toMatchObject({ ok: 2 });
    expect(rows.map((row) => row["url"]).toSorted()).toEqual(
      [`${url}/?utm_source=me&b=1&a=2`, `${url}/cookie`, `${url}/x`, `${url}/y`].toSorted(),
    );
  });

  it("that redirect in a circle or without end fail", async () => {
    let n = 0;
    const { url } = await site({
      "/a": { status: 302, headers: { location: "/b" } },
      "/b": { status: 302, headers: { location: "/a" } },
      "/self": { status: 302, headers: { location: "/self" } },
      "/long*": () => {
        n += 1;
        return { status: 302, headers: { location: `/long${n}` } };
      },
      "/moved": { status: 301, headers: { location: "/gone" } },
    });
    const { rows, task } = await crawled([`${url}/a`, `${url}/self`, `${url}/long`, `${url}/moved`]);
    expect(task.progress).toMatchObject({ ok: 0, failed: 4 });
    const errors = Object.fromEntries(rows.map((row) => [row["url"], row["error"]]));
    for (const path of ["a", "self", "long"]) expect(errors[`${url}/${path}`]).toContain("redirects in a circle");
  });

  it("that redirect are followed for five hops", async () => {
    const { url, asked } = await site({
      "/end": page("End", ""),
      ...Object.fromEntries(
        Array.from({ length: 6 }, (_, n) => [
          `/${n + 1}`,
          { status: 301, headers: { location: n === 0 ? "/end" : `/${n}` } },
        ]),
      ),
    });
    const five = await crawled([`${url}/5`]);
    expect(five.task.progress).toMatchObject({ ok: 1, failed: 0 });
    expect(five.rows.map((row) => row["url"]).toSorted()).toEqual(
      ["/1", "/2", "/3", "/4", "/5", "/end"].map((path) => url + path),
    );
    asked.length = 0;
    const six = await crawled([`${url}/6`]);
    expect(six.task.progress).toMatchObject({ ok: 0, failed: 1 });
    expect(asked).not.toContain("/end");
  });

  it("that redirect to what is refused have one row each, which says what was refused", async () => {
    const { url } = await site({
      "/a": { status: 302, headers: { location: "http://10.0.0.1/inside" } },
      "/b": { status: 302, headers: { location: "http://10.0.0.1/inside" } },
      "/c": { status: 302, headers: { location: "/a" } },
      "/fine": { status: 302, headers: { location: "/page" } },
      "/page": page("Page", ""),
    });
    const { task, rows } = await crawled([`${url}/a`, `${url}/b`, `${url}/c`, `${url}/fine`], { concurrency: 1 });
    expect(task.progress).toMatchObject({ ok: 1, failed: 3 });
    expect(rows.map((row) => row["url"]).toSorted()).toEqual(
      ["/a", "/b", "/c", "/fine", "/page"].map((path) => url + path),
    );
    for (const path of ["/a", "/b", "/c"]) {
      const error = rows.find((row) => row["url"] === url + path)?.["error"];
      expect(error).toMatch(/^The address http:\/\/10\.0\.0\.1\/inside is refused: \S/);
    }
  });

  it("that redirect to an address with a password fail, without a word of it", async () => {
    const { url } = await site({
      "/": { status: 302, headers: { location: "http://user:hunter2@127.0.0.1/" } },
      "/on": { status: 302, headers: { location: "/" } },
    });
    const { task, rows, log } = await crawled([`${url}/`, `${url}/on`]);
    expect(task).toMatchObject({ status: "failed", progress: { ok: 0, failed: 2 } });
    expect(rows.map((row) => row["error"])).toEqual([
      expect.stringContaining("redirects to an address that is too long or has a password in it. "),
      expect.stringContaining(`/on redirects to ${url}/, of which there is no page`),
    ]);
    expect(JSON.stringify([rows, log, task.error])).not.toContain("hunter2");
  });

  it.each([
    "http://user:hunter2@example.com/",
    "user:hunter2@example.com/",
    "https://hunter2@example.com/",
    "http://user:hun/ter2@example.com/",
    "http:\\\\user:hunter2@example.com/",
    "http://user:word@hunter2@example.com/",
  ])("keep the password to themselves: %s", async (line) => {
    const { task, log, rows } = await crawled([line.replace("example.com", "127.0.0.1:9")]);
    expect(task.status).toBe("failed");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify([log, rows, task.error])).not.toMatch(/hunter2|ter2|word@/);
  });

  it("with an @ in their path are shown whole", async () => {
    const { rows } = await crawled(["http://127.0.0.1:9/@joe"]);
    expect(rows).toMatchObject([{ url: "http://127.0.0.1:9/@joe" }]);
  });

  it("with signs in the password that must be escaped are none, and say so", async () => {
    const { log } = await crawled(["http://user:hun/ter2@example.com/"]);
    expect(log.join("\n")).toContain(
      '"http://example.com/" is an address with a name and password that cannot be crawled',
    );
  });

  it.each(["http:\\\\127.0.0.1\\", "http:/\\127.0.0.1/", "http://example.com\\@127.0.0.1/", "\\\\127.0.0.1\\a"])(
    "with a backslash before the path are none: %s",
    async (line) => {
      const { rows } = await crawled([line]);
      expect(rows).toHaveLength(1);
      expect(rows[0]?.["error"]).toMatch(/^".*" is .* crawled\. (?:Give one such as|Write)/);
    },
  );

  it("without a scheme are taken to be https", async () => {
    const { rows } = await crawled(["127.0.0.1:9/x"]);
    expect(String(rows[0]?.["error"])).not.toContain("no address");
  });

  it("each have their page, however few pages the run may fetch", async () => {
    const { url, asked } = await site({ "/*": () => linking("/x", "/y", "/z") });
    const starts = Array.from({ length: 10 }, (_, n) => `${url}/start/${n}`);
    const { task, rows } = await crawled(starts, { maxPages: 11 });
    expect(task.progress).toMatchObject({ ok: 10 });
    expect(rows).toHaveLength(11);
    expect(asked).toHaveLength(11);
    const few = await crawled(starts, { maxPages: 4 });
    expect(few.task.progress).toMatchObject({ ok: 4, failed: 6 });
    expect(few.rows.some((row) => String(row["error"]).includes("maxPages"))).toBe(true);
  });

  it("share the places that there are", async () => {
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return linking("/a", "/b", "/c", "/d", "/e", "/f");
    };
    const { url, together } = await site({ "/*": slow });
    await crawled([`${url}/1`, `${url}/2`, `${url}/3`], { concurrency: 3 });
    expect(together()).toBe(3);
  });

  it("stop when the bytes of the run are used up", async () => {
    const { url, asked } = await site({
      "/*": (visit) => page("A", `${"x ".repeat(2000)}<a href="/p">${visit}</a><a href="/q">q</a>`),
    });
    await crawled([`${url}/`], { maxBytes: 5000, concurrency: 1 });
    expect(asked).toHaveLength(2);
  });
});

describe("a site that asks for fewer requests", () => {
  const limited = (headers = {}, status = 429) => ({ status, headers, body: "slow down" });

  it("is asked again after the wait it names, and then crawled to the end", async () => {
    const { url, asked } = await site({
      "/": linking("/a", "/b"),
      "/a": (visit) => (visit < 3 ? limited({ "retry-after": "0" }) : page("A", "")),
      "/b": (visit) => (visit < 2 ? limited({}, 503) : page("B", "")),
    });
    const { rows, log } = await crawled([`${url}/`]);
    expect(rows.map((row) => row["status"])).toEqual([200, 200, 200]);
    expect(asked.filter((path) => path === "/a")).toHaveLength(3);
    expect(log.join("\n")).toContain("asks for a pause");
  });

  it("is given up when it keeps asking, for that page alone", async () => {
    const { url, asked } = await site({ "/": linking("/a", "/b"), "/a": limited({}, 403), "/b": page("B", "") });
    const { rows, task } = await crawled([`${url}/`], { rateLimitRetries: 2, rateLimitStatuses: [403] });
    expect(task.status).toBe("complete");
    expect(asked.filter((path) => path === "/a")).toHaveLength(3);
    expect(rows.map((row) => row["status"]).sort()).toEqual([200, 200, 403]);
  });

  it("for a day is not waited for", async () => {
    const { url } = await site({ "/": linking("/a"), "/a": limited({ "retry-after": "86400" }) });
    const { rows } = await crawled([`${url}/`]);
    expect(rows.map((row) => row["status"])).toEqual([200, 429]);
  });

  it("with other statuses than those named is not asked again by the crawl", async () => {
    const { url, asked } = await site({ "/": linking("/a"), "/a": limited({}, 403) });
    await crawled([`${url}/`], { rateLimitStatuses: [429] });
    expect(asked).toEqual(["/", "/a"]);
  });

  it("loses none of its other pages when one of them is not asked for again", async () => {
    const { url } = await site({
      "/": linking("/limited", "/a", "/b", "/c", "/d"),
      "/limited": limited({ "retry-after": "1" }),
      "/*": () => page("Page", ""),
    });
    const { rows } = await crawled([`${url}/`], { rateLimitRetries: 0 });
    expect(rows.map((row) => row["status"]).toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
