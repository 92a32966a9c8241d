import { ScriptoriumError } from "../../../kernel/index.js";
import { namesTag } from "./byte-ranges.js";
import { disposition } from "./downloads.js";
import { type FullerArea, type FullerCall, rawReply } from "./fuller.js";

/** The files in which a task keeps the feed that it publishes, by what its data object calls the format. */
const FEEDS: Readonly<Record<string, { readonly path: string; readonly type: string }>> = {
  rss: { path: "feed.xml", type: "application/rss+xml; charset=utf-8" },
  atom: { path: "atom.xml", type: "application/atom+xml; charset=utf-8" },
  json: { path: "feed.json", type: "application/feed+json; charset=utf-8" },
};

/** The feed that a task publishes, as its last run left it. */
export const feed: FullerArea = ({ kernel, knownForm }) => {
  async function published({ parameters, request }: FullerCall): Promise<unknown> {
    const { _id, data } = await kernel.tasks.existing(knownForm(parameters["id"]));
    const format = data["publishFeed"];
    const named = typeof format === "string" && Object.hasOwn(FEEDS, format) ? FEEDS[format] : undefined;
    if (named === undefined) {
      throw noFeed(_id, "The task publishes no feed. Set its publishFeed to rss, atom or json and run it.");
    }
    const file = await kernel.content.file(_id, named.path);
    if (file === undefined) throw noFeed(_id, "The task has not published its feed yet. Run it first.");
    const tag = `"${file.sha256}"`;
    const shared = ["ETag", tag, "Cache-Control", "private, no-cache"];
    const header = request.headers["if-none-match"];
    if (namesTag(typeof header === "string" ? header : undefined, tag)) {
      return rawReply({ status: 304, headers: shared, body: "" });
    }
    return rawReply({
      headers: [
        ...shared,
        "Content-Type",
        named.type,
        "Content-Disposition",
        disposition("inline", named.path),
        // Whatever is in it: shown by a browser it runs nothing.
        "Content-Security-Policy",
        "default-src 'none'; sandbox",
      ],
      body: Buffer.from(file.bytes).toString("utf8"),
    });
  }

  return [{ method: "GET", path: "/task/feed/:id?", acts: false, reply: published }];
};

function noFeed(id: string, message: string): ScriptoriumError {
  return new ScriptoriumError("FILE_NOT_FOUND", message, { id });
}
