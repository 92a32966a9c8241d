import { Agent, request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { textProviders } from "./providers.js";
import { crawling, created, type ReplyEnvelope, type StartedApi, servers, TASK_TYPES, written } from "./server.js";

// What programs that people already run do with the original application, done in their way. Nothing here may need a
// change on their side.

const open = servers();
afterEach(open.close);

/** As a script that looks at nothing but the JSON: it fails on whatever is none. */
async function json(response: Promise<Response>): Promise<ReplyEnvelope> {
  return (await response).json() as Promise<ReplyEnvelope>;
}

describe("an n8n node", () => {
  /** It throws on every status from 400 on. */
  async function node(api: StartedApi, path: string, body?: object): Promise<ReplyEnvelope> {
    const post = { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    const response = await fetch(api.address + path, body ? post : {});
    if (response.status >= 400) throw new Error(`The node fails with ${response.status}.`);
    return (await response.json()) as ReplyEnvelope;
  }

  it.each(["/create/googlemaps%20scraper/", "/create/wpxml%20generator/", "/create/youtubesub%20scraper/"])(
    "creates by the listed name without its first space: %s",
    async (path) => {
      const api = await open.start();
      const { success, result } = await node(api, path);
      expect(success).toBe(true);
      const type = decodeURIComponent(path).replace("/create/", "").replace("/", "").replace(" ", "");
      const [task] = (await node(api, `/project/status/${result.id}`)).result;
      expect(task.type).toBe(TASK_TYPES[type as keyof typeof TASK_TYPES]);
    },
  );

  it.each(Object.values(TASK_TYPES))("creates a %s from its list of choices", async (words) => {
    const api = await open.start();
    const segment = encodeURIComponent(words.replace(" ", ""));
    const { result } = await node(api, `/create/${segment}/`);
    expect(result.data.id).toBe(result.id);
  });

  it("creates, configures, runs, waits and reads, with a slash behind every path", async () => {
    const api = await open.start();
    const { id } = (await node(api, "/create/article%20creator/")).result;
    await node(api, `/project/data/${id}/`, { articleKeywordsFile: "roses\ntulips", articleCountRequired: "2" });
    await node(api, `/project/run/${id}/`);
    await api.kernel.tasks.settled(id);
    expect((await node(api, `/project/status/${id}/`)).result[0].status).toBe("complete");
    expect((await node(api, `/task/content/${id}/`)).result.keywords).toEqual(["roses", "tulips"]);
  });

  it("is not thrown by an unknown task, a missing text or a refused query", async () => {
    const api = await open.start();
    const id = "6b011cc0b8efeb3cf3633513";
    for (const path of [`/project/status/${id}`, `/project/data/${id}`, `/project/run/${id}`, `/project/${id}/x`]) {
      expect((await node(api, path)).success).toBe(false);
    }
    expect((await node(api, "/spin", {})).success).toBe(false);
    expect((await node(api, "/projects/find", { query: { $where: "1" } })).success).toBe(false);
    expect((await node(api, "/create/nothing/")).success).toBe(false);
  });

  it("tests its credentials at the root, with an empty key where none is set", async () => {
    const api = await open.start();
    expect((await node(api, "/?apikey=")).success).toBe(true);
    expect((await node(api, "/all-projects?apikey=")).result).toEqual([]);
  });

  it("finds tasks with every filter given and most of them empty", async () => {
    const api = await open.start();
    const id = await created(api, "googlemapsscraper", { jobName: "Maps", group: "Places" });
    await created(api, "articlecreator");
    const found = await node(api, "/task/find/?type=google%20maps%20scraper&group=&name=&status=");
    expect(
      found.result.map((task: { _id: string; data: { jobName: string } }) => [task._id, task.data.jobName]),
    ).toEqual([[id, "Maps"]]);
    expect((await node(api, "/task/groups")).result).toEqual(["Places"]);
    expect((await node(api, "/all-projects?status=done")).result).toEqual([]);
  });
});

describe("a dashboard in the browser", () => {
  const ORIGIN = "http://localhost:3000";

  /** What a browser does for a page of another origin: it asks first, and hides what it may not show. */
  async function browser(api: StartedApi, path: string, body?: object): Promise<Response> {
    const target = api.address + path;
    const headers = { origin: ORIGIN, "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" };
    if (body !== undefined) {
      const preflight = await fetch(target, {
        method: "OPTIONS",
        headers: {
          ...headers,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type",
        },
      });
      expect(preflight.ok).toBe(true);
      expect(preflight.headers.get("access-control-allow-origin")).toBe(ORIGIN);
      expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
      expect(preflight.headers.get("access-control-allow-headers")).toContain("content-type");
    }
    const init = body && { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(target, {
      ...init,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    });
    expect(response.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    return response;
  }

  it("asks first, posts JSON, and reads what came", async () => {
    const api = await open.start();
    const { result } = await json(browser(api, "/create/articlecreator"));
    const posted = await browser(api, `/project/data/${result.id}`, { jobName: "Flowers" });
    expect(posted.ok).toBe(true);
    expect(((await posted.json()) as ReplyEnvelope).success).toBe(true);
    const find = await json(browser(api, "/projects/find", { query: { "data.jobName": "Flowers" }, projection: {} }));
    expect(find.result[0]._id).toBe(result.id);
  });

  it("takes response.ok for an answer, also when the call failed", async () => {
    const api = await open.start();
    const unknown = await browser(api, "/project/data/nothing", { jobName: "x" });
    expect(unknown.ok).toBe(true);
    expect(((await unknown.json()) as ReplyEnvelope).success).toBe(false);
    expect((await browser(api, "/task/status/nothing")).ok).toBe(true);
  });

  it("reads nested default data without a guard", async () => {
    const api = await open.start();
    const article = (await json(browser(api, "/create/articlecreator"))).result.data;
    expect(article.jobName.trim().length).toBeGreaterThan(0);
    expect(article.chainJobId).toBe("");
    expect(article.articleKeywordsFile.join("\n")).toBe("");
    expect(article.categoryInsert.CategoryInsertFile.length).toBe(0);
    expect(article.imageInsert.InsertType).toBe("local");
    const upload = (await json(browser(api, "/create/postuploader"))).result.data;
    expect(upload.blogIds.map((blogId: string) => blogId)).toEqual([]);
    expect(upload.chainJobId).toBe("");
  });

  it("compares the types strictly", async () => {
    const api = await open.start();
    for (const type of ["articlecreator", "postuploader", "googlemapsscraper"]) await created(api, type);
    const { result } = await json(browser(api, "/all-tasks"));
    const types = result.map(({ type }: { type: string }) => type);
    expect(types).toEqual(["article creator", "post uploader", "google maps scraper"]);
    expect((await json(browser(api, "/projects"))).result[0].type).toBe("Article Creator");
  });

  it("compares the states strictly, and asks for those that end in dots", async () => {
    const api = await open.start();
    const deaf = await crawling(api, "deaf");
    await browser(api, `/task/abort/${deaf}`);
    expect((await json(browser(api, `/task/status/${deaf}`))).result[0].status).toBe("aborting...");
    const { result } = await json(browser(api, "/all-tasks?status=aborting..."));
    expect(result.map(({ id }: { id: string }) => id)).toEqual([deaf]);
  });

  it("deletes a chain whose id is empty", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator");
    for (const path of ["/project/delete/", "/task/delete/"]) {
      expect(await json(browser(api, path))).toEqual({ success: true, message: null, result: null });
    }
    expect((await json(browser(api, `/project/status/${id}`))).success).toBe(true);
  });

  it("starts a task twice", async () => {
    const api = await open.start();
    const id = await crawling(api, "a");
    expect((await json(browser(api, `/task/start/${id}`))).success).toBe(true);
    expect((await json(browser(api, `/project/run/${id}`))).success).toBe(true);
  });

  it("keeps its own properties in the data", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator");
    const own = { dashboardColour: "#fff", nested: { list: [1, { a: null }] } };
    await browser(api, `/project/data/${id}`, own);
    expect((await json(browser(api, `/project/data/${id}`))).result).toMatchObject(own);
  });

  it("keeps a weekly schedule as it wrote it, with 7 for Sunday", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator");
    await browser(api, `/project/data/${id}`, { jobCron: "0 0 * * 7" });
    expect((await json(browser(api, `/project/data/${id}`))).result.jobCron).toBe("0 0 * * 7");
  });

  it("chains a task to another by its id", async () => {
    const api = await open.start();
    const upload = await created(api, "postuploader");
    const id = await created(api, "articlecreator");
    await browser(api, `/project/data/${id}`, { chainJobId: upload });
    expect((await json(browser(api, `/project/data/${id}`))).result.chainJobId).toBe(upload);
  });

  it("posts link sets by their index", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator");
    const linkSets = {
      "0": { keywordsFile: "one\ntwo", urlsFile: ["https://a.test"], lockUrl: true },
      "1": { keywordsFile: [], urlsFile: [], lockUrl: "false" },
    };
    await browser(api, `/project/data/${id}`, { linkSets });
    expect((await json(browser(api, `/project/data/${id}`))).result.linkSets).toEqual([
      { keywordsFile: ["one", "two"], urlsFile: ["https://a.test"], lockUrl: true },
      { keywordsFile: [], urlsFile: [], lockUrl: false },
    ]);
  });

  it("reads the merged data from the answer to its post, where the server is set so", async () => {
    const api = await open.start({ api: { returnUpdatedData: true } });
    const id = await created(api, "articlecreator");
    const { result } = await json(browser(api, `/task/data/${id}`, { jobName: "Flowers" }));
    expect(result).toMatchObject({ id, jobName: "Flowers", articleKeywordsFile: [] });
  });

  it("sorts tasks by the time in their ids", async () => {
    const api = await open.start();
    const before = Math.floor(Date.now() / 1000);
    const id = await created(api, "articlecreator");
    const seconds = Number.parseInt(id.substring(0, 8), 16);
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(seconds).toBeGreaterThanOrEqual(before);
    expect(seconds).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it("asks for an about-me text with a link", async () => {
    const api = await open.start({ kernel: textProviders() });
    for (const path of ["/aboutme?keyword=tea%20time", "/task/aboutme?keyword=tea%20time"]) {
      expect((await json(browser(api, path))).result).toBe("I am about tea time.");
    }
  });
});

describe("a Python script", () => {
  it("posts a form and reads the answer as JSON all the same", async () => {
    const api = await open.start({ kernel: textProviders() });
    const id = await created(api, "articlecreator");
    for (const path of ["/spin", "/paraphrase", "/aboutme", "/projects/find", `/project/data/${id}`]) {
      const { success, message, result } = await json(
        fetch(api.address + path, { method: "POST", body: new URLSearchParams({ text: "A house" }) }),
      );
      expect({ success, result }).toEqual({ success: false, result: null });
      expect(message).toMatch(/post application\/json/i);
    }
  });

  it("makes all its calls over one connection", async () => {
    const api = await open.start({ kernel: textProviders() });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const call = (method: string, path: string, body?: string, type = "application/json") =>
      new Promise<{ reused: boolean; envelope: ReplyEnvelope }>((resolve, reject) => {
        const headers = body === undefined ? {} : { "content-type": type };
        const outgoing = request(api.address + path, { method, agent, headers }, (incoming) => {
          let text = "";
          incoming.setEncoding("utf8").on("data", (piece: string) => {
            text += piece;
          });
          incoming.once("end", () => resolve({ reused: outgoing.reusedSocket, envelope: JSON.parse(text) }));
        });
        outgoing.once("error", reject);
        outgoing.end(body);
      });
    try {
      const { envelope } = await call("GET", "/create/articlecreator");
      const { id } = envelope.result;
      const replies = [
        await call("POST", `/project/data/${id}`, '{"articleKeywordsFile": ["roses"]}'),
        await call("POST", "/spin", "text=A+house", "application/x-www-form-urlencoded"),
        await call("POST", "/spin", '{"text": '),
        await call("POST", "/nothing", "{}"),
        await call("GET", `/project/run/${id}`),
        await call("POST", "/spin", '{"text": "A house"}'),
        await call("GET", "/all-projects"),
      ];
      expect(replies.map(({ reused }) => reused)).toEqual(replies.map(() => true));
      expect(replies.map((one) => one.envelope.success)).toEqual([true, false, false, false, true, true, true]);
    } finally {
      agent.destroy();
    }
  });

  it("posts an empty update to see whether a task is there", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator", { jobName: "Flowers" });
    const post = (path: string) =>
      json(fetch(api.address + path, { method: "POST", headers: { "content-type": "application/json" } }));
    expect(await post(`/project/data/${id}`)).toEqual({ success: true, message: null, result: null });
    expect((await post("/project/data/6b011cc0b8efeb3cf3633513")).success).toBe(false);
    expect((await json(fetch(`${api.address}/project/data/${id}`))).result.jobName).toBe("Flowers");
  });

  it("aborts with a post or with a get", async () => {
    const api = await open.start();
    for (const method of ["POST", "GET"]) {
      const id = await crawling(api, method);
      expect((await json(fetch(`${api.address}/project/abort/${id}`, { method }))).success).toBe(true);
      expect((await api.kernel.tasks.settled(id)).status).toBe("aborted");
    }
  });

  it("looks an id up that it has from elsewhere", async () => {
    const api = await open.start();
    for (const id of ["507f1f77bcf86cd799439011", "7", "my task", "None"]) {
      const { success, message } = await json(fetch(`${api.address}/project/status/${encodeURIComponent(id)}`));
      expect(success).toBe(false);
      expect(message).toContain(id);
    }
  });

  it("reads all articles of all projects", async () => {
    const api = await open.start();
    await written(api, ["roses", "C/C++ & more", "\u65e5\u672c"]);
    const sentences: string[] = [];
    for (const { id, keywords } of (await json(fetch(`${api.address}/projects`))).result) {
      for (const keyword of keywords) {
        const { result } = await json(fetch(`${api.address}/project/${id}/${encodeURIComponent(keyword)}`));
        sentences.push(result.sentences[0]);
      }
    }
    expect(sentences).toEqual(["roses is here.", "C/C++ & more is here.", "\u65e5\u672c is here."]);
  });
});

describe("a health check", () => {
  it.each(["GET", "HEAD"])("%s / is 200", async (method) => {
    const api = await open.start();
    const senders: Record<string, string>[] = [
      {},
      { accept: "*/*" },
      { accept: "application/json", "user-agent": "check/1" },
    ];
    for (const headers of senders) {
      const response = await fetch(`${api.address}/`, { method, headers });
      expect(response.status).toBe(200);
      await response.text();
    }
  });
});
