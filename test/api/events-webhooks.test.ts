import { createHmac } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { createMessenger } from "../../src/adapters/web/index.js";
import { defineTaskPlugin, MASK, secret } from "../../src/kernel/index.js";
import { type Received, receiver } from "../kernel/webhooks-world.js";
import { crawling, created, servers, statusOf } from "./server.js";

const { start, close } = servers();
const messengers: ReturnType<typeof createMessenger>[] = [];
afterEach(async () => {
  await close();
  await Promise.all(messengers.splice(0).map((messenger) => messenger.close()));
});

async function api(allowPrivate = ["127.0.0.1"]) {
  const messenger = createMessenger({ allowPrivate });
  messengers.push(messenger);
  return start({ kernel: { secrets: ephemeralKey(), providers: { messenger } }, api: { statusCodes: "semantic" } });
}

it("a webhook is registered, read, changed, listed and deleted", async () => {
  const { get, post, call } = await api();
  const { status, envelope } = await post("/webhooks", { url: "https://hooks.example/", name: "Mine" });
  expect(status).toBe(200);
  const { id, secret } = envelope.result as { id: string; secret: string };
  expect(secret).toMatch(/^whsec_/);
  const shown = { ...(envelope.result as object), secret: MASK };
  expect((await get(`/webhooks/${id}`)).envelope.result).toEqual(shown);
  expect((await get("/webhooks?limit=5")).envelope.result).toEqual([shown]);
  const changed = await post(`/webhooks/${id}`, { active: false });
  expect(changed.envelope.result).toMatchObject({ active: false, name: "Mine", secret: MASK });
  expect((await post("/webhooks", { url: "https://hooks.example/", name: "Mine" })).status).toBe(409);
  expect((await call("DELETE", `/webhooks/${id}`)).envelope).toEqual({ success: true, message: null, result: null });
  expect((await call("DELETE", `/webhooks/${id}`)).envelope.success).toBe(true);
  expect((await get(`/webhooks/${id}`)).status).toBe(404);
});

it("a run's end reaches a registered webhook and the one in the task's data", async () => {
  const server = await api();
  const { get, post } = server;
  const { url, first } = await receiver();
  const made = (await post("/webhooks", { url: `${url}/registered` })).envelope.result as {
    id: string;
    secret: string;
  };
  const id = await created(server, "articlecreator", {
    articleKeywordsFile: ["bees"],
    webhookUrl: `${url}/own`,
    webhookEvents: ["task.complete"],
  });
  await get(`/project/run/${id}`);
  for (const { path, headers, body } of await first(2)) {
    expect(JSON.parse(body)).toMatchObject({
      type: "task.complete",
      task: { id, status: "complete" },
      run: { origin: "api", progress: { done: 1, ok: 1 }, error: null },
    });
    const signature = `sha256=${createHmac("sha256", made.secret).update(body).digest("hex")}`;
    expect(headers["x-signature"]).toBe(path === "/registered" ? signature : undefined);
  }
  const listed = (await get(`/webhooks/${made.id}/deliveries`)).envelope.result as { id: string }[];
  expect(listed).toHaveLength(1);
  expect((await get(`/webhooks/${id}/deliveries`)).envelope.result).toMatchObject([{ webhookId: id, taskId: id }]);
  const one = await get(`/deliveries/${listed[0]!.id}`);
  expect(JSON.parse((one.envelope.result as { body: string }).body)).toMatchObject({ task: { id } });
  const again = await post(`/deliveries/${listed[0]!.id}/replay`);
  const [, , replayed] = await first(3);
  expect(replayed!.headers["x-delivery"]).toBe((again.envelope.result as { id: string }).id);
});

it("a task's own webhook is signed with the account that its data name, which is no secret", async () => {
  const server = await api();
  const { get, post } = server;
  const { url, first } = await receiver();
  const made = (await post("/webhooks", { url: "https://hooks.example/", active: false })).envelope.result as {
    id: string;
    secret: string;
  };
  const data = { articleKeywordsFile: ["bees"], webhookUrl: `${url}/own`, webhookSecretId: made.id };
  const id = await created(server, "articlecreator", data);
  expect((await get(`/project/data/${id}`)).envelope.result).toMatchObject({ webhookSecretId: made.id });
  await get(`/project/run/${id}`);
  const [{ headers, body }] = (await first(1)) as [Received];
  expect(headers["x-signature"]).toBe(`sha256=${createHmac("sha256", made.secret).update(body).digest("hex")}`);
});

it("a pending delivery to a task's own webhook still arrives when the task is deleted", async () => {
  const server = await api();
  const { get, kernel } = server;
  const { url, first } = await receiver((response) => response.writeHead(answers.shift() ?? 204).end());
  const answers = [500];
  const id = await created(server, "articlecreator", { articleKeywordsFile: ["bees"], webhookUrl: `${url}/own` });
  await get(`/project/run/${id}`);
  await first(1);
  const waiting = async () => (await Array.fromAsync(kernel.webhooks.deliveries(id)))[0]!;
  await expect.poll(async () => (await waiting()).attempts).toBe(1);
  await get(`/project/delete/${id}`);
  await kernel.webhooks.replay((await waiting()).id);
  expect(JSON.parse((await first(2))[1]!.body)).toMatchObject({ task: { id } });
});

