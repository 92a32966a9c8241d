import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type ImageServiceKind, type ImageServiceOptions, imageService } from "../../../test/doubles/image-services.js";
import type { ServiceDouble } from "../../../test/doubles/translation-service.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { ImageQuery } from "../../kernel/providers/images.js";
import { testClock } from "../doubles/index.js";
import type { ImageEngine } from "./engine.js";
import { imageEngines, openverse, pexels, pixabay, unsplash, wikimedia } from "./index.js";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function service(kind: ImageServiceKind, options: ImageServiceOptions = {}): Promise<ServiceDouble> {
  const made = await imageService(kind, options);
  open.push(made);
  return made;
}

const quick = { wait: async () => {}, userAgent: "Test/1 (+https://test.example)" };
const ENGINES: Readonly<Record<ImageServiceKind, (url: string, apiKey?: string) => ImageEngine>> = {
  openverse: (url, apiKey = "") => openverse({ ...quick, url: `${url}/v1/`, apiKey }),
  wikimedia: (url) => wikimedia({ ...quick, url: `${url}/w/api.php` }),
  unsplash: (url, apiKey = "sesame") => unsplash({ ...quick, url: `${url}/`, apiKey }),
  pexels: (url, apiKey = "sesame") => pexels({ ...quick, url: `${url}/v1/`, apiKey }),
  pixabay: (url, apiKey = "sesame") => pixabay({ ...quick, url: `${url}/api/`, apiKey }),
};
const query = (rest: Partial<ImageQuery> = {}): ImageQuery => ({
  ...{ licences: ["cc0", "pdm", "by", "by-sa"], minWidth: 600, limit: 10, signal: AbortSignal.timeout(10_000) },
  ...rest,
});
const KINDS = Object.keys(ENGINES) as ImageServiceKind[];
const ALL = [...query().licences, "unsplash", "pexels", "pixabay"] as const;

async function failure(work: Promise<unknown>): Promise<ScriptoriumError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ScriptoriumError.is(error)) throw new Error("nothing of ours was thrown");
  return error;
}

