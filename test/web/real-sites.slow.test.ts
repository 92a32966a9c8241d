import { afterAll, beforeAll, expect, it } from "vitest";
import { createScriptorium, type JsonObject, type Scriptorium } from "../../src/index.js";
import { describeDocumentation } from "./nginx.js";
import { describeWordPress, type WordPressPost } from "./wordpress.js";

/** Without pauses, and only what these sites have. */
const QUICK = { requestDelayFrom: 0, requestDelayTo: 0, maxRetries: 0 };

let scriptorium: Scriptorium;
beforeAll(async () => {
  scriptorium = createScriptorium({ web: { allowPrivate: ["127.0.0.1"] } });
  await scriptorium.start();
});
afterAll(() => scriptorium.stop());

/** What a run of a task with these data leaves. */
async function result(type: string, data: JsonObject) {
  const { tasks, content } = scriptorium.kernel;
  const { _id } = await tasks.create(type, { ...QUICK, ...data });
  return { id: _id, ...(await again(_id)), tasks, content };
}

async function again(id: string) {
  const { tasks, content } = scriptorium.kernel;
  await tasks.run(id);
  const { status, error, runId } = await tasks.settled(id);
  const rows = await Array.fromAsync(content.rows(id, { runId: runId! }));
  const files = (await Array.fromAsync(content.files(id))).map(({ path }) => path);
  const text = async (path: string) => Buffer.from((await content.file(id, path))?.bytes ?? "").toString();
  return { status, error, rows, files, text };
}

const SENTENCES = [
  "A hive that is opened on a cold day loses the warmth the bees have gathered over many hours.",
  "The keeper therefore waits for a still morning, lights the smoker and lifts the roof without haste.",
  "Frames are held above the open box, so that a queen who falls from the comb lands among her own.",
  "Brood that lies in a closed ring tells of a good queen, while scattered cells tell of trouble.",
  "Honey is left for the winter in proportion to the strength of the colony and the length of the frost.",
  "In spring the stores are weighed again, and weak colonies are united before the first trees flower.",
];
const story = (n: number, count = 4) =>
  Array.from({ length: count }, (_, p) => `<p>${SENTENCES.map((_, s) => SENTENCES[(n + p + s) % 6]).join(" ")}</p>`);

const TITLES = [
  "Opening a hive in spring",
  "Smoke and patience",
  "Reading the brood",
  "Stores for the winter",
  "Uniting weak colonies",
  "A calendar for keepers",
  "Swarms in May",
];
const posts: readonly WordPressPost[] = [
  ...TITLES.map((title, n) => ({
    title,
    content: `${story(n).join("\n")}<h2>Part of ${title}</h2>${story(n + 1, 2).join("\n")}`,
    date: `2026-0${n + 1}-15T08:00:00Z`,
    categories: [n % 2 === 0 ? "Hives" : "Seasons"],
  })),
  {
    title: "A long story in two parts",
    content: `<p>This is the first part of the story.</p>${story(1).join("")}<!--nextpage--><p>This is the second part of the story.</p>${story(2).join("")}`,
    date: "2026-08-15T08:00:00Z",
  },
  {
    title: "Weights of hives",
    content: `${story(3).join("")}<table><thead><tr><th>Month</th><th>Weight</th></tr></thead><tbody><tr><td>March</td><td>18 kg</td></tr><tr><td>June</td><td>41 kg</td></tr></tbody></table><p>See <a href="/a-page-that-never-was/">the page that is missing</a> for more.</p>`,
    date: "2026-09-15T08:00:00Z",
  },
];

