import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { crawling, created, servers, written } from "./server.js";

const open = servers();
afterEach(() => open.close());

describe("the code of a failure", () => {
  it("is in a header, and the envelope has the words alone", async () => {
    const api = await open.start({ api: { maxBodyBytes: 200 } });
    const id = await written(api, ["bees"]);
    const code = async (method: string, path: string, init = {}) => {
      const { headers, envelope } = await api.call(method, path, init);
      expect(Object.keys(envelope)).toEqual(["success", "message", "result"]);
      return headers["x-error-code"];
    };
    const json = { "content-type": "application/json" };
    expect(await code("GET", "/task/status/nobody")).toBe("TASK_NOT_FOUND");
    expect(await code("GET", `/project/${id}/wasps`)).toBe("CONTENT_NOT_FOUND");
    expect(await code("GET", `/task/files/${id}/none.txt`)).toBe("FILE_NOT_FOUND");
    expect(await code("GET", "/create/lamp")).toBe("TASK_TYPE_UNKNOWN");
    expect(await code("GET", "/nowhere/at/all")).toBe("ROUTE_UNKNOWN");
    expect(await code("POST", "/test")).toBe("METHOD_REFUSED");
    expect(await code("POST", "/spin", { body: "no JSON" })).toBe("BODY_REFUSED");
    expect(await code("POST", "/spin", { headers: json, body: { text: "a".repeat(300) } })).toBe("BODY_TOO_LARGE");
    expect(await code("POST", "/projects/find", { headers: json, body: { query: { $where: "1" } } })).toBe(
      "QUERY_REFUSED",
    );
    expect(await code("GET", `/task/files/${id}/texts/bees.txt`, { headers: { range: "bytes=900-" } })).toBe(
      "RANGE_REFUSED",
    );
    expect(await code("GET", "/test", { headers: { host: "evil.example" } })).toBe("HOST_REFUSED");
    expect(await code("GET", "/test", { headers: { origin: "https://evil.example" } })).toBe("ORIGIN_REFUSED");
    expect(await code("GET", "/test", { headers: { purpose: "prefetch" } })).toBe("PREFETCH_REFUSED");
    expect(await code("GET", `/${"a".repeat(9000)}`)).toBe("REQUEST_BROKEN");
    expect((await api.get("/test")).headers["x-error-code"]).toBeUndefined();
  });

  it("may be read by pages of an allowed origin, and says that a key is wrong", async () => {
    const api = await open.start({ api: { apiKey: "right" } });
    const { headers } = await api.get("/test", { headers: { origin: "http://localhost:3000" } });
    expect(headers).toMatchObject({ "x-error-code": "KEY_WRONG", "access-control-expose-headers": "X-Error-Code" });
  });

  it("is there in the reduced edition, too", async () => {
    const api = await open.start({ api: { edition: "reduced" } });
    expect((await api.get("/events")).headers["x-error-code"]).toBe("ROUTE_UNKNOWN");
    expect((await api.get("/project/data/nobody")).headers["x-error-code"]).toBe("TASK_NOT_FOUND");
  });

  it("is told of what is no HTTP", async () => {
    const api = await open.start();
    const reply = await new Promise<string>((resolve, reject) => {
      let text = "";
      const socket = connect(api.port, "127.0.0.1", () => socket.end("NONSENSE\r\n\r\n"));
      socket.on("data", (bytes) => {
        text += bytes;
      });
      socket.once("end", () => resolve(text)).once("error", reject);
    });
    expect(reply).toContain("X-Error-Code: REQUEST_BROKEN\r\n");
  });
});

describe("?wait= on the progress of a task", () => {
  it("answers when the run is at rest, and begins none", async () => {
    const api = await open.start();
    const id = await crawling(api, "https://a.test/");
    const asked = api.get(`/task/progress/${id}?wait=60`);
    api.gate.openAll();
    expect((await asked).envelope.result).toMatchObject({ id, status: "complete", progress: { done: 1 } });
    await api.get(`/task/progress/${id}?wait=60`);
    expect((await api.get(`/task/runs/${id}`)).envelope.result.total).toBe(1);
  });

  it("answers when the time is over, and at once for a draft", async () => {
    const api = await open.start();
    const id = await crawling(api, "https://a.test/");
    expect((await api.get(`/task/progress/${id}?wait=0`)).envelope.result.status).toBe("running");
    const draft = await created(api, "webcrawler");
    expect((await api.get(`/task/progress/${draft}?wait=60`)).envelope.result.status).toBe("draft");
    expect((await api.get(`/task/progress/${draft}?wait=soon`)).headers["x-error-code"]).toBe("QUERY_REFUSED");
  });
});

it("a run says who asked for it, also when the classic route began it", async () => {
  const api = await open.start();
  const id = await created(api, "articlecreator", { articleKeywordsFile: ["bees"] });
  await api.get(`/project/run/${id}?wait=10&origin=cli`);
  expect((await api.get(`/task/run/${id}/last`)).envelope.result.origin).toBe("cli");
  expect((await api.get(`/project/run/${id}?origin=cron`)).headers["x-error-code"]).toBe("QUERY_REFUSED");
});
