import { describe, expect, it } from "vitest";
import { extractPage } from "./extract.js";
import { formatted } from "./formats.js";

const GARDEN = [
  "The old garden behind the school was laid out in the spring of 1931, when the teachers dug over a field that nobody wanted, and planted forty apple trees in four rows.",
  "Most of those trees are gone, but six of them still bear fruit every autumn, and the children of the lower classes pick it in the first week of October.",
  "What they cannot eat they carry to the press in the next village, where a farmer turns it into juice, and fills it into bottles that are sold at the summer fair.",
  "Last year the money paid for a new fence, because deer had eaten the bark of three young trees, which the parents had planted only a year before.",
  "This winter the town wants to build a road through the lower half of the garden, and a vote of the council, which meets on Thursday, will decide about it.",
];
const READERS = [
  "I went to that school in the sixties, and I remember how the caretaker chased us out of the trees with a broom, although he ate more of the apples than all of us together did.",
  "My grandfather was one of the teachers who dug that field, and he always said that the ground was so full of stones that they built the whole wall at the road from them.",
  "Nobody needs this road, because the one by the river was widened only four years ago, and whoever says that it is too narrow has never driven there on a weekday at noon.",
  "The council has decided already, as it always does, and the meeting on Thursday is only held so that people may let off steam before the diggers come in the spring.",
];
const p = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join("\n");

function page(body: string, title = "The apple trees behind the school"): string {
  return `<!DOCTYPE html><html lang="en"><head><title>${title} | Hill Gazette</title></head><body>
<header class="site-header"><a href="/">Hill Gazette</a><nav><ul><li><a href="/town">Town</a></li><li><a href="/sport">Sport</a></li><li><a href="/weather">Weather</a></li></ul></nav></header>
${body}
<footer class="site-footer"><p>Copyright 2024 Hill Gazette. <a href="/privacy">Privacy</a></p></footer></body></html>`;
}

async function read(html: string, url = "https://gazette.test/garden"): Promise<string> {
  return formatted(await extractPage(html, { url }), "txt", { head: false });
}
const times = (text: string, part: string) => text.split(part).length - 1;
const H1 = "<h1>The apple trees behind the school</h1>";

