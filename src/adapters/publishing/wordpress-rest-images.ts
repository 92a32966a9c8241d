import { randomUUID } from "node:crypto";
import type { UploadedImage } from "../../kernel/index.js";
import { isPlainObject, shown } from "../../kernel/values/json.js";
import { imageSlug } from "./marker.js";
import { multipartForm } from "./multipart.js";
import { blogProblem, codeIn, refusal, withoutId } from "./problems.js";
import type { Target } from "./target.js";
import { captionOf, escapedHtml, oneLine, safeFileName } from "./texts.js";
import type { RestSite } from "./wordpress-rest-site.js";

const MEDIA = "/wp/v2/media";
const FIELDS = "id,source_url,slug";

/** The images of a WordPress over REST; each has its marker as its slug. */
export function restImages(site: RestSite): Pick<Target, "upload" | "removeImage"> {
  return {
    async upload(image, signal) {
      const slug = imageSlug(image.marker);
      const query = { slug, context: "edit", _fields: FIELDS };
      const there = await site.get(MEDIA, { query }, "to look an image up", signal);
      const [before] = Array.isArray(there) ? there.flatMap((one) => imageIn(one) ?? []) : [];
      if (before !== undefined) return before;
      const name = safeFileName(image);
      const fields = {
        slug,
        title: oneLine(image.alt) || name,
        alt_text: oneLine(image.alt),
        caption: escapedHtml(captionOf(image)),
        description: escapedHtml(oneLine(image.credit)),
      };
      const file = { field: "file", name, type: mediaType(image.type), bytes: image.bytes };
      const body = multipartForm(fields, file, `scriptorium-${randomUUID()}`);
      const answer = await site.ask(MEDIA, { method: "POST", query: { _fields: FIELDS }, body }, signal);
      const what = `the image "${shown(name)}"`;
      // The blog says so of a type of file that it does not take.
      if (codeIn(answer.json) === "rest_upload_unknown_error") {
        const says = `does not take ${what}: its type, size or folder is not allowed. Use another image, or look into the settings of the blog.`;
        throw blogProblem(site.host, "bad-input", says, { status: answer.status });
      }
      if (answer.status < 200 || answer.status > 299 || answer.json === undefined)
        throw refusal(site.host, answer, what);
      const uploaded = imageIn(answer.json);
      if (uploaded === undefined) throw withoutId(site.host, what);
      return uploaded;
    },
    async removeImage(id, signal) {
      const route = `${MEDIA}/${encodeURIComponent(id)}`;
      const answer = await site.ask(route, { method: "DELETE", query: { force: "true" } }, signal);
      if (answer.status >= 200 && answer.status < 300) return "deleted";
      if (answer.status === 404 && codeIn(answer.json) === "rest_post_invalid_id") return undefined;
      throw refusal(site.host, answer, "to remove the image");
    },
  };
}

function mediaType(type: string): string {
  return /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/i.test(type) ? type : "application/octet-stream";
}

function imageIn(json: unknown): UploadedImage | undefined {
  if (!isPlainObject(json) || typeof json["id"] !== "number") return undefined;
  return { id: String(json["id"]), url: String(json["source_url"] ?? ""), notes: [] };
}
