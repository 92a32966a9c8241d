import type { JsonObject } from "../../../kernel/index.js";
import type { ArticleImage } from "./images-into.js";

/** An image for people and programs that go on with the article: where it is, and what its licence asks them to say. `article` is the path of its file. */
export function usedImage(image: ArticleImage, article: string): JsonObject {
  const { src, from, title, author, licence, licenceUrl, service, upload } = image;
  return {
    ...(/^https?:/i.test(src) ? { url: src } : { file: pathOf(src, article) }),
    ...{ from, title, author, licence, licenceUrl, service, upload },
  };
}

function pathOf(src: string, article: string): string {
  const path = article.split("/").slice(0, -1);
  for (const segment of src.split("/")) {
    if (segment === "..") path.pop();
    else path.push(decodeURIComponent(segment));
  }
  return path.join("/");
}
