import { afterEach, describe, expect, it } from "vitest";
import { LANGUAGES } from "../../src/kernel/index.js";
import { textProviders } from "./providers.js";
import { type ApiReply, crawling, created, type StartedApi, servers, TASK_TYPES, written } from "./server.js";

const open = servers();
afterEach(open.close);

const SUCCESS = { success: true, message: null, result: null };
const failure = (message: RegExp) => ({ success: false, message: expect.stringMatching(message), result: null });
const UNKNOWN = "6b011cc0b8efeb3cf3633513";
const NOT_FOUND = new RegExp(`task with the id "${UNKNOWN}" could not be found`);

function answered({ status, envelope }: ApiReply) {
  expect(status).toBe(200);
  return expect(envelope);
}
function keysOf(value: object): string[] {
  return Object.keys(value).sort();
}

describe("GET /test", () => {
  it.each(["/test", "/test/", "/test?x=1"])("%s answers success with nothing in it", async (path) => {
    const api = await open.start();
    answered(await api.get(path)).toEqual(SUCCESS);
  });
});

describe("POST /spin", () => {
  it.each(["/spin", "/spin/"])("%s answers with a string in spintax form", async (path) => {
    const api = await open.start({ kernel: textProviders() });
    answered(await api.post(path, { text: "A house", csvprotectedwords: "" })).toEqual({
      success: true,
      message: null,
      result: "{A house|other}",
    });
  });

  it("a body that is no JSON post is refused with what to post: application/json and an example of the body", async () => {
    const api = await open.start({ kernel: textProviders() });
    const reply = await api.call("POST", "/spin", { body: "text=A+house" });
    answered(reply).toEqual(failure(/post application\/json.*"text".*"csvprotectedwords"/i));
  });

  it("the protected words may be left out", async () => {
    const api = await open.start({ kernel: textProviders() });
    answered(await api.post("/spin", { text: "A house" })).toMatchObject({ success: true });
  });
});

describe("POST /paraphrase", () => {
  it.each(["/paraphrase", "/paraphrase/"])("%s answers with a string", async (path) => {
    const api = await open.start({ kernel: textProviders() });
    const body = { text: "A house", login: "me@example.com", sourcelanguage: "en", finallanguage: "de" };
    answered(await api.post(path, body)).toEqual({ success: true, message: null, result: "{A house|rewritten}" });
  });

  it("a body that is no JSON post is refused with what to post: application/json and an example of the body", async () => {
    const api = await open.start({ kernel: textProviders() });
    const reply = await api.call("POST", "/paraphrase", { body: "{}", headers: { "content-type": "text/plain" } });
    answered(reply).toEqual(failure(/post application\/json.*"text".*"login".*"sourcelanguage".*"finallanguage"/i));
  });

  const codes = "en ar az zh nl fi fr de hi hu id ga it ja ko pl pt ru es sv tr uk vi".split(" ");

  it.each(codes)("the language %s is accepted at both ends", async (code) => {
    const { providers, heard } = textProviders();
    const api = await open.start({ kernel: { providers } });
    const body = { text: "A house", login: "me@example.com", sourcelanguage: code, finallanguage: code };
    answered(await api.post("/paraphrase", body)).toMatchObject({ success: true });
    expect(heard[0]?.options).toMatchObject({ sourceLanguage: code, finalLanguage: code });
  });

  it("these are all the languages there are", () => {
    expect(Object.keys(LANGUAGES)).toEqual(codes);
    expect(LANGUAGES).toMatchObject({ en: "English", ga: "Irish", uk: "Ukrainian", zh: "Chinese", vi: "Vietnamese" });
  });

  it.each(["xx", "EN", "eng", "en-US", "no", "__proto__", "constructor"])(
    "the language %s is refused with the list, at either end",
    async (code) => {
      const { providers, heard } = textProviders();
      const api = await open.start({ kernel: { providers } });
      for (const field of ["sourcelanguage", "finallanguage"]) {
        const reply = await api.post("/paraphrase", { text: "A house", login: "me@example.com", [field]: code });
        answered(reply).toEqual(failure(new RegExp(`${field}.*${codes.join(", ")}`)));
      }
      expect(heard).toEqual([]);
    },
  );

  it("the input is English by default and nothing is translated", async () => {
    const { providers, heard } = textProviders();
    const api = await open.start({ kernel: { providers } });
    await api.post("/paraphrase", { text: "A house", login: "me@example.com" });
    expect(heard[0]?.options).toEqual({ protectedWords: [], sourceLanguage: "en" });
  });
});

