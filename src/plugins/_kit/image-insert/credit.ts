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
  const { page, author, authorUrl, licence, licenceUrl, service } = image;
  const isStock = licence === "unsplash" || licence === "pexels" || licence === "pixabay";
  // What such services call a title describes the photo, and they want a link to them.
  const title = isStock ? "" : image.title;
  const by = linked(author, authorUrl);
  const under = linked(licenceName(image), licenceUrl, ' rel="license"');
  const via = linked(service, title === "" ? page : "");
  if (language !== "en") return [linked(title, page), by, under, via].filter((part) => part !== "").join(" · ");
  const licensed = under === "" ? "licence unknown" : under;
  const named = by === "" ? "" : ` by ${by}`;
  if (isStock) return `Photo${named} on ${via}, ${licensed}`;
  return `${title === "" ? "Image" : `“${linked(title, page)}”`}${named}, ${licensed}, via ${via}`;
}

/** A licence that wants its author named wherever the image stands. */
export function wantsCredit({ licence }: Pick<FoundImage, "licence">): boolean {
  return licence.startsWith("by");
}

function linked(text: string, url: string, more = ""): string {
  const plain = escapedHtml(text);
  return text === "" || !/^https?:\/\//i.test(url) ? plain : `<a href="${escapedHtml(url)}"${more}>${plain}</a>`;
}
