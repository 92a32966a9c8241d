import { describe, expect, it } from "vitest";
import { pdfFile } from "../../../test/doubles/pdf-file.js";
import { bytes, kernelWith, outcome, outcomeOf, page, site } from "../../../test/web/download-world.js";

describe("a page", () => {
  it("becomes an article, its page as it came, and a row", async () => {
    const head = '<meta name="author" content="Ann Lee"><meta property="article:published_time" content="2024-05-01">';
    const { url } = await site({ "/lamps": page("Lamps and Lenses", "lamps", head) });
    const { task, rows, files } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/lamps`] });
    expect(task).toMatchObject({ status: "complete" });
    expect(Object.keys(files)).toEqual(["articles/lamps-and-lenses.txt", "raw/lamps-and-lenses.html"]);
    expect(files["articles/lamps-and-lenses.txt"]).toContain("Paragraph 1 about lamps");
    expect(files["articles/lamps-and-lenses.txt"]).not.toContain("Copyright");
    expect(files["raw/lamps-and-lenses.html"]).toContain("Copyright The Almanac");
    expect(rows).toEqual([
      {
        url: `${url}/lamps`,
        finalUrl: `${url}/lamps`,
        httpStatus: 200,
        title: "Lamps and Lenses",
        author: "Ann Lee",
        date: "2024-05-01",
        lang: "en",
        words: expect.any(Number),
        hash: expect.stringMatching(/^[\da-f]{64}$/),
        file: "articles/lamps-and-lenses.txt",
        licence: "",
        status: "ok",
        error: "",
        rendered: "",
        line: 1,
      },
    ]);
    expect(Object.keys(rows[0]!).join()).toBe(
      "url,finalUrl,httpStatus,title,author,date,lang,words,hash,file,licence,status,error,rendered,line",
    );
  });

  it("is written in every format that is asked for, the first being the one of its row", async () => {
    const { url } = await site({ "/lamps": page("Lamps") });
    const data = {
      urlsFile: [`${url}/lamps`],
      outputFormats: ["md", "HTML", "json", "csv", "xml", "txt"],
      saveRaw: false,
    };
    const { rows, files } = await outcomeOf(await kernelWith(), data);
    expect(Object.keys(files).sort()).toEqual(
      ["csv", "html", "json", "md", "txt", "xml"].map((format) => `articles/lamps.${format}`),
    );
    expect(rows[0]).toMatchObject({ file: "articles/lamps.md" });
    expect(JSON.parse(files["articles/lamps.json"]!)).toMatchObject({
      url: `${url}/lamps`,
      metadata: { title: "Lamps" },
    });
  });

  it("in an old encoding is kept in UTF-8, marked as such against what it says of itself", async () => {
    const html = page("Caf\u00e9 lights", "caf\u00e9 lights", '<meta charset="windows-1252">');
    const { url } = await site({ "/x": bytes(Buffer.from(html, "latin1"), "text/html") });
    const { files } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/x`] });
    expect(files["raw/caf\u00e9-lights.html"]).toMatch(/^\ufeff<!DOCTYPE html>/);
    expect(files["articles/caf\u00e9-lights.txt"]).toContain("caf\u00e9 lights meant");
  });

  it("that leads elsewhere has both addresses in its row", async () => {
    const { url } = await site({
      "/old": (_request, response) => void response.writeHead(301, { location: "/new" }).end(),
      "/new": page("Lamps"),
    });
    const { rows } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/old`] });
    expect(rows[0]).toMatchObject({ url: `${url}/old`, finalUrl: `${url}/new`, httpStatus: 200, status: "ok" });
  });

  it("on which nothing looks like its text is kept with a warning", async () => {
    const links = Array.from({ length: 30 }, (_, index) => `<li><a href="/${index}">Place ${index}</a></li>`);
    const { url } = await site({
      "/menu": `<html><body><nav class="menu"><ul>${links.join("")}</ul></nav></body></html>`,
    });
    const { rows, log } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/menu`], minWords: 0 });
    expect(rows[0]).toMatchObject({ status: "ok" });
    expect(log.join("\n")).toContain("Nothing on the page looks like its text");
  });

  it("of plain text or Markdown is an article, too", async () => {
    const words = "Keepers lit the lamps at dusk and put them out at dawn, in every kind of weather. ".repeat(4);
    const { url } = await site({
      "/a.txt": bytes(`The Lamps\n\n${words}`, "text/plain"),
      "/b.md": bytes(`# The *Keepers*\n\n- ${words}`, "text/plain"),
    });
    const data = { urlsFile: [`${url}/a.txt`, `${url}/b.md`], dedupeContent: "off", concurrency: 1 };
    const { rows, files } = await outcomeOf(await kernelWith(), data);
    expect(rows.map(({ title, status }) => `${title} ${status}`)).toEqual(["The Lamps ok", "The Keepers ok"]);
    expect(files["raw/the-lamps.txt"]).toContain("The Lamps");
    expect(files["articles/the-keepers.txt"]).toContain("- Keepers lit");
  });

  it("that is a PDF file is read, whether or not its address says so", async () => {
    const line = (n: number) => ({
      text: `Line ${n} tells of the lamps and of who lit them at dusk`,
      x: 72,
      y: 700 - 14 * n,
      size: 11,
    });
    const pdf = (title: string) => pdfFile([[1, 2, 3, 4, 5].map(line)], { Title: title, Author: "Ann Lee" });
    const served = await site({
      "/a.pdf": bytes(pdf("Annual Report"), "application/pdf"),
      "/download?id=7": bytes(pdf("Other Report"), "application/pdf"),
      "/no.pdf": page("Not a report"),
    });
    const urls = ["/a.pdf", "/download?id=7", "/no.pdf"].map((path) => served.url + path);
    const { rows, files } = await outcomeOf(await kernelWith(), {
      urlsFile: urls,
      dedupeContent: "off",
      concurrency: 1,
    });
    expect(rows.map(({ title, author, status, error }) => `${title}|${author}|${status}${error}`)).toEqual([
      "Annual Report|Ann Lee|ok",
      "Other Report|Ann Lee|ok",
      "Not a report||ok",
    ]);
    expect(files["articles/annual-report.txt"]).toContain("Line 1 tells of the lamps");
    expect(files["raw/annual-report.pdf"]).toMatch(/^%PDF-/);
    const off = await outcomeOf(await kernelWith(), { urlsFile: urls.slice(0, 1), parsePdf: "off" });
    expect(off.rows[0]).toMatchObject({ status: "unreadable", error: expect.stringContaining('parsePdf is "off"') });
  });

  it("is what selectors find, or all but what they find", async () => {
    const html = page("Lamps").replace(
      "</h1>",
      '</h1><div class="lead"><p>Only these few words are the lead of it.</p></div>',
    );
    const { url } = await site({ "/lamps": html });
    const data = { urlsFile: [`${url}/lamps`], minWords: 1 };
    const only = { ...data, extractMode: "selector", includeSelectorsFile: [".lead"] };
    const lead = await outcomeOf(await kernelWith(), only);
    expect(lead.files["articles/lamps.txt"]).toContain("Only these few words");
    expect(lead.files["articles/lamps.txt"]).not.toContain("Paragraph 1");
    const rest = await outcomeOf(await kernelWith(), { ...data, excludeSelectorsFile: [".lead", "p:nth-of-type(2)"] });
    expect(rest.files["articles/lamps.txt"]).toContain("Paragraph 1");
    expect(rest.files["articles/lamps.txt"]).not.toMatch(/Only these few words|Paragraph 2/);
  });

  it("keeps links and tables as the options say", async () => {
    const table = "<table><tr><th>Year</th><th>Lamps</th></tr><tr><td>1811</td><td>twelve</td></tr></table>";
    const html = page("Lamps").replace(
      "</h1>",
      `</h1><p>The <a href="/keepers">keepers</a> of old kept long lists of lamps, as these:</p>${table}`,
    );
    const { url } = await site({ "/lamps": html });
    const data = { urlsFile: [`${url}/lamps`], outputFormats: ["md"] };
    const plain = await outcomeOf(await kernelWith(), { ...data, keepTables: false });
    expect(plain.files["articles/lamps.md"]).not.toMatch(/twelve|\/keepers/);
    const linked = await outcomeOf(await kernelWith(), { ...data, keepLinks: true });
    expect(linked.files["articles/lamps.md"]).toContain(`[keepers](${url}/keepers)`);
    expect(linked.files["articles/lamps.md"]).toMatch(/\| 1811 +\| twelve +\|/);
    expect(linked.rows[0]!["words"]).toBe(Number(plain.rows[0]!["words"]) + 4);
  });

  it("that continues on others is one article, and each of its pages is kept", async () => {
    const part = (n: number, next: string) =>
      page("Lamps", `lamps of chapter ${n}`, next === "" ? "" : `<link rel="next" href="${next}">`);
    const { url } = await site({
      "/lamps": part(1, "/lamps?page=2"),
      "/lamps?page=2": part(2, "/lamps?page=3"),
      "/lamps?page=3": part(3, ""),
    });
    const { rows, files } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/lamps`] });
    expect(rows).toHaveLength(1);
    for (const n of [1, 2, 3]) expect(files["articles/lamps.txt"]).toContain(`about lamps of chapter ${n} tells`);
    expect(Object.keys(files)).toEqual([
      "articles/lamps.txt",
      "raw/lamps.2.html",
      "raw/lamps.3.html",
      "raw/lamps.html",
    ]);
  });

  it("has its images saved next to it if asked, and points to them", async () => {
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    const { url } = await site({
      "/lamps": page("Lamps").replace(
        "</h1>",
        '</h1><figure><img src="/lamp.jpeg" alt="A lamp" width="640" height="480"></figure>',
      ),
      "/lamp.jpeg": bytes(png, "image/jpeg"),
    });
    const data = { urlsFile: [`${url}/lamps`], downloadImages: true, outputFormats: ["html"] };
    const { files } = await outcomeOf(await kernelWith(), data);
    expect(Object.keys(files)).toEqual(["articles/lamps.html", "images/lamps-1.png", "raw/lamps.html"]);
    expect(files["articles/lamps.html"]).toContain('src="../images/lamps-1.png"');
  });
});

describe("a page is left out, with the reason in its row,", () => {
  const reason = async (data: Record<string, never> | Record<string, unknown>, html = page("Lamps")) => {
    const { url, asked } = await site({ "/x": html });
    const { task, rows, files } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/x`], ...(data as object) });
    expect(files).toEqual({});
    expect(task.status).toBe("complete");
    return { status: rows[0]!["status"], error: rows[0]!["error"], asked };
  };

  it("when it is too short", async () => {
    expect(await reason({ minWords: 1000 })).toMatchObject({
      status: "too-short",
      error: expect.stringMatching(/^It has \d+ words, and minWords asks for 1000\.$/),
    });
  });

  it("when it is too long", async () => {
    expect(await reason({ maxWords: 30 })).toMatchObject({
      status: "too-long",
      error: expect.stringMatching(/^It has \d+ words, and maxWords allows 30\.$/),
    });
  });

  it("when it holds nothing, whatever minWords says", async () => {
    expect(await reason({ minWords: 0 }, "<html><body></body></html>")).toMatchObject({ status: "too-short" });
  });

  it("when it is in another language", async () => {
    expect(await reason({ languageFilter: ["de-AT", "fr"] })).toMatchObject({
      status: "other-language",
      error: 'Its language is "en", and languageFilter asks for another.',
    });
  });

  it("when it does not say of itself what is wanted", async () => {
    expect(await reason({ requireMetadata: ["title", "Date", "author"] })).toMatchObject({
      status: "missing-metadata",
      error: "It does not say its date, author.",
    });
  });

  it("when its domain is on the list, without being fetched", async () => {
    const { status, asked } = await reason({ blockedDomainsFile: ["127.0.0.1"] });
    expect(status).toBe("blocked-domain");
    expect(asked).toEqual([]);
  });
});

