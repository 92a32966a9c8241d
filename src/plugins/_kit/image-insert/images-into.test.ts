import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { imageService } from "../../../../test/doubles/image-services.js";
import { pictureServer, pngFile } from "../../../../test/doubles/pictures.js";
import { type CannedImages, cannedFolder, cannedImages, cannedWeb } from "../../../adapters/doubles/index.js";
import { imageEngines, openverse, wikimedia } from "../../../adapters/images/index.js";
import { webWhenNeeded } from "../../../adapters/web/when-needed.js";
import { ScriptoriumError, seededRandom } from "../../../kernel/index.js";
import type { ArticleBody, BodyBlock } from "../article-body/model.js";
import { type ImageInsertContext, imagesInto } from "./images-into.js";
import { type ImageInsert, imageInsert } from "./options.js";
import { imageInsertProblems } from "./problems.js";
import { RunImages } from "./run-images.js";

const paragraph = (text: string): BodyBlock => ({ kind: "paragraph", sentences: [{ text }] });
const heading = (text: string): BodyBlock => ({ kind: "heading", level: 2, text });
const BLOCKS = [
  ...[paragraph("A bee is an insect."), heading("Kinds"), paragraph("There are many."), paragraph("Some are small.")],
  ...[heading("Uses"), paragraph("They make honey."), paragraph("They serve fruit.")],
];
const body = (rest: Partial<ArticleBody> = {}): ArticleBody => ({
  ...{
    title: "Bees at work",
    keyword: "honey bee",
    blocks: BLOCKS,
    sources: [],
    categories: [],
    tags: [],
    language: "en",
  },
  ...rest,
});
const options = (rest: Partial<ImageInsert> = {}, articleUseImages = true) => ({
  articleUseImages,
  imageInsert: imageInsert.parse({ FrequencyFrom: 2, FrequencyTo: 2, ...rest }),
});
const WEB = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [`https://pics.test/${index}.png`, { body: pngFile(800, 600, index) }]),
);
const pictures = (count: number, rest: Parameters<typeof cannedImages>[0][number] | object = {}): CannedImages =>
  cannedImages(Array.from({ length: count }, (_, index) => ({ url: `https://pics.test/${index}.png`, ...rest })));

function world(rest: Partial<ImageInsertContext> = {}, pages: Parameters<typeof cannedWeb>[0] = WEB) {
  const files = new Map<string, Uint8Array>();
  const said: string[] = [];
  const { signal } = new AbortController();
  const web = cannedWeb(pages);
  const context: ImageInsertContext = {
    providers: { images: pictures(30) },
    web: { fetch: (url, request = {}) => web.fetch(url, { ...request, signal }) },
    random: seededRandom("a"),
    name: "honey-bee",
    output: { file: (path, content) => void files.set(path, Buffer.from(content)) },
    log: { info: (text) => void said.push(text), warn: (text) => void said.push(text) },
    run: new RunImages(),
    signal,
    ...rest,
  };
  return { context, files, said, web };
}

const shape = ({ blocks }: ArticleBody) =>
  blocks.map((block) => (block.kind === "image" ? `image ${block.image.src}` : block.kind));
const imagesOf = ({ blocks }: ArticleBody) => blocks.flatMap((block) => (block.kind === "image" ? [block.image] : []));

