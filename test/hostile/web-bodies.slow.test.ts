import { type Duplex, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { constants, createBrotliCompress } from "node:zlib";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { zeroGzip } from "../zero-gzip.js";
import { ALL, answering, growth, MOST, open, read, TWO_SENTENCES, world } from "./bodies-in-tasks.js";
import { channel, item, testFeeds } from "./feeds-in-tasks.js";
import { article } from "./web-world.js";

afterEach(() => world.close());
// None is packed while memory is measured.
beforeAll(() => Promise.all(Object.values(BOMBS)).then(() => {}));

const packed = (into: Duplex) => buffer(Readable.from(Array<Buffer>(200).fill(Buffer.alloc(1_000_000))).pipe(into));
/** 200 MB each. */
const BOMBS = {
  gzip: packed(zeroGzip()),
  br: packed(createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
};

describe.each(ALL)("a body, %s,", (reader) => {
  it("N51: without end is a row with the reason", async () => {
    await open();
    let sent = 0;
    const piece = Buffer.alloc(65_536, "x");
    world.answers.set("/bad", (_request, response) => {
      const more = () => {
        do sent += piece.length;
        while (!response.destroyed && response.write(piece));
      };
      response.on("drain", more);
      more();
    });
    const grown = growth();
    expect((await read(reader, `${world.url}/bad`)).error).toMatch(TWO_SENTENCES);
    expect(sent).toBeLessThan(80_000_000);
    expect(grown()).toBeLessThan(MOST);
  });

  it.each([
    ["N48: of gzip", "gzip"],
    ["N49: of brotli", "br"],
  ] as const)("%s that unpacks to 200 MB is a row with the reason", async (_name, coding) => {
    await open();
    world.answers.set("/bad", answering(200, { "content-encoding": coding }, await BOMBS[coding]));
    const grown = growth();
    expect((await read(reader, `${world.url}/bad`)).error).toMatch(TWO_SENTENCES);
    expect(grown()).toBeLessThan(MOST);
  });

  it("N59: of one attribute of 50 MB is a row with the reason, and one of 5 MB is a row", async () => {
    await open();
    world.answers.set("/bad", `<html><body><p title="${"a".repeat(50_000_000)}">x</p>${article("Wide")}`);
    world.answers.set("/less", `<html><body><p title="${"a".repeat(4_900_000)}">x</p>${article("Wide")}`);
    expect((await read(reader, `${world.url}/bad`)).error).toMatch(TWO_SENTENCES);
    expect((await read(reader, `${world.url}/less`)).row).toBeDefined();
  });

  it("N60: of a million links is a row", async () => {
    await open();
    world.answers.set("/bad", `<html><body>${"<a href=x>".repeat(1_000_000)}`);
    expect(
      (await read(reader, `${world.url}/bad`, reader === "as a page of a crawl" ? { maxPages: 5 } : {})).row,
    ).toBeDefined();
  });
});

describe("N63: a feed made to hurt", () => {
  testFeeds([
    ["800,000 numbered characters", () => channel(item("&#65;".repeat(800_000)))],
    [
      "100,000 elements one in the other",
      () => channel(`${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}${item("x")}`),
    ],
    ["100,000 elements one in the other in an item", () => channel(item(`<![CDATA[${"<b>".repeat(100_000)}deep]]>`))],
    ["200,000 empty items", () => channel("<item/>".repeat(200_000))],
  ]);
});
