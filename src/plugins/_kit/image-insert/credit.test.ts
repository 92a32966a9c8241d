import { expect, it } from "vitest";
import { imageCredit, licenceName } from "./credit.js";

const image = {
  ...{ title: "Honey bee", page: "https://a.test/1", author: "Jane", authorUrl: "https://a.test/jane" },
  ...{ licence: "by" as const, licenceVersion: "2.0", licenceUrl: "https://l.test/", service: "Openverse" },
};
const text = (html: string) => html.replace(/<[^>]+>/g, "");

it.each([
  [{}, "en", "“Honey bee” by Jane, CC BY 2.0, via Openverse"],
  [{ author: "" }, "en", "“Honey bee”, CC BY 2.0, via Openverse"],
  [{ title: "" }, "en", "Image by Jane, CC BY 2.0, via Openverse"],
  [{ licence: "pdm" as const, licenceVersion: "" }, "en", "“Honey bee” by Jane, Public domain, via Openverse"],
  [{ licence: "" as const }, "en", "“Honey bee” by Jane, licence unknown, via Openverse"],
  [
    { licence: "unsplash" as const, licenceVersion: "", service: "Unsplash" },
    "en",
    "Photo by Jane on Unsplash, Unsplash License",
  ],
  [{}, "de", "Honey bee · Jane · CC BY 2.0 · Openverse"],
  [{ title: "", author: "" }, "de", "CC BY 2.0 · Openverse"],
])("a credit of %j in %s reads as it should", (rest, language, credit) => {
  expect(text(imageCredit({ ...image, ...rest }, language))).toBe(credit);
});

it("links to the page of the image once, whatever is known of it, and to nothing but the web", () => {
  for (const rest of [{}, { title: "" }, { licence: "pexels" as const }]) {
    expect(imageCredit({ ...image, ...rest }, "en").split('href="https://a.test/1"')).toHaveLength(2);
  }
  const hostile = imageCredit(
    { ...image, page: "javascript:alert(1)", authorUrl: 'https://a.test/"onclick=x', licenceUrl: "" },
    "en",
  );
  expect(hostile).toBe('“Honey bee” by <a href="https://a.test/&quot;onclick=x">Jane</a>, CC BY 2.0, via Openverse');
});

it.each([
  ["cc0", "1.0", "CC0 1.0"],
  ["by-nc-nd", "4.0", "CC BY-NC-ND 4.0"],
  ["by-sa", "", "CC BY-SA"],
  ["own", "", ""],
] as const)("%s %s is called %j", (licence, licenceVersion, name) => {
  expect(licenceName({ licence, licenceVersion })).toBe(name);
});