describe("the text of an article", () => {
  it.each([
    ["hidden", `<div style="display:none">${GARDEN.join(" ")}</div>`],
    ["stated for programs", `<div itemprop="articleBody" class="seo">${GARDEN.join(" ")}</div>`],
    ["hidden in parts", `<div aria-hidden="true">${p(GARDEN.map((text) => `${text} Read on.`))}</div>`],
  ])("is there once when a copy of it is %s", async (_, copy) => {
    const text = await read(page(`<main><article>${H1}${p(GARDEN)}</article>${copy}</main>`));
    for (const sentence of GARDEN) expect(times(text, sentence), sentence).toBe(1);
    expect(text).toContain(`\n\n${GARDEN[1]}\n`);
  });

  it("has the lists of links between its paragraphs, and not those that lead away", async () => {
    const list = (names: readonly string[]) =>
      `<ul>${names.map((name) => `<li><a href="https://${name}.test/">${name}</a></li>`).join("")}</ul>`;
    const sorts = `<h2>Old sorts</h2>${list(["Boskoop", "Gravenstein", "Jakob-Lebel", "Prinz-Albrecht"])}`;
    const away = `<h2>Read more</h2>${list(["Winter-sport", "Fire-brigade", "Town-hall", "Weather"])}`;
    const text = await read(
      page(`<main><article>${H1}${p(GARDEN.slice(0, 2))}${sorts}${p(GARDEN.slice(2))}${away}</article></main>`),
    );
    expect(text).toContain("Old sorts\n\n- Boskoop\n- Gravenstein");
    expect(text).not.toContain("Fire-brigade");
  });

  it("has the captions of its tables", async () => {
    const table =
      "<table><caption>Apples in tons</caption><tr><th>Year</th><th>Tons</th></tr><tr><td>1931</td><td>4</td></tr><tr><td>1932</td><td>5</td></tr></table>";
    const text = await read(
      page(`<main><article>${H1}${p(GARDEN.slice(0, 3))}${table}${p(GARDEN.slice(3))}</article></main>`),
    );
    expect(text).toContain("Apples in tons\n\nYear\tTons");
  });

  it("has no marks of a page builder, nor what is hidden with them", async () => {
    const hidden = `<div style="display:none">[vc_row][vc_column width="1/2"]${READERS[0]}[/vc_column][/vc_row]</div>`;
    const text = await read(page(`<main><article>${H1}${p(GARDEN)}${hidden}</article></main>`));
    expect(text).not.toContain("vc_row");
    expect(text).not.toContain("caretaker");
    expect(text).toContain("apple trees in four rows");
  });

  it("has no comments, however long they are beside it", async () => {
    const comments = [...READERS, ...READERS].map((text, index) => `<b>Reader ${index}</b><p>${text} ${index}</p>`);
    const story = `<div class="story">${H1}${p(GARDEN.slice(0, 3))}</div>`;
    const text = await read(
      page(
        `<div class="page">${story}<div class="user-comments"><h3>8 comments</h3>${comments.join("\n")}</div></div>`,
      ),
    );
    for (const sentence of GARDEN.slice(0, 3)) expect(text).toContain(sentence);
    for (const sentence of READERS) expect(text).not.toContain(sentence);
  });

  it("has no comments where it is a few words itself", async () => {
    const comments = `<div id="comments" class="comments-area"><ol class="comment-list"><li class="comment"><article class="comment-body"><b>Ann</b><div class="comment-content"><p>${READERS[0]}</p></div></article></li></ol></div>`;
    const post = `<article class="post"><header><h1>Hello world!</h1></header><div class="entry-content"><p>Welcome to the garden blog. This is its first post.</p></div></article>`;
    const text = await read(page(`<main>${post}${comments}</main>`, "Hello world! - Garden blog"));
    expect(text).toContain("its first post");
    expect(text).not.toContain("caretaker");
  });

  it("does not end with the numbers of its pages", async () => {
    const pager = `<nav class="post-nav-links"><span>Page 1</span> <a href="/2/"><span>Page 2</span></a> <a href="/3/"><span>Page 3</span></a></nav>`;
    const post = `<article class="post"><h1>A walk in parts</h1><div class="entry-content"><p>The first part of the walk leads from the station through the orchards to the mill. It is flat and takes half an hour.</p>${pager}</div></article>`;
    const text = await read(page(`<main>${post}</main>`, "A walk in parts - Garden blog"));
    expect(text).toContain("to the mill");
    expect(text).not.toContain("Page 2");
  });

  it("is not taken for comments because it is a commentary", async () => {
    const entries = [...GARDEN, ...READERS].map((text) => `<div class="commentary"><p>${text}</p></div>`);
    const text = await read(
      page(`<main><article>${H1}<div class="ticker">${entries.join("\n")}</div></article></main>`),
    );
    for (const sentence of GARDEN) expect(text).toContain(sentence);
  });

  it("keeps a refrain and lines that are alike", async () => {
    const refrain = "<p>Oh the apples in the morning, oh the apples in the rain</p>";
    const verses = GARDEN.map((text) => `<p>${text}</p>${refrain}`).join("\n");
    const text = await read(page(`<main><article>${H1}${verses}</article></main>`));
    expect(times(text, "Oh the apples in the morning")).toBe(GARDEN.length);
  });

  it("keeps a post of a social network that it quotes", async () => {
    const post = `<blockquote class="twitter-tweet"><p lang="en">Six trees left. Save them! <a href="https://t.co/x">pic</a></p>&mdash; Ann Bell (@annbell) <a href="https://twitter.com/x">March 3, 2024</a></blockquote>`;
    const text = await read(
      page(`<main><article>${H1}${p(GARDEN.slice(0, 3))}${post}${p(GARDEN.slice(3))}</article></main>`),
    );
    expect(text).toContain("Six trees left. Save them!");
  });

  it.each([
    ["div class='related-stories'", "div"],
    ["aside", "aside"],
    ["div class='article-sidebar'", "div"],
  ])("has nothing of a part that stands beside it in a %s", async (start, end) => {
    const beside = `<${start}><p>A new pool opens in May, and the mayor will swim the first lane in it himself, says the town.</p></${end}>`;
    const text = await read(
      page(`<main><div class="story">${H1}<div class="text">${p(GARDEN)}</div>${beside}</div></main>`),
    );
    expect(text).toContain("apple trees in four rows");
    expect(text).not.toContain("mayor will swim");
  });

  it("has nothing of further articles on its page", async () => {
    const more = READERS.slice(0, 2).map(
      (text) => `<article><h2><a href="/x">Letters</a></h2><p>${text.slice(0, 120)}</p></article>`,
    );
    const text = await read(page(`<main><article>${H1}${p(GARDEN)}</article>${more.join("\n")}</main>`));
    expect(text).toContain("apple trees in four rows");
    expect(text).not.toContain("caretaker");
    expect(text).not.toContain("My grandfather");
  });

  it("has the list that a line announces, and no heading without text at its end", async () => {
    const list = "<ul><li>Boskoop</li><li>Gravenstein</li><li>Cox</li></ul>";
    const text = await read(
      page(
        `<main><article>${H1}${p(GARDEN)}<p>These kinds are left:</p>${list}<h2>Share your view</h2></article></main>`,
      ),
    );
    for (const kind of ["Boskoop", "Gravenstein", "Cox"]) expect(text).toContain(kind);
    expect(text).not.toContain("Share your view");
  });

  it("is the best there is where nothing looks like one, and said to be doubtful", async () => {
    const found = await extractPage(
      page('<nav class="menu"><ul><li><a href="/a">Town</a></li><li><a href="/b">Sport</a></li></ul></nav>', ""),
    );
    expect(found.content).not.toHaveLength(0);
    expect(found.doubtful).toBe(true);
    const sure = await extractPage(page(`<main><article>${H1}${p(GARDEN)}</article></main>`));
    expect(sure).not.toHaveProperty("doubtful");
  });
});

