import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { testClock } from "../../src/adapters/doubles/index.js";
import { type ApiOptions, ROUTES } from "../../src/adapters/http/index.js";
import { type Logger, ScriptoriumError, type StorageAdapter, type TextResult } from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { textProviders } from "./providers.js";
import {
  type ApiReply,
  crawling,
  created,
  envelopeIn,
  type ReplyEnvelope,
  type StartedApi,
  servers,
  statusOf,
  TASK_TYPES,
  written,
} from "./server.js";

const open = servers();
afterEach(open.close);

const SUCCESS = { success: true, message: null, result: null };
const failure = (message: RegExp) => ({ success: false, message: expect.stringMatching(message), result: null });
const UNKNOWN = "6b011cc0b8efeb3cf3633513";
const NO_TASK = /could not be found/;
const JSON_TYPE = { "content-type": "application/json" };

function answered({ status, envelope }: ApiReply) {
  expect(status).toBe(200);
  return expect(envelope);
}
function idsIn({ envelope }: ApiReply): string[] {
  return envelope.result.map((item: { id?: string; _id?: string }) => item.id ?? item._id);
}

/** Sends text as it is and reads the one answer. */
async function raw(api: StartedApi, text: string): Promise<{ status: number; head: string; envelope: ReplyEnvelope }> {
  const socket = connect(api.port, "127.0.0.1");
  socket.end(text);
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    answer += chunk;
  });
  await once(socket, "close");
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const type = /^content-type: (.*)$/im.exec(head)?.[1];
  return { status: Number(head.split(" ")[1]), head, envelope: envelopeIn(body, { "content-type": type }) };
}