it("an abort is delivered once, whether the task ran or only waited", async () => {
  const server = await api();
  const { get, post, kernel } = server;
  const { url, first } = await receiver();
  await post("/webhooks", { url, events: ["task.aborted"] });
  const running = await crawling(server, "a");
  const waiting: string[] = [];
  while (waiting.length === 0 || (await statusOf(server, waiting.at(-1)!)) !== "waiting") {
    waiting.push(await created(server, "webcrawler", { startUrls: ["b"] }));
    await get(`/project/run/${waiting.at(-1)}`);
  }
  await get(`/project/abort/${waiting.at(-1)}`);
  await get(`/project/abort/${running}`);
  await kernel.tasks.settled(running);
  const ids = (await first(2)).map(({ body }) => (JSON.parse(body) as { task: { id: string } }).task.id);
  expect(ids.sort()).toEqual([running, waiting.at(-1)].sort());
  const { envelope } = await get("/webhooks");
  const [{ id }] = envelope.result as [{ id: string }];
  expect((await get(`/webhooks/${id}/deliveries`)).envelope.result).toHaveLength(2);
});

it("bad input is refused in words, with the status of its sort", async () => {
  const { get, post } = await api([]);
  const refused = async (
    reply: Promise<{ status: number; envelope: { message: string | null } }>,
    status: number,
    words: string,
  ) => {
    const { status: got, envelope } = await reply;
    expect([got, envelope.message]).toEqual([status, expect.stringContaining(words)]);
  };
  await refused(post("/webhooks", {}), 400, "needs an address");
  await refused(post("/webhooks", []), 400, "");
  await refused(post("/webhooks", { url: "http://192.168.1.7/" }), 400, "--allow-private 192.168.1.7");
  await refused(post("/webhooks", { url: "https://hooks.example/", template: "{{x}}" }), 400, "no variable {{x}}");
  await refused(get("/webhooks?offset=-1"), 400, "offset");
  await refused(get("/webhooks/x/deliveries"), 404, "could not be found");
  await refused(get("/webhooks/..%2f..%2fetc/deliveries"), 404, "could not be found");
  const made = (await post("/webhooks", { url: "https://hooks.example/" })).envelope.result as { id: string };
  await refused(get(`/webhooks/${made.id}/deliveries?state=lost`), 400, '"lost"');
  await refused(get("/deliveries/x"), 404, "could not be found");
  await refused(post("/deliveries/x/replay"), 404, "could not be found");
});

it("an event that does not exist is refused with the nearest one", async () => {
  const { get, post } = await api();
  const refused = async (event: string) =>
    (await post("/webhooks", { url: "https://hooks.example/", events: ["task.failed", event] })).envelope.message;
  expect(await refused("task.complet")).toMatch(
    /^The webhook asks for the event "task\.complet", which does not exist\. Did you mean task\.complete\? There are task\.created, .*, chain\.started\. Correct it; nothing was stored\.$/,
  );
  expect(await refused("bees")).toMatch(/"bees", which does not exist\. There are task\.created, /);
  expect((await get("/webhooks")).envelope.result).toEqual([]);
});

describe("a webhook is noted", () => {
  const url = "https://hooks.example/";

  it.each([
    [{ types: ["Post Uploadr", "postuploader"] }, [/^types has "Post Uploadr", .* Did you mean "post uploader"\?$/]],
    [{ types: ["bees"] }, [/^types has "bees", but there is no such task type\. Use one of: article creator, /]],
    [
      { tasks: ["nobody"] },
      ['tasks has "nobody", but there is no task with this id. Give the id of one, or leave it out.'],
    ],
    [{ groups: ["bees", "Garden"] }, ['groups has "bees", but no task is in this group yet. Check its name.']],
    [{ types: ["bees"], tasks: ["nobody"], groups: ["bees"] }, [/^types/, /^groups/, /^tasks/]],
  ])("for what its filters let nothing through: %j", async (filters, notes) => {
    const wanted = notes.map((note) => (typeof note === "string" ? note : expect.stringMatching(note)));
    const server = await api();
    await created(server, "postuploader", { group: "Garden" });
    const made = (await server.post("/webhooks", { url, ...filters })).envelope;
    expect(made).toMatchObject({ success: true, message: null, result: filters, notes: wanted });
    const changed = (await server.post(`/webhooks/${made.result.id}`, { active: false })).envelope;
    expect(changed.notes).toEqual(wanted);
  });

  it("in a few sentences and by the names of the rest, however many of them there are", async () => {
    const { post } = await api();
    const tasks = Array.from({ length: 23 }, (_, index) => `nobody${index}`);
    const { notes } = (await post("/webhooks", { url, tasks })).envelope;
    expect(notes).toHaveLength(21);
    expect(notes![20]).toBe('tasks also has "nobody20", "nobody21" and "nobody22", which are not known.');
  });

  it("not for types, groups and tasks that there are", async () => {
    const server = await api();
    const id = await created(server, "postuploader", { group: "Garden" });
    const filters = { types: ["post uploader", "PostUploader"], groups: ["Garden", ""], tasks: [id] };
    expect((await server.post("/webhooks", { url, ...filters })).envelope.notes).toBeUndefined();
  });
});

