import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { ProviderSettings } from "../../src/adapters/providers/index.js";
import { createScriptorium, ephemeralKey, readProviderSettings, type Scriptorium } from "../../src/index.js";
import { type ServiceDouble, serve } from "../doubles/translation-service.js";

const KEY = "sesame-4711";
const open: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function engine(status = 200): Promise<ServiceDouble> {
  const made = await serve(() => ({
    status,
    json: status === 200 ? { results: [{ url: "https://a.test/", title: "A", content: "found" }] } : { error: "no" },
  }));
  open.push(made);
  return made;
}

async function server(settings: ProviderSettings, environment: Record<string, string> = {}) {
  const providerSettings = await readProviderSettings(settings, { environment });
  const made = createScriptorium({ providerSettings, secrets: ephemeralKey() });
  await made.start();
  open.push({ close: () => made.stop() });
  return { ...made, checks: providerSettings.checks };
}

async function ready({ api }: Pick<Scriptorium, "api">, query = "?verbose") {
  const request = { method: "GET", target: `/readyz${query}`, headers: { host: "localhost" } };
  const reply = await api.handle({ ...request, body: async () => "" } as unknown as Parameters<typeof api.handle>[0]);
  return JSON.parse(String(reply.body));
}

const OFF = { browser: "none", images: "none", video: "none" } as const;

describe("GET /readyz?verbose", () => {
  it("says which providers are set, whether they answer, and which task types lack one", async () => {
    const [good, bad] = [await engine(), await engine(401)];
    const made = await server(
      {
        ...OFF,
        search: [
          { kind: "searxng", name: "good", address: good.url },
          { kind: "custom", name: "bad", address: `${bad.url}/?q={query}&k={key}`, keyVariable: "THE_KEY" },
        ],
      },
      { THE_KEY: KEY },
    );
    const { success, result } = await ready(made);
    expect(success).toBe(true);
    expect(result.providers).toEqual([
      {
        port: "search",
        name: "good",
        kind: "searxng",
        title: "SearXNG",
        host: good.host,
        isDefault: false,
        answers: true,
        says: `SearXNG "good" at ${good.host} answers.`,
      },
      expect.objectContaining({
        name: "bad",
        answers: false,
        says: expect.stringMatching(/does not accept the API key\. Check the key/),
      }),
    ]);
    expect(JSON.stringify(result)).not.toContain(KEY);
    // Kept for a minute, so that a monitor spends nothing.
    await ready(made);
    expect(good.requests).toHaveLength(1);
    expect((await ready(made, "")).result).toBeNull();
  });

  it("says of a busy engine that it is busy, not that it is silent", async () => {
    const busy = await serve(() => ({ status: 429, headers: { "retry-after": "2" }, json: {} }));
    open.push(busy);
    const { result } = await ready(await server({ ...OFF, search: { kind: "searxng", address: busy.url } }));
    expect(result.providers).toMatchObject([
      { answers: false, says: expect.stringMatching(/has had too many requests\. Try again in 2 seconds\.$/) },
    ]);
    expect(busy.requests).toHaveLength(1);
  });

  it("names what a task type lacks", async () => {
    const { result } = await ready(await server({ ...OFF, search: "none" }));
    expect(result.providers).toEqual([]);
    expect(result.unready).toContainEqual({ type: "articlecreator", missing: ["search"], otherwise: true });
  });
});

it("a key in an account is read when the provider is first used, and looked for again as long as it is not there", async () => {
  const asked = await engine();
  const made = await server({ ...OFF, search: { kind: "brave", address: asked.url, account: "brave" } });
  const { _id: id } = await made.kernel.tasks.create("articlecreator", { articleKeywordsFile: ["bees"] });
  await made.kernel.tasks.run(id);
  expect((await made.kernel.tasks.settled(id)).error?.message).toMatch(/account/i);
  await made.kernel.accounts.create({ kind: "provider", name: "brave", secrets: { key: KEY } });
  await made.kernel.tasks.run(id);
  await made.kernel.tasks.settled(id);
  expect(asked.requests[0]?.headers["x-subscription-token"]).toBe(KEY);
});

it("a provider out of a file is given to the server like any other", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-provider-"));
  open.push({ close: () => rmSync(folder, { recursive: true }) });
  const path = join(folder, "search.mjs");
  writeFileSync(
    path,
    'export default ({ name }) => ({ search: async (query) => [{ url: "https://own.test/", title: name + query, snippet: "" }], probe: async () => "It is there." });',
  );
  const made = await server({ ...OFF, search: { kind: "module", name: "own", path } });
  expect(await made.checks.probe()).toMatchObject([{ kind: "module", answers: true, says: "It is there." }]);
  const broken = await server({ ...OFF, search: { kind: "module", path: join(folder, "none.mjs") } });
  expect(await broken.checks.probe()).toMatchObject([
    { answers: false, says: expect.stringMatching(/^The provider file .+none\.mjs cannot be loaded\. Check its path/) },
  ]);
});

it("an unusable setting is refused before anything is made", async () => {
  await expect(readProviderSettings({ search: "searxng" })).rejects.toThrow(/needs the address of its server/);
});
