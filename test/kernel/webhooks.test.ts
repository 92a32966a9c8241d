import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { RETRY_MINUTES } from "../../src/kernel/attendants/webhooks/sender.js";
import { MASK } from "../../src/kernel/index.js";
import { receiver, type World, world } from "./webhooks-world.js";
import { all, codeOf } from "./world.js";

const only = async ({ webhooks }: World, id: string) => (await all(webhooks.deliveries(id)))[0]!;
const hasState = (at: World, id: string, state: string) => async () => (await only(at, id))?.state === state;

describe("registering", () => {
  it("shows the secret once, makes one when none is given, and keeps it sealed", async () => {
    const { webhooks, storage } = await world();
    const made = await webhooks.create({ url: "https://hooks.example/in", name: "Mine", secret: "as given" });
    const other = await webhooks.create({ url: "https://hooks.example/in" });
    expect(made).toMatchObject({ name: "Mine", secret: "as given", events: ["task.complete", "task.failed"] });
    expect(other.secret).toMatch(/^whsec_[\w-]{32}$/);
    expect(await webhooks.get(made.id)).toEqual({ ...made, secret: MASK });
    expect(await all(webhooks.list())).toEqual([made, other].map((one) => ({ ...one, secret: MASK })));
    const stored = JSON.stringify(await all(storage.accounts.list()));
    expect(stored).not.toContain("as given");
    expect(stored).not.toContain(other.secret);
  });

  it("changes what is named, keeps the secret under its mask, and forgets what is deleted", async () => {
    const { webhooks, accounts } = await world();
    const { id } = await webhooks.create({ url: "https://hooks.example/in", secret: "first" });
    const changed = await webhooks.update(id, { active: false, groups: ["a"], secret: MASK });
    expect(changed).toMatchObject({ active: false, groups: ["a"], url: "https://hooks.example/in", secret: MASK });
    expect(await accounts.secretsOf(id)).toEqual({ secret: "first" });
    await webhooks.update(id, { secret: "second", groups: [] });
    expect(await accounts.secretsOf(id)).toEqual({ secret: "second" });
    expect(await webhooks.delete(id)).toBe(true);
    expect(await webhooks.delete(id)).toBe(false);
    expect(await codeOf(webhooks.get(id))).toBe("WEBHOOK_NOT_FOUND");
    expect(await codeOf(webhooks.update(id, {}))).toBe("WEBHOOK_NOT_FOUND");
    expect(await codeOf(all(webhooks.deliveries(id)))).toBe("WEBHOOK_NOT_FOUND");
  });

  it("takes an account of another kind for no webhook", async () => {
    const { webhooks, accounts } = await world();
    const { id } = await accounts.create({ kind: "blog", name: "b", secrets: { password: "secret" } });
    expect(await codeOf(webhooks.get(id))).toBe("WEBHOOK_NOT_FOUND");
    expect(await webhooks.delete(id)).toBe(false);
    expect(await accounts.get(id)).toMatchObject({ name: "b" });
  });

  it.each([
    ["needs an address", {}],
    ["must be an object", null],
    ["begins with http:// or https://", { url: "ftp://hooks.example" }],
    ["begins with http:// or https://", { url: "not an address" }],
    ["user name or password", { url: "https://me:s3cret@hooks.example/" }],
    ["longer than", { url: `https://hooks.example/${"x".repeat(3000)}` }],
    ['"task.exploded"', { url: "https://a.example", events: ["task.exploded"] }],
    ["asks for no events", { url: "https://a.example", events: [] }],
    ["a list of texts", { url: "https://a.example", events: "task.complete" }],
    ['"colour"', { url: "https://a.example", colour: "red" }],
    ['"constructor"', { url: "https://a.example", __proto__: null, constructor: 1 }],
    ["true or false", { url: "https://a.example", active: "yes" }],
    ["mask", { url: "https://a.example", secret: MASK }],
    ["secret that is a text", { url: "https://a.example", secret: 5 }],
    ["not JSON", { url: "https://a.example", template: "{" }],
    ["no variable {{task.secret}}", { url: "https://a.example", template: '{"a": {{task.secret}}}' }],
    ["has no end", { url: "https://a.example", template: '{"a": "{{task.name}"}' }],
  ])("refuses one that %s", async (words, posted) => {
    const { webhooks } = await world();
    await expect(webhooks.create(posted as never)).rejects.toMatchObject({
      code: "WEBHOOK_REFUSED",
      message: expect.stringContaining(words) as string,
    });
    expect(await all(webhooks.list())).toEqual([]);
  });

  it.each(["http://127.0.0.1:1/", "http://[::1]/", "http://localhost/", "http://169.254.169.254/"])(
    "refuses %s, which is visibly not public, when it is registered and when it is changed",
    async (url) => {
      const { webhooks } = await world({ messenger: {} });
      const { id } = await webhooks.create({ url: "https://hooks.example/" });
      expect(await codeOf(webhooks.create({ url }))).toBe("ADDRESS_REFUSED");
      expect(await codeOf(webhooks.update(id, { url }))).toBe("ADDRESS_REFUSED");
    },
  );

  it("says that a message provider is missing", async () => {
    const { webhooks } = await world({ messenger: null });
    expect(await codeOf(webhooks.create({ url: "https://hooks.example/" }))).toBe("PROVIDER_MISSING");
  });
});

