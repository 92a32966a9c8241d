import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ArchiveServer, archiveServer, type Capture } from "./archive-server.js";

const at = (year: number) => `${year}0101000000`;
const captures: readonly Capture[] = [
  ...[2001, 2002, 2003, 2004].map((year) => ({
    original: "http://a.test/",
    timestamp: at(year),
    body: year < 2003 ? "old" : "new",
  })),
  { original: "http://www.a.test:80/b/?y=2&x=1", timestamp: at(2003), mime: "text/css", body: "css" },
  { original: "http://sub.a.test/", timestamp: at(2003), status: "404", body: "no" },
  { original: "http://ab.test/", timestamp: at(2003), body: "other" },
];
let archive: ArchiveServer;
beforeAll(async () => {
  archive = await archiveServer(captures, { blockRows: 2 });
});
afterAll(() => archive.close());

const list = async (query: string) => (await fetch(`${archive.url}/cdx/search/cdx?${query}`)).text();
const lines = async (query: string) => (await list(query)).split("\n").filter((line) => line !== "");

it("matches addresses exactly, by beginning, by host and by domain", async () => {
  expect(await lines("url=A.test")).toHaveLength(4);
  expect(await lines("url=a.test/b?x=1%26y=2")).toEqual([
    expect.stringMatching(/^test,a\)\/b\?x=1&y=2 20030101000000 http:\/\/www\.a\.test:80\/b\/\?y=2&x=1 text\/css 200 /),
  ]);
  expect(await lines("url=a.test/&matchType=prefix")).toHaveLength(5);
  expect(await lines("url=a.test&matchType=host")).toHaveLength(5);
  expect(await lines("url=*.a.test")).toHaveLength(6);
});

it("filters by dates and by whole fields, collapses neighbours, and counts from both ends", async () => {
  const years = async (more: string) =>
    (await lines(`url=a.test&fl=timestamp&${more}`)).map((line) => line.slice(0, 4));
  expect(await years("from=2002&to=2003")).toEqual(["2002", "2003"]);
  expect(await years("filter=timestamp:2001")).toEqual([]);
  expect(await years("filter=timestamp:2001.*&filter=statuscode:200")).toEqual(["2001"]);
  expect(await years("filter=!timestamp:2001.*")).toEqual(["2002", "2003", "2004"]);
  expect(await years("collapse=digest")).toEqual(["2001", "2003"]);
  expect(await years("collapse=timestamp:3")).toEqual(["2001"]);
  expect(await years("collapse=urlkey")).toEqual(["2001"]);
  expect(await years("limit=2")).toEqual(["2001", "2002"]);
  expect(await years("limit=-1")).toEqual(["2004"]);
  expect(await years("fastLatest=true")).toEqual(["2004"]);
  expect(await years("offset=3")).toEqual(["2004"]);
  expect(await years("sort=reverse&limit=1")).toEqual(["2004"]);
  expect(await years("sort=closest&closest=2003&limit=1")).toEqual(["2003"]);
});

it("gives a key to go on with, in both forms, and pages by blocks", async () => {
  const first = await list("url=a.test&limit=3&showResumeKey=true&fl=timestamp");
  expect(first).toBe(`${at(2001)}\n${at(2002)}\n${at(2003)}\n\ntest%2Ca)%2F+20030101000000!\n`);
  expect(await lines("url=a.test&fl=timestamp&resumeKey=test%2Ca)%2F+20030101000000!")).toEqual([at(2004)]);
  const json = JSON.parse(await list("url=a.test&limit=1&showResumeKey=true&fl=timestamp&output=json")) as string[][];
  expect(json).toEqual([["timestamp"], [at(2001)], [], ["test%2Ca)%2F+20010101000000!"]]);
  expect(await list("url=none.test&output=json")).toBe("[]\n");
  expect(await list("url=a.test&showNumPages=true&pageSize=1")).toBe("2\n");
  expect(await lines("url=a.test&page=1&pageSize=1&fl=timestamp")).toEqual([at(2003), at(2004)]);
});

it("gives copies as they were, sends to the nearest, and says what it has", async () => {
  const copy = await fetch(`${archive.url}/web/${at(2001)}id_/http://a.test/`, { redirect: "manual" });
  expect([copy.status, await copy.text(), copy.headers.get("x-archive-orig-content-type")]).toEqual([
    200,
    "old",
    "text/html",
  ]);
  const other = await fetch(`${archive.url}/web/2004id_/http://a.test/`, { redirect: "manual" });
  expect([other.status, other.headers.get("location")]).toEqual([302, `/web/${at(2004)}id_/http://a.test/`]);
  expect((await fetch(`${archive.url}/web/2004id_/http://none.test/`)).status).toBe(404);
  const gone = await fetch(`${archive.url}/web/${at(2003)}id_/http://sub.a.test/`);
  expect([gone.status, gone.headers.has("memento-datetime")]).toEqual([404, true]);
  const found = (await (await fetch(`${archive.url}/wayback/available?url=a.test&timestamp=2002`)).json()) as object;
  expect(found).toMatchObject({ archived_snapshots: { closest: { available: true, timestamp: at(2002) } } });
  expect(await (await fetch(`${archive.url}/wayback/available?url=none.test`)).json()).toMatchObject({
    archived_snapshots: {},
  });
});

it("compresses for clients that understand it, unless asked not to", async () => {
  const bytes = (path: string) =>
    new Promise<Buffer>((resolve) => {
      request(`${archive.url}${path}`, { headers: { "accept-encoding": "gzip" } }, async (answer) => {
        resolve(Buffer.concat(await answer.toArray()));
      }).end();
    });
  expect(gunzipSync(await bytes("/cdx/search/cdx?url=sub.a.test")).toString()).toMatch(/^test,a,sub\)\/ /);
  expect((await bytes("/cdx/search/cdx?url=sub.a.test&gzip=false")).toString()).toMatch(/^test,a,sub\)\/ /);
});
