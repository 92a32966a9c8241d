import { expect, it } from "vitest";
import { kernelWith, outcomeOf, page, type Site, site } from "../../../test/web/download-world.js";

/** A page as blogs make them: with `after` below its text, where the pager and the links to other posts are. */
const post = (title: string, subject: string, after = "") =>
  page(title, subject).replace("</article>", `${after}</article>`);
const SHORT: readonly string[] = [
  "Ropes of hemp were laid along the quay and twisted by three men who walked backwards all the day.",
  "In winter the yarn was dipped into tar, which kept the water out and turned the hands of the boys brown.",
  "The last walk was closed when wire came, and its roof of a quarter mile was sold for firewood.",
];
const shortPage = (number: number) => {
  const to = (n: number) => (n === 1 ? "/ropes/" : `/ropes/${n}/`);
  const pager = [1, 2, 3].map((n) => (n === number ? `<span>${n}</span>` : `<a href="${to(n)}">${n}</a>`)).join(" ");
  const title = number === 1 ? "A note on ropes" : `A note on ropes \u2013 Page ${number}`;
  return `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><article><h1>A note on ropes</h1>
<p>${SHORT[number - 1]}</p><nav class="page-links">Pages: ${pager}</nav></article>
<nav><a href="/lamps/" rel="next">Next Post Lamps</a></nav></body></html>`;
};
const diary = (day: number) =>
  post(
    `Garden diary, day ${day}`,
    `beds of day ${day}`,
    `<nav><a href="/garden-diary-day-${day - 1}/" rel="prev">Previous Post Garden diary, day ${day - 1}</a>
<a href="/garden-diary-day-${day + 1}/" rel="next">Next Post Garden diary, day ${day + 1}</a></nav>`,
  );
const days: Site = Object.fromEntries([5, 6, 7].map((day) => [`/garden-diary-day-${day}/`, diary(day)]));
const chapters: Site = Object.fromEntries(
  [1, 2, 3].map((n) => {
    const next = n === 3 ? "" : `<link rel="next" href="/book/${n + 1}"><a href="/book/${n + 1}">Next chapter</a>`;
    return [`/book/${n}`, post(`The lighthouse: Chapter ${n}`, `storms of ${n}`, next)];
  }),
);

it("a post and that of the next day stay two articles", async () => {
  const { url, asked } = await site(days);
  const { rows, files } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/garden-diary-day-5/`] });
  expect(rows.map(({ title }) => title)).toEqual(["Garden diary, day 5"]);
  expect(files["articles/garden-diary-day-5.txt"]).not.toContain("beds of day 6");
  expect(asked).toEqual(["/garden-diary-day-5/"]);
});

it("a short post of three pages is one article, with all of its words", async () => {
  const { url } = await site({ "/ropes/": shortPage(1), "/ropes/2/": shortPage(2), "/ropes/3/": shortPage(3) });
  const { rows, files } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/ropes/`] });
  expect(rows).toMatchObject([{ status: "ok", title: "A note on ropes" }]);
  const text = files["articles/a-note-on-ropes.txt"]!;
  for (const sentence of SHORT) expect(text).toContain(sentence);
  expect(text).not.toMatch(/Page 2|Pages:|Next Post/);
});

it("chapters stay apart, unless they shall always be joined", async () => {
  const { url } = await site(chapters);
  const urlsFile = [`${url}/book/1`];
  const apart = await outcomeOf(await kernelWith(), { urlsFile });
  expect(apart.files[`articles/the-lighthouse-chapter-1.txt`]).not.toContain("storms of 2");
  const joined = await outcomeOf(await kernelWith(), { urlsFile, joinPages: "always" });
  expect(joined.rows).toHaveLength(1);
  for (const n of [1, 2, 3]) expect(joined.files["articles/the-lighthouse-chapter-1.txt"]).toContain(`storms of ${n}`);
});

it("no page is joined with joinPages never", async () => {
  const { url, asked } = await site({ "/ropes/": shortPage(1), "/ropes/2/": shortPage(2) });
  await outcomeOf(await kernelWith(), { urlsFile: [`${url}/ropes/`], joinPages: "never", minWords: 1 });
  expect(asked).toEqual(["/ropes/"]);
});

it("a further page that a later line names is a duplicate of its article", async () => {
  const { url } = await site({ "/ropes/": shortPage(1), "/ropes/2/": shortPage(2), "/ropes/3/": shortPage(3) });
  const urlsFile = [`${url}/ropes/`, `${url}/ropes/3/`];
  const { rows } = await outcomeOf(await kernelWith(), { urlsFile, concurrency: 1 });
  expect(rows).toMatchObject([
    { status: "ok" },
    { status: "duplicate", error: `It is one of the pages of ${url}/ropes/, and its text is in the article of that.` },
  ]);
});