describe("pages that say the same", () => {
  const twins = () =>
    site({
      "/a": page("Lamps", "lamps"),
      "/b": page("Lamps", "lamps"),
      "/c": page("Lamps", "lamps").replace("for the first time", "for the very first time"),
      "/d": page("Lamps", "horses"),
    });
  const statuses = async (dedupeContent: string) => {
    const { url } = await twins();
    const urls = ["a", "b", "c", "d"].map((name) => `${url}/${name}`);
    const { rows, files } = await outcomeOf(await kernelWith(), {
      urlsFile: urls,
      dedupeContent,
      concurrency: 1,
      saveRaw: false,
    });
    return { url, rows, statuses: rows.map(({ status }) => status), files: Object.keys(files) };
  };

  it("near: are kept once, and the row of a later one names the first", async () => {
    const found = await statuses("near");
    expect(found.statuses).toEqual(["ok", "duplicate", "duplicate", "ok"]);
    expect(found.rows[1]).toMatchObject({ error: `It says the same as ${found.url}/a, which came before.`, file: "" });
  });

  it("exact: are kept when a word is another", async () => {
    expect((await statuses("exact")).statuses).toEqual(["ok", "duplicate", "ok", "ok"]);
  });

  it("off: are all kept, under names of their own", async () => {
    const found = await statuses("off");
    expect(found.statuses).toEqual(["ok", "ok", "ok", "ok"]);
    expect(new Set(found.files).size).toBe(4);
    expect(found.files).toContain("articles/lamps.txt");
  });
});

