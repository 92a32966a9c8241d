import { describe, expect, it } from "vitest";
import { bytes, kernelWith, outcomeOf, page, site } from "../../../test/web/download-world.js";

/** A page with something behind its first heading. */
const withTop = (top: string) => page("Lamps").replace("</h1>", `</h1>${top}`);
const table = (rows: readonly (readonly string[])[]) =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`;

describe("the date of a page", () => {
  it.each([
    [
      "is none of the values of a table",
      [
        ["03/04/2026", "Oil"],
        ["13/04/2026", "Gas"],
      ],
      "",
    ],
    [
      "may be in a table that says what it is of",
      [
        ["Published", "2024-05-01"],
        ["Words", "300"],
      ],
      "2024-05-01",
    ],
  ])("%s", async (_what, rows, date) => {
    const { url } = await site({ "/lamps": withTop(table(rows)) });
    const { rows: found } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/lamps`] });
    expect(found).toMatchObject([{ status: "ok", date }]);
  });

  const more = (text: string) =>
    table([
      ["Oil", text],
      ["Gas", "2"],
    ]);
  const prose = `<p>${"The lamps of the tower burn all night for the boats. ".repeat(5)}</p>`;
  it.each([
    ["a time in a table", more('<time datetime="2026-04-13">13 April</time>'), ""],
    [
      "a row of a table named Date",
      table([
        ["Date", "13/4/2026"],
        ["Gas", "2"],
      ]),
      "",
    ],
    [
      "a column of a table named Date",
      table([
        ["Oil", "Date"],
        ["13/4/2026", "2"],
      ]),
      "",
    ],
    ["items that begin with dates", "<ul><li>13/4/2026: Oil.</li><li>14 May 2026: Gas.</li></ul>", ""],
    ["emphasised dates of a list", "<ul><li><em>13/4/2026</em></li><li><em>14/4/2026</em></li></ul>", ""],
    ["an item below the text", `${prose}<ul><li>13/4/2026: Oil</li><li>Gas</li></ul>`, ""],
    ["an emphasised date in an item below the text", `${prose}<ul><li><em>13/4/2026</em></li><li>Gas</li></ul>`, ""],
    ["an item above the text", "<ul><li>By Ann Lee</li><li>13/4/2026</li></ul>", "2026-04-13"],
    ["items that say what they are", "<ul><li>Published 13/4/2026</li><li>Updated 14/4/2026</li></ul>", "2026-04-13"],
  ])("is that of %s only where it is about the page", async (_what, top, date) => {
    const { url } = await site({ "/lamps": withTop(top) });
    const { rows: found } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/lamps`] });
    expect(found).toMatchObject([{ status: "ok", date }]);
  });
});

it("a page has one count of words, in its row and in all of its files", async () => {
  const { url } = await site({
    "/lamps": page("Lamps", "lamps").replace(
      "</h1>",
      `</h1><p>Oil &amp; gas &mdash; don't mix; 3.5 self-raising.</p><ul><li>One</li><li>two</li></ul>${table([
        ["a", "b"],
        ["c", "d"],
      ])}`,
    ),
  });
  const outputFormats = ["json", "xml", "csv"];
  const { rows, files } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/lamps`], outputFormats });
  const words = Number(rows[0]!["words"]);
  expect(JSON.parse(files["articles/lamps.json"]!)).toMatchObject({ words });
  expect(files["articles/lamps.xml"]).toContain(`<words>${words}</words>`);
});

it("characters that do not fit the encoding of a page stand as U+FFFD in its text, as the log says", async () => {
  const { url } = await site({
    "/lamps": bytes(
      Buffer.from(
        page("Lamps").replace("</h1>", "</h1><p>The caf\xe9 by the tower is open to all keepers.</p>"),
        "latin1",
      ),
      "text/html; charset=utf-8",
    ),
  });
  const { files, log } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/lamps`] });
  expect(files["articles/lamps.txt"]).toContain("The caf\ufffd by the tower");
  expect(log).toContainEqual(expect.stringContaining('stands as "\ufffd"'));
});

it.each([
  ["The lamps of the tower", "", 5],
  ["Lamps\n\nThe oil of the tower", "Lamps", 5],
])("a text without a full stop is an article: %j", async (text, title, words) => {
  const { url } = await site({ "/a.txt": bytes(text, "text/plain") });
  const { rows } = await outcomeOf(await kernelWith(), { urlsFile: [`${url}/a.txt`], minWords: 1 });
  expect(rows).toMatchObject([{ status: "ok", title, words }]);
});

const post = (n: number, text: string) =>
  `<div class="post message"><div class="author"><a href="/members/u${n}">User ${n}</a></div><div class="post-date">May ${n}, 2024</div><div class="content">${text}</div></div>`;
const thanks = (n: number) => post(n, `I agree with number ${n} of you, thanks!`);
const thread = (posts: readonly string[], next = "") =>
  `<!DOCTYPE html><html lang="en"><head><title>Hives - Bee forum</title>${next}</head><body><h1>Hives</h1><div class="thread">${posts.join("")}</div></body></html>`;

it("a thread of a forum is joined by rel=next over pages of one title", async () => {
  const next = '<link rel="next" href="/threads/hives?page=2">';
  const { url } = await site({
    "/threads/hives": thread([1, 2, 3, 4].map(thanks), next),
    "/threads/hives?page=2": thread([11, 12, 13].map(thanks)),
  });
  const data = { urlsFile: [`${url}/threads/hives`], outputFormats: ["json"] };
  const { rows, files } = await outcomeOf(await kernelWith(), data);
  expect(rows).toHaveLength(1);
  const article = JSON.parse(files[String(rows[0]!["file"])]!);
  expect(article).toMatchObject({ type: "forum", text: expect.stringContaining("agree with number 12") });
});