describe("POST /aboutme", () => {
  it.each(["/aboutme", "/aboutme/"])("%s answers with a string", async (path) => {
    const api = await open.start({ kernel: textProviders() });
    answered(await api.post(path, { keyword: "gardening" })).toEqual({
      success: true,
      message: null,
      result: "I am about gardening.",
    });
  });

  it("a body that is no JSON post is refused with what to post: application/json and an example of the body", async () => {
    const api = await open.start({ kernel: textProviders() });
    answered(await api.call("POST", "/aboutme")).toEqual(failure(/post application\/json.*"keyword"/i));
  });
});

describe("GET /projects", () => {
  it("lists article creators only, each with the keywords that have content and without a status", async () => {
    const api = await open.start();
    const id = await written(api, ["roses", "tulips"], { jobName: "Flowers", group: "Garden" });
    await created(api, "postuploader");
    const empty = await created(api, "articlecreator", { articleKeywordsFile: ["never run"] });
    for (const path of ["/projects", "/projects/"]) {
      answered(await api.get(path)).toEqual({
        success: true,
        message: null,
        result: [
          { keywords: ["roses", "tulips"], group: "Garden", name: "Flowers", type: "Article Creator", id },
          { keywords: [], group: "", name: "New Article Creator", type: "Article Creator", id: empty },
        ],
      });
    }
  });

  it("is an empty array without any", async () => {
    const api = await open.start();
    answered(await api.get("/projects")).toEqual({ ...SUCCESS, result: [] });
  });
});

describe("GET /project/:id/:keyword", () => {
  it("answers with the content of the keyword: keywords and sentences, and nothing else", async () => {
    const api = await open.start();
    const id = await written(api, ["roses", "tulips"]);
    for (const path of [`/project/${id}/tulips`, `/project/${id}/tulips/`]) {
      answered(await api.get(path)).toEqual({
        ...SUCCESS,
        result: { keywords: ["tulips", "related"], sentences: ["tulips is here.", "So is more."] },
      });
    }
  });

  it("without a keyword it is the content of the first one available", async () => {
    const api = await open.start();
    const id = await written(api, ["roses", "tulips"]);
    for (const path of [`/project/${id}`, `/project/${id}/`]) {
      answered(await api.get(path)).toMatchObject({ success: true, result: { keywords: ["roses", "related"] } });
    }
  });

  it("no content is said with the keyword and the id", async () => {
    const api = await open.start();
    const id = await written(api, ["roses"]);
    const message = new RegExp(`No content was found for the keyword "lilies" in the project with the id "${id}"`);
    answered(await api.get(`/project/${id}/lilies`)).toEqual(failure(message));
  });

  it("a project that has not run has no content either, nor has an unknown one", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator", { articleKeywordsFile: ["roses"] });
    answered(await api.get(`/project/${id}`)).toEqual(failure(/No content was found.*project with the id/));
    answered(await api.get(`/project/${id}/roses`)).toEqual(failure(/No content was found for the keyword "roses"/));
    answered(await api.get(`/project/${UNKNOWN}/roses`)).toEqual(failure(/No content was found for the keyword/));
    answered(await api.get(`/project/${UNKNOWN}`)).toEqual(failure(/No content was found/));
  });
});

describe("GET /all-projects", () => {
  async function three() {
    const api = await open.start();
    const article = await written(api, ["roses"], { jobName: "Flowers", group: "Garden" });
    const upload = await created(api, "postuploader", { jobName: "Up & away", group: "Garden" });
    const download = await created(api, "articledownloader");
    return { api, article, upload, download };
  }
  const ids = ({ envelope }: ApiReply) => envelope.result.map(({ id }: { id: string }) => id);

  it("lists summaries of the tasks of every type", async () => {
    const { api, article, upload, download } = await three();
    for (const path of ["/all-projects", "/all-projects/"]) {
      answered(await api.get(path)).toEqual({
        success: true,
        message: null,
        result: [
          { group: "Garden", name: "Flowers", type: "article creator", status: "complete", id: article },
          { group: "Garden", name: "Up & away", type: "post uploader", status: "draft", id: upload },
          { group: "", name: "New Article Downloader", type: "article downloader", status: "draft", id: download },
        ],
      });
    }
  });

  it("each filter restricts the list, and several do together", async () => {
    const { api, article, upload, download } = await three();
    expect(ids(await api.get("/all-projects?group=Garden"))).toEqual([article, upload]);
    expect(ids(await api.get("/all-projects?name=Up%20%26%20away"))).toEqual([upload]);
    expect(ids(await api.get("/all-projects/?type=article%20downloader"))).toEqual([download]);
    expect(ids(await api.get("/all-projects?status=draft"))).toEqual([upload, download]);
    expect(ids(await api.get("/all-projects?status=draft&group=Garden"))).toEqual([upload]);
    expect(ids(await api.get("/all-projects?status=failed&group=Garden"))).toEqual([]);
  });

  it("a filter without a value and a parameter that is none filter nothing", async () => {
    const { api, article, upload, download } = await three();
    expect(ids(await api.get("/all-projects?group=&name=&type=&status=&colour=red"))).toEqual([
      article,
      upload,
      download,
    ]);
  });
});

