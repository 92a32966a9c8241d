import { expect, it, onTestFinished } from "vitest";
import { imageService } from "../doubles/image-services.js";
import { pictureServer } from "../doubles/pictures.js";
import { holding, killable, OFF } from "./killable.js";

const KEYWORDS = ["hive", "queen", "honey", "wax", "drone", "pollen", "keeper", "frame"];

interface Used {
  readonly file: string;
  readonly from: string;
  readonly author: string;
  readonly licence: string;
  readonly upload: boolean;
}

it("articles have an image each and none has one of another, though the server is killed among them", async () => {
  const hold = holding([2, 5, 7]);
  const pictures = await pictureServer();
  onTestFinished(pictures.close);
  // Every keyword finds the same images in the same order.
  const service = await imageService("pexels", {
    instead: () => (hold.counts() ? "hang" : undefined),
    image: (number) => ({ src: { large2x: `${pictures.url}/${number}.png` } }),
  });
  onTestFinished(service.close);
  const images = { kind: "pexels", address: service.url, key: "sesame", keyInFile: true };
  const here = await killable("sqlite", { providers: { ...OFF, images } });
  const id = await here.begun("articlecreator", {
    ...{ articleKeywordsFile: KEYWORDS, sourceMode: ["text"], sourceTextFile: KEYWORDS.map(told) },
    ...{ articleLengthFrom: 20, articleLengthTo: 60, concurrency: 2, respectRobots: false },
    ...{ requestDelayFrom: 0, requestDelayTo: 0, articleUseImages: true },
    imageInsert: { InsertType: "upload", UsePexels: true, FrequencyFrom: 1, FrequencyTo: 1 },
  });
  for (const reached of hold.reached) {
    await reached;
    await here.killed();
  }
  expect(await here.settled(id)).toBe("complete");

  const { rows, files } = await here.stored(id);
  expect(rows.map(({ keyword }) => keyword).sort()).toEqual(KEYWORDS.toSorted());
  const used = rows.flatMap(({ imagesUsed }) => imagesUsed as readonly Used[]);
  expect(used).toHaveLength(KEYWORDS.length);
  expect(new Set(used.map(({ from }) => from)).size).toBe(used.length);
  // The first of what the service has are used: none was given up with an attempt that came to nothing.
  const numbers = used.map(({ from }) => Number(/(\d+)\/$/.exec(from)![1])).sort((one, other) => one - other);
  expect(numbers).toEqual(Array.from(used, (_none, index) => index + 1));
  for (const one of used) expect(one).toMatchObject({ author: "Jane Doe", licence: "Pexels License", upload: true });
  const stored = files.filter(({ path }) => path.startsWith("images/"));
  expect(stored.map(({ path }) => path).sort()).toEqual(used.map(({ file }) => file).sort());
  expect(stored.filter(({ whole }) => !whole)).toEqual([]);
  for (const { keyword, file, imagesUsed } of rows) {
    const html = files.find(({ path }) => path === file)!.text;
    for (const image of imagesUsed as readonly Used[])
      expect([keyword, html]).toEqual([keyword, expect.stringContaining(`../${image.file}`)]);
  }
});

function told(keyword: string): string {
  return [
    `A ${keyword} is a thing that everybody who keeps bees knows well.`,
    `The ${keyword} is looked at by people of the village every week in summer.`,
    `In winter the ${keyword} is left alone, because cold air does harm to bees.`,
    `Old books about bees name the ${keyword} on most of their pages.`,
  ].join(" ");
}
