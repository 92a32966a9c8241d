import { bundleFromString, createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi, ROUTES } from "../../src/adapters/http/index.js";
import { OPERATIONS } from "../../src/adapters/openapi/areas/index.js";
import { templateOf } from "../../src/adapters/openapi/document.js";
import { createScriptorium, type JsonObject, openApiDocument, type Scriptorium } from "../../src/index.js";
import { asking } from "../api/fuller.js";

type Documented = { readonly paths: Record<string, Record<string, JsonObject>>; readonly components: JsonObject };

let scriptorium: Scriptorium;
const documents: Record<string, Documented> = {};
beforeAll(async () => {
  scriptorium = createScriptorium({ api: { settings: () => [] } });
  await scriptorium.start();
  for (const edition of ["fuller", "reduced"] as const) {
    documents[edition] = (await openApiDocument(scriptorium, { edition })) as unknown as Documented;
  }
});
afterAll(() => scriptorium.stop());

const operations = ({ paths }: Documented) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
const keyed = (edition: string) => operations(documents[edition]!).map(({ method, path }) => `${method} ${path}`);

describe("the OpenAPI document", () => {
  it("describes every route that there is, and nothing else", () => {
    const routes = scriptorium.api.about.routes.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(OPERATIONS).filter((key) => !routes.includes(key))).toEqual([]);
    expect(routes.filter((key) => OPERATIONS[key] === undefined)).toEqual([]);
    const expected = routes.flatMap((key) => {
      const [method = "", path = ""] = key.split(" ");
      return [OPERATIONS[key]!].flat().map((one) => `${method} ${one.path ?? templateOf(path)}`);
    });
    expect(keyed("fuller").sort()).toEqual(expected.sort());
  });

  it("has in the reduced edition the classic routes of that edition alone", () => {
    const reduced = ROUTES.filter(({ fuller }) => !fuller).map(({ method, path }) => `${method} ${path}`);
    const templates = reduced.flatMap((key) => {
      const [method = "", path = ""] = key.split(" ");
      return [OPERATIONS[key]!].flat().map((one) => `${method} ${one.path ?? templateOf(path)}`);
    });
    const expected = templates.map((key) => key.replace("/create/{taskname}", "/create/articlecreator"));
    expect(keyed("reduced").sort()).toEqual(expected.sort());
    const { components } = documents["reduced"]!;
    const schemas = Object.keys(components["schemas"] as JsonObject);
    expect(schemas.filter((name) => name.endsWith("Data"))).toEqual(["TaskData", "ArticleCreatorData"]);
    const results = operations(documents["reduced"]!).map(({ operation }) => JSON.stringify(operation["responses"]));
    expect(results.filter((text) => text.includes('"notes"'))).toEqual([]);
    expect(keyed("reduced")).not.toContain("POST /paraphrase");
  });

  it("says of every operation what it is, what it takes and what it answers", () => {
    const ids = new Set<string>();
    for (const { path, method, operation } of operations(documents["fuller"]!)) {
      const at = `${method} ${path}`;
      const { operationId, summary, description, tags, parameters, responses } = operation as unknown as {
        readonly [name in "operationId" | "summary" | "description"]: string;
      } & { readonly tags: string[]; readonly parameters: JsonObject[]; readonly responses: JsonObject };
      expect(operationId, at).toMatch(/^[a-z][A-Za-z]+$/);
      expect(ids.has(operationId), at).toBe(false);
      ids.add(operationId);
      expect([summary, description, tags], at).toEqual([expect.any(String), expect.any(String), [expect.any(String)]]);
      const inPath = parameters.filter(({ in: place }) => place === "path").map(({ name }) => name);
      expect(inPath, at).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      for (const one of parameters) expect(one["description"], at).toMatch(/\S/);
      expect(Object.keys(responses), at).toEqual(expect.arrayContaining(["200", "4XX", "5XX"]));
      expect("requestBody" in operation, at).toBe(method === "POST" && !/\/abort\//.test(path));
    }
  });

  it("names an operation of every alias", () => {
    const all = operations(documents["fuller"]!).map(({ operation }) => operation);
    const own = new Set(all.filter((one) => !one["x-alias-of"]).map(({ operationId }) => operationId));
    for (const { "x-alias-of": of } of all) if (of) expect(own).toContain(of);
  });

  it("has the data object of every task type by name, and its own examples fit", async () => {
    const document = documents["fuller"]!;
    const { TaskData: any, ...schemas } = document.components["schemas"] as Record<string, JsonObject>;
    const types = await scriptorium.kernel.tasks.types();
    const named = any!["x-task-types"] as Record<string, string>;
    expect(Object.keys(named)).toEqual(types.map(({ type }) => type));
    expect(named["webcrawler"]).toBe("#/components/schemas/WebCrawlerData");
    expect(any!["anyOf"]).toEqual(Object.values(named).map(($ref) => ({ $ref })));
    expect(schemas["WebCrawlerData"]).toMatchObject({ title: "Web Crawler", properties: { startUrlsFile: {} } });
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: "api", ...document });
    for (const { type } of types) {
      const { defaults } = await scriptorium.kernel.tasks.describedType(type);
      const validate = ajv.getSchema(`api${named[type]}`)!;
      expect(validate(defaults), `${type} ${JSON.stringify(validate.errors)}`).toBe(true);
    }
    for (const { path, method, operation } of operations(document)) {
      const body = operation["requestBody"] as JsonObject | undefined;
      if (body === undefined) continue;
      const { example } = (body["content"] as JsonObject)["application/json"] as { example: unknown };
      const steps = ["paths", path, method.toLowerCase(), "requestBody", "content", "application/json", "schema"];
      const pointer = steps.map((step) => encodeURIComponent(step.replaceAll("/", "~1"))).join("/");
      const validate = ajv.compile({ $ref: `api#/${pointer}` });
      expect(validate(example), `${method} ${path}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  it.each(["fuller", "reduced"])("passes the recommended rules of Redocly: %s", async (edition) => {
    const config = await createConfig({ extends: ["recommended"] });
    const source = JSON.stringify(documents[edition]);
    const problems = await lintFromString({ source, config });
    const told = problems.filter(({ severity }) => severity === "error");
    expect(told.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
    const { problems: broken } = await bundleFromString({ source, config });
    expect(broken).toEqual([]);
  });

  it("includes task types of a host", async () => {
    const { defineTaskPlugin } = await import("../../src/index.js");
    const { z } = await import("zod");
    const own = defineTaskPlugin({
      type: "poemwriter",
      words: "poem writer",
      title: "Poem Writer",
      summary: "Writes poems.",
      options: z.object({ subjectsFile: z.array(z.string()).default([]).describe("Subjects, one per line.") }),
      inputs: ({ subjectsFile }) => subjectsFile,
      async run() {},
    });
    const hosting = createScriptorium({ plugins: [own] });
    await hosting.start();
    try {
      const { components } = (await openApiDocument(hosting)) as unknown as Documented;
      expect(components["schemas"]).toMatchObject({
        PoemWriterData: {
          title: "Poem Writer",
          properties: { subjectsFile: { title: "Subjects", "x-lines": true, "x-group": "main" } },
        },
      });
    } finally {
      await hosting.stop();
    }
  });
});

describe("GET /openapi.json", () => {
  const sent = async (target: string) => {
    const reply = await asking(scriptorium.api, target);
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    return JSON.parse(reply.text);
  };

  it("sends the document of either edition, with the path that the API is at", async () => {
    const { servers, ...rest } = await sent("/openapi.json");
    expect(servers).toEqual([{ url: "/" }]);
    expect(rest).toMatchObject({ openapi: "3.1.0", paths: documents["fuller"]!.paths });
    expect(await sent("/openapi.json?edition=reduced")).toMatchObject({ paths: documents["reduced"]!.paths });
    const reply = await scriptorium.api.handle({
      method: "GET",
      target: "/openapi.json",
      headers: { host: "localhost" },
      root: "http://localhost:3000/engine",
    });
    expect(JSON.parse(reply.body as string).servers).toEqual([{ url: "/engine" }]);
  });

  it("refuses an edition that there is not", async () => {
    expect(await sent("/openapi.json?edition=small")).toMatchObject({
      success: false,
      message: expect.stringMatching(/"edition" cannot be "small". Use one of: fuller, reduced/),
    });
  });

  it("is unknown in the reduced edition, whose document a function gives", async () => {
    const api = createApi(scriptorium.kernel, { edition: "reduced" });
    expect((await asking(api, "/openapi.json")).status).toBe(404);
    expect((await asking(api, "/docs")).status).toBe(404);
    const { kernel } = scriptorium;
    expect(await openApiDocument({ kernel, api })).toMatchObject({ paths: documents["reduced"]!.paths });
    await expect(openApiDocument({ kernel, api }, { edition: "fuller" })).rejects.toThrow(/reduced edition/);
  });

  it("offers a call without a key only where none is set", async () => {
    const open = [{ apikey: [] }, { bearer: [] }, { xApiKey: [] }, {}];
    expect((await sent("/openapi.json")).security).toEqual(open);
    const api = createApi(scriptorium.kernel, { apiKey: "k" });
    expect((await openApiDocument({ kernel: scriptorium.kernel, api }))["security"]).toEqual(open.slice(0, 3));
  });

  it("names of each list exactly the parameters that it reads", async () => {
    const { _id } = await scriptorium.kernel.tasks.create("webcrawler");
    const wrong: string[] = [];
    for (const { path, method, operation } of operations(documents["fuller"]!)) {
      const isEnvelope =
        !/\{(?!id\})/.test(path) &&
        !/events|docs|openapi|metrics|zip|feed|webhooks\/|deliver|accounts\/|blogs\/|aboutme/.test(path);
      if (method !== "GET" || !isEnvelope || /delete|duplicate|start|run|restart|abort/.test(path)) continue;
      const reply = await asking(scriptorium.api, `${path.replace("{id}", _id)}?zzz=1`);
      const { notes = [] } = JSON.parse(reply.text) as { notes?: string[] };
      const names = (operation["parameters"] as JsonObject[])
        .filter((one) => one["in"] === "query")
        .map((one) => one["name"]);
      const read = /There are (.*)\.$/.exec(notes[0] ?? "")?.[1]?.split(", ") ?? [];
      if (notes.length > 0 && [...read].sort().join() !== [...names].sort().join()) {
        wrong.push(`${path} reads ${read.join()} and is said to take ${names.join()}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
