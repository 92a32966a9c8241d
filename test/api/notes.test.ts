import { afterEach, describe, expect, it } from "vitest";
import { cannedReader, cannedWeb } from "../../src/adapters/doubles/index.js";
import { createFolders } from "../../src/adapters/folder/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { createMessenger, createWeb } from "../../src/adapters/web/index.js";
import { ScriptoriumError, silentLogger } from "../../src/kernel/index.js";
import { catalogue } from "../../src/plugins/catalogue.js";
import { textProviders } from "./providers.js";
import { crawling, created, type ReplyEnvelope, type StartedApi, servers } from "./server.js";

const open = servers();
const providers = { web: cannedWeb({}), reader: cannedReader() };
afterEach(open.close);
const login = "ann@example.com";
const NOTES = ["No other words fit.", "Send a longer text."];

/** Text providers that have something to say about every text. */
function remarking() {
  const { providers } = textProviders();
  const noted = async (text: string) => ({ text, notes: NOTES });
  return { ...providers, spinner: { spin: noted }, paraphraser: { paraphrase: noted }, aboutMe: { aboutMe: noted } };
}

describe("what a person should know about a success", () => {
  const calls = [
    ["/spin", { text: "x" }],
    ["/paraphrase", { text: "x", login }],
    ["/aboutme", { keyword: "x" }],
  ] as const;

  it.each(calls)("is in notes, and the message of %s is null", async (path, body) => {
    const api = await open.start({ kernel: { providers: remarking() } });
    const { envelope } = await api.post(path, body);
    expect(envelope).toEqual({ success: true, message: null, result: "x", notes: NOTES });
    expect(Object.keys(envelope)).toEqual(["success", "message", "result", "notes"]);
  });

  it.each(calls)("is left out of %s where there is nothing to say", async (path, body) => {
    const api = await open.start({ kernel: textProviders() });
    expect(Object.keys((await api.post(path, body)).envelope)).toEqual(["success", "message", "result"]);
  });

  it.each([
    [
      "/spin",
      { text: "x", protectedwords: "x" },
      '"protectedwords" is not read here. Did you mean "csvprotectedwords"?',
    ],
    [
      "/paraphrase",
      { text: "x", login, targetlanguage: "de" },
      /^"targetlanguage" is not read here\. There are text, /,
    ],
    ["/aboutme", { keyword: "x", keywords: ["y"] }, '"keywords" is not read here. Did you mean "keyword"?'],
    ["/projects/find", { filter: { name: "x" } }, /^"filter" is not read here\. There are query, projection, skip, /],
    ["/projects/find", { projecton: {}, sort: "name" }, '"projecton" is not read here. Did you mean "projection"?'],
  ])("names what was posted to %s and is not read: %j", async (path, body, note) => {
    const api = await open.start({ kernel: textProviders() });
    await created(api, "articlecreator");
    const { envelope } = await api.post(path, body);
    expect(envelope).toMatchObject({ success: true, message: null });
    expect(envelope.notes).toEqual([typeof note === "string" ? note : expect.stringMatching(note)]);
    expect(Object.keys(envelope)).toEqual(["success", "message", "result", "notes"]);
  });

  it("names what was posted to a restart and a retry and is not read", async () => {
    const api = await open.start({ kernel: { plugins: catalogue, providers } });
    const id = await created(api, "webcrawler", { startUrlsFile: ["https://a.test/"] });
    const notesOn = async (path: string, body: unknown) => {
      const { notes } = (await api.post(`${path}${id}?wait=60`, body)).envelope;
      return notes?.filter((note) => note.includes("not read"));
    };
    const restarted = await notesOn("/task/restart/", { data: { maxPages: 1 } });
    expect(restarted).toEqual(['"data" is not read here. There are overrides.']);
    expect(await notesOn("/task/retry/", { onl: "failed" })).toEqual(['"onl" is not read here. Did you mean "only"?']);
    expect(await notesOn("/task/retry/", { only: "failed" })).toEqual([]);
  });

  it.each([
    ["/all-projects?satus=complete", '"satus" is not read here. Did you mean "status"?'],
    ["/all-projects?sort=nme", 'A task has no member "nme". Did you mean "name"?'],
    ["/projects?sort=name:desc", 'A task has no member "name:desc". Did you mean "name"?'],
    [
      "/task/find?sort=-foo,name",
      /^A task has no member "foo"\. It has _id, group, .* in data, such as data\.jobName\.$/,
    ],
    ["/task/find?grup=x", '"grup" is not read here. Did you mean "group"?'],
    ["/task/groups?x=1", '"x" is not read here. The call takes no query.'],
    ["/aboutme?keyword=tea&sed=3", '"sed" is not read here. Did you mean "seed"?'],
    ["/task/status/ID?wiat=3", '"wiat" is not read here. The call takes no query.'],
    ["/task/start/ID?wiat=3", '"wiat" is not read here. Did you mean "wait"?'],
    ["/task/runs/ID?limt=3", '"limt" is not read here. Did you mean "limit"?'],
    ["/task/log/ID?levl=warn", '"levl" is not read here. Did you mean "level"?'],
    ["/task/results/ID?formt=csv", '"formt" is not read here. Did you mean "format"?'],
    ["/webhooks?limt=3", '"limt" is not read here. Did you mean "limit"?'],
  ])("names what GET %s does not read", async (path, note) => {
    const api = await open.start({ kernel: { ...textProviders(), plugins: catalogue } });
    const id = await created(api, "articlecreator");
    const { envelope } = await api.get(path.replace("ID", id));
    expect(envelope).toMatchObject({ success: true, message: null });
    expect(envelope.notes).toEqual([typeof note === "string" ? note : expect.stringMatching(note)]);
  });

  it.each([
    "/all-projects?status=done&type=articlecreator&sort=-name&skip=0&limit=5&group=&name=",
    "/task/results/ID?format=json&order=desc&run=last&fields=url&omit=x&offset=0&limit=1&bom=true&escapeFormulas=false",
    "/task/runs/ID?skip=0&limit=3&order=asc",
  ])("has nothing to say of GET %s", async (path) => {
    const api = await open.start({ kernel: { plugins: catalogue } });
    const { envelope } = await api.get(path.replace("ID", await created(api, "articlecreator")));
    expect(envelope).toMatchObject({ success: true });
    expect(envelope).not.toHaveProperty("notes");
  });

  it.each([
    [{ query: { status: "finished" } }, /^There is no status "finished"\. Use one of: draft, /],
    [{ query: { $or: [{ status: { $in: ["done"] } }] } }, 'There is no status "done". Did you mean "complete"?'],
    [{ query: { type: "webcrawler" } }, 'There is no task type "webcrawler". Did you mean "web crawler"?'],
    [{ query: { type: "crawler" } }, 'There is no task type "crawler". Did you mean "web crawler"?'],
    [{ query: { stat: "complete" } }, 'A task has no member "stat". Did you mean "status"?'],
    [{ query: { id: "abc" } }, 'A task has no member "id". Did you mean "_id"?'],
    [{ projection: { nme: 1 } }, 'A task has no member "nme". Did you mean "name"?'],
    [{ sort: { nme: 1 } }, 'A task has no member "nme". Did you mean "name"?'],
  ])("says of a search what there is not: %j", async (body, note) => {
    const api = await open.start({ kernel: { plugins: catalogue } });
    await created(api, "articlecreator");
    const { envelope } = await api.post("/projects/find", body);
    expect(envelope.success).toBe(true);
    expect(envelope.notes).toEqual([typeof note === "string" ? note : expect.stringMatching(note)]);
  });

  it.each([
    [
      "/spin",
      { text: 5, strength: "x", language: 7 },
      /^The field "text" must be a text, in quotes\. The field "language" .* The field "strength" is "x".* Post application\/json .*$/,
    ],
    ["/paraphrase", { login: 5 }, /^The field "text" is missing\. The field "login" is not an e-mail address\./],
    [
      "/webhooks",
      { url: 5, events: 5, name: 7 },
      /^The webhook .*address.*\. The webhook needs a list .*\. The webhook needs a name/,
    ],
    ["/task/schedule/preview", {}, 'The field "cron" is missing. Send a schedule such as "0 9 * * 1-5".'],
    ["/task/schedule/preview", { crn: "0 9 * * *" }, 'The field "cron" is missing. Did you mean it by "crn"?'],
  ])("is no success: all that is wrong with a post to %s is said: %j", async (path, body, message) => {
    const api = await open.start({ kernel: textProviders() });
    const { envelope } = await api.post(path, body);
    const expected = typeof message === "string" ? message : expect.stringMatching(message);
    expect(envelope).toMatchObject({ success: false, message: expected });
    expect(envelope.message!.match(/Post application/g)?.length ?? 0).toBeLessThan(2);
  });

  it("is told of a preview whose time zone is misnamed", async () => {
    const api = await open.start({});
    const { envelope } = await api.post("/task/schedule/preview", { cron: "0 9 * * *", timzone: "Europe/Berlin" });
    expect(envelope.notes).toEqual(['"timzone" is not read here. Did you mean "timezone"?']);
  });

  it("names the fields of results that no row has", async () => {
    const api = await open.start({ kernel: { plugins: catalogue, providers } });
    const id = await created(api, "webcrawler", { startUrlsFile: ["https://a.test/"] });
    await api.get(`/task/start/${id}?wait=60`);
    const { envelope } = await api.get(`/task/results/${id}?fields=url,statsu&omit=url`);
    expect(envelope.result).toMatchObject({ total: 1 });
    expect(envelope.notes).toEqual(['No row here has the field "statsu". Did you mean "status"?']);
  });

  it("names all that is not read of a body with many members, and stays with what makes long lists", async () => {
    const api = await open.start({ kernel: textProviders() });
    for (let index = 0; index < 300; index += 1) await created(api, "articlecreator", { note: "x".repeat(1000) });
    const stray = Object.fromEntries(Array.from({ length: 23 }, (_, index) => [`stray${index}`, 1]));
    const { result, notes } = (await api.post("/projects/find", stray)).envelope;
    expect(result).toHaveLength(300);
    expect(notes).toHaveLength(21);
    expect(notes![20]).toBe('"stray20", "stray21" and "stray22" are not read either.');
  });

  it.each(["GET /project/run/", "GET /task/start/", "POST /task/restart/"])(
    "is why the run failed that %s waited for",
    async (call) => {
      const [method = "", path = ""] = call.split(" ");
      const api = await open.start({ kernel: { plugins: catalogue, providers } });
      const id = await created(api, "webcrawler");
      const { success, message, result, notes } = (await api.call(method, `${path}${id}?wait=60`)).envelope;
      expect({ success, message, result }).toMatchObject({
        success: true,
        message: null,
        result: { status: "failed" },
      });
      expect(notes).toEqual(["Web Crawler has nothing to work on: startUrlsFile is empty. Fill it and run again."]);
      expect((await api.call(method, `${path}${id}`)).envelope.notes).toBeUndefined();
    },
  );

  it.each([{ strictEnvelope: true }, { edition: "reduced" }] as const)("is left out with %j", async (given) => {
    const api = await open.start({ kernel: { providers: remarking() }, api: given });
    const spun = { success: true, message: null, result: "x" };
    expect((await api.post("/spin", { text: "x", protectedwords: "x" })).envelope).toEqual(spun);
  });

  it("is left out with a strict envelope where a call waited for a run and where it searched", async () => {
    const api = await open.start({ kernel: { plugins: catalogue, providers }, api: { strictEnvelope: true } });
    const id = await created(api, "webcrawler");
    for (const path of ["/project/run/", "/task/restart/"]) {
      const { envelope } = await api.get(`${path}${id}?wait=60`);
      expect(Object.keys(envelope)).toEqual(["success", "message", "result"]);
    }
    const found = (await api.post("/projects/find", { filter: {} })).envelope;
    expect(Object.keys(found)).toEqual(["success", "message", "result"]);
  });
});

