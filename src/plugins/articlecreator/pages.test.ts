import { describe, expect, it } from "vitest";
import { cannedWeb, LIGHTHOUSES, outcomeOf } from "../../../test/doubles/article-creator-world.js";
import { startedKernel } from "../../../test/kernel/world.js";
import { cannedBrowser, cannedReader } from "../../adapters/doubles/index.js";
import { ephemeralKey } from "../../adapters/secrets/index.js";
import {
  type Json,
  type Providers,
  ScriptoriumError,
  type SearchOptions,
  type WebSession,
} from "../../kernel/index.js";
import { articlecreator } from "./index.js";

const [TOWERS = "", LAMPS = ""] = Object.keys(LIGHTHOUSES);
const APP = '<div id="root"></div><script src="/app.js"></script>';
const PAGES = { [TOWERS]: APP, [LAMPS]: LIGHTHOUSES[LAMPS]! };
const FROM_PAGES = {
  articleKeywordsFile: ["lighthouse"],
  sourceMode: ["urls"],
  sourceUrlsFile: Object.keys(PAGES),
  articleLengthFrom: 60,
  articleLengthTo: 300,
  outputFormats: ["json"],
};

/** Why a browser was used, by the address of the source, in the row. */
function reasons(rows: Awaited<ReturnType<typeof outcomeOf>>["rows"]) {
  const sources = rows.flatMap((row) => row["sources"] as { url: string; rendered: string }[]);
  return Object.fromEntries(sources.map(({ url, rendered }) => [url, rendered]));
}

describe("sources of the web", () => {
  it("are read in a browser with auto where they hold next to nothing without one, and the row says why", async () => {
    const browser = cannedBrowser({ [TOWERS]: LIGHTHOUSES[TOWERS]! });
    const { rows, files, failures } = await outcomeOf(
      { ...FROM_PAGES, browser: "auto" },
      { providers: { web: cannedWeb(PAGES), browser } },
    );
    expect([...failures]).toEqual([]);
    expect(reasons(rows)).toEqual({ [TOWERS]: "app-frame", [LAMPS]: "" });
    expect(JSON.parse(files.get("articles/lighthouse.json")!)).toMatchObject({ sources: rows[0]!["sources"] });
  });

  it("are all read in a browser with always, those of a search and of a keyword's line, too", async () => {
    const shown = Object.fromEntries(Object.entries(LIGHTHOUSES).slice(0, 2));
    const { rows } = await outcomeOf(
      { ...FROM_PAGES, sourceMode: ["search"], browser: "always", articleKeywordsFile: [`lighthouse|||${LAMPS}`] },
      {
        providers: {
          web: cannedWeb({}),
          browser: cannedBrowser(shown),
          search: { search: async () => [{ url: TOWERS, title: "", snippet: "" }] },
        },
      },
    );
    expect(reasons(rows)).toEqual({ [TOWERS]: "always", [LAMPS]: "always" });
  });

  it("are read as they came with auto and no browser, which the log says once", async () => {
    const more = { ...PAGES, "https://x.test/": APP };
    const { rows, log } = await outcomeOf(
      { ...FROM_PAGES, sourceUrlsFile: Object.keys(more), browser: "auto" },
      { providers: { web: cannedWeb(more) } },
    );
    expect(reasons(rows)).toEqual({ [LAMPS]: "" });
    expect(log.filter((line) => line.includes("no browser is configured"))).toHaveLength(1);
  });

  it("end the run where the browser does not start", async () => {
    const render = async (): Promise<never> => {
      throw new ScriptoriumError("no-browser", "Chromium does not start as root. Run the server as another user.");
    };
    const run = outcomeOf(
      { ...FROM_PAGES, browser: "always" },
      { providers: { web: cannedWeb(PAGES), browser: { render } } },
    );
    await expect(run).rejects.toMatchObject({ code: "no-browser" });
  });

  it("are asked for as the task says, what is meant for the user's own addresses named", async () => {
    const sessions: (WebSession | undefined)[] = [];
    const canned = cannedWeb(LIGHTHOUSES);
    const web: Providers["web"] = {
      fetch(url, request) {
        sessions.push(request.session);
        return canned.fetch(url, request);
      },
    };
    const data = {
      requestDelayFrom: 20,
      requestDelayTo: 10,
      requestTimeout: 5,
      maxRetries: 1,
      headers: { "x-key": "1" },
    };
    await outcomeOf(
      { ...FROM_PAGES, ...data, articleKeywordsFile: ["lighthouse|||https://joe:secret@c.test/keepers"] },
      { providers: { web } },
    );
    const [first] = sessions;
    expect(sessions.every((session) => session === first)).toBe(true);
    expect(first).toMatchObject({
      ...{ delayMs: [10, 20], timeoutMs: 5000, retries: 1, respectRobots: true, headers: { "x-key": "1" } },
      addresses: [TOWERS, LAMPS, "https://joe:secret@c.test/keepers"],
    });
  });
});

