import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/adapters/cli/command-table.js";
import { valueGiven } from "../../src/adapters/cli/fields/option-values.js";
import { OWN_OPTIONS } from "../../src/adapters/cli/fields/own-options.js";
import { taskOptions } from "../../src/adapters/cli/fields/task-options.js";
import { readWords } from "../../src/adapters/cli/fields/words.js";
import { createScriptorium } from "../../src/index.js";

const { kernel, start, stop } = createScriptorium();
await start();
const crawler = taskOptions(await kernel.tasks.describedType("webcrawler"));
const articles = taskOptions(await kernel.tasks.describedType("articlecreator"));
const feeds = taskOptions(await kernel.tasks.describedType("rssscraper"));
const videos = taskOptions(await kernel.tasks.describedType("youtubesubscraper"));
await stop();

const sources = { file: () => "a\n\nb\r\n", input: async () => "from input" };
const named = (name: string) => crawler.find(({ flag, aliases }) => flag === name || aliases.includes(name))!;

describe("the options of a task type", () => {
  it("are its fields in kebab case, with short names for lists of lines", () => {
    expect(named("max-pages").path).toEqual(["maxPages"]);
    for (const name of ["url", "urls", "start-url", "start-urls", "start-urls-file"]) {
      expect(named(name).path).toEqual(["startUrlsFile"]);
    }
    expect(articles.find(({ aliases }) => aliases.includes("keyword"))?.path).toEqual(["articleKeywordsFile"]);
  });

  it("reach the members of fields", () => {
    expect(articles.find(({ flag }) => flag === "image-insert.insert-type")?.path).toEqual([
      "imageInsert",
      "InsertType",
    ]);
    expect(articles.find(({ flag }) => flag === "image-insert.use-bing-cc")?.kind).toBe("boolean");
  });

  it("have no name twice", () => {
    for (const options of [crawler, articles, feeds, videos]) {
      const names = options.flatMap(({ flag, aliases }) => [flag, ...aliases]);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

describe("a shorter name", () => {
  const claimed = (options: typeof crawler, name: string) =>
    options.find(({ aliases }) => aliases.includes(name))?.flag;

  it("is none of those that the commands have for themselves", async () => {
    const own = await Promise.all(["run", "create", "set"].map(async (name) => (await COMMANDS[name]!.load()).args));
    expect([...OWN_OPTIONS].sort()).toEqual([...new Set(own.flatMap((args) => Object.keys(args)))].sort());
    for (const options of [feeds, videos])
      for (const name of OWN_OPTIONS) expect(claimed(options, name)).toBeUndefined();
  });

  it("never says the opposite of what the list is for", () => {
    expect(claimed(crawler, "pattern")).toBe("include-patterns");
    for (const name of ["domain", "word"]) expect(claimed(articles, name)).toBeUndefined();
    expect(claimed(feeds, "in")).toBeUndefined();
  });

  it("is an English word", () => {
    expect(claimed(crawler, "cookie")).toBe("cookies");
    expect(claimed(crawler, "cooky")).toBeUndefined();
  });
});

describe("the words of a command line", () => {
  const args = { out: { type: "string" }, json: { type: "boolean" } } as const;
  const read = (...words: string[]) => readWords(words, args, crawler, "run");

  it("belong to the command or to the task type", () => {
    const { given, fields } = read("--url", "a", "--url=b", "--out", "x", "--no-ignore-www", "--json");
    expect(given).toEqual({ out: "x", json: true });
    expect([...fields].map(([{ flag }, values]) => [flag, values])).toEqual([
      ["start-urls", ["a", "b"]],
      ["ignore-www", ["false"]],
    ]);
  });

  it("are refused with what was probably meant", () => {
    expect(() => read("--max-page", "3")).toThrow('There is no option "--max-page". Did you mean "--max-pages"?');
    expect(() => read("--max-pages")).toThrow('The option "--max-pages" needs a value.');
    expect(() => read("--ignore-www=maybe")).toThrow('The option "--ignore-www" must be true or false.');
  });
});

describe("the value of an option", () => {
  const value = (name: string, ...given: string[]) => valueGiven(named(name), given, sources);

  it("is read after its schema", async () => {
    expect(await value("max-pages", "5")).toBe(5);
    expect(await value("url", "x", "@list", "-", "@@y")).toEqual(["x", "a", "b", "from input", "@y"]);
    expect(await value("scope", "HOST")).toBe("host");
    expect(await value("rate-limit-statuses", "429,503")).toEqual([429, 503]);
  });

  it("is refused in words", async () => {
    await expect(value("max-pages", "many")).rejects.toThrow('The option "--max-pages" must be a number, not "many".');
    await expect(value("max-pages", "-1")).rejects.toThrow('The option "--max-pages" must be at least 0.');
    await expect(value("scope", "hots")).rejects.toThrow('Did you mean "host"?');
  });
});