describe("Openverse", () => {
  it("is asked for the licences that are wanted, and gives all that a credit needs", async () => {
    const { url, requests } = await service("openverse");
    const { images, problems } = await imageEngines([ENGINES.openverse(url)]).find("honey bee", query());
    expect(problems).toEqual([]);
    expect(images).toHaveLength(10);
    expect(images[0]).toEqual({
      url: `${url}/files/1.jpg`,
      page: "https://www.flickr.com/photos/jane/1",
      title: "Honey bee 1",
      width: 1024,
      height: 683,
      author: "Jane Doe",
      authorUrl: "https://www.flickr.com/photos/jane",
      licence: "cc0",
      licenceVersion: "1.0",
      licenceUrl: "https://creativecommons.org/licenses/cc0/2.0/",
      service: "Openverse",
      engine: "openverse",
      showFrom: "anywhere",
      notice: "",
    });
    const asked = new URL(requests[0]!.path, url).searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      ...{ q: "honey bee", page: "1", page_size: "20", mature: "false", license: "cc0,pdm,by,by-sa" },
    });
    expect(requests[0]?.headers).toMatchObject({ "user-agent": quick.userAgent });
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });

  it("is asked for further pages as far as they are needed", async () => {
    const { url, requests } = await service("openverse");
    expect((await imageEngines([ENGINES.openverse(url)]).find("bee", query({ limit: 50 }))).images).toHaveLength(36);
    expect(requests).toHaveLength(2);
  });

  it("gives no image of an unknown licence, or one that is not for everybody, too narrow or of no use", async () => {
    const odd: Readonly<Record<number, Record<string, unknown>>> = {
      1: { license: "sampling+" },
      2: { mature: true },
      3: { unstable__sensitivity: ["sensitive_text"] },
      4: { width: 320 },
      5: { url: "javascript:alert(1)" },
      6: { url: "https://a.test/drawing.svg" },
      7: { url: null },
      8: { license: null },
      9: { width: null, height: null, creator: null, title: null, creator_url: "data:text/html,x" },
    };
    const image = (number: number) => ({ license: "by", ...odd[number] });
    const { url } = await service("openverse", { total: 9, image, instead: () => undefined });
    const anything = await service("openverse", {
      instead: (_request, count) => ({
        json: {
          page_count: 1,
          results: Array.from({ length: 9 }, (_, index) => ({
            url: `https://a.test/${count}-${index}.jpg`,
            ...image(index + 1),
          })),
        },
      }),
    });
    for (const at of [url, anything.url]) {
      const { images } = await imageEngines([ENGINES.openverse(at)]).find("bee", query());
      expect(images).toHaveLength(1);
      expect(images[0]).toMatchObject({ width: 0, height: 0, author: "", title: "", authorUrl: "" });
    }
  });

  it("takes a smaller copy of a large file of Wikimedia Commons", async () => {
    const file = { url: "https://upload.wikimedia.org/wikipedia/commons/a/ab/Bee_1.jpg", width: 6000, height: 4000 };
    const { url } = await service("openverse", { total: 5, image: () => file });
    const { images } = await imageEngines([ENGINES.openverse(url)]).find("bee", query());
    expect(images).toMatchObject([
      {
        url: "https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/Bee_1.jpg/1280px-Bee_1.jpg",
        width: 1280,
        height: 853,
      },
    ]);
  });

  it.each([
    ["File:Well_test separator.JPG", "en:User:Oil&GasIndustry", "Well test separator", "Oil&GasIndustry"],
    ["Colosseum, Rome - panoramio - Ada (12).jpg", "Unknown authorUnknown author", "Colosseum, Rome", ""],
    [
      "Honey bee (7022349863).jpg",
      "Diego Delso, delso.photo, License CC BY-SA",
      "Honey bee",
      "Diego Delso, delso.photo",
    ],
    ["Rupert's Reef @reeflife #lapofaus #sea", "  Jane\n Doe ", "Rupert's Reef", "Jane Doe"],
    ["Forum &amp; <i>Palatine</i>", "Anonymous", "Forum & Palatine", ""],
    ["DSC_0456.JPG", "<b>x</b>", "", "x"],
    ["20190503_112233", "Licenciado Vidriera", "", "Licenciado Vidriera"],
    ["Area 51", "51", "Area 51", "51"],
  ])("%j by %j is read as people would write it", async (title, creator, readTitle, author) => {
    const { url } = await service("openverse", { total: 1, image: () => ({ title, creator }) });
    const { images } = await imageEngines([ENGINES.openverse(url)]).find("bee", query());
    expect(images).toMatchObject([{ title: readTitle, author }]);
  });

  it("takes an application that is registered, whose token is asked for once and again when it has ended", async () => {
    const clock = testClock();
    let ended = false;
    const { url, requests } = await service("openverse", {
      key: "id:secret",
      instead: ({ path }) => {
        if (!ended || !path.includes("/images/")) return undefined;
        ended = false;
        return { status: 401, json: { detail: "expired" } };
      },
    });
    const engine = openverse({ ...quick, url: `${url}/v1/`, apiKey: "id:secret", clock });
    for (const words of ["a", "b"]) await engine.find(words, query(), query().signal);
    expect(requests.map(({ path }) => path.split("?")[0])).toEqual([
      "/v1/auth_tokens/token/",
      "/v1/images/",
      "/v1/images/",
    ]);
    expect(requests[1]?.headers.authorization).toBe("Bearer token-1");
    ended = true;
    expect((await engine.find("c", query(), query().signal)).images).toHaveLength(10);
    expect(requests).toHaveLength(6);
    const wrong = openverse({ ...quick, url: `${url}/v1/`, apiKey: "id:other" });
    expect(await failure(wrong.find("a", query(), query().signal))).toMatchObject({ code: "auth" });
  });

  it("is not asked for licences that it does not have", async () => {
    const { url, requests } = await service("openverse");
    const { images } = await imageEngines([ENGINES.openverse(url)]).find("bee", query({ licences: ["pexels"] }));
    expect([images, requests]).toEqual([[], []]);
  });
});