describe("a page that cannot be had", () => {
  it.each([
    ["/gone", "not-found", 404],
    ["/error", "failed", 503],
    ["/secret", "blocked", 403],
    ["/data", "unreadable", 200],
    ["/huge", "unreadable", 200],
  ])("%s is a row with the status %s", async (path, status, httpStatus) => {
    const { url } = await site({
      "/good": page("Lamps"),
      "/error": (_request, response) => void response.writeHead(503).end("later"),
      "/secret": (_request, response) => void response.writeHead(403).end("no"),
      "/data": bytes("{}", "application/json"),
      "/huge": page("Huge").padEnd(60_000, " "),
    });
    const data = { urlsFile: [`${url}/good`, url + path], maxBytes: 50_000 };
    const { task, rows } = await outcomeOf(await kernelWith(), data);
    expect(task.status).toBe("complete");
    const row = rows.find((one) => one["url"] === url + path)!;
    expect(row).toMatchObject({ status, httpStatus, file: "", words: 0, error: expect.stringMatching(/\. .+\.$/) });
    expect(Object.keys(row)).toEqual(Object.keys(rows.find((one) => one["status"] === "ok")!));
    if (path === "/huge") expect(row["error"]).toMatch(/ is larger than the 50000 bytes of maxBytes\. Raise it, /);
  });

  it.each([
    [
      "sitemap",
      '<?xml version="1.0"?>\n<!-- made by hand --><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>',
    ],
    ["feed", '<rss version="2.0"><channel/></rss>'],
    ["feed", '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>'],
  ])("because it is a %s says how to give one", async (kind, text) => {
    const { url } = await site({ "/list.xml": bytes(text, "text/xml") });
    const { rows } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/list.xml`] });
    expect(rows[0]!["error"]).toBe(
      `${url}/list.xml is a ${kind} and no page. Write "${kind}:" before it to download the pages that it names.`,
    );
  });

  it("because of robots.txt says so", async () => {
    const { serveHttp } = await import("../../../test/doubles/loopback.js");
    const server = await serveHttp(
      (request, response) => {
        if (request.url === "/robots.txt") response.end("User-agent: *\nDisallow: /private");
        else response.setHeader("content-type", "text/html").end(page("Lamps"));
      },
      { robots: true },
    );
    const { rows } = await outcomeOf(await kernelWith(), {
      urlsFile: [`${server.url}/private/x`, `${server.url}/open`],
    });
    await server.close();
    expect(rows.map(({ status }) => status).sort()).toEqual(["ok", "robots"]);
  });

  it("is a run that failed when there is no other, in one sentence and what to do", async () => {
    const { url } = await site({});
    const { task } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/a`, `${url}/b`, `${url}/c`] });
    expect(task).toMatchObject({
      status: "failed",
      error: {
        code: "not-found",
        message: expect.stringMatching(/^None of the 3 pages could be .+\(3 of 3\)\. .+ Nothing was saved\.$/),
      },
    });
  });

  it("names the network when no name can be looked up", async () => {
    const { createWeb } = await import("../../adapters/web/index.js");
    const lookup = async () => {
      throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    };
    const offline = createWeb({ lookup: lookup as never });
    const urls = ["https://nowhere.example/a", "https://nowhere.example/b"];
    const { task, rows } = await outcomeOf(await kernelWith({ web: offline }), { urlsFile: urls });
    await offline.close();
    expect(task.error).toMatchObject({ code: "no-network" });
    expect(task.error!.message).toMatch(/^None of the 2 pages could be fetched: .*nowhere\.example.*\(2 of 2\)\./);
    expect(task.error!.message).toMatch(
      /This machine seems to have no network, or proxyMode is wrong\. Nothing was saved\.$/,
    );
    expect(rows.map(({ status }) => status)).toEqual(["failed", "failed"]);
  });
});

