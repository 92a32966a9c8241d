import { createHash, createHmac } from "node:crypto";
import type { PublishedPost } from "../../kernel/index.js";
import { isPlainObject, shown } from "../../kernel/values/json.js";
import { markerText } from "./marker.js";
import { blogProblem, refusal } from "./problems.js";
import type { Target, TargetWorld } from "./target.js";
import { oneLine } from "./texts.js";

type Event = "ping" | "post.created" | "post.updated" | "post.removed" | "image.created" | "image.removed";

/**
 * A receiver of one's own. It is told what to do, signed with the secret of its account, and may answer with id and address. It
 * cannot be asked what it has: the header `Idempotency-Key` is the same whenever the same thing is sent again.
 */
export function webhookTarget({ blog, connection }: TargetWorld): Target {
  async function tell(
    event: Event,
    key: string,
    data: Readonly<Record<string, unknown>>,
    what: string,
    signal: AbortSignal,
  ) {
    const body = JSON.stringify({ event, ...data });
    const signature = createHmac("sha256", blog.password).update(body).digest("hex");
    const answer = await connection.send(
      {
        method: "POST",
        url: blog.url,
        changes: event !== "ping",
        headers: {
          "content-type": "application/json",
          "x-event": event,
          "idempotency-key": key,
          ...(blog.password === "" ? {} : { "x-signature": `sha256=${signature}` }),
        },
        body,
      },
      signal,
    );
    if (answer.status === 404 || answer.status === 410) return undefined;
    // What it writes besides is its own business.
    if (answer.status >= 200 && answer.status < 300) return isPlainObject(answer.json) ? answer.json : {};
    throw refusal(connection.host, answer, what);
  }

  async function publish(
    event: Event,
    id: string | undefined,
    post: Parameters<Target["post"]>[0],
    signal: AbortSignal,
  ) {
    markerText(post.marker);
    const what = `the post "${shown(post.title)}"`;
    const data = { ...(id === undefined ? {} : { id }), post };
    // A later update says something else, so it has another key.
    const digest = createHash("sha256").update(JSON.stringify(data)).digest("hex").slice(0, 16);
    const key = id === undefined ? post.marker : `${post.marker}-update-${digest}`;
    const said = await tell(event, key, data, what, signal);
    if (said === undefined) throw missing(connection.host);
    const text = (name: string) =>
      ["string", "number"].includes(typeof said[name]) ? oneLine(String(said[name])) : "";
    const published: PublishedPost = {
      id: id ?? (text("id") || post.marker),
      url: text("url"),
      status: text("status") || post.status,
      title: oneLine(post.title),
      slug: text("slug") || post.slug || "",
      notes: text("url") === "" ? ["The receiver did not say at which address the post is."] : [],
    };
    return published;
  }

  return {
    async check(signal) {
      if ((await tell("ping", "ping", {}, "the question whether it is there", signal)) === undefined) {
        throw missing(connection.host);
      }
      const signed = blog.password === "" ? "Messages to it are not signed." : "Messages to it are signed.";
      const says = `${connection.host} takes messages. ${signed}`;
      return { way: "webhook", login: "", may: ["take posts", "take images"], says };
    },
    find: async () => undefined,
    post: (post, signal) => publish("post.created", undefined, post, signal),
    update: (id, post, signal) => publish("post.updated", id, post, signal),
    async takeBack(id, type, signal) {
      const done = await tell("post.removed", `${headerSafe(id)}-removed`, { id, type }, "to remove the post", signal);
      return done === undefined ? undefined : "deleted";
    },
    async upload({ bytes, ...image }, signal) {
      markerText(image.marker);
      const what = `the image "${shown(image.fileName)}"`;
      const data = { image: { ...image, base64: Buffer.from(bytes).toString("base64") } };
      const said = await tell("image.created", image.marker, data, what, signal);
      if (said === undefined) throw missing(connection.host);
      const { id, url } = said;
      if (typeof url !== "string" || !/^https?:\/\//i.test(url)) {
        const says = `took ${what}, but did not answer with its url. Let the receiver answer with {"id": ..., "url": ...}.`;
        throw blogProblem(connection.host, "bad-input", says);
      }
      return { id: typeof id === "string" || typeof id === "number" ? String(id) : image.marker, url, notes: [] };
    },
    async removeImage(id, signal) {
      const done = await tell("image.removed", `${headerSafe(id)}-removed`, { id }, "to remove the image", signal);
      return done === undefined ? undefined : "deleted";
    },
  };
}

function missing(host: string): Error {
  return blogProblem(host, "bad-input", "has no receiver at the address (HTTP 404). Check the url of its account.");
}

/** An id that a receiver has made up, as a header may hold it. */
function headerSafe(id: string): string {
  return encodeURIComponent(id.toWellFormed()).slice(0, 200);
}