describe("a list is noted", () => {
  const STATUSES = "draft, waiting, running, aborting..., aborted, failed, complete";

  it.each([
    ["status=xyz", [`There is no status "xyz". Use one of: ${STATUSES}.`]],
    ["type=web%20crawlr", ['There is no task type "web crawlr". Did you mean "web crawler"?']],
    [
      "type=xyz",
      [expect.stringMatching(/^There is no task type "xyz"\. Use one of: article creator, .*web crawler, .*\.$/)],
    ],
    ["type=xyz&status=xyz", [expect.stringContaining("status"), expect.stringContaining("task type")]],
  ])("for a filter that no task can pass: %s", async (query, notes) => {
    const api = await open.start({ kernel: { plugins: catalogue, providers } });
    await created(api, "webcrawler");
    for (const path of ["/all-projects", "/all-tasks", "/task/find"]) {
      const { envelope } = await api.get(`${path}?${query}`);
      expect(envelope, path).toEqual({ success: true, message: null, result: [], notes });
      expect(Object.keys(envelope)).toEqual(["success", "message", "result", "notes"]);
    }
  });

  it("not for a filter that a task could pass, though none does", async () => {
    const api = await open.start({ kernel: { plugins: catalogue, providers } });
    for (const query of ["status=done", "status=aborting", "type=RSS_Scraper", "group=x", "name=x", "status=&type="]) {
      expect((await api.get(`/all-projects?${query}`)).envelope).toEqual({ success: true, message: null, result: [] });
    }
  });

  it.each([{ strictEnvelope: true }, { edition: "reduced" }] as const)("never with %j", async (given) => {
    const api = await open.start({ kernel: { plugins: catalogue, providers }, api: given });
    const { envelope } = await api.get("/all-projects?status=xyz&type=xyz");
    expect(envelope).toEqual({ success: true, message: null, result: [] });
  });
});

