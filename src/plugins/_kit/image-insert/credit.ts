import type { FoundImage, ImageLicence } from "../../../kernel/index.js";
import { escapedHtml } from "../../../kernel/values/escaped-text.js";

type Credited = Pick<
  FoundImage,
  "title" | "page" | "author" | "authorUrl" | "licence" | "licenceVersion" | "licenceUrl" | "service"
>;

const NAMES: Readonly<Partial<Record<ImageLicence, string>>> = {
  cc0: "CC0",
  pdm: "Public domain",
  unsplash: "Unsplash License",
  pexels: "Pexels License",
  pixabay: "Pixabay Content License",
};

/** `CC BY-SA 4.0` */
export function licenceName({ licence, licenceVersion }: Pick<FoundImage, "licence" | "licenceVersion">): string {
  if (licence === "" || licence === "own") return "";
  const name = NAMES[licence] ?? `CC ${licence.toUpperCase()}`;
  return licence === "pdm" || licenceVersion === "" ? name : `${name} ${licenceVersion}`;
}

/** Title, author, licence and service in one line of safe HTML, linked to where they are. */
export function imageCredit(image: Credited, language: string): string {
  const { title, page, author, authorUrl, licenceUrl, service } = image;
  const by = author === "" ? "" : linked(author, authorUrl);
  const under = linked(licenceName(image), licenceUrl, ' rel="license"');
  if (language !== "en") {
    const named = title === "" ? "" : linked(title, page);
    const via = title === "" ? linked(service, page) : escapedHtml(service);
    return [named, by, under, via].filter((part) => part !== "").join(" · ");
  }
  const what = title === "" ? linked("Image", page) : `“${linked(title, page)}”`;
  const licensed = under === "" ? "licence unknown" : under;
  return `${what}${by === "" ? "" : ` by ${by}`}, ${licensed}, via ${escapedHtml(service)}`;
}

/** A licence that wants its author named wherever the image stands. */
export function wantsCredit({ licence }: Pick<FoundImage, "licence">): boolean {
  return licence.startsWith("by");
}

function linked(text: string, url: string, more = ""): string {
  const plain = escapedHtml(text);
  return text === "" || !/^https?:\/\//i.test(url) ? plain : `<a href="${escapedHtml(url)}"${more}>${plain}</a>`;
}