describe("images of a service", () => {
  it("are stored beside the article, the first above it and featured, the others between paragraphs", async () => {
    const { context, files, said } = world();
    const made = await imagesInto(body(), options({ FrequencyFrom: 3, FrequencyTo: 3 }), context);
    expect(shape(made.body)).toEqual([
      "image ../images/honey-bee-1.png",
      ...["paragraph", "heading", "paragraph", "image ../images/honey-bee-2.png", "paragraph"],
      ...["heading", "paragraph", "image ../images/honey-bee-3.png", "paragraph"],
    ]);
    expect([...files.keys()]).toEqual([1, 2, 3].map((n) => `images/honey-bee-${n}.png`));
    expect(imagesOf(made.body)[0]).toMatchObject({ alt: "honey bee", width: 800, height: 600, featured: true });
    expect(imagesOf(made.body).filter(({ featured }) => featured)).toHaveLength(1);
    expect(made.images).toHaveLength(3);
    expect(said).toEqual([]);
  });

  it("have their title, author, licence and service under them, as safe HTML", async () => {
    const images = pictures(1, {
      ...{
        title: 'A <b>"bee"</b>',
        page: "https://flickr.test/1",
        author: "Jane & Joe",
        authorUrl: "https://flickr.test/jane",
      },
      ...{ licence: "by-sa", licenceVersion: "2.0", licenceUrl: "https://creativecommons.org/licenses/by-sa/2.0/" },
      service: "Openverse",
    });
    const one = options({ FrequencyFrom: 1, FrequencyTo: 1 });
    const english = await imagesInto(body(), one, world({ providers: { images } }).context);
    expect(imagesOf(english.body)[0]?.credit).toBe(
      '“<a href="https://flickr.test/1">A &lt;b&gt;&quot;bee&quot;&lt;/b&gt;</a>” by <a href="https://flickr.test/jane">Jane &amp; Joe</a>, ' +
        '<a href="https://creativecommons.org/licenses/by-sa/2.0/" rel="license">CC BY-SA 2.0</a>, via Openverse',
    );
    expect(english.images).toEqual([
      {
        ...{
          src: "../images/honey-bee-1.png",
          from: "https://flickr.test/1",
          title: 'A <b>"bee"</b>',
          author: "Jane & Joe",
        },
        ...{
          licence: "CC BY-SA 2.0",
          licenceUrl: "https://creativecommons.org/licenses/by-sa/2.0/",
          service: "Openverse",
        },
        upload: false,
      },
    ]);
    const german = await imagesInto(body({ language: "de" }), one, world({ providers: { images } }).context);
    expect(imagesOf(german.body)[0]?.credit).toMatch(/^<a .*<\/a> · <a .*<\/a> · <a .*CC BY-SA 2\.0<\/a> · Openverse$/);
    const bare = world({ providers: { images } });
    const without = await imagesInto(
      body(),
      options({ FrequencyFrom: 1, FrequencyTo: 1, WriteCredit: false }),
      bare.context,
    );
    expect(imagesOf(without.body)[0]?.credit).toBe("");
    expect(bare.said).toEqual([
      expect.stringMatching(/^imageInsert\.WriteCredit is off, but images under .+ BY licences/),
    ]);
  });

  it("are never of a licence that was not asked for, whatever the service gives", async () => {
    const giving = pictures(3, { licence: "" });
    const images = {
      ...giving,
      find: async () => ({ images: [{ ...(await first(giving)), licence: "" as const }], problems: [] }),
    };
    const { context, said } = world({ providers: { images } });
    const made = await imagesInto(body(), options(), context);
    expect(made.body).toEqual(body());
    expect(said).toEqual(['The article for "honey bee" has no image. No service has one that may be used.']);
    const any = await imagesInto(
      body(),
      options({ Licences: ["unknown"] }),
      world({ providers: { images: giving } }).context,
    );
    expect(any.images).toHaveLength(2);
  });

  it("stay links where that is wanted, looked at all the same", async () => {
    const { context, files, web } = world({}, { ...WEB, "https://pics.test/0.png": "<!doctype html>" });
    const made = await imagesInto(body(), options({ InsertType: "hotlink" }), context);
    expect(imagesOf(made.body).map(({ src }) => src)).toEqual(["https://pics.test/1.png", "https://pics.test/2.png"]);
    expect(files.size).toBe(0);
    expect(web.requests).toHaveLength(3);
  });

  it("are linked to or stored as the terms of their service ask for, which is told what is used", async () => {
    const images = cannedImages(
      [
        { url: "https://pics.test/1.png", licence: "unsplash", showFrom: "service", service: "Unsplash", notice: "n1" },
        { url: "https://pics.test/2.png", licence: "pixabay", showFrom: "copy", service: "Pixabay" },
      ],
      { kind: "unsplash" },
    );
    const on = { UseUnsplash: true, UsePixaBay: true };
    const stored = world({ providers: { images } });
    const local = await imagesInto(body(), options(on), stored.context);
    expect(imagesOf(local.body).map(({ src }) => src)).toEqual([
      "https://pics.test/1.png",
      "../images/honey-bee-2.png",
    ]);
    expect(stored.said[1]).toBe(
      "Images of Unsplash stay links, because its terms ask for that. Switch it off to have files alone.",
    );
    expect(images.told.map(({ notice }) => notice)).toEqual(["n1"]);
    const linked = world({ providers: { images } });
    const links = await imagesInto(body(), options({ ...on, InsertType: "hotlink" }), linked.context);
    expect(imagesOf(links.body)[1]?.src).toBe("../images/honey-bee-2.png");
    expect(linked.said).toContain(
      "Images of Pixabay are stored as files, because its terms do not allow links to them.",
    );
    const dry = await imagesInto(body(), options(on), world({ providers: { images }, dryRun: true }).context);
    expect([dry.images.length, images.told.length]).toEqual([2, 2]);
  });

  it("are in one article of a run only, under another address or with the same bytes, too", async () => {
    const { context, said } = world({}, { ...WEB, "https://pics.test/2.png": WEB["https://pics.test/1.png"]! });
    const articles = [];
    for (const name of ["a", "b", "c"]) articles.push(await imagesInto(body(), options(), { ...context, name }));
    const from = articles.flatMap(({ images }) => images.map((image) => image.from));
    expect(new Set(from).size).toBe(6);
    expect(from).not.toContain("https://pics.test/2.png");
    expect(said).toEqual(["The image https://pics.test/2.png was left out: another article of this run has it."]);
  });

  it("that are no images, too small or gone are passed over", async () => {
    const pages = {
      ...WEB,
      "https://pics.test/0.png": "<svg onload='alert(1)'/>",
      "https://pics.test/1.png": { body: pngFile(300, 200) },
      "https://pics.test/2.png": new ScriptoriumError(
        "FETCH_FAILED",
        "It answered with status 404. Check the address.",
      ),
    };
    const { context, said } = world({}, pages);
    const made = await imagesInto(body(), options(), context);
    expect(made.images.map(({ from }) => from)).toEqual([3, 4].map((n) => `https://pics.test/${n}.png`));
    expect(said).toEqual([
      expect.stringMatching(/0\.png was not saved: it is no JPEG/),
      expect.stringMatching(/1\.png was left out: it is 300 pixels wide/),
      expect.stringMatching(/2\.png was not saved\. It answered with status 404/),
    ]);
  });

  it("come best first: titles that have the words, wholes before their like, pages of books last", async () => {
    const titles = ["A meadow", "Page 25 of The honey bee", "Honey bee 1", "Honey bee 2", "Bee", "Honey bee on aster"];
    const images = cannedImages(
      titles.map((title, index) => ({ url: `https://pics.test/${index}.png`, title, author: "J" })),
    );
    const made = await imagesInto(
      body(),
      options({ FrequencyFrom: 4, FrequencyTo: 4 }),
      world({ providers: { images } }).context,
    );
    expect(made.images.map(({ title }) => title)).toEqual(
      ["Honey bee 1", "Honey bee on aster", "Bee"].concat("A meadow"),
    );
  });
});