describe("POST /projects/find", () => {
  it.each(["/projects/find", "/projects/find/"])(
    "%s answers with the projected fields of the matches",
    async (path) => {
      const api = await open.start();
      const id = await created(api, "articlecreator", { jobName: "Flowers" });
      await created(api, "postuploader", { jobName: "Up" });
      const body = { query: { "data.jobName": "Flowers" }, projection: { _id: 1, status: 1, "data.jobName": 1 } };
      answered(await api.post(path, body)).toEqual({
        success: true,
        message: null,
        result: [{ _id: id, status: "draft", data: { jobName: "Flowers" } }],
      });
    },
  );

  it("an empty query matches all tasks and an empty projection returns all fields", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator");
    await created(api, "postuploader");
    const { envelope } = await api.post("/projects/find", { query: {}, projection: {} });
    expect(envelope.result).toHaveLength(2);
    expect(envelope.result[0]).toMatchObject({
      _id: id,
      group: "",
      name: "New Article Creator",
      type: "article creator",
      status: "draft",
      data: { jobName: "New Article Creator", articleKeywordsFile: [] },
    });
  });

  it("0 excludes a field", async () => {
    const api = await open.start();
    await created(api, "articlecreator");
    const { envelope } = await api.post("/projects/find", { query: {}, projection: { data: 0, _id: 0 } });
    expect(envelope.result[0]).toHaveProperty("name");
    expect(envelope.result[0]).not.toHaveProperty("data");
    expect(envelope.result[0]).not.toHaveProperty("_id");
  });

  it("finds by the name", async () => {
    const api = await open.start();
    await created(api, "articlecreator", { jobName: "One" });
    await created(api, "articlecreator", { jobName: "Two" });
    answered(await api.post("/projects/find", { query: { name: "Two" }, projection: { name: 1, _id: 0 } })).toEqual({
      ...SUCCESS,
      result: [{ name: "Two" }],
    });
  });

  it("failure is an error text", async () => {
    const api = await open.start();
    answered(await api.post("/projects/find", { query: { $where: "1" } })).toEqual(failure(/\$where/));
  });
});

describe("GET /project/status/:id", () => {
  it("answers with an array that holds the task's summary", async () => {
    const api = await open.start();
    const id = await created(api, "googlemapsscraper", { jobName: "Maps", group: "Places" });
    for (const path of [`/project/status/${id}`, `/project/status/${id}/`]) {
      answered(await api.get(path)).toEqual({
        success: true,
        message: null,
        result: [{ group: "Places", name: "Maps", type: "google maps scraper", status: "draft", id }],
      });
    }
  });

  it("an unknown task could not be found", async () => {
    const api = await open.start();
    answered(await api.get(`/project/status/${UNKNOWN}`)).toEqual(failure(NOT_FOUND));
  });
});

describe("GET /project/delete/:id", () => {
  it("deletes the task and succeeds again when it is gone", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator");
    answered(await api.get(`/project/delete/${id}`)).toEqual(SUCCESS);
    expect((await api.get("/all-projects")).envelope.result).toEqual([]);
    answered(await api.get(`/project/delete/${id}`)).toEqual(SUCCESS);
    answered(await api.get(`/project/delete/${id}/`)).toEqual(SUCCESS);
    answered(await api.get("/project/delete/not%20an%20id%20at%20all")).toEqual(SUCCESS);
  });

  it("takes the content with it", async () => {
    const api = await open.start();
    const id = await written(api, ["roses"]);
    await api.get(`/project/delete/${id}/`);
    answered(await api.get(`/project/${id}/roses`)).toEqual(failure(/No content/));
    answered(await api.get(`/project/status/${id}`)).toEqual(failure(/could not be found/));
  });
});