describeWordPress(posts, (site) => {
  it("is crawled whole: every post is found once, the broken link is reported", async () => {
    const { status, rows, files, text } = await result("webcrawler", {
      startUrlsFile: [`${site.url}/`],
      maxPages: 300,
    });
    expect(status).toBe("complete");
    const urls = rows.map(({ url }) => String(url));
    expect(new Set(urls).size).toBe(urls.length);
    for (const slug of ["opening-a-hive-in-spring", "smoke-and-patience", "weights-of-hives"]) {
      expect(urls).toContain(`${site.url}/${slug}/`);
    }
    expect(files).toEqual(expect.arrayContaining(["pages.csv", "links.csv", "sitemap.xml", "report.json"]));
    expect(await text("report.json")).toContain("a-page-that-never-was");
    expect(await text("sitemap.xml")).toContain(`<loc>${site.url}/reading-the-brood/</loc>`);
    expect(await text("sitemap.xml")).not.toContain("a-page-that-never-was");
  }, 120_000);

  it("gives its posts as articles by its sitemap, a post of two pages whole", async () => {
    const { status, rows, files, text } = await result("articledownloader", {
      urlsFile: [`sitemap:${site.url}/wp-sitemap.xml`],
      outputFormats: ["txt", "md"],
      dedupeContent: "off",
    });
    expect(status).toBe("complete");
    const found = rows.filter(({ status }) => status === "ok").map(({ title }) => title);
    expect(found).toEqual(expect.arrayContaining([...TITLES, "Weights of hives"]));
    const opening = rows.find(({ title }) => title === TITLES[0]);
    expect(opening).toMatchObject({ date: expect.stringMatching(/^2026-01-15/), lang: "en", httpStatus: 200 });
    const long = await text("articles/a-long-story-in-two-parts.txt");
    expect(long).toContain("first part of the story");
    expect(long).toContain("second part of the story");
    expect(await text("articles/weights-of-hives.md")).toMatch(/\| *March *\| *18 kg *\|/);
    const plain = await text("articles/smoke-and-patience.txt");
    for (const sentence of SENTENCES) expect(plain).toContain(sentence);
    expect(plain).not.toMatch(/Proudly powered|Leave a comment|Skip to content/i);
    expect(files).toContain("articles/reading-the-brood.txt");
  }, 120_000);

  it("gives its newest posts by its feed, and nothing twice", async () => {
    const first = await result("rssscraper", { feedsFile: [`${site.url}/`], content: "fulltext" });
    expect(first.status).toBe("complete");
    expect(first.rows.length).toBeGreaterThanOrEqual(5);
    expect(first.rows.find(({ title }) => title === "Weights of hives")).toMatchObject({
      status: "ok",
      url: `${site.url}/weights-of-hives/`,
      date: expect.stringMatching(/^2026-09-15/),
    });
    const second = await again(first.id);
    expect(second).toMatchObject({ status: "complete", rows: [] });
  }, 60_000);
});

describeDocumentation((nginx) => {
  it("is crawled within its folder, and its chapters hold what they say", async () => {
    const { status, rows, text } = await result("webcrawler", {
      startUrlsFile: [`${nginx.url}/reference/index.html`],
      scope: "prefix",
      collect: ["links", "text", "headings"],
    });
    expect(status).toBe("complete");
    const urls = rows.map(({ url }) => String(url));
    expect(urls.every((url) => url.startsWith(`${nginx.url}/reference/`))).toBe(true);
    expect(urls).toContain(`${nginx.url}/reference/developer-duties.html`);
    expect((await text("links.csv")).split("\n")[0]).toMatch(/^from,to,anchor,rel,status/);
  }, 60_000);

  it("becomes clean text: chapters without their navigation", async () => {
    const { status, rows, text } = await result("articledownloader", {
      urlsFile: [`${nginx.url}/reference/developer-duties.html`, `${nginx.url}/git/git-commit.html`],
      outputFormats: ["txt"],
    });
    expect(status).toBe("complete");
    expect(rows.map(({ status }) => status)).toEqual(["ok", "ok"]);
    const commit = await text(String(rows.find(({ url }) => String(url).includes("git-commit"))?.["file"]));
    expect(commit).toContain("Create a new commit containing the current contents of the index");
    expect(commit).toContain("automatically stage files that have been modified and deleted");
  }, 60_000);
});
