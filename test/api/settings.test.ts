import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { listedSettings } from "../../src/adapters/cli/listed-settings.js";
import { readSettings } from "../../src/adapters/cli/settings.js";
import { fetchHandler } from "../../src/adapters/http/index.js";
import { createClient } from "../../src/client.js";
import { createScriptorium } from "../../src/index.js";
import { folderOfFile, removeFolders } from "../folders-of-file.js";

afterAll(removeFolders);

const clientOf = (api: Parameters<typeof fetchHandler>[0]) => {
  const answer = fetchHandler(api);
  return createClient({ fetch: (input, init) => answer(new Request(input, init)) });
};

it("lists every setting with its value, its help and where it comes from", async () => {
  const given = readSettings({ port: "8100" }, { SCRIPTORIUM_LOG_LEVEL: "warn" });
  const { api } = createScriptorium({ api: { settings: () => listedSettings(given) } });
  const settings = await clientOf(api).settings();
  const of = (name: string) => settings.find((one) => one.name === name);
  expect(of("port")).toEqual({
    name: "port",
    group: "Server",
    value: 8100,
    secret: false,
    source: "flag",
    place: "--port",
    help: "Port to listen on",
  });
  expect(of("logLevel")).toMatchObject({ value: "warn", source: "environment", place: "SCRIPTORIUM_LOG_LEVEL" });
  expect(of("host")).toMatchObject({ value: "localhost", source: "default", place: "" });
  expect(settings.map(({ name }) => name)).toContain("metricsPort");
});

it("shows no secret, whether a setting is one, holds one, or has one in an address", async () => {
  const given = readSettings(
    {},
    {
      SCRIPTORIUM_API_KEY: "hidden-1",
      SCRIPTORIUM_POSTGRES_URL: "postgres://anna:hidden-2@db.example/tasks",
      SCRIPTORIUM_DEEPL_KEY: "hidden-3",
      SCRIPTORIUM_PROXY_POOLS: "slow=http://anna:hidden-4@proxy.example:3128",
      SCRIPTORIUM_PROVIDERS: JSON.stringify({ search: { kind: "brave", key: "hidden-5" }, writer: "none" }),
      SCRIPTORIUM_KEY: "hidden-6",
    },
  );
  const { api } = createScriptorium({ api: { settings: () => listedSettings(given) } });
  const settings = await clientOf(api).settings();
  expect(JSON.stringify(settings)).not.toContain("hidden");
  const secret = settings.filter((one) => one.secret).map(({ name }) => name);
  expect(secret.toSorted()).toEqual(["apiKey", "deeplKey", "postgresUrl", "providers", "proxyPools"]);
  const of = (name: string) => settings.find((one) => one.name === name)?.value;
  expect(of("providers")).toEqual({ search: { kind: "brave", key: "********" }, writer: "none" });
  expect(of("postgresUrl")).toBe("postgres://********@db.example/tasks");
  expect(of("libreTranslateKey")).toBe("");
});

it("names the line of the config file", () => {
  const config = join(folderOfFile(), "one.json");
  writeFileSync(config, '{\n  "port": 8200,\n  "contact": "a@b.example"\n}');
  const settings = listedSettings(readSettings({ config }, {}));
  expect(settings.find(({ name }) => name === "contact")).toMatchObject({
    source: "file",
    place: "line 3 of the config file",
  });
});

it("is no route of a server that is part of a program", async () => {
  const { api } = createScriptorium();
  await expect(clientOf(api).settings()).rejects.toMatchObject({ name: "UnsupportedError" });
});