it("a run that was recorded is done again without the network, to the same files", async () => {
  const served = await site({ "/lamps": page("Lamps"), "/horses": page("Horses") });
  const kernel = await kernelWith();
  const urlsFile = [`${served.url}/lamps`, `${served.url}/horses`, `${served.url}/gone`];
  const first = await outcomeOf(kernel, { urlsFile, recordExchanges: true });
  await served.close();
  const { _id, runId } = first.task;
  await kernel.tasks.patch(_id, { recordExchanges: false, replayRunId: runId! });
  await kernel.tasks.run(_id);
  const again = await outcome(kernel, _id);
  const articles = ({ files }: typeof first) => Object.entries(files).filter(([path]) => path.startsWith("articles/"));
  expect(articles(again)).toEqual(articles(first));
  const statuses = again.rows
    .slice(first.rows.length)
    .map(({ url, status }) => `${new URL(String(url)).pathname} ${status}`);
  expect(statuses.sort()).toEqual(["/gone not-found", "/horses ok", "/lamps ok"]);
});

it("a run that was never recorded is refused at the beginning of the run that should repeat it", async () => {
  const { url, asked } = await site({ "/lamps": page("Lamps") });
  const replayRunId = "0123456789abcdef01234567";
  const { task, rows } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/lamps`], replayRunId });
  expect(task).toMatchObject({ status: "failed", error: { code: "bad-input" } });
  expect(task.error!.message).toContain(`There is no recorded run "${replayRunId}" of this task.`);
  expect([rows, asked]).toEqual([[], []]);
});

describe("settings that cannot be used fail the run and name what can", () => {
  it.each([
    [{ outputFormats: ["txt", "docx"] }, 'outputFormats has "docx", which is not known. Use one or more of "txt"'],
    [{ outputFormats: [] }, "outputFormats is empty."],
    [{ requireMetadata: ["price"] }, 'requireMetadata has "price", which is not known.'],
    [{ extractMode: "selector" }, "includeSelectorsFile is empty."],
    [{ excludeSelectorsFile: ["div[["] }, '"div[[" in excludeSelectorsFile is not a CSS selector that can be used.'],
    [{ languageFilter: ["English"] }, 'languageFilter has "English", which is no language code'],
    [{ minWords: 100, maxWords: 50 }, "maxWords is smaller than minWords"],
    [{ proxyMode: "list" }, "proxiesFile is empty."],
  ])("%j", async (data, sentence) => {
    const { task } = await outcomeOf(await kernelWith(), { urlsFile: ["https://a.test/"], ...data });
    expect(task).toMatchObject({ status: "failed", error: { code: "bad-input" } });
    expect(task.error!.message).toContain(sentence);
  });

  it("no address and no folder", async () => {
    const { task } = await outcomeOf(await kernelWith(), {});
    expect(task).toMatchObject({ status: "failed", error: { code: "no-input" } });
  });
});

describe("a run that saves nothing", () => {
  it.each([
    [{ minWords: 5000 }, / was left out\. It has \d+ words, and minWords asks for 5000\. Lower minWords\.$/],
    [{ maxWords: 101, minWords: 1 }, / and maxWords allows 101\. Raise maxWords, or set it to 0\.$/],
    [{ languageFilter: ["de"] }, / Its language is "en", .* Add the language to languageFilter, or empty the list\.$/],
    [
      { extractMode: "selector", includeSelectorsFile: [".nothing"] },
      / was left out\. Nothing with text in it fits includeSelectorsFile\. Correct the selectors\.$/,
    ],
  ])("warns in its log, and names the setting: %j", async (data, reason) => {
    const { url } = await site({ "/lamps": page("Lamps") });
    const { task, log } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/lamps`], ...data });
    expect(task.status).toBe("complete");
    const warnings = log.filter((entry) => entry.startsWith("warn: Nothing was saved: "));
    expect(warnings).toEqual([expect.stringMatching(reason)]);
  });

  it("counts what was left out, and what saves a page warns of nothing", async () => {
    const { url } = await site({ "/a": page("Lamps"), "/b": page("Ropes", "ropes"), "/c": page("Boats", "boats") });
    const urlsFile = ["a", "b", "c"].map((path) => `${url}/${path}`);
    const none = await outcomeOf(await kernelWith(), { urlsFile, minWords: 5000, concurrency: 1 });
    expect(none.log.filter((entry) => entry.startsWith("warn: "))).toEqual([
      expect.stringMatching(
        /^warn: Nothing was saved: \S+\/a and 2 more were left out, 3 of them for one reason\. It has /,
      ),
    ]);
    const blockedDomainsFile = ["nothing.test"];
    const some = await outcomeOf(await kernelWith(), { urlsFile, blockedDomainsFile });
    expect(some.log.filter((entry) => entry.startsWith("warn: "))).toEqual([]);
  });
});