describe("the text of a manual", () => {
  it("has every notice between its first and its last paragraph", async () => {
    const parts = GARDEN.map(
      (text, index) => `<section><h2>5.${index}. Field-${index}<a class="headerlink" href="#f${index}">\u00b6</a></h2>
<p>${text}</p><div class="admonition seealso"><p class="admonition-title">See also</p>
<ul class="simple"><li><p><a href="/a">Other fields ${index}</a></p></li></ul></div></section>`,
    );
    const body = `<div class="document"><div class="body"><section><h1>5. Control fields</h1>${parts.join("\n")}</section></div></div>`;
    const text = await read(
      page(body, "5. Control fields - Manual 4.6 documentation"),
      "https://docs.test/manual/ch-fields.html",
    );
    for (let index = 0; index + 1 < GARDEN.length; index += 1) expect(text).toContain(`Other fields ${index}`);
    expect(text.split("See also").length).toBeGreaterThanOrEqual(GARDEN.length);
  });
});

describe("the text of a thread", () => {
  const post = (text: string, index: number) =>
    `<article class="post" id="p${index}"><div class="author"><a href="/members/${index}">member${index}</a> Joined 2011, posts ${index}12</div><div class="message-body">${text}</div><div class="post-footer"><a href="#">Reply</a> <a href="#">Quote</a></div></article>`;
  const FORUM = "https://forum.test/threads/apple-trees.312/";

  it("has all posts, the short ones too", async () => {
    const short = [
      "Thanks, that helped me a lot with mine.",
      "Same here, and it works since then.",
      "+1 for less water",
    ];
    const texts = [...short, ...GARDEN, ...short.map((text) => `${text} Really.`), ...READERS];
    const thread = `<h1>Apple trees, how often to water?</h1><div class="thread">${texts.map(post).join("\n")}</div>`;
    const text = await read(page(thread, "Apple trees, how often to water? - Garden forum"), FORUM);
    for (const sentence of texts) expect(text, sentence).toContain(sentence);
  });

  it("has a break between two posts, and members and dates apart", async () => {
    const signed = (text: string, index: number) =>
      `<article class="post"><div class="author"><a href="/members/${index}">Ann${index}</a><time>May ${index + 1}, 2024</time> Joined 2011, posts ${index}12</div><div class="message-body">${text}</div><div class="post-footer"><a href="#">Reply</a> <a href="#">Quote</a></div></article>`;
    const html = page(
      `<h1>Apple trees, how often to water?</h1><div class="thread">${[...GARDEN, ...READERS].map(signed).join("\n")}</div><p>You must log in to reply to this topic.</p>`,
      "Apple trees, how often to water? - Garden forum",
    );
    const found = await extractPage(html, { url: FORUM });
    expect(found.type).toBe("forum");
    expect(found.content.filter(({ kind }) => kind === "break")).toHaveLength(8);
    const text = formatted(found, "md", { head: false });
    expect(text.split("\n\n---\n\n")).toHaveLength(9);
    expect(text).not.toMatch(/Ann\dMay/);
    expect(formatted(found, "html", { head: false })).toContain("<hr>");
  });

  it("has the answers to a question without the comments on them", async () => {
    const comment = (index: number) =>
      `<ul class="comments"><li class="comment"><span class="comment-copy">I tried exactly this with ${index} trees in my own garden, and it never worked out for me</span> <a href="/users/3">Ann Bell</a></li></ul>`;
    const answers = [...GARDEN, ...READERS].map(
      (text, index) =>
        `<div class="answer"><div class="vote">${index}</div><div class="post-body"><p>${text}</p></div>${comment(index)}</div>`,
    );
    const question = `<div class="question"><h1>How often to water apple trees?</h1><div class="post-body"><p>Mine have had yellow leaves since June, and I water them twice a day.</p></div></div>`;
    const found = await extractPage(
      page(
        `${question}<div class="answers"><h2>9 Answers</h2>${answers.join("\n")}</div>`,
        "How often to water apple trees? - Questions",
      ),
      { url: "https://forum.test/questions/312/apple-trees" },
    );
    expect(found.type).toBe("forum");
    const text = formatted(found, "txt", { head: false });
    for (const sentence of GARDEN) expect(text).toContain(sentence);
    expect(text).not.toContain("never worked out for me");
  });
});