describe("Wikimedia Commons", () => {
  it("gives its images best first with their author as text, in a size for pages", async () => {
    const { url, requests } = await service("wikimedia");
    const { images } = await imageEngines([ENGINES.wikimedia(url)]).find('honey "bee" -wasp', query({ limit: 3 }));
    expect(images.map(({ title }) => title)).toEqual([1, 2, 3].map((number) => `Apis mellifera ${number}`));
    expect(images[0]).toMatchObject({
      ...{ width: 1280, height: 960, author: "Ada & Co", authorUrl: "https://commons.wikimedia.org/wiki/User:Ada" },
      ...{ licence: "by-sa", licenceVersion: "4.0", service: "Wikimedia Commons" },
    });
    const asked = new URL(requests[0]!.path, url).searchParams;
    expect(asked.get("gsrsearch")).toBe("filetype:bitmap filew:>599 honey bee wasp");
    expect(requests[0]?.headers["user-agent"]).toBe(quick.userAgent);
  });

  it.each([
    ["cc-by-2.0", "by", "2.0"],
    ["cc-by-sa-3.0-migrated", "by-sa", "3.0"],
    ["cc-by-sa-2.5,2.0,1.0", "by-sa", "2.5"],
    ["cc0", "cc0", "1.0"],
    ["pd", "pdm", ""],
    ["pd-us", "pdm", ""],
  ])("reads the licence %s", async (code, licence, licenceVersion) => {
    const { url } = await service("wikimedia", { total: 1, image: () => withLicence(code) });
    const { images } = await imageEngines([ENGINES.wikimedia(url)]).find("bee", query());
    expect(images).toMatchObject([{ licence, licenceVersion }]);
  });

  it("reads the licence by its name where it has no code, and the address without who asked for it", async () => {
    const named = withLicence("");
    const [info] = named.imageinfo;
    const thumburl = "https://thumb.wikimedia.org/wikipedia/commons/thumb/a/ab/B.jpg/1280px-B.jpg?utm_source=commons";
    const extmetadata = { LicenseShortName: { value: "CC BY-SA 4.0" }, Artist: { value: "en:User:Ada" } };
    const { url } = await service("wikimedia", {
      ...{
        total: 1,
        image: () => ({ imageinfo: [{ ...info, thumburl, thumbwidth: 1280, thumbheight: 853, extmetadata }] }),
      },
    });
    const { images } = await imageEngines([ENGINES.wikimedia(url)]).find("bee", query());
    expect(images).toMatchObject([
      {
        ...{ licence: "by-sa", licenceVersion: "4.0", author: "Ada" },
        url: "https://thumb.wikimedia.org/wikipedia/commons/thumb/a/ab/B.jpg/1280px-B.jpg",
      },
    ]);
  });

  it.each(["gfdl", "cc-by-nc-4.0", "fair use", "", "pdf", "byte"])("leaves out the licence %j", async (code) => {
    const { url } = await service("wikimedia", { total: 1, image: () => withLicence(code) });
    expect((await imageEngines([ENGINES.wikimedia(url)]).find("bee", query())).images).toEqual([]);
  });

  it("says when its servers lag", async () => {
    const { url } = await service("wikimedia", { instead: () => ({ json: { error: { code: "maxlag" } } }) });
    expect(await failure(imageEngines([ENGINES.wikimedia(url)]).find("bee", query()))).toMatchObject({
      ...{ code: "rate-limited", facts: { retryAfterSeconds: 30 } },
    });
  });
});

const withLicence = (code: string) => ({
  imageinfo: [
    {
      ...{
        url: "https://upload.wikimedia.org/wikipedia/commons/a/ab/B.jpg",
        width: 900,
        height: 600,
        mime: "image/jpeg",
      },
      extmetadata: { License: { value: code }, Artist: { value: "<script>x</script>Unknown authorUnknown author" } },
    },
  ],
});