async function first(images: CannedImages) {
  const { images: found } = await images.find("x", {
    ...{ licences: [""], minWidth: 1, limit: 1, signal: new AbortController().signal },
  });
  return found[0]!;
}

describe("where no images can be had", () => {
  it.each<[string, () => Promise<never>, RegExp]>([
    [
      "a service that is down",
      () =>
        Promise.reject(new ScriptoriumError("SEARCH_FAILED", "Openverse broke the connection off. Try again later.")),
      /^The article for "honey bee" has no image\. Openverse broke the connection off\. Try again later\.$/,
    ],
    [
      "one that breaks its word",
      () => Promise.reject(new TypeError("x")),
      /The images provider failed in an unexpected way/,
    ],
  ])("for %s, the article stays whole and the log says why", async (_what, find, reason) => {
    const { context, said } = world({ providers: { images: { ...pictures(0), find } } });
    expect(await imagesInto(body(), options(), context)).toEqual({ body: body(), images: [], claims: [] });
    expect(said).toHaveLength(2);
    expect(said[1]).toMatch(reason);
    await imagesInto(body({ keyword: "wasp" }), options(), context);
    // The trouble is told once, and of each article what it lacks.
    expect(said).toHaveLength(3);
  });

  it("without a provider it says once what to set", async () => {
    const { context, said } = world({ providers: {} });
    for (const keyword of ["a", "b"]) await imagesInto(body({ keyword }), options(), context);
    expect(said).toEqual([
      expect.stringMatching(/^No images provider is configured\. To have one, set providers\.images/),
    ]);
  });

  it("without a web images are links, or the log says how", async () => {
    const { context, said } = world({ web: undefined });
    expect((await imagesInto(body(), options(), context)).images).toEqual([]);
    expect(said.at(-1)).toMatch(/Set imageInsert\.InsertType to "hotlink"\.$/);
    const links = await imagesInto(body(), options({ InsertType: "hotlink" }), context);
    expect(links.images).toHaveLength(2);
  });

  it("ends with an abort", async () => {
    const stop = new AbortController();
    const images = {
      ...pictures(3),
      find: async () => {
        stop.abort(new Error("enough"));
        throw stop.signal.reason;
      },
    };
    const { context } = world({ providers: { images }, signal: stop.signal });
    await expect(imagesInto(body(), options(), context)).rejects.toThrow("enough");
  });
});

