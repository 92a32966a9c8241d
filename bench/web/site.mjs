// A generated web site on a loopback port, the same every time: `node site.mjs <kind> <pages>` prints its address.
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const WORDS =
  "harbour lamp keeper storm granite tower signal coast vessel captain winter island supply engine mirror lens oil crew chart north signal bell fog cliff landing stone mason tide reef beam night".split(
    " ",
  );

/** A small generator of pseudo-random numbers (Park and Miller's), so that no run differs from another. */
function random(seed) {
  let state = (seed * 48271 + 11) % 2147483647 || 1;
  return (limit) => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
}

function sentence(next) {
  const words = Array.from({ length: 8 + next(14) }, () => WORDS[next(WORDS.length)]);
  return `${words[0][0].toUpperCase()}${words.join(" ").slice(1)}.`;
}

const paragraph = (next) => `<p>${Array.from({ length: 3 + next(4) }, () => sentence(next)).join(" ")}</p>`;

/** A page as news sites have them: navigation, an article, related stories, comments, a footer, scripts. */
export function articlePage(n, { pages = 2000, kilobytes = 20 } = {}) {
  const next = random(n + 1);
  const link = () => {
    const to = next(pages);
    return `<a href="/page/${to}?ref=list" class="teaser__link">${sentence(next)}</a>`;
  };
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${sentence(next)} | The Coast</title>
<meta name="description" content="${sentence(next)}"><link rel="canonical" href="/page/${n}"><script>var state=${JSON.stringify(Array.from({ length: 60 }, () => next(1e6)))};</script></head>`;
  const nav = `<nav><ul>${Array.from({ length: 20 }, (_, index) => `<li><a href="/page/${(n * 7 + index) % pages}">${WORDS[next(WORDS.length)]}</a></li>`).join("")}</ul></nav>`;
  let body = "";
  while (body.length < kilobytes * 700) {
    body += `<h2>${sentence(next)}</h2>${paragraph(next)}${paragraph(next)}<figure><img src="/i/${next(999)}.jpg" alt=""><figcaption>${sentence(next)}</figcaption></figure>${paragraph(next)}`;
  }
  const related = `<aside class="related"><h3>Related</h3><ul>${Array.from({ length: 12 }, () => `<li>${link()}</li>`).join("")}</ul></aside>`;
  const comments = `<section id="comments">${Array.from({ length: 10 }, () => `<div class="comment"><span class="author">${WORDS[next(WORDS.length)]}</span><p>${sentence(next)}</p></div>`).join("")}</section>`;
  return `${head}<body>${nav}<main><article><h1>${sentence(next)}</h1><div class="byline">By ${WORDS[next(WORDS.length)]}</div>${body}</article>${related}${comments}</main><footer><p>Copyright The Coast</p><a href="/page/0">Home</a></footer></body></html>`;
}

/** A page that links to a thousand others and says nothing. */
function hubPage(n, pages) {
  const links = Array.from({ length: 1000 }, (_, index) => {
    const to = n * 1000 + index;
    return `<li><a href="/far/away/from/here/article-${to}.html">Article ${to}</a></li>`;
  });
  const hubs = n === 0 ? Array.from({ length: pages / 1000 }, (_, hub) => `<a href="/page/${hub + 1}">${hub}</a>`) : [];
  return `<!doctype html><title>Hub ${n}</title><body>${hubs.join("")}<ul>${n === 0 ? "" : links.join("")}</ul></body>`;
}

/** Serves `pages` articles, or with the kind `hubs` pages that queue so many addresses. */
export async function serveSite(kind, pages) {
  const made = new Map();
  const server = createServer((request, response) => {
    const n = Number(/^\/page\/(\d+)/.exec(request.url)?.[1] ?? (request.url === "/" ? 0 : Number.NaN));
    if (Number.isNaN(n)) {
      response.writeHead(404, { "content-type": "text/plain" }).end("Not here.");
      return;
    }
    let page = made.get(n);
    if (page === undefined) {
      page = Buffer.from(kind === "hubs" ? hubPage(n, pages) : articlePage(n, { pages }));
      made.set(n, page);
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": page.length }).end(page);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const site = await serveSite(process.argv[2], Number(process.argv[3]));
  process.stdout.write(`${site.url}\n`);
}
