import { isPlainObject, shown } from "../../kernel/values/json.js";
import { imageSlug } from "./marker.js";
import { withoutId } from "./problems.js";
import type { Target } from "./target.js";
import { captionOf, escapedHtml, oneLine, safeFileName } from "./texts.js";
import { RpcFault, type RpcSite, translated } from "./wordpress-xmlrpc-site.js";

const NO_ALT = "The alternative text of the image could not be stored, because XML-RPC has no place for it.";

/** The images of a WordPress over XML-RPC; each has its marker in its file name. */
export function rpcImages(site: RpcSite): Pick<Target, "upload" | "removeImage"> {
  const call = (method: string, params: Parameters<RpcSite["call"]>[1], what: string, signal: AbortSignal) =>
    translated(site.host, what, () => site.call(method, params, what, signal));

  async function known(mark: string, signal: AbortSignal) {
    const filter = { post_type: "attachment", post_status: "inherit", number: 20, s: mark };
    const fields = ["post_id", "post_title", "guid", "link"];
    const answer = await call("wp.getPosts", [filter, fields], "to look an image up", signal);
    const images = Array.isArray(answer) ? answer.filter(isPlainObject) : [];
    const found = images.find((one) => nameOf(String(one["post_title"] ?? "")).endsWith(mark));
    if (found === undefined) return undefined;
    return { id: String(found["post_id"]), url: String(found["guid"] ?? found["link"] ?? "").trim(), notes: [] };
  }

  return {
    async upload(image, signal) {
      const mark = imageSlug(image.marker);
      const there = await known(mark, signal);
      if (there !== undefined) return there;
      const plain = safeFileName(image);
      const dot = plain.lastIndexOf(".");
      const name = `${plain.slice(0, dot)}-${mark}${plain.slice(dot)}`;
      const what = `the image "${shown(plain)}"`;
      const file = { name, type: image.type, bits: image.bytes, overwrite: false };
      const answer = await call("wp.uploadFile", [file], what, signal);
      const { id, attachment_id, url } = isPlainObject(answer) ? answer : {};
      const made = String(id ?? attachment_id ?? "").trim();
      if (!/^[1-9]\d*$/.test(made)) throw withoutId(site.host, what);
      const notes = oneLine(image.alt) === "" ? [] : [NO_ALT];
      const texts = {
        post_excerpt: escapedHtml(captionOf(image)),
        post_content: escapedHtml(oneLine(image.credit)),
      };
      if (texts.post_excerpt !== "" || texts.post_content !== "") {
        await site.call("wp.editPost", [made, texts], "the caption of the image", signal).catch(() => {
          signal.throwIfAborted();
          notes.push("The caption of the image could not be stored.");
        });
      }
      return { id: made, url: String(url ?? "").trim(), notes };
    },
    async removeImage(id, signal) {
      try {
        await site.call("wp.deletePost", [id], "to remove the image", signal);
        return "deleted";
      } catch (error) {
        if (error instanceof RpcFault && error.code === 404) return undefined;
        return await translated(site.host, "to remove the image", () => Promise.reject(error));
      }
    },
  };
}

/** Without the ending of a file, and the number that a blog adds. */
function nameOf(title: string): string {
  return title.trim().replace(/\.[a-z0-9]{1,5}$/i, "");
}