it("asks the engine that the task names, and the first one without a name", async () => {
  const asked: unknown[] = [];
  const search = {
    search: async (_query: string, { engines }: SearchOptions) => {
      asked.push(engines);
      return [{ url: LAMPS, title: "", snippet: "" }];
    },
  };
  for (const searchProvider of ["", " news "]) {
    const data = { ...FROM_PAGES, sourceMode: ["search"], searchProvider };
    await outcomeOf(data, { providers: { web: cannedWeb(LIGHTHOUSES), search } });
  }
  expect(asked).toEqual([undefined, ["news"]]);
});

describe("is refused or noted:", () => {
  const engine = (name: string, vertical: "web" | "news") => ({
    name,
    title: name,
    verticals: [vertical],
    pageSize: 10,
  });
  const search = { search: async () => [], engines: () => [engine("wiki", "web"), engine("papers", "news")] };

  async function said(data: Record<string, Json>, providers: Partial<Providers> = {}) {
    const all = {
      web: cannedWeb(PAGES),
      reader: cannedReader(() => new Error("No page is read.")),
      search,
      ...providers,
    };
    const kernel = await startedKernel({ secrets: ephemeralKey(), plugins: [articlecreator], providers: all });
    try {
      const task = await kernel.tasks.create("articlecreator", { articleKeywordsFile: ["bees"], ...data });
      const notes = await kernel.tasks.notesOn(task, data);
      await kernel.tasks.run(task._id);
      const { error } = await kernel.tasks.settled(task._id);
      return { notes: notes.join("\n"), code: error?.code, message: error?.message ?? "" };
    } finally {
      await kernel.stop();
    }
  }

  it.each<[string, Record<string, Json>, string, RegExp]>([
    [
      "browser always without a browser",
      { browser: "always" },
      "no-browser",
      /^This task sets browser to "always" and no browser/,
    ],
    [
      "an engine that there is not",
      { searchProvider: "nope" },
      "bad-input",
      /^searchProvider has "nope", and there is no search engine of this name\. Use "wiki", "papers"/,
    ],
    [
      "an engine without pages",
      { searchProvider: "papers" },
      "bad-input",
      /^The search engine "papers" has no search of the kind "web"\. Name another one in searchProvider\.$/,
    ],
    [
      "proxies that are wanted and missing",
      { proxyMode: "list" },
      "bad-input",
      /^proxyMode is "list", but proxiesFile is empty\./,
    ],
  ])("%s", async (_, data, code, message) => {
    const found = await said(data);
    expect([found.code, found.message]).toEqual([code, expect.stringMatching(message)]);
    expect(found.notes).toMatch(new RegExp(message.source.replace(/^\^|\$$/g, "")));
  });

  it("a browser and an engine that no source needs", async () => {
    const { notes, code } = await said({
      ...{ sourceMode: ["text"], sourceTextFile: ["Bees."], browser: "always", searchProvider: "wiki" },
    });
    expect(notes).toContain(
      'browser is "always", but sourceMode is "text", so a run does not act on it. Add "search" or "urls" to sourceMode.',
    );
    expect(notes).toContain('searchProvider is set, but sourceMode is "text", so a run does not read it.');
    expect(code).not.toBe("no-browser");
  });
});