describe("how many", () => {
  it.each([
    [0, 0, BLOCKS, 0],
    [1, 1, BLOCKS, 1],
    [9, 9, BLOCKS, 5],
    [3, 3, [paragraph("One.")], 1],
    [2, 2, [], 1],
  ])("from %i to %i", async (FrequencyFrom, FrequencyTo, blocks, count) => {
    const { context } = world();
    expect((await imagesInto(body({ blocks }), options({ FrequencyFrom, FrequencyTo }), context)).images).toHaveLength(
      count,
    );
  });

  it("is chosen between the two ends, whichever is first, and is the same with the same seed", async () => {
    const counts = new Set<number>();
    for (const seed of "abcdefghijkl") {
      const made = await imagesInto(
        ...([
          body(),
          options({ FrequencyFrom: 3, FrequencyTo: 1 }),
          world({ random: seededRandom(seed) }).context,
        ] as const),
      );
      counts.add(made.images.length);
    }
    expect([...counts].sort()).toEqual([1, 2, 3]);
  });

  it("an image never comes behind a heading, next to another one, or between a text and its list", async () => {
    const list: BodyBlock = { kind: "list", ordered: false, items: [[{ text: "a" }]] };
    const blocks = [heading("A"), paragraph("These:"), list, heading("B"), paragraph("x"), paragraph("y")];
    const made = await imagesInto(
      ...([
        body({ blocks }),
        options({ FrequencyFrom: 9, FrequencyTo: 9, InsertAtStartOfBody: false }),
        world().context,
      ] as const),
    );
    expect(shape(made.body).map((one) => one.split(" ")[0])).toEqual([
      ...["heading", "paragraph", "list", "image", "heading", "paragraph", "image", "paragraph"],
    ]);
  });
});

it("AltTemplate has the keyword, the title, the image's own title and its number", async () => {
  const { context } = world({ providers: { images: pictures(2, { title: "A bee on aster" }) } });
  const made = await imagesInto(body(), options({ AltTemplate: "{image} ({keyword}, {title}, {n}) {other}" }), context);
  expect(imagesOf(made.body)[0]?.alt).toBe("A bee on aster (honey bee, Bees at work, 1) {other}");
});

describe("images of a folder", () => {
  const folder = cannedFolder("/pics", {
    "wasp.png": pngFile(700, 500, 1),
    "honey-bee_1.PNG": pngFile(700, 500, 2),
    "copy of honey bee.png": pngFile(700, 500, 2),
    "honey-bee.jpg": "no image",
    "notes.txt": "x",
  });

  it("come before those of services, those first whose names have the words, each once", async () => {
    const { context, said } = world({ providers: { folder, images: pictures(9) } });
    const made = await imagesInto(body(), options({ UseFolder: "/pics", FrequencyFrom: 3, FrequencyTo: 3 }), context);
    expect(made.images.map(({ from }) => from)).toEqual([
      expect.stringMatching(/honey.bee/),
      "wasp.png",
      "https://pics.test/0.png",
    ]);
    expect(imagesOf(made.body)[0]).toMatchObject({ src: "../images/honey-bee-1.png", credit: "", width: 700 });
    expect(said).toHaveLength(2);
  });

  it("that cannot be read are a note, and services help out", async () => {
    const { context, said } = world({ providers: { folder, images: pictures(9) } });
    expect((await imagesInto(body(), options({ UseFolder: "/else" }), context)).images).toHaveLength(2);
    expect(said).toEqual(["The folder may not be read. Choose another."]);
  });
});