describe("Unsplash", () => {
  it("gives images to be shown from its own address, and hears which are used", async () => {
    const { url, requests } = await service("unsplash");
    const images = imageEngines([ENGINES.unsplash(url)]);
    const [found] = (await images.find("bee", query({ licences: ["unsplash"], limit: 1 }))).images;
    expect(found).toMatchObject({
      ...{ licence: "unsplash", showFrom: "service", width: 1080, height: 810, title: "bee on a flower" },
      authorUrl: "https://unsplash.com/@jane?utm_source=scriptorium&utm_medium=referral",
    });
    await images.used(found!, { signal: query().signal });
    expect(requests.at(-1)).toMatchObject({ path: "/photos/abc1/download?ixid=xyz" });
    await images.used({ ...found!, notice: "https://elsewhere.test/x" }, { signal: query().signal });
    expect(requests).toHaveLength(2);
  });

  it("tells requests that are used up from a key that is refused", async () => {
    const spent = { status: 403, text: "Rate Limit Exceeded", headers: { "x-ratelimit-remaining": "0" } };
    const used = await service("unsplash", { instead: () => spent });
    const asked = query({ licences: ["unsplash"] });
    expect(await failure(imageEngines([ENGINES.unsplash(used.url)]).find("bee", asked))).toMatchObject({
      ...{ code: "rate-limited", facts: { retryAfterSeconds: 3600 } },
    });
    const closed = await service("unsplash", { instead: () => ({ status: 403, json: { errors: ["not allowed"] } }) });
    expect(await failure(imageEngines([ENGINES.unsplash(closed.url)]).find("bee", asked))).toMatchObject({
      code: "auth",
    });
  });
});

it("Pexels and Pixabay give their images with the size that they have", async () => {
  const [p, b] = [await service("pexels"), await service("pixabay")];
  const images = imageEngines([ENGINES.pexels(p.url), ENGINES.pixabay(b.url)]);
  const { images: found } = await images.find("bee", query({ licences: ["pexels", "pixabay"], limit: 2 }));
  expect(found).toMatchObject([
    { licence: "pexels", width: 867, height: 1300, author: "Jane Doe", showFrom: "anywhere" },
    { licence: "pixabay", width: 1280, height: 960, authorUrl: "https://pixabay.com/users/Jane-7/", showFrom: "copy" },
  ]);
});

describe.each(KINDS)("%s", (kind) => {
  const find = async (options: ImageServiceOptions, key?: string) => {
    const { url } = await service(kind, options);
    return await imageEngines([ENGINES[kind](url, key)]).find("bee", query({ licences: ALL }));
  };

  it("says that nothing was found where nothing was", async () => {
    expect(await find({ total: 0 })).toEqual({ images: [], problems: [] });
  });

  it.each<[string, ReturnType<NonNullable<ImageServiceOptions["instead"]>>]>([
    ["a list", { json: [] }],
    ["no list", { json: { results: "x", photos: 5, hits: null, query: { pages: {} } } }],
    ["nothing", { json: null }],
    ["a page for people", { text: "<!doctype html><title>Welcome</title>" }],
    ["half of an answer", { text: '{"results": [' }],
    ["status 500", { status: 500, json: {} }],
    ["status 404", { status: 404, json: {} }],
    ["a broken connection", "drop"],
  ])("answers to %s with SEARCH_FAILED", async (_what, answer) => {
    const error = await failure(find({ instead: () => answer }));
    expect(error.code).toBe("SEARCH_FAILED");
    expect(error.message).toMatch(/^[A-Z].+\. .+\.$/);
    expect(JSON.stringify([error.message, error.facts])).not.toContain("sesame");
  });

  it.each([null, 5, "x", {}])("leaves out an image that is %j", async (odd) => {
    const list = [odd];
    const pages = { batchcomplete: true, query: { pages: list } };
    expect(await find({ instead: () => ({ json: { results: list, photos: list, hits: list, ...pages } }) })).toEqual({
      ...{ images: [], problems: [] },
    });
  });

  it("asked too often says when it may be asked again", async () => {
    const headers: Record<string, string> =
      kind === "pixabay" ? { "x-ratelimit-reset": "40" } : { "retry-after": "40" };
    const error = await failure(find({ instead: () => ({ status: 429, headers, json: {} }) }));
    expect(error.code).toBe("rate-limited");
    expect(Number(error.facts["retryAfterSeconds"])).toBeGreaterThanOrEqual(40);
  });
});

it.each(KINDS.filter((kind) => kind !== "wikimedia"))("%s with a wrong key fails with auth", async (kind) => {
  const { url } = await service(kind);
  const images = imageEngines([ENGINES[kind](url, "wrong")]);
  const error = await failure(images.find("bee", query({ licences: ALL })));
  expect(error.code).toBe("auth");
  expect(error.message).not.toContain("wrong");
});