describe("GET and POST /project/data/:id", () => {
  it("the data object is read, edited and posted back", async () => {
    const api = await open.start();
    const id = await created(api, "articlecreator");
    const read = await api.get(`/project/data/${id}`);
    answered(read).toMatchObject({ success: true, message: null });
    const edited = { ...read.envelope.result, jobName: "Flowers", articleKeywordsFile: ["roses"] };
    answered(await api.post(`/project/data/${id}/`, edited)).toEqual(SUCCESS);
    answered(await api.get(`/project/data/${id}/`)).toEqual({ ...SUCCESS, result: edited });
  });

  it("an unknown task could not be found by either", async () => {
    const api = await open.start();
    answered(await api.get(`/project/data/${UNKNOWN}`)).toEqual(failure(NOT_FOUND));
    answered(await api.post(`/project/data/${UNKNOWN}`, { jobName: "x" })).toEqual(failure(NOT_FOUND));
  });
});

describe("GET /project/duplicate/:id", () => {
  it.each(["", "/"])(
    "answers with the id of the new project, which can be read, edited and run (%j)",
    async (slash) => {
      const api = await open.start();
      const id = await created(api, "articlecreator", { articleKeywordsFile: ["roses"] });
      const reply = await api.get(`/project/duplicate/${id}${slash}`);
      answered(reply).toEqual({ ...SUCCESS, result: expect.stringMatching(/^[0-9a-f]{24}$/) });
      const copy: string = reply.envelope.result;
      expect(copy).not.toBe(id);
      expect((await api.get(`/project/data/${copy}`)).envelope.result.articleKeywordsFile).toEqual(["roses"]);
      await api.post(`/project/data/${copy}`, { articleKeywordsFile: ["tulips"] });
      answered(await api.get(`/project/run/${copy}`)).toEqual(SUCCESS);
      expect((await api.kernel.tasks.settled(copy)).status).toBe("complete");
      answered(await api.get(`/project/${copy}`)).toMatchObject({ result: { keywords: ["tulips", "related"] } });
      expect((await api.get(`/project/data/${id}`)).envelope.result.articleKeywordsFile).toEqual(["roses"]);
    },
  );

  it("an unknown task could not be found", async () => {
    const api = await open.start();
    answered(await api.get(`/project/duplicate/${UNKNOWN}`)).toEqual(failure(NOT_FOUND));
  });
});

describe("GET /project/run/:id", () => {
  it.each(["", "/"])("schedules the task (%j)", async (slash) => {
    const api = await open.start();
    const id = await created(api, "articlecreator", { articleKeywordsFile: ["roses"] });
    answered(await api.get(`/project/run/${id}${slash}`)).toEqual(SUCCESS);
    expect((await api.kernel.tasks.settled(id)).status).toBe("complete");
  });
});

describe("the abort operation", () => {
  it.each(["/project/abort/:id", "/project/abort/:id/"])("%s answers success with nothing in it", async (path) => {
    const api = await open.start();
    const id = await crawling(api, "a");
    answered(await api.get(path.replace(":id", id))).toEqual(SUCCESS);
    expect((await api.kernel.tasks.settled(id)).status).toBe("aborted");
  });
});

describe("creating a task", () => {
  it.each(["/create/articlecreator", "/create/articlecreator/"])(
    "%s answers with the id and the default data, the id in them too, and the task is a draft",
    async (path) => {
      const api = await open.start();
      const reply = await api.get(path);
      const { id } = reply.envelope.result;
      expect(id).toMatch(/^[0-9a-f]{24}$/);
      answered(reply).toEqual({
        success: true,
        message: null,
        result: { id, data: expect.objectContaining({ id, jobName: expect.any(String), articleKeywordsFile: [] }) },
      });
      expect(keysOf(reply.envelope.result)).toEqual(["data", "id"]);
      answered(await api.get(`/project/status/${id}`)).toMatchObject({ result: [{ status: "draft", id }] });
    },
  );

  it.each(Object.entries(TASK_TYPES))("/create/%s creates a draft that is listed as %s", async (type, words) => {
    const api = await open.start();
    const reply = await api.get(`/create/${type}`);
    const { id, data } = reply.envelope.result;
    answered(reply).toMatchObject({ success: true, message: null });
    expect(keysOf(reply.envelope.result)).toEqual(["data", "id"]);
    expect(data).toMatchObject({ id, jobName: expect.any(String) });
    answered(await api.get(`/project/status/${id}`)).toEqual({
      ...SUCCESS,
      result: [{ group: "", name: data.jobName, type: words, status: "draft", id }],
    });
  });

  it("an unknown name is refused", async () => {
    const api = await open.start();
    answered(await api.get("/create/teamaker")).toEqual(failure(/"teamaker".*articlecreator/));
  });
});

