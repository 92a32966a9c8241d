import assert from "node:assert/strict";
import type { OutgoingImage, OutgoingPost } from "../providers/publisher.js";
import { calm, failsWith, type ProviderCase, promises, refusesAborted } from "./provider-cases.js";

const post = (marker: string, more: Partial<OutgoingPost> = {}): OutgoingPost => ({
  ...{ marker, title: `About ${marker}`, html: "<p>Bees make honey.</p>", status: "draft", type: "post" },
  ...{ categories: [], tags: [], createTerms: true, meta: {} },
  ...more,
});

const image = (marker: string): OutgoingImage => ({
  ...{ fileName: "dot.gif", bytes: Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "base64"), type: "image/gif" },
  ...{ alt: "A dot", caption: "", credit: "", marker },
});

const ofPosts = { type: "post", signal: calm() };

/** What every publisher promises. */
export const publisherCases: readonly ProviderCase<"publisher">[] = [
  promises("a blog is found by its id, once, and one that there is not is refused", async (publisher, { blog }) => {
    assert.deepEqual(
      (await publisher.blogs([blog, blog])).map(({ id }) => id),
      [blog],
    );
    await failsWith("ACCOUNT_NOT_FOUND", publisher.blogs(["no-such-blog"]));
    await failsWith("ACCOUNT_NOT_FOUND", publisher.blogs(["group:no-such-group"]));
    await failsWith("ACCOUNT_NOT_FOUND", publisher.post("no-such-blog", post("contract-0"), { signal: calm() }));
  }),
  promises("a check says in a sentence how the blog answers", async (publisher, { blog }) => {
    const { way, says } = await publisher.check(blog, { signal: calm() });
    assert.ok(way !== "" && says.endsWith("."));
  }),
  promises("a post is found by its marker, slug and title, and by no other", async (publisher, { blog }) => {
    const posted = await publisher.post(blog, post("contract-1"), { signal: calm() });
    const other = await publisher.post(blog, post("contract-1-b"), { signal: calm() });
    assert.notEqual(posted.id, other.id);
    assert.equal((await publisher.find(blog, { marker: "contract-1" }, ofPosts))?.id, posted.id);
    assert.equal((await publisher.find(blog, { title: "About contract-1" }, ofPosts))?.id, posted.id);
    if (posted.slug !== "") {
      assert.equal((await publisher.find(blog, { slug: posted.slug }, ofPosts))?.id, posted.id);
    }
    assert.equal(await publisher.find(blog, { marker: "contract" }, ofPosts), undefined);
    assert.ok(posted.notes.every((note) => typeof note === "string"));
  }),
  promises("an update replaces the post and keeps its id", async (publisher, { blog }) => {
    const { id } = await publisher.post(blog, post("contract-2"), { signal: calm() });
    const changed = post("contract-2", { title: "Changed" });
    assert.equal((await publisher.update(blog, id, changed, { signal: calm() })).id, id);
    assert.equal((await publisher.find(blog, { marker: "contract-2" }, ofPosts))?.title, "Changed");
  }),
  promises("a post is taken back once", async (publisher, { blog }) => {
    const { id } = await publisher.post(blog, post("contract-3"), { signal: calm() });
    assert.equal(await publisher.takeBack(blog, id, ofPosts), "deleted");
    assert.equal(await publisher.find(blog, { marker: "contract-3" }, ofPosts), undefined);
    assert.equal(await publisher.takeBack(blog, id, ofPosts), undefined);
  }),
  promises("an image is uploaded once, and removed once", async (publisher, { blog }) => {
    const uploaded = await publisher.upload(blog, image("contract-4"), { signal: calm() });
    assert.ok(uploaded.id !== "" && uploaded.url !== "");
    assert.equal((await publisher.upload(blog, image("contract-4"), { signal: calm() })).id, uploaded.id);
    assert.equal(await publisher.removeImage(blog, uploaded.id, { signal: calm() }), "deleted");
    assert.equal(await publisher.removeImage(blog, uploaded.id, { signal: calm() }), undefined);
  }),
  refusesAborted((publisher, { blog }, signal) => publisher.post(blog, post("contract-5"), { signal })),
];
