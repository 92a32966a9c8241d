import { afterEach, expect, it } from "vitest";
import { archiveServer, type Capture } from "../../../test/web/archive-server.js";
import { kernelWith, outcomeOf, page, site, web } from "../../../test/web/download-world.js";
import type { Providers } from "../../kernel/index.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const ARCHIVE = "https://web.archive.org";

/** The web with an archive of these copies instead of archive.org. */
async function webWithArchive(captures: readonly Capture[]) {
  const archive = await archiveServer(captures);
  open.push(archive);
  const real = web();
  const fetch: Providers["web"]["fetch"] = async (url, request) => {
    if (!url.startsWith(ARCHIVE)) return real.fetch(url, request);
    const answer = await real.fetch(url.replace(ARCHIVE, archive.url), request);
    return { ...answer, url: answer.url.replace(archive.url, ARCHIVE) };
  };
  return { archive, web: { fetch } satisfies Providers["web"] };
}

it("a page that is gone is taken from the archive on wish, and its row says so", async () => {
  const { url } = await site({});
  const world = await webWithArchive([
    { original: `${url}/lamps`, timestamp: "20190101000000", body: page("Old Lamps") },
    { original: `${url}/lamps`, timestamp: "20210101000000", body: page("Lamps") },
    { original: `${url}/lamps`, timestamp: "20230101000000", status: "404", body: "gone" },
  ]);
  const data = { urlsFile: [`${url}/lamps`], archivedFallback: true, outputFormats: ["md"] };
  const { rows, files, log } = await outcomeOf(await kernelWith({ web: world.web }), data);
  expect(rows).toMatchObject([
    {
      url: `${url}/lamps`,
      finalUrl: `${ARCHIVE}/web/20210101000000/${url}/lamps`,
      httpStatus: 200,
      title: "Lamps",
      status: "ok",
    },
  ]);
  expect(files["articles/lamps.md"]).toContain(
    `url: "${url}/lamps"\narchive_url: "${rows[0]!["finalUrl"]}"\narchived_at: "2021-01-01T00:00:00Z"\n`,
  );
  expect(log.join("\n")).toContain("is gone; the copy that archive.org made of it is used.");
});

it("so is one whose host no longer answers", async () => {
  const gone = await site({});
  await gone.close();
  const world = await webWithArchive([
    { original: `${gone.url}/lamps`, timestamp: "20210101000000", body: page("Lamps") },
  ]);
  const data = { urlsFile: [`${gone.url}/lamps`], archivedFallback: true };
  const { rows } = await outcomeOf(await kernelWith({ web: world.web }), data);
  expect(rows).toMatchObject([{ title: "Lamps", status: "ok" }]);
});

it("without a copy, or an archive that answers, the page's own error is reported", async () => {
  const { url } = await site({});
  const world = await webWithArchive([]);
  const data = { urlsFile: [`${url}/lamps`], archivedFallback: true };
  const none = await outcomeOf(await kernelWith({ web: world.web }), data);
  expect(none.rows).toMatchObject([{ status: "not-found", httpStatus: 404 }]);
  world.archive.refuse({ kind: "status", status: 503 });
  const refused = await outcomeOf(await kernelWith({ web: world.web }), data);
  expect(refused.rows).toMatchObject([{ status: "not-found", httpStatus: 404 }]);
  expect(refused.log.join("\n")).toContain("archive.org could not be asked for a copy");
});

it("the archive is not asked unless wished, nor for what is only forbidden", async () => {
  const { url } = await site({ "/secret": (_request, response) => void response.writeHead(403).end("no") });
  const world = await webWithArchive([{ original: `${url}/lamps`, timestamp: "20210101000000", body: page("Lamps") }]);
  await outcomeOf(await kernelWith({ web: world.web }), { urlsFile: [`${url}/lamps`] });
  await outcomeOf(await kernelWith({ web: world.web }), { urlsFile: [`${url}/secret`], archivedFallback: true });
  expect(world.archive.requests).toEqual([]);
});

it("says which address of a redirect answered, and that an answer is empty", async () => {
  const { url } = await site({
    "/moved": (_request, response) => void response.writeHead(301, { location: "/404" }).end(),
    "/empty": "",
  });
  const { rows } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/moved`, `${url}/empty`] });
  expect(rows).toMatchObject([
    {
      status: "not-found",
      error: expect.stringContaining(`${url}/moved redirects to ${url}/404, which answered with status 404`),
    },
    { status: "too-short", error: "The answer is empty. It holds no text that can be used." },
  ]);
});