it("the workflow of the specification works from its first step to its last", async () => {
  const api = await open.start();
  const { id, data } = (await api.get("/create/articlecreator")).envelope.result;
  answered(await api.post(`/project/data/${id}`, { ...data, articleKeywordsFile: ["roses"] })).toEqual(SUCCESS);
  answered(await api.get(`/project/status/${id}`)).toMatchObject({ result: [{ status: "draft" }] });
  answered(await api.get(`/project/run/${id}/`)).toEqual(SUCCESS);
  await api.kernel.tasks.settled(id);
  answered(await api.get(`/project/status/${id}`)).toMatchObject({ result: [{ status: "complete" }] });
  const [project] = (await api.get("/projects")).envelope.result;
  const content = await api.get(`/project/${project.id}/${project.keywords[0]}`);
  expect(keysOf(content.envelope.result)).toEqual(["keywords", "sentences"]);
});

describe("versioning", () => {
  const both = [{ edition: "fuller" }, { edition: "reduced" }] as const;
  const creator = async (api: StartedApi) => (await api.get("/create/articlecreator")).envelope.result.id as string;

  it("fuller: only the posted properties change, and the task is not run", async () => {
    const api = await open.start({ api: { edition: "fuller" } });
    const id = await creator(api);
    await api.post(`/project/data/${id}`, { articleKeywordsFile: ["roses"], own: "kept" });
    answered(await api.post(`/project/data/${id}`, { jobName: "Flowers" })).toEqual(SUCCESS);
    answered(await api.get(`/project/data/${id}`)).toMatchObject({
      result: { jobName: "Flowers", articleKeywordsFile: ["roses"], own: "kept" },
    });
    answered(await api.get(`/project/status/${id}`)).toMatchObject({ result: [{ status: "draft" }] });
  });

  it("reduced: the data are replaced as a whole, and the task runs at once", async () => {
    const api = await open.start({ api: { edition: "reduced" } });
    const id = await creator(api);
    answered(await api.post(`/project/data/${id}`, { articleKeywordsFile: ["roses"], own: "gone" })).toEqual(SUCCESS);
    expect((await api.kernel.tasks.settled(id)).status).toBe("complete");
    answered(await api.post(`/project/data/${id}`, { articleKeywordsFile: ["tulips"] })).toEqual(SUCCESS);
    expect((await api.kernel.tasks.settled(id)).status).toBe("complete");
    const { result } = (await api.get(`/project/data/${id}`)).envelope;
    expect(result).toMatchObject({ id, articleKeywordsFile: ["tulips"] });
    expect(result).not.toHaveProperty("own");
    expect((await api.get("/projects")).envelope.result[0].keywords).toContain("tulips");
  });

  it.each(both)("$edition: an unknown task could not be found by a data post", async (api) => {
    answered(await (await open.start({ api })).post(`/project/data/${UNKNOWN}`)).toEqual(failure(NOT_FOUND));
  });

  it("reduced: paraphrase, find, abort and the creation of other types are unknown routes", async () => {
    const api = await open.start({ api: { edition: "reduced" }, kernel: textProviders() });
    const id = await creator(api);
    const replies = [
      await api.post("/paraphrase", { text: "A house", login: "me@example.com" }),
      await api.post("/projects/find", { query: {} }),
      await api.get(`/project/abort/${id}`),
      await api.post(`/project/abort/${id}`),
      await api.get("/project/abort/"),
      await api.get(`/task/abort/${id}`),
      await api.get("/create/postuploader"),
      await api.get("/create/teamaker"),
    ];
    for (const { status, envelope } of replies) {
      expect(envelope).toEqual(failure(/no route/));
      expect(status).toBe(404);
    }
    expect((await api.get("/all-projects")).envelope.result).toHaveLength(1);
  });

  it.each(both)("$edition: everything else is there", async (edition) => {
    const api = await open.start({ api: edition, kernel: textProviders() });
    const id = await creator(api);
    const gets = ["/", "/test", "/projects", "/all-projects", `/project/status/${id}`, `/project/data/${id}`];
    for (const path of [...gets, `/project/duplicate/${id}`, `/project/run/${id}`, `/project/delete/${id}`]) {
      answered(await api.get(path)).toMatchObject({ success: true });
    }
    answered(await api.post("/spin", { text: "A house" })).toMatchObject({ success: true });
    answered(await api.post("/aboutme", { keyword: "gardening" })).toMatchObject({ success: true });
  });
});