describe("a data post is noted", () => {
  const catalogued = (api = {}) =>
    open.start({ kernel: { plugins: catalogue, providers, secrets: ephemeralKey() }, api });
  const posted = async (api: StartedApi, type: string, data: unknown): Promise<ReplyEnvelope> =>
    (await api.post(`/project/data/${await created(api, type)}`, data)).envelope;
  const notesOf = async (type: string, data: unknown) => (await posted(await catalogued(), type, data)).notes;

  it.each([
    ["webcrawler", { maxPage: 5 }, "maxPage is not a field of a web crawler. Did you mean maxPages?"],
    ["webcrawler", { STARTURLSFILE: [] }, "STARTURLSFILE is not a field of a web crawler. Did you mean startUrlsFile?"],
    [
      "articlecreator",
      { keywords: ["x"] },
      "keywords is not a field of an article creator. Did you mean articleKeywordsFile?",
    ],
    [
      "urlfinder",
      { colour: 5 },
      "colour is not a field of a url finder and has no effect. GET /types/urlfinder lists its fields.",
    ],
    ["webcrawler", { jobNme: "x" }, "jobNme is not a field of a web crawler. Did you mean jobName?"],
    ["webcrawler", { socpe: "host" }, "socpe is not a field of a web crawler. Did you mean scope?"],
    [
      "webcrawler",
      { colour: "red" },
      "colour is not a field of a web crawler and has no effect. GET /types/webcrawler lists its fields.",
    ],
    [
      "articlecreator",
      { imageInsert: { InsertTyp: "local" } },
      "imageInsert.InsertTyp is not a field of an article creator. Did you mean imageInsert.InsertType?",
    ],
    [
      "webcrawler",
      { data: { maxPages: 5 } },
      'The fields in "data" have no effect there. Post the object in "data" by itself.',
    ],
    [
      "webcrawler",
      { success: true, message: null, result: { id: "a", data: {} }, notes: [] },
      'The fields in "result" have no effect there. Post the object in "result" by itself.',
    ],
    [
      "webcrawler",
      { message: "x" },
      "message is not a field of a web crawler and has no effect. GET /types/webcrawler lists its fields.",
    ],
  ])("for a field that %s does not have: %j", async (type, data, note) => {
    expect(await notesOf(type, data)).toEqual([note]);
  });

  it("for a member that entries of a field without effect do not have", async () => {
    expect(await notesOf("articlecreator", { linkSets: [{ urlFile: ["a"] }, { urlFile: ["b"] }] })).toEqual([
      "linkSets.urlFile is not a field of an article creator. Did you mean linkSets.urlsFile?",
    ]);
  });

  it.each([
    [{ maxDepth: "deep" }, 'maxDepth is "deep". It must be a whole number from 0 to 100000.'],
    [{ maxPages: 1.5 }, /^maxPages is 1\.5\. It must be a whole number from \d+ to \d+\.$/],
    [{ order: "sideways" }, /^order is "sideways"\. Use "breadth", "[^.]+ or "\w+"\.$/],
    [{ startUrlsFile: 7 }, "startUrlsFile is 7. It must be a list."],
    [{ startUrlsFile: ["https://a.test/", {}] }, "Entry 2 of startUrlsFile is an object. It must be a text."],
    [{ headers: "a: b" }, 'headers is a text. It must be an object, such as {"name": "value"}.'],
    [{ respectRobots: "perhaps" }, 'respectRobots is "perhaps". Use true or false.'],
    [{ concurrency: "many" }, 'concurrency is "many". It must be a whole number from 1 to 64.'],
  ])("for a value that a run refuses: %j", async (data, note) => {
    const notes = await notesOf("webcrawler", data);
    expect(notes).toEqual([typeof note === "string" ? note : expect.stringMatching(note)]);
  });

  it.each([
    ["sitemapTo", "01/02/2026"],
    ["sitemapFrom", "2026-02-30"],
    ["sitemapFrom", "2026-13-01"],
  ])("for a day that there is not or that may be either of two: %s %s", async (name, day) => {
    expect(await notesOf("webcrawler", { [name]: day })).toEqual([
      `${name} is "${day}", which is not a date. Write it as 2026-01-31.`,
    ]);
    expect(await notesOf("webcrawler", { [name]: "2024-02-29" })).toBeUndefined();
  });

  it("with the names of all that is wrong with it", async () => {
    const wrong = { scope: "x", sitemap: "x", maxDepth: -1, maxPages: -1, order: "x", savePages: "x", extraHops: -1 };
    const notes = await notesOf("webcrawler", wrong);
    expect(notes?.map((note) => note.split(" ")[0])).toEqual(Object.keys(wrong));
    const entries = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? {} : "https://a.test/"));
    const lists = await notesOf("webcrawler", { startUrlsFile: [...entries, ...Array(12).fill({})] });
    expect(lists?.at(-1)).toBe("Entries 36 to 42 of startUrlsFile cannot be used either.");
  });

  it.each([
    ["webcrawler", "limit"],
    ["webcrawler", "url"],
    ["rssscraper", "url"],
    ["waybackscraper", "site"],
    ["articlecreator", "file"],
    ["articledownloader", "maxUrls"],
  ])("without a guess where a field of %s could be many or none: %s", async (type, name) => {
    expect(await notesOf(type, { [name]: "x" })).toEqual([
      expect.stringMatching(new RegExp(`and has no effect\\. GET /types/${type} lists its fields\\.$`)),
    ]);
  });

  it.each([
    ["webcrawler", "schedule", "jobCron"],
    ["webcrawler", "start_urls", "startUrlsFile"],
    ["webcrawler", "startUrls", "startUrlsFile"],
    ["articledownloader", "urls", "urlsFile"],
    ["articlecreator", "keyword", "articleKeywordsFile"],
    ["rssscraper", "feedUrl", "feedsFile"],
  ])("with the field of %s that was meant by %s", async (type, name, meant) => {
    expect(await notesOf(type, { [name]: "x" })).toEqual([expect.stringContaining(`Did you mean ${meant}?`)]);
  });

  it("for a setting of scheduled runs alone that they refuse or do not know", async () => {
    const data = { jobCronData: { maxPage: 3, maxDepth: "deep", maxPages: "3", startUrlsFile: "https://a.test/" } };
    expect(await notesOf("webcrawler", data)).toEqual([
      "In jobCronData: maxPage is not a field of a web crawler. Did you mean maxPages?",
      'In jobCronData: maxDepth is "deep". It must be a whole number from 0 to 100000.',
    ]);
  });

  it("in the words in which the run refuses it", async () => {
    const api = await catalogued();
    const id = await created(api, "rssscraper", { feedsFile: ["https://a.test/"] });
    const { notes = [] } = (await api.post(`/project/data/${id}`, { content: "most", publishItems: "all" })).envelope;
    await api.kernel.tasks.run(id);
    const { error } = await api.kernel.tasks.settled(id);
    expect(error).toEqual({ code: "bad-input", message: `${notes.join(" ")} Correct them and run again.` });
    expect(notes).toHaveLength(2);
  });

  const line = "https://a.test/";
  const unknownPool = { proxyMode: "named", proxyId: "away" };
  it.each([
    [2, "articlecreator", { articleKeywordsFile: ["tea"], sourceMode: ["serch", "feeds"], outputFormats: ["docx"] }],
    [2, "articlecreator", { articleKeywordsFile: ["tea"], sourceMode: ["urls"], articleJunkFilterFile: ["/(/"] }],
    [
      1,
      "articlecreator",
      { articleKeywordsFile: ["tea"], sourceMode: ["text"], sourceTextFile: ["x"], outputFormats: [] },
    ],
    [3, "articledownloader", { urlsFile: [line], outputFormats: [], requireMetadata: ["a"], languageFilter: ["xx"] }],
    [2, "articledownloader", { urlsFile: [line], includeSelectorsFile: ["p["], excludeSelectorsFile: ["div[["] }],
    [2, "articledownloader", { urlsFile: [line], extractMode: "selector", minWords: 9, maxWords: 3 }],
    [3, "webcrawler", { startUrlsFile: [line], collect: ["pictures"], scope: "custom", order: "best" }],
    [3, "webcrawler", { startUrlsFile: [line], sitemapFrom: "soon", sitemapTo: "later", linkSelector: "a[[" }],
    [3, "webcrawler", { startUrlsFile: [line], headers: { "a b": "c" }, headersFor: ["*"], cookiesFile: ["no"] }],
    [3, "rssscraper", { feedsFile: [line], fromDate: "soon", itemTemplate: "{{colour}}", filterInFile: ["/(/"] }],
    [3, "rssscraper", { feedsFile: [line], content: "selector", categoryRulesFile: ["x"], proxyMode: "list" }],
    [3, "waybackscraper", { domainsFile: ["a.test"], asOf: "soon", statuses: "many", archiveUrl: "ftp://a.test/" }],
    [2, "articledownloader", { urlsFile: [line], includeSelectorsFile: ["..x"], excludeSelectorsFile: ["p >"] }],
    [1, "webcrawler", { startUrlsFile: [line], linkSelector: "..x" }],
    [2, "rssscraper", { feedsFile: [line], content: "selector", contentSelector: "..x", excludeSelectorsFile: ["1"] }],
    [1, "rssscraper", { feedsFile: [line], content: "fulltext", excludeSelectorsFile: ["p:hover"] }],
    [2, "waybackscraper", { domainsFile: ["a.test"], fromDate: "2020", toDate: "2010", ...unknownPool }],
  ])(
    "for what the task type itself refuses at a run, all of it and in its words: %d of %s %j",
    async (count, type, data) => {
      const web = createWeb({ proxyPools: { home: ["http://proxy.test:3128"] } });
      const api = await open.start({
        kernel: { plugins: catalogue, providers: { ...providers, web }, secrets: ephemeralKey() },
      });
      const id = await created(api, type);
      const { notes = [] } = (await api.post(`/project/data/${id}`, data)).envelope;
      await api.kernel.tasks.run(id);
      const { error } = await api.kernel.tasks.settled(id);
      await web.close();
      expect(notes).toHaveLength(count);
      expect(error).toMatchObject({ message: notes.join(" "), code: expect.stringMatching(/^(bad|no)-input$/) });
    },
  );

  describe("for lines that a run cannot use", () => {
    const folder = createFolders({ roots: [import.meta.dirname] });
    const started = async () => {
      const web = createWeb();
      const api = await open.start({
        kernel: { plugins: catalogue, providers: { ...providers, web, folder }, secrets: ephemeralKey() },
      });
      return { api, close: () => web.close() };
    };
    const notesOn = async (type: string, data: unknown) => {
      const { api, close } = await started();
      const { notes } = await posted(api, type, data);
      await close();
      return notes;
    };

    it.each([
      [
        "webcrawler",
        "startUrlsFile",
        "not a url",
        "is no address that can be crawled. Give one such as https://example.com/.",
      ],
      [
        "webcrawler",
        "startUrlsFile",
        "http://192.168.1.7/",
        "is refused: private address. To allow it, start the server with --",
      ],
      ["rssscraper", "feedsFile", "news", "is no address of a feed. Give one that begins with https:// or file://,"],
      ["rssscraper", "feedsFile", "opml:/etc/feeds.opml", 'The folder "/etc" is not one this server may read.'],
      ["waybackscraper", "domainsFile", "not a url", "is not a domain or an address. Correct the line."],
      [
        "articledownloader",
        "urlsFile",
        "not a url",
        "is no web address, and there is no folder of this name that the server may read. Give",
      ],
      ["articledownloader", "urlsFile", "/etc/passwd.html", 'The folder "/etc" is not one this server may read.'],
      ["articledownloader", "urlsFile", "ftp://a.test/", "is refused: "],
      ["articledownloader", "urlsFile", "./a.docx", "is no kind of file that can be read. Give files ending in html"],
    ])("in the words in which the line fails: %s %s %j", async (type, field, bad, words) => {
      const { api, close } = await started();
      const id = await created(api, type);
      const { notes = [] } = (await api.post(`/project/data/${id}`, { [field]: ["  ", ` ${bad} `] })).envelope;
      await api.kernel.tasks.run(id);
      await api.kernel.tasks.settled(id);
      const [failed] = await Array.fromAsync(api.kernel.tasks.lines(id, "last"));
      await close();
      expect(notes).toEqual([expect.stringContaining(words)]);
      const named = failed!.error!.includes(bad) ? "" : `"${bad}". `;
      expect(notes[0]).toBe(`Line 2 of ${field} cannot be used: ${named}${failed!.error}`);
    });

    it.each([
      [
        "webcrawler",
        { startUrlsFile: ["a b", "https://a.test/", "c d"] },
        /^Lines 1 and 3 of startUrlsFile cannot be used\. Line 1: "a b" is .* Line 3: "c d" is/,
      ],
      [
        "articlecreator",
        { articleKeywordsFile: ["tea", " |Title", "|"] },
        /^Lines 2 and 3 of articleKeywordsFile .* Line 2: "\|Title" has no keyword\. Write/,
      ],
      [
        "waybackscraper",
        { archiveUrl: "http://192.168.1.7/col" },
        /^The address http:\/\/192\.168\.1\.7\/col is refused: private address\. To allow it, start the server with --allow-private /,
      ],
      [
        "articlecreator",
        { sourceMode: ["urls"], sourceUrlsFile: ["not a url"] },
        /^Line 1 of sourceUrlsFile cannot be used: The address not a url is refused/,
      ],
      [
        "articledownloader",
        { blockedDomainsFile: ["a.test", "# mine", "!! !!"] },
        'Line 3 of blockedDomainsFile cannot be used: "!! !!" names no domain. Write one such as example.com.',
      ],
      ["articledownloader", { inputFolder: "/etc" }, /^The folder "\/etc" is not one this server may read\. /],
      [
        "articlecreator",
        { articleKeywordsFile: ["", "  "] },
        "articleKeywordsFile holds nothing but blanks, so that a run has nothing to work on. Fill it.",
      ],
      [
        "articledownloader",
        { inputFolder: "  " },
        "inputFolder holds nothing but blanks, so that a run has nothing to work on. Fill it.",
      ],
    ])("by their numbers, with what is wrong with them: %s %j", async (type, data, note) => {
      const notes = (await notesOn(type, data))?.filter((one) => !one.startsWith("No search provider"));
      expect(notes).toEqual([typeof note === "string" ? note : expect.stringMatching(note)]);
    });

    it("as one that was maybe meant for an address, where no folders may be read", async () => {
      const folders = createFolders({ roots: [] });
      const api = await open.start({ kernel: { plugins: catalogue, providers: { ...providers, folder: folders } } });
      const { notes } = await posted(api, "articledownloader", { urlsFile: ["not a url"] });
      expect(notes).toEqual([
        expect.stringMatching(
          /^Line 1 of urlsFile cannot be used: "not a url" is no web address, and there is no folder/,
        ),
      ]);
    });

    it("among the first of very many, and quickly", async () => {
      const { api, close } = await started();
      const id = await created(api, "webcrawler");
      const lines = Array.from({ length: 100_000 }, (_, index) =>
        index % 2 === 0 ? `https://a.test/${index}` : "a b",
      );
      const task = await api.kernel.tasks.patch(id, { startUrlsFile: lines });
      const began = process.cpuUsage();
      const notes = await api.kernel.tasks.notesOn(task, { startUrlsFile: lines });
      const { user, system } = process.cpuUsage(began);
      await close();
      expect(notes).toEqual([
        expect.stringMatching(
          /^500 of the first 1,000 lines of startUrlsFile cannot be used: 2, 4, .* and 1000\. Line 2: "a b"/,
        ),
      ]);
      expect((user + system) / 1000).toBeLessThan(3000);
    });

    it.each([
      ["webcrawler", "startUrlsFile"],
      ["rssscraper", "feedsFile"],
      ["waybackscraper", "domainsFile"],
      ["articledownloader", "urlsFile"],
    ])("without the passwords and tokens in them: %s", async (type, field) => {
      const bad = [
        "https://ann:hunter2@a b.test/",
        "ann:hunter2@a b.test",
        "news?token=hunter2 x",
        "ftp://u:hun/ter2@x/",
      ];
      for (const line of bad) {
        const notes = await notesOn(type, { [field]: [line] });
        expect(JSON.stringify(notes ?? []), line).not.toMatch(/hunter2|ter2/);
      }
    });

    it("only where they were posted, and not for blank lines among others", async () => {
      const { api, close } = await started();
      const id = await created(api, "webcrawler", { startUrlsFile: ["a b"] });
      const other = (await api.post(`/project/data/${id}`, { maxPages: 3 })).envelope.notes;
      const right = (await api.post(`/project/data/${id}`, { startUrlsFile: ["https://a.test/", "", "a.test"] }))
        .envelope.notes;
      await close();
      expect([other, right]).toEqual([undefined, undefined]);
    });
  });

  it.each([
    [
      "articlecreator",
      { articleLengthFrom: 900, articleLengthTo: 300 },
      "articleLengthFrom is 900, which is more than articleLengthTo, 300. Exchange the two, as a run does, or correct one.",
    ],
    [
      "articlecreator",
      { articleLengthFrom: 5000 },
      /^articleLengthFrom is 5000, which is more than articleLengthTo, 1200\./,
    ],
    ["articlecreator", { paragraphSentencesFrom: 9 }, /^paragraphSentencesFrom is 9, .* paragraphSentencesTo, 6\./],
    ["articlecreator", { sentenceMaxWords: 2 }, /^sentenceMinWords is 5, .* sentenceMaxWords, 2\./],
    ["webcrawler", { requestDelayFrom: 9000 }, /^requestDelayFrom is 9000, .* requestDelayTo, 3000\./],
    [
      "webcrawler",
      { sitemapFrom: "2026-02-01", sitemapTo: "2026-01-31" },
      /^sitemapFrom is 2026-02-01, which is later/,
    ],
    [
      "articlecreator",
      { articleTitle: "{keywrd} in {year}" },
      "articleTitle has {keywrd}, which is no placeholder and stays as it is. Did you mean {keyword}? There are {keyword}, {title}, {n}, {year}.",
    ],
    ["articlecreator", { articleTitle: "{{title}}" }, /^articleTitle has \{\{title\}\}, .* Did you mean \{title\}\?/],
    ["articlecreator", { articleTitle: "{Best|Top} {keyword}" }, /^articleTitle has \{Best\|Top\}, .* There are /],
    [
      "webcrawler",
      { proxiesFile: ["http://ann:hunter2@proxy.test:80", "", "x"] },
      'proxiesFile has 2 lines, but proxyMode is "none", so no proxy is used. Set proxyMode to "list".',
    ],
    ["articledownloader", { proxiesFile: ["1.2.3.4:8080"] }, /^proxiesFile has 1 line, but proxyMode is "none", /],
    [
      "webcrawler",
      { proxyId: "home" },
      'proxyId is set, but proxyMode is "none", so no proxy is used. Set proxyMode to "named".',
    ],
    [
      "webcrawler",
      { proxyMode: "list", proxiesFile: ["http://proxy.test:80"], proxyId: "home" },
      'proxyId is set, but proxyMode is "list", so a run does not use it. Leave it empty.',
    ],
    [
      "webcrawler",
      { relevanceQuery: "tea" },
      'relevanceQuery is set, but order is "breadth", so a run does not read it. Set order to "best".',
    ],
    ["webcrawler", { scope: "page", sitemap: "only" }, /^sitemap is "only", but with the scope "page" no sitemap is/],
    ["waybackscraper", { asOf: "2014" }, /^asOf is set, but pick is "newest", .* Set pick to "asOf"\.$/],
    ["waybackscraper", { saveAs: "list", rewriteLinks: true }, /^rewriteLinks is on, but saveAs is "list", /],
    ["waybackscraper", { pageRequisites: true }, /^pageRequisites is on, but saveAs is "article", /],
    [
      "articlecreator",
      { sourceUrlsFile: ["https://a.test/", "https://b.test/"] },
      'sourceUrlsFile has 2 lines, but sourceMode is "text", so a run does not read it. Add "urls" to sourceMode.',
    ],
    ["rssscraper", { contentSelector: "p" }, /^contentSelector is set, but content is "excerpt", .* to "selector"\.$/],
    ["rssscraper", { excludeSelectorsFile: ["p"] }, /^excludeSelectorsFile has 1 line, but content is "excerpt", /],
    ["rssscraper", { publishTitle: "News" }, /^publishTitle is set, but publishFeed is "none", /],
    ["articlecreator", { articleUseImages: true }, /^No images provider is configured\./],
    [
      "articlecreator",
      { articleTemplateInfo: "blog" },
      /^articleTemplateInfo is "blog", and no template has that name/,
    ],
    [
      "articlecreator",
      { HtmlInsertCodeFile: ["<b>"] },
      /^HtmlInsertCodeFile has lines, but articleUseHtmlInsert is off/,
    ],
    [
      "articlecreator",
      { articleKeywordsFile: ["tea|{All|Much} about {keyword}", "{wild|red} bees|{keywrd} \\{x\\}"] },
      "articleKeywordsFile has {keywrd}, which is no placeholder and stays as it is. Did you mean {keyword}? There are {keyword}, {title}, {n}, {year}.",
    ],
    [
      "articlecreator",
      { linkSets: [{ urlsFile: ["https://a.test/"] }] },
      /^Set 1 of linkSets has addresses and no words/,
    ],
    ["rssscraper", { itemTemplate: "<h1>{title}</h1>" }, /^The itemTemplate has \{title\}, .* Write \{\{title\}\}/],
  ])("for what a run puts up with, but hardly as it was meant: %s %j", async (type, data, note) => {
    const lines = { startUrlsFile: [line], feedsFile: [line], articleKeywordsFile: ["bees"], sourceMode: ["text"] };
    const api = await catalogued();
    const id = await created(api, type, { ...lines, sourceTextFile: ["Bees make honey."] });
    const { notes } = (await api.post(`/project/data/${id}`, data)).envelope;
    expect(notes).toEqual([typeof note === "string" ? note : expect.stringMatching(note)]);
    await api.kernel.tasks.run(id);
    expect((await api.kernel.tasks.settled(id)).error?.message ?? "").not.toContain(notes![0]);
  });

  it.each([
    [
      "rssscraper",
      { itemTemplate: "{{titel}}" },
      /\{\{titel\}\}, but .* Did you mean \{\{title\}\}\? There are title, /,
    ],
    ["rssscraper", { itemTemplate: "{{image-url}}" }, /\{\{image-url\}\}, but there is no such field/],
    [
      "waybackscraper",
      { mimesFile: ["text/*", "html"] },
      'mimesFile has "html", which is no media type. Write one with a slash, such as text/html or image/*.',
    ],
  ])("for a name in a setting that the task type does not know: %s %j", async (type, data, note) => {
    expect(await notesOf(type, data)).toEqual([typeof note === "string" ? note : expect.stringMatching(note)]);
  });

  it.each([
    ["webcrawler", { includePatternsFile: ["/(?=x)/", "/fine", "/[/"] }, ['"/(?=x)/"', '"/[/"']],
    ["waybackscraper", { excludePatternsFile: ["/(?=x)/", "/[/"] }, ['"/(?=x)/"', '"/[/"']],
    ["waybackscraper", { languageFilter: ["english", "de", "french"] }, ['"english"', '"french"']],
    ["rssscraper", { languageFilter: ["english", "french"] }, ['"english"', '"french"']],
    ["rssscraper", { filterInFile: ["/(?=a)/", "fine", "/(b/"] }, ['"/(?=a)/"', '"/(b/"']],
    ["rssscraper", { filterOutFile: ["/(?=a)/", "/(b/"] }, ['"/(?=a)/"', '"/(b/"']],
    ["rssscraper", { categoryRulesFile: ["no bar", "a|b", "|c"] }, ['"no bar"', '"|c"']],
    ["rssscraper", { itemTemplate: "{{titel}} {{title}} {{body}}" }, ["{{titel}}", "{{body}}"]],
    ["rssscraper", { content: "fulltext", excludeSelectorsFile: ["div[", "p", "a::"] }, ['"div["', '"a::"']],
    ["articledownloader", { includeSelectorsFile: ["div[", "p", "a::"] }, ['"div["', '"a::"']],
    ["articledownloader", { excludeSelectorsFile: ["div[", "a::"] }, ['"div["', '"a::"']],
    ["articledownloader", { languageFilter: ["english", "french"] }, ['"english"', '"french"']],
    ["articlecreator", { articleTitle: "{keywrd}, {keyword}, {city}" }, ["{keywrd}", "{city}"]],
    ["articlecreator", { articleJunkFilterFile: ["/(?=a)/", "fine", "/(b/"] }, ['"/(?=a)/"', '"/(b/"']],
    ["webcrawler", { headers: { "bad header": "x", "X-A": "a\nb", "X-B": "c" } }, ['"bad header"', '"X-A"']],
    ["webcrawler", { proxyMode: "list", proxiesFile: ["ftp://a", "http://p.test:80", "::"] }, ["Proxy 1", "Proxy 3"]],
    ["webcrawler", { cookiesFile: ["one", "https://a.test/ b=c", "three"] }, ["Lines 1 and 3 of cookiesFile"]],
  ])("for every entry that cannot be used, not only the first: %s %j", async (type, data, named) => {
    const web = createWeb({ allowPrivate: [] });
    try {
      const api = await open.start({
        kernel: { plugins: catalogue, providers: { ...providers, web }, secrets: ephemeralKey() },
      });
      const lines = { startUrlsFile: [line], feedsFile: [line], urlsFile: [line], domainsFile: ["a.test"] };
      const id = await created(api, type, { ...lines, sourceMode: ["text"], sourceTextFile: ["Bees make honey."] });
      const { notes = [] } = (await api.post(`/project/data/${id}`, data)).envelope;
      expect(notes).toHaveLength(named.length);
      for (const [place, one] of named.entries()) expect(notes[place]).toContain(one);
    } finally {
      await web.close();
    }
  });

  it.each([
    ["english", 1],
    ["de", 0],
    ["en-US", 0],
  ])("for a language to paraphrase that is no code: %s", async (articleSpinnerTranslateSource, count) => {
    const both = { ...textProviders().providers, ...providers };
    const api = await open.start({ kernel: { plugins: catalogue, providers: both } });
    const data = { spinMode: "paraphrase", articleSpinnerTranslateSource };
    const notes = (await posted(api, "articlecreator", data)).notes ?? [];
    expect(notes).toEqual(
      [
        'articleSpinnerTranslateSource is "english", which is not a language code, so nothing can be paraphrased. Use two letters, such as "en".',
      ].slice(0, count),
    );
  });

  it("not for media types with a slash or a star, and those that archives have for what they do not know", async () => {
    expect(
      await notesOf("waybackscraper", { mimesFile: ["text/html", "image/*", "*", "unk", "-", ""] }),
    ).toBeUndefined();
  });

  describe("for a provider that a run needs and nobody configured", () => {
    const keywords = { articleKeywordsFile: ["tea"] };

    it("in the words in which the run is refused, when no other source is asked for", async () => {
      const api = await catalogued();
      const id = await created(api, "articlecreator");
      const { notes = [] } = (await api.post(`/project/data/${id}`, keywords)).envelope;
      expect(notes).toEqual([
        expect.stringMatching(/^No search provider is configured\. .* pages for "tea"\. Set sourceMode to /),
      ]);
      await api.kernel.tasks.run(id);
      const { error } = await api.kernel.tasks.settled(id);
      expect(error).toEqual({ code: "no-provider", message: notes[0] });
    });

    it.each([
      [
        { ...keywords, sourceMode: ["search", "text"], sourceTextFile: ["x"] },
        /^No search provider is configured: articles are/,
      ],
      [
        { sourceMode: ["folder", "text"], sourceFolder: "texts", sourceTextFile: ["x"] },
        /^The folder of sourceFolder cannot/,
      ],
      [{ sourceMode: ["folder"], sourceFolder: "texts" }, /^No folder provider is configured\. /],
      [{ spinMode: "spin" }, /^No spinner provider is configured\. Set spinMode, which is "spin", to "none"/],
    ])("as far as it is needed: %j", async (data, note) => {
      expect(await notesOf("articlecreator", data)).toEqual([expect.stringMatching(note)]);
    });
  });

  it("for a folder that the server may not read, and not for one in its source root", async () => {
    const folder = createFolders({ roots: [import.meta.dirname] });
    const api = await open.start({ kernel: { plugins: catalogue, providers: { ...providers, folder } } });
    const outside = /^The folder "\/etc" is not one this server may read\. Start the server with --source-root FOLDER/;
    const id = await created(api, "articlecreator", { articleKeywordsFile: ["tea"], sourceMode: ["folder"] });
    const { notes = [] } = (await api.post(`/project/data/${id}`, { sourceFolder: "/etc" })).envelope;
    expect(notes).toEqual([expect.stringMatching(outside)]);
    await api.kernel.tasks.run(id);
    expect((await api.kernel.tasks.settled(id)).error).toEqual({ code: "bad-input", message: notes[0] });
    // It does not matter yet.
    expect((await posted(api, "articlecreator", { sourceFolder: "/etc" })).notes).toEqual([
      ...notes,
      'sourceFolder is set, but sourceMode is "search", so a run does not read it. Add "folder" to sourceMode.',
    ]);
    expect((await api.post(`/project/data/${id}`, { sourceFolder: "no-such-folder" })).envelope.notes).toEqual([
      '"no-such-folder" could not be read: there is no such folder. Check the name.',
    ]);
    for (const inside of [import.meta.dirname, "."]) {
      expect((await api.post(`/project/data/${id}`, { sourceFolder: inside })).envelope.notes, inside).toBeUndefined();
    }
    expect((await api.post(`/project/data/${id}`, { sourceFolder: "../.." })).envelope.notes).toHaveLength(1);
  });

  it("all of them at once, when a task type finds many", async () => {
    const data = { outputFormats: ["x"], requireMetadata: ["x"], languageFilter: ["x"], minWords: 9, maxWords: 3 };
    const more = {
      extractMode: "selector",
      excludeSelectorsFile: ["..x"],
      proxyMode: "list",
      userAgent: "ü",
      replayRunId: "/",
    };
    const notes = await notesOf("articledownloader", { ...data, ...more });
    expect(notes).toHaveLength(9);
    expect(notes!.join(" ")).not.toContain("more problem");
  });

  it("for a secret that cannot be used, without showing it", async () => {
    const web = createWeb();
    const api = await open.start({
      kernel: { plugins: catalogue, providers: { ...providers, web }, secrets: ephemeralKey() },
    });
    const id = await created(api, "webcrawler", { proxyMode: "list" });
    const bad = (await api.post(`/project/data/${id}`, { proxiesFile: ["gopher://hunter2.test"] })).envelope.notes;
    const good = (await api.post(`/project/data/${id}`, { proxiesFile: ["http://8.8.8.8:3128"] })).envelope.notes;
    // What is kept is looked at, and not its mask.
    const later = (await api.post(`/project/data/${id}`, { proxiesFile: ["********"], order: "depth" })).envelope.notes;
    await web.close();
    expect(bad).toEqual([expect.stringMatching(/^Proxy 1 of proxiesFile .*Write it like/)]);
    expect(JSON.stringify(bad)).not.toContain("hunter2");
    expect([good, later]).toEqual([undefined, undefined]);
  });

  it("for nothing a task type says when its check breaks, and is stored all the same", async () => {
    const breaking = { ...(await catalogue[0]!.load()), check: () => Promise.reject(new Error("broken")) };
    const api = await open.start({ kernel: { plugins: [breaking], providers, logger: silentLogger } });
    const { success, notes } = await posted(api, breaking.type, { urlsFile: ["x"], outputFormats: [] });
    expect({ success, notes: notes?.some((note) => note.includes("broken")) ?? false }).toEqual({
      success: true,
      notes: false,
    });
  });

  it("for an error that a check throws instead of reporting it, next to what the others say", async () => {
    const thrown = new ScriptoriumError("bad-input", "The list is too long. Shorten it.");
    const scraper = await catalogue.find(({ type }) => type === "webscraper")!.load();
    const throwing = {
      ...scraper,
      check: () => Promise.reject(thrown),
      lineChecks: () => ({ urlsFile: () => Promise.reject(new ScriptoriumError("bad-input", "No line will do.")) }),
    };
    const api = await open.start({ kernel: { plugins: [throwing], providers } });
    const { notes } = await posted(api, throwing.type, { urlsFile: ["https://a.test/"] });
    expect(notes).toEqual([thrown.message, expect.stringContaining("No line will do.")]);
  });

  it.each([
    [{ jobCron: "0 0 30 2 *" }, /never comes, because none of its months has such a day/],
    [{ jobCron: "whenever" }, /"whenever" has 1 field\. Write five of them/],
    [{ jobCron: "0 9 * * *" }, /begins after the first run by hand/],
    [{ jobCron: "0 9 * *", jobCronTimezone: "Mars/Base" }, /has 4 fields\..*Mars\/Base/],
    [{ jobCronTimezone: "Mars/Base" }, /There is no time zone "Mars\/Base"/],
    [{ jobCronOverlap: "never", jobCronMissed: "all" }, /"jobCronOverlap" is "never",.*"jobCronMissed" is "all"/],
    [{ jobCronTimezone: "Mars/Base", jobCronPausedUntil: "soon" }, /Mars\/Base.*"jobCronPausedUntil" is "soon"/],
    [{ jobCronPausedUntil: "soon" }, /"jobCronPausedUntil" is "soon", which is not a date/],
    [{ jobCronPausedUntil: "2030-02-31" }, /"2030-02-31", which is not a date/],
  ])("for a schedule that does not fire: %j", async (data, note) => {
    expect(await notesOf("webcrawler", data)).toEqual([expect.stringMatching(note)]);
  });

  it.each([
    [
      { webhookUrl: "example.com/hook" },
      'The task has "example.com/hook" in the field webhookUrl, which is not a web address that begins with http:// or https://. Correct it.',
    ],
    [
      { webhookUrl: "ftp://example.com/hook" },
      /^The task has "ftp:\/\/example\.com\/hook" in the field webhookUrl, .* begins with http/,
    ],
    [{ webhookUrl: "ann:hunter2@example.com/hook" }, /^The task has "example\.com\/hook" in the field webhookUrl, /],
    [{ webhookUrl: "https://ann:hunter2@example.com/hook" }, /has a user name or password in the field webhookUrl,/],
    [
      { webhookUrl: "http://192.168.1.7/hook" },
      "Nothing is sent to webhookUrl. The address http://192.168.1.7/hook is refused: private address. To allow it, start the server with --allow-private 192.168.1.7.",
    ],
    [
      { webhookUrl: "https://example.com/", webhookEvents: ["task.done"] },
      /webhookEvents has "task\.done".*task\.complete/,
    ],
    [{ webhookUrl: "https://example.com/", webhookEvents: [] }, /webhookEvents is empty/],
    [
      { webhookUrl: "https://example.com/", webhookSecretId: "nobody" },
      /^webhookSecretId names no webhook or account\. Register a webhook and give its id \(not the secret itself\)/,
    ],
  ])("for a webhook that nothing would arrive at: %j", async (data, note) => {
    const messenger = createMessenger();
    const api = await open.start({
      kernel: { plugins: catalogue, providers: { ...providers, messenger }, secrets: ephemeralKey() },
    });
    const { notes } = await posted(api, "webcrawler", data);
    const fine = await posted(api, "webcrawler", { webhookUrl: "https://example.com/hook" });
    await messenger.close();
    expect(notes).toEqual([expect.stringMatching(note)]);
    expect(JSON.stringify(notes)).not.toContain("hunter2");
    expect(fine.notes).toBeUndefined();
  });

  it("for a webhook of a server that can send no messages", async () => {
    expect(await notesOf("webcrawler", { webhookUrl: "https://example.com/hook" })).toEqual([
      expect.stringMatching(/^No message provider is configured\. Webhooks need one\./),
    ]);
  });

  it("for a chain that leads in a circle", async () => {
    const api = await catalogued();
    const id = await created(api, "webcrawler");
    expect((await api.post(`/project/data/${id}`, { chainJobId: id })).envelope.notes).toEqual([
      expect.stringMatching(/leads in a circle/),
    ]);
  });

  it("for a chain to a task that is not there", async () => {
    const note = 'chainJobId is "nobody", but there is no task with this id. Give the id of one, or empty it.';
    expect(await notesOf("webcrawler", { chainJobId: "nobody" })).toEqual([note]);
    expect(await notesOf("webcrawler", { chainJobId: "" })).toBeUndefined();
  });

  it("for all of that at once, and stored all the same", async () => {
    const data = { maxPage: 5, maxDepth: "deep", order: "sideways", jobCron: "0 0 30 2 *" };
    const { success, message, result, notes } = await posted(await catalogued(), "webcrawler", data);
    expect({ success, message, result }).toEqual({ success: true, message: null, result: null });
    expect(notes).toHaveLength(4);
    expect(notes!.join(" ")).not.toMatch(/invalid|expected|received/i);
  });

  it("in a few sentences and by the names of the rest, however much is wrong with it", async () => {
    const fields = Array.from({ length: 10_000 }, (_, index) => [`field${index}`, index]);
    const links = Array.from({ length: 100 }, () => ({ lockUrl: "perhaps" }));
    const notes = await notesOf("articlecreator", { ...Object.fromEntries(fields), linkSets: links });
    expect(notes).toHaveLength(42);
    expect(notes![20]).toMatch(
      /^field20, field21, .*, field1019 and 8,980 more are not fields of an article creator either\.$/,
    );
    expect(notes![21]).toBe('lockUrl in entry 1 of linkSets is "perhaps". Use true or false.');
    expect(notes![41]).toBe("lockUrl in entries 21 to 100 of linkSets cannot be used either.");
  });

  it("while its task runs: the run goes on with what it began with", async () => {
    const api = await open.start();
    const id = await crawling(api, "a");
    expect((await api.post(`/project/data/${id}`, { startUrls: ["b"] })).envelope.notes).toEqual([
      expect.stringMatching(/running with the data it had when it began/),
    ]);
    expect((await api.post(`/project/data/${id}`, {})).envelope.notes).toBeUndefined();
  });

  it.each([
    [{ jobName: { a: 1 } }, "jobName is not a text, so it was left as it was. Write it as a text."],
    [{ group: ["a"] }, "group is not a text, so it was left as it was. Write it as a text."],
    [{ type: "rss scraper" }, "The type of a task cannot be changed. Create another task."],
    [{ id: "zzz" }, "The id of a task cannot be changed. Leave it out."],
  ])("for what it cannot change: %j", async (data, note) => {
    expect(await notesOf("webcrawler", data)).toEqual([note]);
  });

  it("not where it is right: the whole data object, masks, nulls and loose types included", async () => {
    const api = await catalogued();
    for (const { type } of catalogue) {
      const { data, id } = (await api.get(`/create/${type}`)).envelope.result;
      expect((await api.post(`/project/data/${id}`, data)).envelope.notes, type).toBeUndefined();
    }
    const loose = {
      maxPages: "12",
      startUrlsFile: "https://a.test/\nhttps://b.test/",
      order: null,
      proxiesFile: "********",
    };
    expect((await posted(api, "webcrawler", loose)).notes).toBeUndefined();
  });

  it.each([{ strictEnvelope: true }, { edition: "reduced" }])("never with %j", async (given) => {
    expect((await posted(await catalogued(given), "articlecreator", { maxPage: 5 })).notes).toBeUndefined();
  });

  it("not with what a message could give away: the value of a secret or of a field that there is not", async () => {
    const notes = await notesOf("webcrawler", {
      headersFile: { Authorization: "hunter2" },
      apiToken: "hunter2",
      proxiesFile: { 1: "hunter2" },
      cookiesFile: "hunter2",
    });
    expect(notes!.length).toBeGreaterThan(0);
    expect(JSON.stringify(notes)).not.toContain("hunter2");
  });
});

describe("a run without input", () => {
  const failed = async (type: string, data: Record<string, unknown>) => {
    const api = await open.start({ kernel: { plugins: catalogue, providers, secrets: ephemeralKey() } });
    const id = await created(api, type, data);
    await api.kernel.tasks.run(id);
    return (await api.kernel.tasks.settled(id)).error;
  };

  it("names the field that is empty", async () => {
    expect(await failed("articlecreator", {})).toEqual({
      code: "no-input",
      message: "Article Creator has nothing to work on: articleKeywordsFile is empty. Fill it and run again.",
    });
  });

  it("names the posted field that was probably meant for it, and no others", async () => {
    expect(await failed("articlecreator", { articleKeywordFile: ["tea"], colour: "red" })).toEqual({
      code: "no-input",
      message:
        "Article Creator has nothing to work on: articleKeywordsFile is empty. articleKeywordFile is not a field of an article creator. Did you mean articleKeywordsFile? Fill it and run again.",
    });
  });
});