it("the reduced edition has none of these routes", async () => {
  const { get } = await start({ api: { edition: "reduced" } });
  expect((await get("/webhooks")).status).toBe(404);
  expect((await get("/deliveries/x")).status).toBe(404);
});

describe("the result of a run in a message", () => {
  const rower = defineTaskPlugin({
    type: "rower",
    words: "rower",
    title: "Rower",
    summary: "Makes rows.",
    options: z.object({
      count: z.number().default(1),
      words: z.number().default(1),
      password: secret(z.string().default("")),
    }),
    inputs: () => ["all"],
    run(_line, { options, output }) {
      for (let n = 0; n < options.count; n += 1)
        output.row({ n, text: "word ".repeat(options.words), made: `by ${options.password}` });
      output.file("made.txt", "made", "text/plain");
      return Promise.resolve();
    },
  });

  async function rowing(answer?: Parameters<typeof receiver>[0]) {
    const messenger = createMessenger({ allowPrivate: ["127.0.0.1"] });
    messengers.push(messenger);
    const server = await start({ kernel: { plugins: [rower], secrets: ephemeralKey(), providers: { messenger } } });
    return { server, ...(await receiver(answer)) };
  }
  const resultIn = ({ body }: Received) => (JSON.parse(body) as { readonly result?: Record<string, unknown> }).result;

  it("is there when it is asked for, whole and without the secrets of the task", async () => {
    const { server, url, first } = await rowing();
    await server.post("/webhooks", { url: `${url}/both`, include: ["summary", "rows"] });
    await server.post("/webhooks", { url: `${url}/none` });
    const data = { count: 2, password: "hunter2hunter2", webhookUrl: `${url}/own`, webhookInclude: ["summary"] };
    await server.get(`/project/run/${await created(server, "rower", data)}`);
    const received = await first(3);
    const at = (path: string) => resultIn(received.find((one) => one.path === path)!);
    const rows = [0, 1].map((n) => ({ n, text: "word ", made: `by ${MASK}` }));
    const summary = { rows: 2, files: ["made.txt"] };
    expect(at("/both")).toEqual({ summary, rows, cut: false, rest: null });
    expect(at("/own")).toEqual({ summary });
    expect(at("/none")).toBeUndefined();
  });

  it.each([
    ["100 rows", { count: 240 }, 100],
    ["256 KB", { count: 90, words: 2000 }, 26],
  ])("is cut at %s and says where the rest is", async (_limit, data, count) => {
    const { server, url, first } = await rowing();
    await server.post("/webhooks", { url, include: ["rows"] });
    await server.get(`/project/run/${await created(server, "rower", data)}`);
    const [message] = await first(1);
    const { rows, cut, rest } = resultIn(message!) as { rows: unknown[]; cut: boolean; rest: string };
    expect([rows.length, cut]).toEqual([count, true]);
    const { rows: others } = (await server.get(`${rest}&limit=1000`)).envelope.result as { rows: unknown[] };
    expect(others).toHaveLength(data.count - count);
    expect(others[0]).toMatchObject({ n: count });
  });

  it("is the same when it is sent again", async () => {
    let answers = 0;
    const { server, url, first } = await rowing((response) => {
      answers += 1;
      response.writeHead(answers === 1 ? 500 : 200).end();
    });
    const made = (await server.post("/webhooks", { url, include: ["rows"] })).envelope.result as { id: string };
    const id = await created(server, "rower", { count: 3 });
    await server.get(`/project/run/${id}`);
    const [before] = await first(1);
    const [delivery] = (await server.get(`/webhooks/${made.id}/deliveries`)).envelope.result as [{ id: string }];
    await server.get(`/project/delete/${id}`);
    await server.post(`/deliveries/${delivery.id}/replay`, {});
    const [, after] = await first(2);
    expect(after!.body).toBe(before!.body);
    expect(resultIn(after!)).toMatchObject({ cut: false, rows: [{ n: 0 }, { n: 1 }, { n: 2 }] });
  });

  it("is refused under another name", async () => {
    const { server, url } = await rowing();
    const { message } = (await server.post("/webhooks", { url, include: ["row"] })).envelope;
    expect(message).toMatch(/includes "row"; there are summary, rows/);
  });
});