describe("what cannot be as it is set", () => {
  const problems = (rest: Partial<ImageInsert>, images: CannedImages | undefined = pictures(1), on = true) =>
    imageInsertProblems(options(rest, on), images).map(({ message, severity }) => `${severity}: ${message}`);

  it.each<[Partial<ImageInsert>, RegExp]>([
    [{ UseBing: true }, /UseBing is on, but Bing has no .+ Use UseOpenverse/],
    [{ UseYoutube: true }, /UseYoutube is on, but thumbnails/],
    [{ UseAi: true }, /UseAi is on, but/],
    [{ InsertType: "embed" }, /InsertType is "embed", which is not known.+ Use "local", "hotlink" or "upload"\./],
    [{ FrequencyFrom: 4 }, /FrequencyFrom is 4, which is more than FrequencyTo, 2\./],
    [{ Licences: ["by", "gpl"] }, /Licences has "gpl", which is not known\. Use cc0/],
    [{ UsePexels: true }, /UsePexels is on, but the server has no provider of the kind "pexels"\..+ with its key\./],
  ])("%j is a warning", (rest, message) => {
    expect(problems(rest, cannedImages([], { kind: "openverse" }))).toEqual([
      expect.stringMatching(new RegExp(`^warning: imageInsert\\..*${message.source}`)),
    ]);
  });

  it("licences are read as people write them, and nothing is said while images are off", () => {
    expect(
      problems(
        { Licences: ["CC BY-SA", "cc-by 4.0", " CC0 ", "unknown", ""] },
        cannedImages([], { kind: "openverse" }),
      ),
    ).toEqual([]);
    expect(problems({ UseBing: true }, pictures(1), false)).toEqual([]);
    expect(problems({ UseCreativeCommons: false }, cannedImages([], { kind: "openverse" }))).toEqual([
      expect.stringMatching(/no source of images switched on/),
    ]);
  });
});

describe("over the network", () => {
  const open: { close(): unknown }[] = [];
  let web: ReturnType<typeof webWhenNeeded>;
  beforeEach(() => {
    web = webWhenNeeded({ version: "0", allowPrivate: ["127.0.0.1"] });
    open.push(web);
  });
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });

  it("finds, fetches and stores images of an Openverse that answers as the real one, while another service is down", async () => {
    const files = await pictureServer({ "/2.png": "<html>sold out</html>" });
    const api = await imageService("openverse", {
      image: (number) => ({ url: `${files.url}/${number}.png`, width: 800, height: 600 }),
    });
    const down = await imageService("wikimedia", { instead: () => "drop" });
    open.push(files, api, down);
    const quick = { userAgent: "Test/1", wait: async () => {} };
    const images = imageEngines([
      openverse({ ...quick, url: `${api.url}/v1/` }),
      wikimedia({ ...quick, url: `${down.url}/w/api.php` }),
    ]);
    const { context, files: stored, said } = world({ providers: { images } });
    const fetch = (url: string, request = {}) => web.fetch(url, { ...request, signal: context.signal });
    const made = await imagesInto(body(), options(), { ...context, web: { fetch } });
    expect(made.images.map(({ licence, author }) => [licence, author])).toEqual([
      ["CC0 1.0", "Jane Doe"],
      ["Public domain", "Jane Doe"],
    ]);
    expect([...stored.values()].every((bytes) => Buffer.from(bytes).toString("latin1").startsWith("\u0089PNG"))).toBe(
      true,
    );
    expect(said).toEqual([
      expect.stringMatching(/^Wikimedia Commons at .+ broke the connection off\. Try again later\.$/),
      expect.stringMatching(/\/2\.png was not saved: it is no JPEG/),
    ]);
  });
});
