import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BlogServer, blogServer, blogWorld, someImage, somePost } from "../../../test/doubles/blog-world.js";
import { ownError } from "../../../test/own-error.js";

const signal = new AbortController().signal;
let world: Awaited<ReturnType<typeof blogWorld>>;
let server: BlogServer;

beforeAll(async () => {
  world = await blogWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  server = await blogServer(() => ({ json: { id: 3, url: "https://a.test/3" } }));
});
afterEach(() => server.close());

const account = (secret?: string) => world.blog({ kind: "webhook", url: `${server.url}/hook?x=1` }, secret);

describe("a webhook", () => {
  it("gets a signed message about a post under a key that is the same again", async () => {
    const id = await account("secret");
    const posted = await world.publisher.post(id, somePost(), { signal });
    expect(posted).toMatchObject({ id: "3", url: "https://a.test/3", status: "draft" });
    await world.publisher.post(id, somePost(), { signal });
    const [first, second] = server.asked;
    const due = createHmac("sha256", "secret").update(first!.body).digest("hex");
    expect(first!.headers).toMatchObject({
      "x-signature": `sha256=${due}`,
      "x-event": "post.created",
      "idempotency-key": "run-1",
    });
    expect(second!.headers["idempotency-key"]).toBe("run-1");
    expect(JSON.parse(first!.body)).toMatchObject({ event: "post.created", post: { title: "Bees", marker: "run-1" } });
  });

  it("hears of each update of a post under a key of its own", async () => {
    const id = await account();
    await world.publisher.update(id, "3", somePost(), { signal });
    await world.publisher.update(id, "3", somePost(), { signal });
    await world.publisher.update(id, "3", { ...somePost(), title: "Wasps" }, { signal });
    const [first, again, later] = server.asked.map(({ headers }) => headers["idempotency-key"]);
    expect(first).toMatch(/^run-1-update-[0-9a-f]{16}$/);
    expect(again).toBe(first);
    expect(later).not.toBe(first);
  });

  it("need not answer with anything, and hears what is taken back", async () => {
    server.answering = () => ({ status: 204, text: "" });
    const id = await account();
    const posted = await world.publisher.post(id, somePost(), { signal });
    expect(posted).toMatchObject({ id: "run-1", url: "", notes: [expect.stringContaining("did not say")] });
    expect(await world.publisher.takeBack(id, "a\r\nb", { type: "post", signal })).toBe("deleted");
    expect(server.asked.at(-1)!.headers["idempotency-key"]).toBe("a%0D%0Ab-removed");
    server.answering = () => undefined;
    expect(await world.publisher.takeBack(id, "run-1", { type: "post", signal })).toBeUndefined();
  });

  it("gets images as base64, and must answer where they are", async () => {
    const id = await account();
    expect(await world.publisher.upload(id, someImage(), { signal })).toMatchObject({
      id: "3",
      url: "https://a.test/3",
    });
    expect(JSON.parse(server.asked[0]!.body).image.base64).toBe(Buffer.from("GIF89a").toString("base64"));
    server.answering = () => ({ json: { url: "javascript:alert(1)" } });
    expect((await ownError(world.publisher.upload(id, someImage(), { signal }))).code).toBe("bad-input");
  });

  it("that breaks down or breaks off is uncertain", async () => {
    const id = await account();
    server.answering = () => ({ status: 502, text: "bad gateway" });
    expect(await ownError(world.publisher.post(id, somePost(), { signal }))).toMatchObject({
      facts: { uncertain: true },
    });
    server.answering = () => (response) => void response.destroy();
    expect(await ownError(world.publisher.post(id, somePost(), { signal }))).toMatchObject({
      facts: { uncertain: true },
    });
  });
});