describe("the HTTP status", () => {
  const outcomes: readonly (readonly [name: string, semantic: number, call: (api: StartedApi) => Promise<ApiReply>])[] =
    [
      ["an unknown task", 404, (api) => api.get(`/project/data/${UNKNOWN}`)],
      ["an unknown task to run", 404, (api) => api.get(`/project/run/${UNKNOWN}`)],
      ["no content", 404, (api) => api.get(`/project/${UNKNOWN}/x`)],
      ["an unknown task type", 400, (api) => api.get("/create/teamaker")],
      ["a form post", 400, (api) => api.call("POST", "/spin", { body: "text=x" })],
      ["malformed JSON", 400, (api) => api.post("/spin", "{")],
      ["a missing field", 400, (api) => api.post("/spin", {})],
      ["a refused query", 400, (api) => api.post("/projects/find", { query: { $where: "1" } })],
      ["a refused page", 400, (api) => api.get("/all-projects?limit=some")],
      [
        "a language that is none",
        400,
        (api) => api.post("/paraphrase", { text: "x", login: "a@b.test", sourcelanguage: "x" }),
      ],
      ["a login without a subscription", 400, (api) => api.post("/paraphrase", { text: "x", login: "a@b.test" })],
      [
        "data that cannot be stored",
        400,
        async (api) => api.post(`/task/data/${await created(api, "postuploader")}`, '{"a": "\\u0000"}'),
      ],
    ];

  it.each(outcomes)("%s is 200 for classic clients and %i with semantic codes", async (_name, semantic, call) => {
    const kernel = textProviders({ paid: ["me@example.com"] });
    const classic = await call(await open.start({ kernel }));
    const modern = await call(await open.start({ kernel, api: { statusCodes: "semantic" } }));
    expect(classic.status).toBe(200);
    expect(modern.status).toBe(semantic);
    expect(classic.envelope.success).toBe(false);
    const general = (message: string | null) => message?.replace(/[0-9a-f]{24}/g, "id");
    expect(general(modern.envelope.message)).toBe(general(classic.envelope.message));
  });

  it("a provider that is not configured is 200 for classic clients", async () => {
    const api = await open.start();
    answered(await api.post("/spin", { text: "x" })).toMatchObject({ success: false });
  });

  it("a task that too many write to at once is a conflict", async () => {
    const call = async (options: ApiOptions) => {
      const storage = memoryStorage();
      const crowded: StorageAdapter = { ...storage, tasks: { ...storage.tasks, replace: async () => false } };
      const api = await open.start({ api: options, kernel: { storage: crowded } });
      const { id } = (await api.get("/create/articlecreator")).envelope.result;
      return api.post(`/project/data/${id}`, { jobName: "x" });
    };
    const classic = await call({});
    answered(classic).toEqual(failure(/changed by too many/));
    expect((await call({ statusCodes: "semantic" })).status).toBe(409);
  });

  it.each(["classic", "semantic"] as const)("success is 200 with %s codes", async (statusCodes) => {
    const api = await open.start({ api: { statusCodes } });
    const id = await written(api, ["roses"]);
    for (const path of ["/", "/test", `/project/${id}`, `/project/delete/${UNKNOWN}`]) {
      expect((await api.get(path)).status).toBe(200);
    }
  });

  it.each([
    "/nothing",
    "/project",
    "/projects/other",
    "/task",
    "/task/",
    "/task/x",
    "/TEST",
    "/Project/status/1",
    "/test/more",
    "/test//",
    "/%",
    "/%00",
    "/project/data/1/2/3",
  ])("%s is no route: 404, in the envelope", async (path) => {
    const api = await open.start();
    const { status, envelope } = await api.get(path);
    expect(status).toBe(404);
    expect(envelope).toEqual(failure(/no route GET/));
  });

  it("a stopped kernel is 503", async () => {
    const api = await open.start();
    await api.kernel.stop();
    const { status, envelope } = await api.get("/all-projects");
    expect(status).toBe(503);
    expect(envelope).toEqual(failure(/stopping/));
    expect((await api.get("/test")).status).toBe(200);
  });

  it("a storage failure is 503, and its cause goes to the log alone", async () => {
    const logged: string[] = [];
    const note = (message: string) => logged.push(message);
    const logger: Logger = { info: note, warn: note, error: note };
    const storage = memoryStorage();
    const get = async () => {
      throw new ScriptoriumError(
        "STORAGE_FAILED",
        "The storage could not be read. Try again.",
        {},
        { cause: "secret" },
      );
    };
    const broken: StorageAdapter = { ...storage, tasks: { ...storage.tasks, get } };
    const api = await open.start({ api: { logger }, kernel: { storage: broken } });
    const { status, envelope } = await api.get(`/project/data/${UNKNOWN}`);
    expect(status).toBe(503);
    expect(envelope.message).toBe("The storage could not be read. Try again.");
    expect(logged.join()).toContain("secret");
  });

  it("an unforeseen error is 500 with a reference that the log has too, and nothing else of it", async () => {
    const logged: unknown[][] = [];
    const note = (...entry: unknown[]) => logged.push(entry);
    const logger: Logger = { info: note, warn: note, error: note };
    const storage = memoryStorage();
    const get = async () => {
      throw new TypeError("secret in /home/me/file.ts");
    };
    const broken: StorageAdapter = { ...storage, tasks: { ...storage.tasks, get } };
    const api = await open.start({ api: { logger }, kernel: { storage: broken } });
    const { status, envelope } = await api.get(`/project/data/${UNKNOWN}`);
    expect(status).toBe(500);
    const reference = /ref ([0-9a-f]{8})/.exec(envelope.message ?? "")?.[1] ?? "none";
    expect(envelope.message).not.toContain("secret");
    expect(logged[0]?.[0]).toContain(reference);
    expect(logged[0]?.[1]).toBeInstanceOf(TypeError);
  });

  it("headers beyond the limit are 431, and broken HTTP is 400, in the envelope", async () => {
    const api = await open.start();
    const large = await raw(api, `GET /test HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(large.status).toBe(431);
    expect(large.envelope).toEqual(failure(/headers/));
    const broken = await raw(api, "this is not HTTP\r\n\r\n");
    expect(broken.status).toBe(400);
    expect(broken.envelope).toEqual(failure(/HTTP/));
  });

  it("a host name that is not this server's is 403, and no host name 400", async () => {
    const api = await open.start({ api: { allowHosts: ["box.lan"] } });
    for (const host of ["localhost", "127.0.0.1:8008", "[::1]:8008", "LOCALHOST:1", "box.lan:8008"]) {
      expect((await api.get("/test", { headers: { host } })).status).toBe(200);
    }
    for (const host of ["evil.test", "localhost.evil.test", "127.0.0.1.evil.test:8008"]) {
      const { status, envelope } = await api.get("/test", { headers: { host } });
      expect(status).toBe(403);
      expect(envelope).toEqual(failure(/host name/));
    }
    expect((await raw(api, "GET /test HTTP/1.1\r\nConnection: close\r\n\r\n")).status).toBe(400);
    const two = "GET /test HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    expect((await raw(api, two)).status).toBe(400);
  });
});

describe("GET /", () => {
  it("is 200 with the name and the version", async () => {
    const api = await open.start({ api: { version: "1.2.3" } });
    for (const path of ["/", "/?x=1"]) {
      answered(await api.get(path)).toEqual({ ...SUCCESS, result: { name: "Scriptorium", version: "1.2.3" } });
    }
  });
});

describe("paths", () => {
  it("a trailing slash never changes the meaning", async () => {
    const api = await open.start({ kernel: textProviders() });
    const id = await written(api, ["roses"]);
    const paths = [
      "/test",
      "/projects",
      "/all-projects",
      "/all-tasks",
      "/task/find",
      "/task/groups",
      `/project/status/${id}`,
      `/task/status/${id}`,
      `/project/data/${id}`,
      `/task/data/${id}`,
      `/project/${id}`,
      `/project/${id}/roses`,
      `/task/content/${id}`,
      `/task/content/${id}/roses`,
      `/task/content/${id}/texts/roses.txt`,
      `/project/data/${UNKNOWN}`,
      `/project/duplicate/${UNKNOWN}`,
      "/create/teamaker",
    ];
    for (const path of paths) {
      expect(await api.get(`${path}/`), path).toMatchObject({ envelope: (await api.get(path)).envelope, status: 200 });
    }
    const queried = await api.get("/task/aboutme/?keyword=tea");
    expect(queried.envelope).toEqual((await api.get("/task/aboutme?keyword=tea")).envelope);
    expect((await api.get("/all-projects/?status=draft")).envelope.result).toEqual([]);
  });

  it.each(["/project/delete/", "/task/delete/", "/project/delete", "/task/delete", "/project/delete//"])(
    "%s, without an id, succeeds and deletes nothing",
    async (path) => {
      const api = await open.start();
      await created(api, "articlecreator");
      answered(await api.get(path)).toEqual(SUCCESS);
      expect((await api.get("/all-projects")).envelope.result).toHaveLength(1);
    },
  );

  it.each(["data", "status", "duplicate", "run", "abort"])(
    "/project/%s/ without an id is an unknown task",
    async (verb) => {
      const api = await open.start();
      for (const path of [`/project/${verb}/`, `/project/${verb}`]) {
        answered(await api.get(path)).toEqual(failure(NO_TASK));
      }
    },
  );

  it("a data post without an id is an unknown task", async () => {
    const api = await open.start();
    answered(await api.post("/project/data/", { jobName: "x" })).toEqual(failure(NO_TASK));
    answered(await api.post("/task/data/", {})).toEqual(failure(NO_TASK));
  });

  it("any string is accepted as an id and merely unknown", async () => {
    const api = await open.start();
    const odd = [
      "x",
      "0",
      "null",
      "__proto__",
      "constructor",
      "%00",
      "a%2Fb",
      "%E2%82%AC",
      "%",
      "x".repeat(500),
      "..%2F..",
    ];
    for (const id of odd) {
      for (const verb of ["status", "data", "duplicate", "run", "abort"]) {
        answered(await api.get(`/project/${verb}/${id}`)).toEqual(failure(NO_TASK));
      }
      answered(await api.post(`/project/data/${id}`, {})).toEqual(failure(NO_TASK));
      answered(await api.get(`/project/delete/${id}`)).toEqual(SUCCESS);
      answered(await api.get(`/project/${id}/x`)).toEqual(failure(/No content/));
      answered(await api.get(`/task/content/${id}/`)).toEqual(failure(NO_TASK));
    }
  });
});

describe("methods", () => {
  const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];
  const paths = [...new Set(ROUTES.map(({ path }) => path))];
  const offered = (path: string) => ROUTES.filter((route) => route.path === path);
  const reads = (path: string) => offered(path).some(({ method, acts }) => method === "GET" && !acts);
  const allowed = (path: string) =>
    [...offered(path).map(({ method }) => method), ...(reads(path) ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
  const useful = (path: string) =>
    offered(path)
      .map(({ method }) => method)
      .sort()
      .join(" or ");
  const filled = (path: string, id: string) =>
    path
      .replace(":id?", id)
      .replace(":id", id)
      .replace(":keyword?", "roses")
      .replace(":taskname?", "articlecreator")
      .replace("*path", "");

  const refused = paths.flatMap((path) =>
    METHODS.filter((method) => !allowed(path).split(", ").includes(method)).map((method) => ({ method, path })),
  );

  it.each(refused)("$method $path is 405 with what is allowed, and nothing happens", async ({ method, path }) => {
    const api = await open.start();
    const id = await written(api, ["roses"]);
    const before = (await api.get("/task/find")).envelope.result;
    const body = ["HEAD", "TRACE"].includes(method) ? {} : { body: { jobName: "changed" }, headers: JSON_TYPE };
    const { status, headers, envelope } = await api.call(method, filled(path, id), body);
    expect(status).toBe(405);
    expect(headers.allow).toBe(allowed(path));
    if (method !== "HEAD") expect(envelope).toEqual(failure(new RegExp(`method ${method}.*Use ${useful(path)}\\.`)));
    expect((await api.get("/task/find")).envelope.result).toEqual(before);
  });

  it.each(paths)("OPTIONS %s is 204 with what is allowed, and nothing happens", async (path) => {
    const api = await open.start();
    const id = await written(api, ["roses"]);
    const before = (await api.get("/task/find")).envelope.result;
    const { status, headers } = await api.call("OPTIONS", filled(path, id), {
      headers: { "access-control-request-method": "POST" },
    });
    expect(status).toBe(204);
    expect(headers.allow).toBe(allowed(path));
    expect(headers).not.toHaveProperty("access-control-allow-methods");
    expect((await api.get("/task/find")).envelope.result).toEqual(before);
  });

  it.each(paths.filter(reads))("HEAD %s answers like GET, without the body", async (path) => {
    const api = await open.start({ kernel: textProviders() });
    const id = await written(api, ["roses"]);
    const target = path.includes("aboutme") ? `${path}?keyword=tea` : filled(path, id);
    const get = await api.get(target);
    const head = await api.call("HEAD", target);
    expect(head.status).toBe(get.status);
    expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
    expect(head.headers["content-length"]).toBe(String(get.bytes));
    expect(head.bytes).toBe(0);
  });
});

describe("pages of other origins", () => {
  it.each([
    "http://localhost:3000",
    "http://localhost",
    "https://localhost:5173",
    "http://127.0.0.1:80",
    "http://[::1]:9",
  ])("%s may call, by default", async (origin) => {
    const api = await open.start();
    const { status, headers } = await api.get("/all-projects", { headers: { origin } });
    expect(status).toBe(200);
    expect(headers["access-control-allow-origin"]).toBe(origin);
    expect(headers.vary).toBe("Origin");
  });

  it.each([
    "https://evil.test",
    "http://localhost.evil.test",
    "http://localhost:3000.evil.test",
    "http://evil.test/http://localhost",
    "file://localhost",
    "null",
    "",
  ])("%j may not, nor with a preflight, and nothing happens", async (origin) => {
    const api = await open.start();
    const id = await created(api, "articlecreator");
    const get = await api.get(`/project/delete/${id}`, { headers: { origin } });
    expect(get.status).toBe(403);
    expect(get.envelope).toEqual(failure(/origin/));
    expect(get.headers).not.toHaveProperty("access-control-allow-origin");
    const preflight = await api.call("OPTIONS", `/project/data/${id}`, {
      headers: { origin, "access-control-request-method": "POST" },
    });
    expect(preflight.headers).not.toHaveProperty("access-control-allow-origin");
    expect(await statusOf(api, id)).toBe("draft");
  });

  it("a preflight receives the methods and headers that are allowed", async () => {
    const api = await open.start({ api: { apiKey: "k" } });
    const { status, headers, bytes } = await api.call("OPTIONS", "/project/data/1", {
      headers: {
        origin: "http://localhost:3000",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    expect(status).toBe(204);
    expect(bytes).toBe(0);
    expect(headers["access-control-allow-origin"]).toBe("http://localhost:3000");
    expect(headers["access-control-allow-methods"]).toBe("GET, HEAD, OPTIONS, POST");
    expect(headers["access-control-allow-headers"]).toMatch(/content-type.*authorization.*x-api-key/);
  });

  it("the list can be extended, and failures can be read across origins too", async () => {
    const api = await open.start({ api: { allowOrigins: ["https://Board.test/"] } });
    const init = { headers: { origin: "https://board.test" } };
    for (const path of ["/test", "/nothing", `/project/data/${UNKNOWN}`]) {
      expect((await api.get(path, init)).headers["access-control-allow-origin"]).toBe("https://board.test");
    }
    expect((await api.get("/test", { headers: { origin: "https://other.test" } })).status).toBe(403);
  });

  it("every origin may be allowed only together with a key", async () => {
    const init = { headers: { origin: "https://any.test", "x-api-key": "k" } };
    const keyed = await open.start({ api: { allowOrigins: ["*"], apiKey: "k" } });
    expect((await keyed.get("/test", init)).status).toBe(200);
    const keyless = await open.start({ api: { allowOrigins: ["*"] } });
    expect((await keyless.get("/test", init)).status).toBe(403);
  });
});

describe("JSON bodies", () => {
  const bodied = ["/spin", "/paraphrase", "/aboutme", "/task/aboutme", "/projects/find"];
  const text = JSON.stringify({ text: "A house" });

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    'Application/JSON;Charset="UTF-8"',
    "application/json; profile=x; charset=utf8",
    "application/ld+json",
    "application/vnd.api+json; charset=utf-8",
  ])("the content type %s is a JSON post", async (type) => {
    const api = await open.start({ kernel: textProviders() });
    answered(await api.post("/spin", text, { "content-type": type })).toMatchObject({ success: true });
  });

  it.each([
    "",
    "text/plain",
    "text/json",
    "application/jsonp",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
    "json",
  ])("the content type %j is none, on every route with a body", async (type) => {
    const api = await open.start({ kernel: textProviders() });
    const id = await created(api, "articlecreator");
    for (const path of [...bodied, `/project/data/${id}`, `/task/data/${id}`]) {
      answered(await api.post(path, text, { "content-type": type })).toEqual(
        failure(/^Post application\/json.*\{.*\}/),
      );
    }
  });

  it.each(bodied)("an empty body is refused with what %s expects", async (path) => {
    const api = await open.start({ kernel: textProviders() });
    for (const body of ["", "  \r\n"]) {
      answered(await api.post(path, body)).toEqual(failure(/^Post application\/json.*\{.*\}/));
    }
    answered(await api.call("POST", path, { headers: JSON_TYPE })).toEqual(failure(/^Post application\/json/));
  });

  it.each(["/project/data", "/task/data"])("an empty body on %s is an empty update", async (path) => {
    const api = await open.start();
    const id = await created(api, "articlecreator", { jobName: "Flowers" });
    for (const body of ["", " ", "{}"]) answered(await api.post(`${path}/${id}`, body)).toEqual(SUCCESS);
    answered(await api.call("POST", `${path}/${id}`, { headers: JSON_TYPE })).toEqual(SUCCESS);
    expect((await api.get(`/project/data/${id}`)).envelope.result.jobName).toBe("Flowers");
    answered(await api.post(`${path}/${UNKNOWN}`, "")).toEqual(failure(NO_TASK));
  });

  it.each([
    ['{"text": }', 10],
    ['{"text": "a",}', 14],
    ['{"text": tea}', 10],
    ['{"text": ["a", , "b"]}', 16],
    ['{"a": [], "b": "\\"", "c": -1.5e3, "d": [1,], "e": 2}', 43],
    ["[1, 2", 6],
    ["{'text': 'a'}", 2],
    ["text=a", 1],
    ['{"text": "a"} more', 15],
    ["{", 2],
  ])("%s is malformed, and the message says where: %i", async (body, position) => {
    const api = await open.start({ kernel: textProviders() });
    const id = await created(api, "articlecreator");
    for (const path of ["/spin", "/projects/find", `/project/data/${id}`]) {
      const message = new RegExp(`not valid JSON.* character ${position}\\. Post application/json.*\\{.*\\}`);
      answered(await api.post(path, body)).toEqual(failure(message));
    }
  });

  it("a byte order mark is accepted, and text that is not UTF-8 is refused", async () => {
    const { providers, heard } = textProviders();
    const api = await open.start({ kernel: { providers } });
    answered(await api.post("/spin", `\ufeff${text}`)).toMatchObject({ success: true });
    expect(heard[0]?.input).toBe("A house");
    const latin = Buffer.from('{"text": "caf\u00e9"}', "latin1");
    answered(await api.post("/spin", latin)).toEqual(failure(/not UTF-8.*application\/json/));
  });

  it("a compressed body is refused and says so", async () => {
    const api = await open.start({ kernel: textProviders() });
    answered(await api.post("/spin", text, { "content-encoding": "gzip" })).toEqual(failure(/compressed/));
  });

  it.each(["[]", "7", '"text"', "null", "true"])("%s is JSON, but no object", async (body) => {
    const api = await open.start({ kernel: textProviders() });
    const id = await created(api, "articlecreator");
    for (const path of [...bodied, `/project/data/${id}`]) {
      answered(await api.post(path, body)).toEqual(failure(/not an object/));
    }
  });

  it("64 levels are accepted and 65 refused, and so are a hundred thousand", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator");
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    answered(await api.post(`/project/data/${id}`, nested(64))).toMatchObject(SUCCESS);
    answered(await api.post(`/project/data/${id}`, nested(65))).toEqual(failure(/deeper than 64 levels/));
    answered(await api.post(`/project/data/${id}`, "[".repeat(100_000))).toEqual(failure(/deeper than 64 levels/));
    const brackets = JSON.stringify({ text: "[{".repeat(1000) });
    answered(await api.post(`/project/data/${id}`, brackets)).toMatchObject(SUCCESS);
  });

  it.each(["__proto__", "constructor", "prototype"])("the property name %s is refused wherever it is", async (name) => {
    const api = await open.start();
    const id = await created(api, "articlecreator");
    for (const body of [
      `{"${name}": {"x": 1}}`,
      `{"a": [{"${name}": 1}]}`,
      `{"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}": 1}`,
    ]) {
      answered(await api.post(`/project/data/${id}`, body)).toEqual(failure(new RegExp(name)));
    }
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });
});

describe("the body limit", () => {
  const MEBIBYTE = 1024 * 1024;
  // As bytes, since making them of a text of many megabytes would take longer than all else.
  const filled = (bytes: number) => {
    const [start, end] = ['{"text":"', '"}'];
    return Buffer.concat([Buffer.from(start), Buffer.alloc(bytes - start.length - end.length, "x"), Buffer.from(end)]);
  };

  it.each([false, true])("of text and search is 1 MiB, and the client sees the 413 (chunked: %s)", async (chunked) => {
    const api = await open.start({ kernel: textProviders() });
    const post = (path: string, body: Buffer) => api.call("POST", path, { body, headers: JSON_TYPE, chunked });
    answered(await post("/spin", filled(MEBIBYTE))).toMatchObject({ success: true });
    for (const body of [filled(MEBIBYTE + 1), filled(20 * MEBIBYTE)]) {
      for (const path of ["/spin", "/paraphrase", "/aboutme", "/projects/find"]) {
        const { status, envelope } = await post(path, body);
        expect(status).toBe(413);
        expect(envelope).toEqual(failure(/limit of 1048576 bytes/));
      }
    }
  });

  it.each([false, true])("of data posts is 8 MiB (chunked: %s)", async (chunked) => {
    const api = await open.start();
    const id = await created(api, "articlecreator");
    const post = (bytes: number) =>
      api.call("POST", `/project/data/${id}`, { body: filled(bytes), headers: JSON_TYPE, chunked });
    answered(await post(8 * MEBIBYTE)).toMatchObject(SUCCESS);
    const { status, envelope } = await post(8 * MEBIBYTE + 1);
    expect(status).toBe(413);
    expect(envelope).toEqual(failure(/limit of 8388608 bytes/));
  });

  it("a body that says it is too large is refused before any of it has come", async () => {
    const api = await open.start();
    const headers = { ...JSON_TYPE, "content-length": String(20 * MEBIBYTE) };
    const outgoing = request(`${api.address}/spin`, { method: "POST", headers, agent: false });
    outgoing.on("error", () => {});
    outgoing.flushHeaders();
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    expect(incoming.statusCode).toBe(413);
    outgoing.destroy();
  });

  it("counts bytes and not characters, and can be set", async () => {
    const api = await open.start({ api: { maxBodyBytes: 100, maxDataBytes: 200 }, kernel: textProviders() });
    expect((await api.post("/spin", { text: "\u20ac".repeat(30) })).status).toBe(413);
    answered(await api.post("/spin", { text: "x".repeat(80) })).toMatchObject({ success: true });
    const { envelope } = await api.post(`/project/data/${UNKNOWN}`, { x: "x".repeat(300) });
    expect(envelope).toEqual(failure(/limit of 200 bytes/));
  });

  it("a connection that is kept open keeps working after a 413", async () => {
    const api = await open.start({ kernel: textProviders() });
    for (const body of [filled(3 * MEBIBYTE), filled(100)]) {
      const response = await fetch(`${api.address}/spin`, { method: "POST", body, headers: JSON_TYPE });
      expect(response.status).toBe(body.length > MEBIBYTE ? 413 : 200);
      await response.json();
    }
  });
});

describe("the API key", () => {
  const refused = { success: false, message: expect.stringMatching(/API key/), result: null };

  it("is accepted in the query, as a bearer token and in its own header", async () => {
    const api = await open.start({ api: { apiKey: "s3cret key" } });
    answered(await api.get("/test?apikey=s3cret%20key")).toEqual(SUCCESS);
    answered(await api.get("/test", { headers: { authorization: "Bearer s3cret key" } })).toEqual(SUCCESS);
    answered(await api.get("/test", { headers: { authorization: "bearer s3cret key" } })).toEqual(SUCCESS);
    answered(await api.get("/test", { headers: { "x-api-key": "s3cret key" } })).toEqual(SUCCESS);
  });

  it.each(["", "?apikey=", "?apikey=wrong", "?apikey=k%20", "?apikey=K", "?apikey=kk", "?key=k"])(
    "without the right one (%j) every route is 401, in the envelope, and nothing happens",
    async (query) => {
      const api = await open.start({ api: { apiKey: "k" } });
      const keyed = { headers: { "x-api-key": "k" } };
      const { id } = (await api.get("/create/articlecreator", keyed)).envelope.result;
      for (const path of [
        "/",
        "/test",
        "/all-projects",
        `/project/delete/${id}`,
        "/create/articlecreator",
        "/nothing",
      ]) {
        const { status, envelope, headers } = await api.get(path + query);
        expect(status).toBe(401);
        expect(headers["www-authenticate"]).toBe("Bearer");
        expect(envelope).toEqual(refused);
      }
      expect((await api.get("/all-projects", keyed)).envelope.result).toHaveLength(1);
    },
  );

  it("an empty one in the query counts as absent when a header has the right one", async () => {
    const api = await open.start({ api: { apiKey: "k" } });
    answered(await api.get("/test?apikey=", { headers: { authorization: "Bearer k" } })).toEqual(SUCCESS);
    answered(await api.get("/test?apikey=k", { headers: { "x-api-key": "" } })).toEqual(SUCCESS);
  });

  it("any presented key is ignored when none is set", async () => {
    const api = await open.start();
    answered(await api.get("/test?apikey=anything")).toEqual(SUCCESS);
    answered(await api.get("/test", { headers: { authorization: "Bearer x", "x-api-key": "y" } })).toEqual(SUCCESS);
    expect((await api.get("/all-projects?apikey=x")).envelope.result).toEqual([]);
  });
});

describe("paging", () => {
  const LISTS = ["/all-projects", "/all-tasks", "/projects", "/task/find"];
  async function five() {
    const api = await open.start();
    const ids: string[] = [];
    for (const jobName of ["c", "a", "e", "b", "d"]) ids.push(await created(api, "articlecreator", { jobName }));
    return {
      api,
      ids,
      names: async (path: string) =>
        (await api.get(path)).envelope.result.map((item: { name: string }) => item.name).join(""),
    };
  }

  it.each(LISTS)("%s is in creation order, and takes skip, limit and sort", async (list) => {
    const { api, ids, names } = await five();
    expect(idsIn(await api.get(list))).toEqual(ids);
    expect(await names(`${list}?skip=1&limit=2`)).toBe("ae");
    expect(await names(`${list}?limit=2`)).toBe("ca");
    expect(await names(`${list}?skip=3`)).toBe("bd");
    expect(await names(`${list}?skip=9`)).toBe("");
    expect(await names(`${list}?limit=0`)).toBe("");
    expect(await names(`${list}?sort=name`)).toBe("abcde");
    expect(await names(`${list}?sort=-name&skip=1&limit=3`)).toBe("dcb");
    expect(await names(`${list}?sort=type,-data.jobName`)).toBe("edcba");
    expect(await names(`${list}?skip=&limit=&sort=`)).toBe("caebd");
  });

  it.each(LISTS)("a page that is none is refused on %s", async (list) => {
    const { api } = await five();
    for (const [query, member] of [
      ["limit=x", "limit"],
      ["skip=-1", "skip"],
      ["limit=1.5", "limit"],
      ["sort=$x", "\\$x"],
      ["sort=a..b", "a\\.\\.b"],
    ]) {
      answered(await api.get(`${list}?${query}`)).toEqual(failure(new RegExp(member!)));
    }
  });

  it("a page of summaries has exactly the members of a summary", async () => {
    const { api, ids } = await five();
    answered(await api.get("/all-projects?limit=1")).toEqual({
      ...SUCCESS,
      result: [{ group: "", name: "c", type: "article creator", status: "draft", id: ids[0] }],
    });
  });

  it("a search takes them in its body or its query", async () => {
    const { api } = await five();
    const search = async (path: string, body: object) =>
      (await api.post(path, body)).envelope.result.map((item: { name: string }) => item.name).join("");
    expect(await search("/projects/find", { query: {}, skip: 1, limit: 2, sort: { name: -1 } })).toBe("dc");
    expect(await search("/projects/find?skip=1&limit=2&sort=name", {})).toBe("bc");
    expect(await search("/projects/find", { query: { name: { $gt: "a" } }, limit: 2 })).toBe("ce");
  });
});

describe("tasks", () => {
  const dataOf = async (api: StartedApi, id: string) => (await api.get(`/project/data/${id}`)).envelope.result;

  it("ids are 24 hexadecimal characters that begin with the time of creation", async () => {
    const clock = testClock(new Date("2026-01-02T03:04:05.678Z"));
    const api = await open.start({ kernel: { clock } });
    const ids = [await created(api, "articlecreator"), await created(api, "articlecreator")];
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{24}$/);
      expect(Number.parseInt(id.slice(0, 8), 16)).toBe(Date.UTC(2026, 0, 2, 3, 4, 5) / 1000);
    }
    expect(new Set(ids).size).toBe(2);
  });

  it("searches return the stored document", async () => {
    const api = await open.start();
    const id = await created(api, "postuploader", { jobName: "Up", group: "G" });
    const document = {
      _id: id,
      group: "G",
      name: "Up",
      type: "post uploader",
      status: "draft",
      data: expect.objectContaining({ id, jobName: "Up", blogIds: [] }),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    };
    answered(await api.get("/task/find")).toMatchObject({ result: [document] });
    answered(await api.post("/projects/find", {})).toMatchObject({ result: [document] });
  });

  it("posting jobName renames the task, and a new one is called after its type", async () => {
    const api = await open.start();
    const id = await created(api, "youtubesubscraper");
    const name = async () => (await api.get(`/project/status/${id}`)).envelope.result[0].name;
    expect(await name()).toBe("New Youtube Sub Scraper");
    expect((await dataOf(api, id)).jobName).toBe("New Youtube Sub Scraper");
    await api.post(`/project/data/${id}`, { jobName: "M\u00fcller & \ud83d\ude80" });
    expect(await name()).toBe("M\u00fcller & \ud83d\ude80");
    await api.post(`/project/data/${id}`, { name: "not it" });
    expect(await name()).toBe("M\u00fcller & \ud83d\ude80");
  });

  it("posting group moves the task, and the groups are listed without repeats and without the empty one", async () => {
    const api = await open.start();
    for (const group of ["Garden", "Attic", "Garden", ""]) await created(api, "articlecreator", { group });
    for (const path of ["/task/groups", "/task/groups/"]) {
      const { envelope } = await api.get(path);
      expect([...envelope.result].sort()).toEqual(["Attic", "Garden"]);
    }
    expect((await api.get("/all-projects?group=Garden")).envelope.result).toHaveLength(2);
  });

  it.each([
    ["googlemapsscraper", "google maps scraper"],
    ["Google Maps Scraper", "google maps scraper"],
    ["google-maps_scraper", "google maps scraper"],
    ["GOOGLEMAPSSCRAPER", "google maps scraper"],
    ["article creator", "article creator"],
    [" Article-Creator ", "article creator"],
  ])("the type %j is created and filtered as %s", async (writing, words) => {
    const api = await open.start();
    await created(api, "mailmerge");
    const { envelope } = await api.get(`/create/${encodeURIComponent(writing)}`);
    const { id } = envelope.result;
    for (const list of ["/all-projects", "/task/find", "/all-tasks"]) {
      const reply = await api.get(`${list}?type=${encodeURIComponent(writing)}`);
      expect(idsIn(reply)).toEqual([id]);
      expect(reply.envelope.result[0].type).toBe(words);
    }
  });

  it("a filter by an unknown type finds nothing, and by part of a name or group neither", async () => {
    const api = await open.start();
    await created(api, "articlecreator", { jobName: "Flowers", group: "Garden" });
    for (const filter of ["type=tea", "type=article", "name=Flower", "name=flowers", "group=garden", "status=drafts"]) {
      for (const list of ["/all-projects", "/task/find"]) {
        expect((await api.get(`${list}?${filter}`)).envelope.result, filter).toEqual([]);
      }
    }
  });

  it.each(["/create/teamaker", "/create/articlecreatorx", "/create/__proto__"])(
    "%s names the segment and the valid names",
    async (path) => {
      const api = await open.start();
      const { envelope } = await api.get(path);
      expect(envelope.message).toContain(`"${path.slice("/create/".length)}"`);
      for (const type of Object.keys(TASK_TYPES)) expect(envelope.message).toContain(type);
      expect((await api.get("/all-projects")).envelope.result).toEqual([]);
    },
  );

  it.each(["/create", "/create/", "/create//"])("%s lists the valid names", async (path) => {
    const api = await open.start();
    answered(await api.get(path)).toEqual(failure(/articlecreator.*wpxmlgenerator/));
  });

  it("a post merges objects deeply, replaces lists and scalars, stores null and keeps unknown names", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator", { articleKeywordsFile: ["a", "b"], own: { x: 1, y: [1, 2] } });
    const post = {
      imageInsert: { FrequencyFrom: 3 },
      articleKeywordsFile: ["c"],
      own: { y: [3], z: null },
      "a.b": 1,
      $set: 2,
    };
    answered(await api.post(`/project/data/${id}`, post)).toMatchObject(SUCCESS);
    expect(await dataOf(api, id)).toMatchObject({
      imageInsert: { InsertType: "local", FrequencyFrom: 3 },
      articleKeywordsFile: ["c"],
      own: { x: 1, y: [3], z: null },
      "a.b": 1,
      $set: 2,
      categoryInsert: { CategoryInsertFile: [] },
    });
  });

  it("id and type are never changed by a post", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator");
    answered(await api.post(`/project/data/${id}`, { id: UNKNOWN, type: "post uploader", _id: "x" })).toMatchObject(
      SUCCESS,
    );
    expect((await dataOf(api, id)).id).toBe(id);
    expect((await api.get(`/project/status/${id}`)).envelope.result[0]).toMatchObject({ id, type: "article creator" });
  });

  it("values come in the form of their field where their meaning is plain", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator", {
      articleCountRequired: "12",
      articleKeywordsFile: "one\r\ntwo\nthree\n",
      imageInsert: { FrequencyFrom: "4" },
      linkSets: { "0": { keywordsFile: "a\nb", lockUrl: "true" }, "1": { urlsFile: ["u"] } },
    });
    expect(await dataOf(api, id)).toMatchObject({
      articleCountRequired: 12,
      articleKeywordsFile: ["one", "two", "three"],
      imageInsert: { FrequencyFrom: 4 },
      linkSets: [{ keywordsFile: ["a", "b"], lockUrl: true }, { urlsFile: ["u"] }],
    });
  });

  it("a value that fits no field is stored as sent, and the run says what is wrong with it", async () => {
    const api = await open.start();
    const odd = { articleCountRequired: "a dozen", articleKeywordsFile: ["roses"] };
    const id = await created(api, "articlecreator");
    answered(await api.post(`/project/data/${id}`, odd)).toMatchObject(SUCCESS);
    expect(await dataOf(api, id)).toMatchObject(odd);
    answered(await api.get(`/project/run/${id}`)).toEqual(SUCCESS);
    await api.kernel.tasks.settled(id);
    const [task] = (await api.get("/task/find?status=failed")).envelope.result;
    expect(task).toMatchObject({
      _id: id,
      error: { code: "bad-input", message: expect.stringContaining("articleCountRequired") },
    });
  });

  it("returnUpdatedData puts the merged data into the result of a data post", async () => {
    const api = await open.start({ api: { returnUpdatedData: true } });
    const { id, data } = (await api.get("/create/articlecreator")).envelope.result;
    answered(await api.post(`/project/data/${id}`, { jobName: "Flowers" })).toEqual({
      ...SUCCESS,
      result: { ...data, jobName: "Flowers" },
    });
  });
});

describe("states", () => {
  const listed = async (api: StartedApi, status: string) =>
    idsIn(await api.get(`/all-projects?status=${encodeURIComponent(status)}`));

  it("draft, waiting, running and complete, each found by its filter", async () => {
    const api = await open.start();
    const running = [await crawling(api, "a"), await crawling(api, "b"), await crawling(api, "c")];
    const id = await created(api, "webcrawler", { startUrls: ["d"] });
    expect(await listed(api, "draft")).toEqual([id]);
    answered(await api.get(`/project/run/${id}`)).toEqual(SUCCESS);
    expect(await listed(api, "waiting")).toEqual([id]);
    expect(await listed(api, "running")).toEqual(running);
    api.gate.openAll();
    await Promise.all([...running, id].map((one) => api.kernel.tasks.settled(one)));
    expect(await listed(api, "complete")).toEqual([...running, id]);
    expect(await listed(api, "done")).toEqual([...running, id]);
    expect(idsIn(await api.get("/task/find?status=done"))).toEqual([...running, id]);
  });

  it("running a task that runs or waits succeeds without a second run", async () => {
    const api = await open.start();
    const running = await crawling(api, "a");
    await crawling(api, "b");
    await crawling(api, "c");
    const waiting = await created(api, "webcrawler", { startUrls: ["d"] });
    await api.get(`/project/run/${waiting}`);
    const runs = async () => (await api.get("/task/find")).envelope.result.map(({ runId }: { runId: string }) => runId);
    const before = await runs();
    for (const id of [running, waiting]) {
      answered(await api.get(`/project/run/${id}`)).toEqual(SUCCESS);
      answered(await api.get(`/task/start/${id}/`)).toEqual(SUCCESS);
    }
    expect(await runs()).toEqual(before);
    expect([await statusOf(api, running), await statusOf(api, waiting)]).toEqual(["running", "waiting"]);
    api.gate.openAll();
    await Promise.all([running, waiting].map((id) => api.kernel.tasks.settled(id)));
    expect((await api.get(`/task/content/${running}/`)).envelope.result.rows).toBe(1);
  });

  it("a task runs again from every state of rest", async () => {
    const api = await open.start();
    const id = await written(api, ["roses"]);
    await api.get(`/project/run/${id}`);
    expect((await api.kernel.tasks.settled(id)).status).toBe("complete");
    const aborted = await crawling(api, "a");
    await api.get(`/project/abort/${aborted}`);
    await api.kernel.tasks.settled(aborted);
    api.gate.openAll();
    await api.get(`/project/run/${aborted}`);
    expect((await api.kernel.tasks.settled(aborted)).status).toBe("complete");
  });

  it.each([
    ["GET", "/project/abort/"],
    ["POST", "/project/abort/"],
    ["GET", "/task/abort/"],
    ["POST", "/task/abort/"],
  ])("%s %s:id aborts a running task", async (method, path) => {
    const api = await open.start();
    const id = await crawling(api, "a");
    answered(await api.call(method, path + id)).toEqual(SUCCESS);
    expect((await api.kernel.tasks.settled(id)).status).toBe("aborted");
    expect(await statusOf(api, id)).toBe("aborted");
    expect(await listed(api, "aborted")).toEqual([id]);
  });

  it("a task whose plugin is deaf is aborting... until the grace time is over", async () => {
    const clock = testClock();
    const api = await open.start({ kernel: { clock } });
    const id = await crawling(api, "deaf");
    answered(await api.get(`/project/abort/${id}`)).toEqual(SUCCESS);
    expect(await statusOf(api, id)).toBe("aborting...");
    for (const name of ["aborting...", "aborting", "Aborting"]) expect(await listed(api, name)).toEqual([id]);
    answered(await api.get(`/project/abort/${id}`)).toEqual(SUCCESS);
    answered(await api.get(`/project/run/${id}`)).toEqual(SUCCESS);
    clock.advance(10_000);
    expect((await api.kernel.tasks.settled(id)).status).toBe("aborted");
  });

  it("a waiting task is aborted at once, and one at rest stays as it is", async () => {
    const api = await open.start();
    for (const url of ["a", "b", "c"]) await crawling(api, url);
    const waiting = await created(api, "webcrawler", { startUrls: ["d"] });
    await api.get(`/project/run/${waiting}`);
    answered(await api.get(`/project/abort/${waiting}`)).toEqual(SUCCESS);
    expect(await statusOf(api, waiting)).toBe("aborted");
    const draft = await created(api, "articlecreator");
    answered(await api.get(`/project/abort/${draft}`)).toEqual(SUCCESS);
    expect(await statusOf(api, draft)).toBe("draft");
  });

  it("a task fails when none of its lines could be done, or it has none", async () => {
    const api = await open.start();
    const id = await crawling(api, "a");
    api.gate.open("a", new Error("secret"));
    expect((await api.kernel.tasks.settled(id)).status).toBe("failed");
    const empty = await created(api, "articlecreator");
    answered(await api.get(`/project/run/${empty}`)).toEqual(SUCCESS);
    await api.kernel.tasks.settled(empty);
    expect(await listed(api, "failed")).toEqual([id, empty]);
    const documents = (await api.get("/task/find?status=failed")).envelope.result;
    expect(documents[1].error).toEqual({ code: "no-input", message: expect.stringMatching(/nothing to work on/) });
    expect(JSON.stringify(documents)).not.toContain("secret");
  });

  it("a run works on the data as they were when it began", async () => {
    const api = await open.start();
    const id = await crawling(api, "a");
    answered(await api.post(`/project/data/${id}`, { startUrls: ["b"] })).toMatchObject(SUCCESS);
    api.gate.openAll();
    await api.kernel.tasks.settled(id);
    expect(await Array.fromAsync(api.kernel.content.rows(id))).toEqual([{ url: "a" }]);
  });

  it("unknown tasks can neither be run nor aborted", async () => {
    const api = await open.start();
    for (const path of ["/project/run/", "/project/abort/", "/task/start/", "/task/abort/"]) {
      answered(await api.get(path + UNKNOWN)).toEqual(failure(NO_TASK));
    }
    answered(await api.post(`/project/abort/${UNKNOWN}`)).toEqual(failure(NO_TASK));
  });
});

describe("duplicate and delete", () => {
  it.each(["/project/duplicate/", "/task/duplicate/"])(
    "%s makes a draft without content and with its schedule off",
    async (path) => {
      const api = await open.start();
      const id = await written(api, ["roses"], { jobName: "Flowers", group: "Garden", jobCron: "0 8 * * *", own: 1 });
      const copy: string = (await api.get(path + id)).envelope.result;
      answered(await api.get(`/project/status/${copy}`)).toMatchObject({
        result: [{ group: "Garden", name: "Flowers (copy)", type: "article creator", status: "draft", id: copy }],
      });
      const original = (await api.get(`/project/data/${id}`)).envelope.result;
      answered(await api.get(`/project/data/${copy}`)).toMatchObject({
        result: { ...original, id: copy, jobName: "Flowers (copy)", jobCron: "" },
      });
      expect(original.jobCron).toBe("0 8 * * *");
      answered(await api.get(`/task/content/${copy}/`)).toMatchObject({ result: { keywords: [], rows: 0, files: [] } });
      expect(await Array.fromAsync(api.kernel.content.log(copy))).toEqual([]);
      const [, document] = (await api.get("/task/find")).envelope.result;
      expect(document).not.toHaveProperty("progress");
      expect(document).not.toHaveProperty("runId");
    },
  );

  it.each(["/project/delete/", "/task/delete/"])("%s removes a task with all that belongs to it", async (path) => {
    const api = await open.start();
    const id = await written(api, ["roses"]);
    answered(await api.get(path + id)).toEqual(SUCCESS);
    for (const gone of [`/project/status/${id}`, `/project/data/${id}`, `/task/content/${id}/`]) {
      answered(await api.get(gone)).toEqual(failure(NO_TASK));
    }
    expect(await Array.fromAsync(api.kernel.content.rows(id))).toEqual([]);
    expect(await Array.fromAsync(api.kernel.content.log(id))).toEqual([]);
    answered(await api.get(path + id)).toEqual(SUCCESS);
  });

  it("a running task is stopped and removed, and leaves nothing behind", async () => {
    const api = await open.start();
    const id = await crawling(api, "deaf");
    answered(await api.get(`/project/delete/${id}`)).toEqual(SUCCESS);
    answered(await api.get(`/project/status/${id}`)).toEqual(failure(NO_TASK));
    api.gate.openAll();
    const after = await written(api, ["roses"]);
    expect(idsIn(await api.get("/all-projects"))).toEqual([after]);
    expect(await Array.fromAsync(api.kernel.content.rows(id))).toEqual([]);
  });
});

describe("content", () => {
  it("/projects lists keywords in the order of the task's list", async () => {
    const api = await open.start();
    const id = await written(api, ["zinnia", "aster", "moss"]);
    await api.post(`/project/data/${id}`, { articleKeywordsFile: ["moss", "fern", "zinnia", "aster"] });
    expect((await api.get("/projects")).envelope.result[0].keywords).toEqual(["moss", "zinnia", "aster"]);
  });

  it("/projects looks for keywords in no draft, and reads the data of no task that has one", async () => {
    const plain = memoryStorage();
    const asked: string[] = [];
    const read: string[] = [];
    const content: StorageAdapter["content"] = {
      ...plain.content,
      keywords: (id, page) => {
        asked.push(id);
        return plain.content.keywords(id, page);
      },
    };
    const tasks: StorageAdapter["tasks"] = {
      ...plain.tasks,
      scan: (selection, hint) => {
        read.push(...selection.reads);
        return plain.tasks.scan(selection, hint);
      },
    };
    const api = await open.start({ kernel: { storage: { ...plain, tasks, content } } });
    const drafts = await Promise.all(Array.from({ length: 150 }, () => api.get("/create/articlecreator")));
    const id = await written(api, ["roses"]);
    asked.length = read.length = 0;
    const { result } = (await api.get("/projects")).envelope;
    expect(result.map((project: { id: string }) => project.id)).toEqual(
      expect.arrayContaining([...drafts.map(({ envelope }) => envelope.result.id), id]),
    );
    expect(result.at(-1)).toMatchObject({ id, keywords: ["roses"] });
    expect(result).toHaveLength(151);
    expect(asked).toEqual([id]);
    expect(read).not.toContain("data");
  });

  const odd = [
    "a/b",
    "/",
    "//",
    "a/",
    "100%",
    "%2F",
    "%",
    "a+b c",
    "a?b#c",
    "..",
    ".",
    "../etc/passwd",
    "gr\u00fc\u00dfe",
    "\ud83d\ude80 rocket",
    "\u65e5\u672c\u8a9e",
    "<b>&amp;</b>",
    'quo"te\\',
    "__proto__",
    "status",
    "a;b=c",
    "%x% {{y}}",
  ];

  it.each(odd)("the keyword %j is found by its encoded form", async (keyword) => {
    const api = await open.start();
    const id = await written(api, ["first", keyword]);
    const segment = encodeURIComponent(keyword);
    for (const path of [`/project/${id}/${segment}`, `/project/${id}/${segment}/`, `/task/content/${id}/${segment}`]) {
      answered(await api.get(path)).toEqual({
        ...SUCCESS,
        result: { keywords: [keyword, "related"], sentences: [`${keyword} is here.`, "So is more."] },
      });
    }
  });

  it("a keyword is decoded once and no more", async () => {
    const api = await open.start();
    const id = await written(api, ["a%20b", "a b"]);
    expect((await api.get(`/project/${id}/a%2520b`)).envelope.result.keywords[0]).toBe("a%20b");
    expect((await api.get(`/project/${id}/a%20b`)).envelope.result.keywords[0]).toBe("a b");
    answered(await api.get(`/project/${id}/a+b`)).toEqual(failure(/No content.*"a\+b"/));
  });

  it("an exact match comes before one that differs in case", async () => {
    const api = await open.start();
    const id = await written(api, ["Roses", "ROSES", "\u00c4pfel"]);
    const first = async (keyword: string) =>
      (await api.get(`/project/${id}/${encodeURIComponent(keyword)}`)).envelope.result.keywords[0];
    expect(await first("ROSES")).toBe("ROSES");
    expect(await first("Roses")).toBe("Roses");
    expect(await first("roses")).toBe("Roses");
    expect(await first("\u00e4PFEL")).toBe("\u00c4pfel");
  });

  it.each(["", "/"])("/task/content/:id%s says what the task has stored", async (slash) => {
    const api = await open.start();
    const id = await written(api, ["roses", "tulips"]);
    answered(await api.get(`/task/content/${id}${slash}`)).toEqual({
      ...SUCCESS,
      result: {
        keywords: ["roses", "tulips"],
        rows: 2,
        files: ["roses", "tulips"].map((keyword) => ({
          path: `texts/${keyword}.txt`,
          type: "text/plain",
          size: `${keyword} is here.`.length,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        })),
      },
    });
  });

  it("/task/content/:id/:path is that file or keyword", async () => {
    const api = await open.start();
    const id = await written(api, ["roses"]);
    for (const path of ["texts/roses.txt", "texts%2Froses.txt", "texts/roses.txt/"]) {
      answered(await api.get(`/task/content/${id}/${path}`)).toMatchObject({
        success: true,
        result: { path: "texts/roses.txt", type: "text/plain", encoding: "utf-8", content: "roses is here." },
      });
    }
    answered(await api.get(`/task/content/${id}/ROSES`)).toMatchObject({ result: { keywords: ["roses", "related"] } });
    answered(await api.get(`/task/content/${id}/texts/other.txt`)).toEqual(failure(/No content.*"texts\/other\.txt"/));
    answered(await api.get(`/task/content/${UNKNOWN}/`)).toEqual(failure(NO_TASK));
  });
});

describe("text", () => {
  const login = "me@example.com";

  it.each([
    ["cat, dog", ["cat", "dog"]],
    ['"New York","say ""hi""",plain', ["New York", 'say "hi"', "plain"]],
    ['"a, b",c', ["a, b", "c"]],
    [" , ,,x,", ["x"]],
    ["one\r\ntwo\nthree", ["one", "two", "three"]],
    ["", []],
    ["Gr\u00fc\u00dfe aus K\u00f6ln", ["Gr\u00fc\u00dfe aus K\u00f6ln"]],
    ['5" pipe', ['5" pipe']],
  ])("csvprotectedwords %j is read as CSV", async (csvprotectedwords, protectedWords) => {
    const { providers, heard } = textProviders();
    const api = await open.start({ kernel: { providers } });
    answered(await api.post("/spin", { text: "A house", csvprotectedwords })).toMatchObject({ success: true });
    expect(heard).toEqual([{ provider: "spinner", input: "A house", options: { protectedWords } }]);
  });

  it.each([
    ["/spin", { text: "x" }],
    ["/paraphrase", { text: "x", login }],
    ["/aboutme", { keyword: "x" }],
    ["/task/aboutme", { keyword: "x" }],
  ])("%s hands a seed on, and none without one", async (path, body) => {
    const { providers, heard } = textProviders();
    const api = await open.start({ kernel: { providers } });
    await api.post(path, { ...body, seed: "tea" });
    await api.post(path, { ...body, seed: 7 });
    await api.post(path, body);
    await api.post(path, { ...body, seed: {} });
    expect(heard.map(({ options }) => options["seed"])).toEqual(["tea", "7", undefined, undefined]);
  });

  it("the text reaches the provider letter for letter", async () => {
    const { providers, heard } = textProviders();
    const api = await open.start({ kernel: { providers } });
    const text = " {a|b} \u00e9\ud83d\ude80\r\n\t<b>%x%</b> ";
    await api.post("/spin", { text });
    await api.post("/paraphrase", { text, login });
    expect(heard.map(({ input }) => input)).toEqual([text, text]);
  });

  it.each([
    ["/spin", "text", {}],
    ["/paraphrase", "text", { login }],
    ["/aboutme", "keyword", {}],
  ])("%s refuses a %s that is missing, empty, no text or broken", async (path, field, rest) => {
    const { providers, heard } = textProviders();
    const api = await open.start({ kernel: { providers } });
    for (const value of [undefined, null, "", "  ", 7, {}, ["x"], true]) {
      answered(await api.post(path, { ...rest, [field]: value })).toEqual(
        failure(new RegExp(`"${field}".*application/json`)),
      );
    }
    for (const value of ["a\\u0000b", "\\ud800"]) {
      const body = JSON.stringify({ ...rest, [field]: "VALUE" }).replace("VALUE", value);
      answered(await api.post(path, body)).toEqual(failure(new RegExp(`"${field}"`)));
    }
    expect(heard).toEqual([]);
  });

  it("csvprotectedwords, sourcelanguage and finallanguage must be texts when they are there, and may be null", async () => {
    const api = await open.start({ kernel: textProviders() });
    answered(await api.post("/spin", { text: "x", csvprotectedwords: ["a"] })).toEqual(failure(/"csvprotectedwords"/));
    answered(await api.post("/paraphrase", { text: "x", login, sourcelanguage: 1 })).toEqual(
      failure(/"sourcelanguage"/),
    );
    answered(await api.post("/paraphrase", { text: "x", login, finallanguage: {} })).toEqual(
      failure(/"finallanguage"/),
    );
    answered(await api.post("/spin", { text: "x", csvprotectedwords: null })).toMatchObject({ success: true });
    const empty = { text: "x", login, sourcelanguage: "", finallanguage: null };
    answered(await api.post("/paraphrase", empty)).toMatchObject({ success: true });
  });

  it("a login that is missing, malformed or not entitled has three different messages", async () => {
    const { providers, heard } = textProviders({ paid: [login] });
    const api = await open.start({ kernel: { providers } });
    const message = async (given: unknown) => {
      const reply = await api.post("/paraphrase", { text: "x", login: given });
      answered(reply).toMatchObject({ success: false, result: null });
      return reply.envelope.message;
    };
    const missing = await message(undefined);
    expect(missing).toMatch(/"login" is missing/);
    expect(await message("")).toBe(missing);
    expect(await message(null)).toBe(missing);
    const malformed = await message("nobody");
    expect(malformed).toMatch(/not an e-mail address/);
    for (const one of [
      "@example.com",
      "me@",
      "me@example",
      "me @example.com",
      "a@b@c.test",
      7,
      {},
      `${"x".repeat(65)}@b.test`,
      `a@${"x".repeat(300)}.test`,
    ]) {
      expect(await message(one)).toBe(malformed);
    }
    const unpaid = await message("other@example.com");
    expect(unpaid).toMatch(/setting "logins"/);
    expect(new Set([missing, malformed, unpaid]).size).toBe(3);
    expect(heard).toEqual([]);
    answered(await api.post("/paraphrase", { text: "x", login })).toMatchObject({ success: true });
  });

  it("without a licence provider every well-formed login is entitled", async () => {
    const api = await open.start({ kernel: textProviders() });
    for (const one of ["a@b.test", "first.last+tag@sub.example.co.uk", "o'neil@example.com"]) {
      answered(await api.post("/paraphrase", { text: "x", login: one })).toMatchObject({ success: true });
    }
  });

  it.each([
    ["/spin", { text: "x" }, "providers.spinner"],
    ["/paraphrase", { text: "x", login }, "providers.paraphraser"],
    ["/aboutme", { keyword: "x" }, "providers.aboutMe"],
  ])("%s without its provider names the setting", async (path, body, setting) => {
    const api = await open.start();
    answered(await api.post(path, body)).toEqual(failure(new RegExp(setting)));
  });

  it.each(["/aboutme", "/task/aboutme"])("GET %s?keyword= answers as the post does", async (path) => {
    const { providers, heard } = textProviders();
    const api = await open.start({ kernel: { providers } });
    answered(await api.get(`${path}?keyword=rock%20%26+roll&seed=4`)).toMatchObject({
      result: "I am about rock & roll.",
    });
    expect(heard[0]?.options).toEqual({ seed: "4" });
    for (const query of ["", "?keyword=", "?keyword=%20"]) {
      answered(await api.get(path + query)).toEqual(failure(/"keyword"/));
    }
  });

  it("a provider that fails does not show its inside", async () => {
    const { providers } = textProviders();
    const spinner = {
      async spin(): Promise<TextResult> {
        throw new Error("secret");
      },
    };
    const api = await open.start({ kernel: { providers: { ...providers, spinner } } });
    const { status, envelope } = await api.post("/spin", { text: "x" });
    expect(status).toBe(500);
    expect(envelope.message).not.toContain("secret");
  });
});

describe("search", () => {
  const find = (api: StartedApi, body: unknown) => api.post("/projects/find", body);

  it.each([{}, { query: {} }, { projection: {} }])("both missing members count as empty: %j", async (body) => {
    const api = await open.start();
    await created(api, "articlecreator");
    expect((await find(api, body)).envelope.result[0]).toHaveProperty("data");
  });

  it.each([
    [{ $where: "sleep(1)" }, "\\$where"],
    [{ $function: { body: "x" } }, "\\$function"],
    [{ $expr: { $function: {} } }, "\\$expr"],
    [{ name: { $accumulator: {} } }, "\\$accumulator"],
    [{ $and: [{ name: { $where: "1" } }] }, "\\$where"],
    [{ name: { $near: 1 } }, "\\$near"],
    [{ name: { $regex: "a", $options: "x" } }, "\\$options"],
    [{ name: { $regex: "(" } }, "regular expression"],
    [{ name: { $regex: "(?=a)" } }, "regular expression"],
    [{ name: { $in: "a" } }, "\\$in"],
    [{ "a..b": 1 }, "a\\.\\.b"],
    [[], '"query"'],
    ["name", '"query"'],
    [null, '"query"'],
    [7, '"query"'],
  ])("the query %j is refused by what is wrong with it", async (query, named) => {
    const api = await open.start();
    await created(api, "articlecreator");
    answered(await find(api, { query })).toEqual(failure(new RegExp(named)));
  });

  it.each([
    [{ name: 1, type: 0 }, "mixes 0 and 1"],
    [{ name: 2 }, '"name"'],
    [{ name: "x" }, '"name"'],
    [{ $slice: 1 }, "\\$slice"],
    [[], '"projection"'],
    ["name", '"projection"'],
  ])("the projection %j is refused by what is wrong with it", async (projection, named) => {
    const api = await open.start();
    await created(api, "articlecreator");
    answered(await find(api, { projection })).toEqual(failure(new RegExp(named)));
  });

  it("_id may be left out of what is included", async () => {
    const api = await open.start();
    await created(api, "articlecreator", { jobName: "a" });
    answered(await find(api, { projection: { name: 1, _id: 0 } })).toEqual({ ...SUCCESS, result: [{ name: "a" }] });
  });

  it("a regular expression made to explode does not hold the server up", async () => {
    const api = await open.start();
    await created(api, "articlecreator", { jobName: `${"a".repeat(5000)}!` });
    const begun = performance.now();
    answered(await find(api, { query: { name: { $regex: "^(a+)+$" } } })).toEqual({ ...SUCCESS, result: [] });
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  it("operators find what they say", async () => {
    const api = await open.start();
    const roses = await created(api, "articlecreator", { jobName: "Roses", articleKeywordsFile: ["red", "white"] });
    const tulips = await created(api, "articlecreator", { jobName: "Tulips", articleCountRequired: 5 });
    const ids = async (query: object) => idsIn(await find(api, { query, projection: { _id: 1 } }));
    expect(await ids({ name: { $regex: "^ros", $options: "i" } })).toEqual([roses]);
    expect(await ids({ "data.articleKeywordsFile": "white" })).toEqual([roses]);
    expect(await ids({ "data.articleCountRequired": { $gte: 5 } })).toEqual([tulips]);
    expect(await ids({ $or: [{ name: "Roses" }, { name: "Tulips" }] })).toEqual([roses, tulips]);
    expect(await ids({ _id: { $in: [tulips] } })).toEqual([tulips]);
    expect(await ids({ name: { $not: { $eq: "Roses" } } })).toEqual([tulips]);
  });
});

describe("the other routes that clients use", () => {
  it("/all-tasks lists the same summaries as /all-projects", async () => {
    const api = await open.start();
    await written(api, ["roses"], { group: "Garden" });
    await created(api, "postuploader");
    for (const query of ["", "?type=postuploader", "?status=done&group=Garden", "?type=&name="]) {
      expect((await api.get(`/all-tasks${query}`)).envelope).toEqual((await api.get(`/all-projects${query}`)).envelope);
    }
  });

  it("every alias below /task does what its original below /project does", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator", { articleKeywordsFile: ["roses"] });
    expect((await api.get(`/task/status/${id}`)).envelope).toEqual((await api.get(`/project/status/${id}`)).envelope);
    answered(await api.post(`/task/data/${id}`, { jobName: "Flowers" })).toEqual(SUCCESS);
    expect((await api.get(`/task/data/${id}`)).envelope).toEqual((await api.get(`/project/data/${id}`)).envelope);
    expect((await api.get(`/task/data/${id}`)).envelope.result.jobName).toBe("Flowers");
    answered(await api.get(`/task/start/${id}`)).toEqual(SUCCESS);
    expect((await api.kernel.tasks.settled(id)).status).toBe("complete");
    for (const verb of ["status", "data", "duplicate", "start", "abort"]) {
      answered(await api.get(`/task/${verb}/${UNKNOWN}`)).toEqual(failure(NO_TASK));
    }
  });

  it("/task/find filters by type, group, name and status, and an empty value is no filter", async () => {
    const api = await open.start();
    const a = await created(api, "articlecreator", { jobName: "A", group: "G" });
    const b = await created(api, "googlemapsscraper", { jobName: "B", group: "G" });
    const ids = async (query: string) => idsIn(await api.get(`/task/find?${query}`));
    expect(await ids("type=&group=&name=&status=")).toEqual([a, b]);
    expect(await ids("type=Google%20Maps%20Scraper&group=&name=&status=")).toEqual([b]);
    expect(await ids("type=&group=G&name=A&status=draft")).toEqual([a]);
    expect(await ids("group=H")).toEqual([]);
  });
});