describe("several services", () => {
  it("are taken in turn, an image that both have once", async () => {
    const shared = { url: "https://upload.wikimedia.org/wikipedia/commons/a/ab/Apis_mellifera_1.jpg" };
    const [o, w] = [
      await service("openverse", { image: (number) => ({ license: "by", ...(number === 2 ? shared : {}) }) }),
      await service("wikimedia"),
    ];
    const images = imageEngines([ENGINES.openverse(o.url), ENGINES.wikimedia(w.url)]);
    const { images: found } = await images.find("bee", query({ limit: 6 }));
    expect(found.map(({ engine, title }) => `${engine} ${title}`)).toEqual([
      "openverse Honey bee 1",
      "wikimedia Apis mellifera 1",
      "wikimedia Apis mellifera 2",
      "openverse Honey bee 3",
      "wikimedia Apis mellifera 3",
      "openverse Honey bee 4",
    ]);
    const one = await images.find("bee", query({ engines: ["wikimedia"] }));
    expect(new Set(one.images.map(({ engine }) => engine))).toEqual(new Set(["wikimedia"]));
    expect(await failure(images.find("bee", query({ engines: ["bing"] })))).toMatchObject({
      ...{ code: "bad-input", message: expect.stringMatching(/^There is no image service "bing"\. Use "openverse"/) },
    });
  });

  it("of which one is down give what the others have, and say so", async () => {
    const [o, w] = [await service("openverse", { instead: () => "drop" }), await service("wikimedia")];
    const images = imageEngines([ENGINES.openverse(o.url), ENGINES.wikimedia(w.url)]);
    const { images: found, problems } = await images.find("bee", query());
    expect(found).toHaveLength(10);
    expect(problems).toEqual([expect.stringMatching(/^Openverse at .+ broke the connection off\. Try again later\.$/)]);
  });

  it("are not asked again before the time that they gave is over", async () => {
    const clock = testClock();
    const { url, requests } = await service("openverse", {
      instead: (_request, count) =>
        count === 1 ? { status: 429, headers: { "retry-after": "60" }, json: {} } : undefined,
    });
    const images = imageEngines([ENGINES.openverse(url)], { clock });
    for (const words of ["a", "b"]) {
      expect(await failure(images.find(words, query()))).toMatchObject({ code: "rate-limited" });
    }
    expect(requests).toHaveLength(1);
    clock.advance(61_000);
    expect((await images.find("c", query())).images).toHaveLength(10);
  });
});

it("answers are kept for a day, on the disk where there is a folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-images-"));
  open.push({ close: () => rmSync(folder, { recursive: true }) });
  const { url, requests } = await service("openverse");
  const first = await imageEngines([ENGINES.openverse(url)], { cacheFolder: folder }).find("bee", query());
  const again = imageEngines([ENGINES.openverse(url)], { cacheFolder: folder });
  expect(await again.find(" bee\n", query())).toEqual(first);
  expect(requests).toHaveLength(1);
  await again.find("bee", query({ licences: ["cc0"] }));
  expect(requests).toHaveLength(2);
});

it.each(["", " \n\t"])("the words %j are refused", async (words) => {
  const { url } = await service("openverse");
  expect(await failure(imageEngines([ENGINES.openverse(url)]).find(words, query()))).toMatchObject({
    code: "bad-input",
  });
});

it("long words are cut between two of them, and an abort rejects with its reason", async () => {
  const { url, requests } = await service("openverse");
  await imageEngines([ENGINES.openverse(url)]).find("lighthouse ".repeat(50), query());
  expect(new URL(requests[0]!.path, url).searchParams.get("q")).toBe("lighthouse ".repeat(9).trim());
  const hanging = await service("openverse", { instead: () => "hang" });
  const stop = new AbortController();
  const running = imageEngines([ENGINES.openverse(hanging.url)]).find("bee", query({ signal: stop.signal }));
  await expect.poll(() => hanging.requests.length).toBe(1);
  stop.abort(new Error("enough"));
  await expect(running).rejects.toThrow("enough");
});