describe("the end of a run", () => {
  it("is delivered with a body and a signature that anyone with the secret can check", async () => {
    const at = await world();
    const { url, first } = await receiver();
    const { id, secret } = await at.webhooks.create({ url: `${url}/in?a=1` });
    const task = await at.task();
    const run = await at.ended(task, {
      status: "failed",
      error: { code: "no-network", message: "Nothing could be reached. Check the network." },
    });
    const [received] = await first(1);
    const { path, headers, body } = received!;
    expect(path).toBe("/in?a=1");
    expect(headers["x-signature"]).toBe(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
    expect(headers["content-type"]).toBe("application/json");
    expect(headers["user-agent"]).toContain("Scriptorium");
    expect(headers["x-timestamp"]).toBe("2026-01-01T00:00:00.000Z");
    await at.until(hasState(at, id, "delivered"));
    const delivery = await only(at, id);
    expect(headers["x-delivery"]).toBe(delivery.id);
    expect(delivery).toMatchObject({ attempts: 1, status: 204, event: "task.failed", taskId: task._id });
    expect(JSON.parse(body)).toEqual({
      id: delivery.id,
      type: "task.failed",
      createdAt: "2026-01-01T00:00:00.000Z",
      task: { id: task._id, name: "My task", type: "article creator", group: "bees", status: "failed" },
      run: {
        id: run._id,
        origin: "api",
        startedAt: run.startedAt,
        finishedAt: run.finishedAt,
        progress: null,
        error: run.error,
      },
      data: { error: run.error },
    });
    expect(await at.webhooks.delivery(delivery.id)).toEqual({ ...delivery, body });
  });

  it("reaches only the webhooks that want it", async () => {
    const at = await world({ started: false });
    const task = await at.task();
    const url = "https://hooks.example/";
    const wanted = [
      await at.webhooks.create({ url }),
      await at.webhooks.create({ url, types: ["articlecreator"], groups: ["bees"], tasks: [task._id] }),
    ];
    await at.webhooks.create({ url, events: ["task.failed"] });
    await at.webhooks.create({ url, types: ["rss scraper"] });
    await at.webhooks.create({ url, groups: ["other"] });
    await at.webhooks.create({ url, tasks: ["000000000000000000000000"] });
    await at.webhooks.create({ url, active: false });
    await at.ended(task);
    const stored = await all(at.storage.deliveries.list());
    expect(stored.map(({ webhookId }) => webhookId).sort()).toEqual(wanted.map(({ id }) => id).sort());
  });

  it("is stored once however often the hook is called, and again when the run is resumed and ends again", async () => {
    const at = await world({ started: false });
    await at.webhooks.create({ url: "https://hooks.example/", events: ["task.aborted"] });
    const task = await at.task({ webhookUrl: "https://own.example/", webhookEvents: ["task.aborted"] });
    const run = await at.ended(task, { status: "aborted" });
    await at.webhooks.onEnd(task, run);
    expect(await all(at.storage.deliveries.list())).toHaveLength(2);
    await at.webhooks.onEnd(task, { ...run, fence: 7 });
    expect(await all(at.storage.deliveries.list())).toHaveLength(4);
  });

  it("is sent when the task is at rest, not before", async () => {
    const at = await world();
    const { url, all: received, first } = await receiver();
    const { id } = await at.webhooks.create({ url });
    const early = await at.task();
    const now = at.clock.now().toISOString();
    const run = { _id: "1", taskId: early._id, status: "complete", origin: "api", attempts: 1, seed: "1" } as const;
    await at.webhooks.onEnd(early, { ...run, createdAt: now, finishedAt: now, revision: 2 });
    // The end of another wakes the sender, which then sees both.
    const other = await at.task();
    await at.ended(other);
    const [one] = await first(1);
    expect(JSON.parse(one!.body)).toMatchObject({ task: { id: other._id } });
    await at.until(async () => (await all(at.webhooks.deliveries(id, { state: "delivered" }))).length === 1);
    expect(received).toHaveLength(1);
    await at.storage.tasks.replace({ ...early, status: "complete", revision: 1 });
    at.clock.advance(1000);
    const [, last] = await first(2);
    expect(JSON.parse(last!.body)).toMatchObject({ task: { id: early._id, status: "complete" } });
  });

  it("goes to the address in the task's data, signed with the secret of the account it names", async () => {
    const at = await world();
    const { url, first } = await receiver();
    const { id } = await at.accounts.create({ kind: "provider", name: "signer", secrets: { apiKey: "provider key" } });
    const { id: hookId, secret } = await at.webhooks.create({ url: "https://hooks.example/", active: false });
    for (const webhookSecretId of ["", id, "signer", hookId]) {
      const task = await at.task({ webhookUrl: `${url}/${webhookSecretId}`, webhookSecretId });
      await at.ended(task);
    }
    const received = await first(4);
    const signed = (path: string, key: string) => {
      const { headers, body } = received.find((one) => one.path === path)!;
      return headers["x-signature"] === `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
    };
    expect(received.find((one) => one.path === "/")?.headers["x-signature"]).toBeUndefined();
    expect(signed(`/${id}`, "provider key")).toBe(true);
    expect(signed("/signer", "provider key")).toBe(true);
    expect(signed(`/${hookId}`, secret)).toBe(true);
  });

  it.each([
    ["http://127.0.0.1:1/", {}, "--allow-private 127.0.0.1:1"],
    ["ftp://hooks.example/", {}, "begins with http:// or https://"],
    ["https://me:s3cret@hooks.example/", {}, "user name or password"],
    ["https://hooks.example/", { webhookSecretId: "nobody" }, "webhookSecretId names no webhook or account. "],
  ])("given up for good, %s says so in the task's log and leaves the run alone", async (webhookUrl, more, words) => {
    const at = await world({ messenger: {} });
    const task = await at.task({ webhookUrl, ...more });
    const logged = new Promise((resolve) => at.events.on("task.log", resolve));
    const run = await at.ended(task);
    await logged;
    const entries = await all(at.storage.content.log(task._id));
    expect(entries).toMatchObject([{ level: "warn", msg: expect.stringContaining(words) as string }]);
    const delivery = await only(at, task._id);
    expect(delivery).toMatchObject({ state: "failed", attempts: 1 });
    expect(delivery.trouble).toContain(words);
    expect((await at.storage.runs.get(run._id))?.status).toBe("complete");
    expect((await at.storage.tasks.get(task._id))?.status).toBe("complete");
  });

  it("goes by what a name leads to when it is sent, whatever it led to before", async () => {
    const { host, all: received, first } = await receiver();
    const port = host.split(":")[1]!;
    let leadsTo = "127.0.0.1";
    const at = await world({ messenger: { lookup: async () => [leadsTo], allowPrivate: ["127.0.0.1"] } });
    const { id } = await at.webhooks.create({ url: `http://rebinding.example:${port}/` });
    await at.ended(await at.task());
    await first(1);
    leadsTo = "127.0.0.2";
    await at.ended(await at.task());
    const failed = async () => await all(at.webhooks.deliveries(id, { state: "failed" }));
    await at.until(async () => (await failed()).length === 1);
    expect((await failed())[0]?.trouble).toContain(`--allow-private rebinding.example:${port}`);
    expect(received).toHaveLength(1);
  });
});

describe("a receiver that fails", () => {
  it("is tried again after 1, 5, 15, 60 and 240 minutes, then no more", async () => {
    const at = await world();
    const { url, all: received, first } = await receiver((response) => response.writeHead(503).end("busy"));
    const { id } = await at.webhooks.create({ url });
    await at.ended(await at.task());
    let minutes = 0;
    for (const [index, pause] of [1, 5, 15, 60, 240].entries()) {
      await first(index + 1);
      await at.until(async () => (await only(at, id)).status === 503 && (await only(at, id)).attempts === index + 1);
      minutes += pause;
      const due = new Date(Date.parse("2026-01-01T00:00:00.000Z") + minutes * 60_000).toISOString();
      await at.until(async () => (await only(at, id)).dueAt === due);
      expect((await only(at, id)).trouble).toBe("The receiver answered with status 503.");
      at.clock.advance(pause * 60_000 - 1);
      expect(received).toHaveLength(index + 1);
      at.clock.advance(1);
    }
    await at.until(hasState(at, id, "failed"));
    expect(received).toHaveLength(1 + RETRY_MINUTES.length);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers["x-delivery"])).size).toBe(1);
    const failed = await only(at, id);
    expect(failed).toMatchObject({ attempts: 6, status: 503 });
    expect(failed.dueAt).toBeUndefined();
  });

  it("that redirects is not followed", async () => {
    const at = await world();
    const secret = await receiver();
    const { url } = await receiver((response) => response.writeHead(302, { location: `${secret.url}/x` }).end());
    const { id } = await at.webhooks.create({ url });
    await at.ended(await at.task());
    await at.until(async () => (await only(at, id)).status === 302);
    await at.until(async () => (await only(at, id)).trouble !== undefined);
    expect((await only(at, id)).trouble).toBe("The receiver answered with status 302. Redirects are not followed.");
    expect(secret.all).toEqual([]);
  });

  it("with an answer that never ends is done with as soon as its status is there", async () => {
    const at = await world();
    const { url } = await receiver((response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write(Buffer.alloc(64 * 1024)));
      };
      response.on("drain", more);
      more();
    });
    const { id } = await at.webhooks.create({ url });
    await at.ended(await at.task());
    await at.until(hasState(at, id, "delivered"));
  });

  it("by never answering holds up no other, however many wait for it", async () => {
    const at = await world({ started: false });
    const slow = await receiver(() => {});
    const quick = await receiver();
    await at.webhooks.create({ url: slow.url });
    const task = await at.task();
    for (let count = 0; count < 600; count += 1) await at.ended(task);
    const { id } = await at.webhooks.create({ url: quick.url });
    await at.ended(task);
    at.webhooks.start();
    await quick.first(1);
    await at.until(hasState(at, id, "delivered"));
    expect(slow.all.length).toBeLessThanOrEqual(2);
  });

  it("that cannot be reached is tried again, in words", async () => {
    const gone = await receiver();
    const at = await world();
    const { id } = await at.webhooks.create({ url: "http://127.0.0.1:9/" });
    await at.ended(await at.task());
    await at.until(async () => (await only(at, id)).trouble !== undefined);
    expect(await only(at, id)).toMatchObject({
      state: "waiting",
      attempts: 1,
      trouble: expect.stringContaining("127.0.0.1:9 refused the connection") as string,
    });
    expect(gone.all).toEqual([]);
  });
});

