import { describe, expect, it } from "vitest";
import { NO_METADATA } from "../../engines/pages/extraction/no-metadata.js";
import type { ExtractedPage } from "../../engines/pages/extraction/page.js";
import { ScriptoriumError, type WebPage } from "../../kernel/index.js";
import { imageType, saveImages } from "./images.js";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const JPEG = Buffer.from("ffd8ffe000104a464946", "hex");

function page(...sources: readonly string[]): ExtractedPage {
  const content = sources.map((src) => ({ kind: "image" as const, src, alt: "", caption: "" }));
  return {
    type: "article",
    metadata: { ...NO_METADATA, title: "Bees" },
    content,
    comments: [],
    words: 0,
    method: "model",
  };
}

function web(bodies: Readonly<Record<string, Uint8Array>>) {
  const asked: string[] = [];
  return {
    asked,
    async fetch(url: string): Promise<WebPage> {
      asked.push(url);
      const body = bodies[url];
      if (body === undefined)
        throw new ScriptoriumError("FETCH_FAILED", "a.test refused the connection. Try again later.");
      return { url, status: 200, mediaType: "text/plain", text: "", bytes: body.length, body };
    },
  };
}

const signal = AbortSignal.timeout(10_000);
const sources = ({ content }: ExtractedPage) => content.map((block) => (block.kind === "image" ? block.src : ""));

describe("saved images", () => {
  it("are next to the article with the ending of their type, and the page points to them", async () => {
    const seen = web({ "https://a.test/1.gif": PNG, "https://a.test/2": JPEG });
    const {
      page: pointed,
      files,
      notes,
    } = await saveImages(
      page("https://a.test/1.gif", "https://a.test/2", "https://a.test/1.gif"),
      "bees",
      seen,
      signal,
    );
    expect(files.map(({ path, type }) => `${path} ${type}`)).toEqual([
      "images/bees-1.png image/png",
      "images/bees-2.jpg image/jpeg",
    ]);
    expect(sources(pointed)).toEqual(["../images/bees-1.png", "../images/bees-2.jpg", "../images/bees-1.png"]);
    expect(notes).toEqual([]);
    expect(seen.asked).toHaveLength(2);
  });

  it("that cannot be had stay links and are notes", async () => {
    const svg = Buffer.from('<svg onload="alert(1)"/>');
    const {
      page: pointed,
      files,
      notes,
    } = await saveImages(
      page("https://a.test/gone.png", "https://a.test/x.svg"),
      "bees",
      web({ "https://a.test/x.svg": svg }),
      signal,
    );
    expect(files).toEqual([]);
    expect(sources(pointed)).toEqual(["https://a.test/gone.png", "https://a.test/x.svg"]);
    expect(notes).toEqual([
      "The image https://a.test/gone.png was not saved. a.test refused the connection. Try again later.",
      "The image https://a.test/x.svg was not saved: it is no JPEG, PNG, GIF, WebP, AVIF or BMP image.",
    ]);
  });

  it("are no more than allowed, and none of addresses that are left alone", async () => {
    const all = ["https://bad.test/1", "https://a.test/2", "https://a.test/3", "https://a.test/4"];
    const seen = web(Object.fromEntries(all.map((url) => [url, PNG])));
    const allowed = (url: string) => !url.includes("bad.test");
    const { files, notes } = await saveImages(page(...all, "data:image/png;base64,AA"), "bees", seen, signal, {
      allowed,
      maxImages: 2,
    });
    expect(files).toHaveLength(2);
    expect(seen.asked).toEqual(["https://a.test/2", "https://a.test/3"]);
    expect(notes).toEqual(["1 more images of Bees were not saved."]);
  });

  it("end with the run", async () => {
    const reason = new Error("stopped");
    const saving = saveImages(page("https://a.test/1"), "bees", web({}), AbortSignal.abort(reason));
    await expect(saving).rejects.toBe(reason);
  });
});

it.each([
  ["89504e470d0a1a0a00", "png"],
  ["ffd8ffdb", "jpg"],
  [Buffer.from("GIF89a").toString("hex"), "gif"],
  [Buffer.from("RIFF\n\0\0\0WEBPVP8 ").toString("hex"), "webp"],
  [Buffer.from("\0\0\0 ftypavif").toString("hex"), "avif"],
  [Buffer.from("BM1234\0\0\0\0").toString("hex"), "bmp"],
  [Buffer.from("<svg xmlns=").toString("hex"), undefined],
  ["", undefined],
])("%s is an image of the kind %s", (hex, extension) => {
  expect(imageType(Buffer.from(hex, "hex"))?.extension).toBe(extension);
});
