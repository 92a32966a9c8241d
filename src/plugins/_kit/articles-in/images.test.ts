import { describe, expect, it } from "vitest";
import { z } from "zod";
import { cannedFolder } from "../../../adapters/doubles/canned-files.js";
import { seededRandom } from "../../../kernel/index.js";
import { articleFields, articleImage, readArticle } from "./index.js";

const { signal } = new AbortController();
const usual = z.object(articleFields).parse({ articleFolder: "posts" });
const PNG = Buffer.concat([Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"), Buffer.alloc(20)]);

const read = (file: string, content: string) =>
  readArticle(file, usual, {
    folder: cannedFolder("posts", { [file]: content }),
    random: seededRandom("seed"),
    signal,
  });

describe("images", () => {
  it("come with caption and credit", async () => {
    const figure = (caption: string) =>
      `<figure><img src="a.png" alt="A hive"><figcaption>${caption}</figcaption></figure>`;
    const imageOf = async (caption: string) => (await read("a.html", figure(caption))).images[0];
    expect(await imageOf("A hive. Photo by Anna (CC BY 4.0)")).toEqual({
      src: "a.png",
      alt: "A hive",
      caption: "A hive. Photo by Anna (CC BY 4.0)",
      credit: "Photo by Anna (CC BY 4.0)",
    });
    expect((await imageOf("A hive (Image: Anna)"))?.credit).toBe("Image: Anna");
    expect((await imageOf("A hive <cite>Anna</cite>"))?.credit).toBe("Anna");
    expect((await imageOf("The source of honey in a picture from the wall"))?.credit).toBe("");
  });

  const image = (src: string, files: Record<string, string | Uint8Array>, name = "task:1/articles", folder = name) =>
    articleImage(src, "sub/a.md", { articleFolder: name }, { folder: cannedFolder(folder, files), signal });

  it("are files in the folder or right next to it", async () => {
    expect(await image("../b%20c.png?x", { "b c.png": PNG })).toMatchObject({ type: "image/png", fileName: "b-c.png" });
    expect(await image("../../images/b.jpg", { "images/b.jpg": PNG }, "task:1/articles", "task:1")).toMatchObject({
      fileName: "b.png",
    });
    expect(await image("../../images/b.jpg", { "images/b.jpg": PNG }, "/data/articles/", "/data")).toMatchObject({
      fileName: "b.png",
    });
  });

  it("are nothing else: no other folder, no other kind of file, no program", async () => {
    for (const src of [
      "../../../x.png",
      "/etc/x.png",
      "file:///x.png",
      "..\\x.png",
      "C:/x.png",
      "%00.png",
      "data:image/png;base64,AA",
      "%zz",
    ]) {
      expect(await image(src, {})).toMatchObject({ problem: expect.stringContaining("was not used") });
    }
    expect(await image("x.png", { "sub/x.png": "<svg/>" })).toMatchObject({
      problem: expect.stringContaining("no JPEG"),
    });
    expect(await image("https://x.test/a.png", {})).toMatchObject({ problem: expect.stringContaining("on the web") });
  });
});