describe("deliveries", () => {
  it("are listed by state and page, and sent again under a new id with the same body", async () => {
    const at = await world();
    const { url, first } = await receiver();
    const { id } = await at.webhooks.create({ url });
    await at.ended(await at.task());
    await at.until(hasState(at, id, "delivered"));
    const [before] = await all(at.webhooks.deliveries(id, { state: "delivered" }));
    const again = await at.webhooks.replay(before!.id);
    expect(again.id).not.toBe(before!.id);
    const [one, other] = await first(2);
    expect(other!.body).toBe(one!.body);
    expect(other!.headers["x-delivery"]).toBe(again.id);
    await at.until(async () => (await all(at.webhooks.deliveries(id, { state: "delivered" }))).length === 2);
    expect((await all(at.webhooks.deliveries(id, { offset: 1, limit: 5 }))).map((each) => each.id)).toEqual([again.id]);
    expect(await all(at.webhooks.deliveries(id, { state: "failed" }))).toEqual([]);
    expect(await codeOf(at.webhooks.replay("nothing"))).toBe("DELIVERY_NOT_FOUND");
    expect(await codeOf(at.webhooks.delivery("nothing"))).toBe("DELIVERY_NOT_FOUND");
  });

  it("to a webhook that was removed or switched off fail in words", async () => {
    const at = await world({ started: false });
    const removed = await at.webhooks.create({ url: "https://hooks.example/" });
    const off = await at.webhooks.create({ url: "https://hooks.example/" });
    await at.ended(await at.task());
    await at.webhooks.delete(removed.id);
    await at.webhooks.update(off.id, { active: false });
    at.webhooks.start();
    await at.until(async () => (await all(at.storage.deliveries.list({ state: "failed" }))).length === 2);
    expect((await only(at, removed.id)).trouble).toContain("was removed");
    expect((await only(at, off.id)).trouble).toContain("switched off");
  });

  it("wait for a server that can send them", async () => {
    const at = await world({ messenger: null });
    const task = await at.task({ webhookUrl: "https://hooks.example/" });
    await at.ended(task);
    expect(await only(at, task._id)).toMatchObject({ state: "waiting", attempts: 0 });
  });
});