describe("the comments on an article", () => {
  const form = `<div id="respond" class="comment-respond"><h3>Leave a comment</h3><form><p class="comment-notes">Your email address will not be published. Required fields are marked.</p><label>Save my name, email, and website in this browser for the next time I comment.</label></form></div>`;
  const comment = (name: string, text: string) =>
    `<li class="comment"><div class="comment-meta"><b class="fn"><a href="https://${name}.test/">${name} Miller</a></b> says:</div><div class="comment-metadata"><a href="#c"><time>May 3, 2024 at 9:40 am</time></a></div><div class="comment-content"><p>${text}</p></div><div class="reply"><a href="#r">Reply</a></div></li>`;
  const html = page(
    `<main><article>${H1}${p(GARDEN)}</article><section id="comments" class="comments-area"><h2>2 comments</h2><ol>${comment("Ruth", READERS[0]!)}${comment("Karl", READERS[1]!)}</ol>${form}</section></main>`,
  );

  it("have the names and dates of their authors, and nothing of the form below them", async () => {
    const { comments } = await extractPage(html, { url: "https://gazette.test/garden", comments: true });
    const texts = comments.map((block) => ("spans" in block ? block.spans.map(({ text }) => text).join("") : ""));
    expect(texts).toEqual(
      ["Ruth", "Karl"].flatMap((name, at) => [`${name} Miller says:`, "May 3, 2024 at 9:40 am", READERS[at]!]),
    );
  });
});
