import { NAME_CUES, TEXT_CUES } from "./cues.js";
import type { PageFacts } from "./page-facts.js";
import { AROUND, type PlacedBlock } from "./surroundings.js";

/** What a page and its address say of its kind in so many words. */
export interface PageHints {
  /** The types of its JSON-LD and microdata, its Open Graph type and its generator, in lower case. */
  readonly declared: string;
  readonly url: string;
  readonly title: string;
}

const MAX_DECLARED = 4000;

/** Reads hints by looking for their names, wherever they are; bounded in time by the length of the page. */
export function pageHints(html: string, url: string, title: string): PageHints {
  const declared = new Set<string>();
  const start = html.slice(0, 2_000_000);
  let length = 0;
  const add = (text: string) => {
    if (length > MAX_DECLARED || declared.has(text)) return;
    declared.add(text);
    length += text.length;
  };
  for (const [, type] of start.matchAll(/"@type"\s{0,20}:\s{0,20}\[?\s{0,20}"([A-Za-z]{2,40})"/g))
    add(`ld:${type!.toLowerCase()}`);
  for (const [, type] of start.matchAll(/itemtype=["']?https?:\/\/schema\.org\/([A-Za-z]{2,40})/g))
    add(`micro:${type!.toLowerCase()}`);
  for (const [, tag] of start.matchAll(/<meta\s([^<>]{1,400})>/gi)) {
    const content = /content=["']([^"']{1,60})/i.exec(tag!)?.[1]?.toLowerCase() ?? "";
    if (/og:type/i.test(tag!)) add(`og:${content}`);
    else if (/name=["']?generator/i.test(tag!)) add(`made:${content}`);
    else if (/article:(published|section|tag)/i.test(tag!)) add("article:published");
    else if (/product:price/i.test(tag!)) add("product:price");
  }
  return {
    declared: [...declared].join(" "),
    url: (isTelling(url) ? url : statedAddress(start)).toLowerCase().slice(0, 400),
    title: title.toLowerCase().slice(0, 300),
  };
}

/** Whether an address may say what is there; `/?p=7` looks like that of a site's first page. */
function isTelling(url: string): boolean {
  return url !== "" && !/^[^/]*\/\/[^/?#]*\/?\?/.test(url);
}

function statedAddress(html: string): string {
  const link = /<link[^<>]{0,200}rel=["']?canonical[^<>]{0,300}/i.exec(html)?.[0];
  const meta = /<meta[^<>]{0,200}og:url[^<>]{0,300}/i.exec(html)?.[0];
  const stated = [/href=["']([^"'<>]{1,300})/i.exec(link ?? ""), /content=["']([^"'<>]{1,300})/i.exec(meta ?? "")];
  return stated.map((found) => found?.[1] ?? "").find(isTelling) ?? "";
}

type Feature = (page: PageFacts, hints: PageHints) => number;

const DECLARED: Readonly<Record<string, RegExp>> = {
  article: /ld:(news|blog|tech|scholarly|opinion|report|analysis)?(article|posting|newsarticle)|ld:recipe/,
  ogArticle: /og:article|article:published/,
  product: /(ld|micro):(product|offer|aggregateoffer|individualproduct|productgroup)/,
  ogProduct: /og:(og:)?product|product:price/,
  thread: /(ld|micro):(discussionforumposting|qapage|question|answer|socialmediaposting|comment)/,
  list: /ld:(itemlist|collectionpage|searchresultspage|offercatalog|productcollection)/,
  service:
    /ld:(service|softwareapplication|webapplication|localbusiness|organization|course|event|professionalservice)/,
  questions: /ld:faqpage/,
  technical: /ld:(techarticle|apireference|howto)/,
  website: /og:website/,
  webPage: /ld:webpage/,
  docsMade:
    /made:(.{0,20})(docusaurus|sphinx|mkdocs|vitepress|hugo|docutils|antora|gitbook|starlight|doxygen|javadoc|mediawiki|docsy|jekyll|readme)/,
  forumMade: /made:(.{0,20})(discourse|phpbb|vbulletin|xenforo|mybb|invision|smf|vanilla)/,
  shopMade: /made:(.{0,20})(woocommerce|prestashop|magento|shopify|shopware|bigcommerce)/,
  blogMade: /made:(.{0,20})(wordpress|ghost|blogger|drupal|joomla)/,
  webMade: /made:(.{0,20})(webflow|wix|framer|squarespace|next|gatsby|elementor)/,
};

const ADDRESS: Readonly<Record<string, RegExp>> = {
  post: /\/(blog|news|article|story|stories|post|posts|insights?|press|magazine|learn|guides?|resources?)(s?\/|-)|\/20\d\d\/|-\d{5,}/,
  thread:
    /forum|community|communities|\/thread|\/topic|\/t\/|\/question|discuss|viewtopic|showthread|stackexchange|stackoverflow|reddit|board|answers|\/comments\//,
  docs: /docs?\.|\/docs?\/|documentation|\/api\/|\/reference|wiki|manual|\/guide|handbook|developer|readthedocs|\/learn\/|tutorial|\/en\/(latest|stable)|man\d|help\.|support\./,
  product: /\/products?\/|\/p\/|\/dp\/|\/item|\/shop\/|\/pd\/|-p-|\.p\?|\/ip\/|sku/,
  collection: /\/(collections?|categor(y|ies)|c|cat|browse|w|department|shop|store|catalog|plp)(\/|$)|\/b\/|-c-|\/l\//,
  listing:
    /\/(list|directory|events?|courses?|jobs?|careers|archive|tag|topics?|search|latest|all|index|category)(\/|$|\.)|best-|top-\d/,
  service:
    /\/(services?|solutions?|features?|pricing|platform|about|products?|use-cases|industries|programs?|tour|enterprise|contact)(\/|$)/,
  list: /s\/?$/,
};

const places = (names: readonly string[]) => new Map(names.map((name, place) => [name, place]));
const NAMED_AT = places(Object.keys(NAME_CUES));
const SAID_AT = places(Object.keys(TEXT_CUES));
const AROUND_AT = places(AROUND);
const has = (block: PlacedBlock, cue: keyof typeof NAME_CUES) => block.named[NAMED_AT.get(cue)!] !== 0;
const says = (block: PlacedBlock, cue: keyof typeof TEXT_CUES) => (block.cues >> SAID_AT.get(cue)!) & 1;
const inside = (block: PlacedBlock, name: string) => block.around[AROUND_AT.get(name)!] !== 0;

/** Share of the words of a page in blocks that fit. */
const wordShare = (test: (block: PlacedBlock) => boolean | number): Feature => {
  return (page) => {
    let words = 0;
    for (const block of page.blocks) if (test(block)) words += block.words.length;
    return words / page.totalWords;
  };
};
const count = (test: (block: PlacedBlock) => boolean | number): Feature => {
  return (page) => {
    let blocks = 0;
    for (const block of page.blocks) if (test(block)) blocks += 1;
    return Math.log1p(blocks);
  };
};
const inFrame = (block: PlacedBlock) => inside(block, "nav") || inside(block, "footer") || inside(block, "header");

const FEATURES: readonly (readonly [string, Feature])[] = Object.entries({
  words: (page) => Math.log1p(page.totalWords),
  blocks: (page) => Math.log1p(page.blocks.length),
  linkShare: (page) => page.linkShare,
  proseWords: (page) => Math.log1p(page.proseWords),
  proseBlocks: (page) => Math.log1p(page.proseBlocks),
  proseShare: (page) => page.proseWords / page.totalWords,
  proseLength: (page) => page.proseWords / Math.max(1, page.proseBlocks),
  bestWords: (page) => Math.log1p(page.best?.words ?? 0),
  bestShare: (page) => (page.best?.words ?? 0) / page.totalWords,
  bestProse: (page) => (page.best?.proseWords ?? 0) / Math.max(1, page.proseWords),
  bestLinked: (page) => (page.best === undefined ? 1 : page.best.linkWords / Math.max(1, page.best.words)),
  headings: count((block) => block.kind === "heading"),
  headings1: count((block) => block.level === 1),
  headings3: count((block) => block.level >= 3),
  items: wordShare((block) => block.kind === "item"),
  code: wordShare((block) => block.kind === "code"),
  codeBlocks: count((block) => block.kind === "code"),
  codeRuns: count((block) => block.runs.some((run) => run.style.code)),
  tables: wordShare((block) => block.kind === "table"),
  quotes: wordShare((block) => block.kind === "quote"),
  articles: wordShare((block) => inside(block, "article")),
  main: wordShare((block) => inside(block, "main")),
  frame: wordShare(inFrame),
  forms: wordShare((block) => inside(block, "form")),
  buttons: count((block) => inside(block, "button")),
  prices: count((block) => says(block, "prices")),
  dates: count((block) => says(block, "dates")),
  counts: count((block) => says(block, "counts")),
  leads: count((block) => says(block, "leads")),
  tells: count((block) => says(block, "tells")),
  questions: count((block) => block.text.endsWith("?")),
  person: (page) =>
    Math.log1p(page.blocks.filter((block) => /\b(i|my|me|you|your)\b/i.test(block.text.slice(0, 200))).length),
  comment: wordShare((block) => has(block, "comment")),
  post: wordShare((block) => has(block, "post")),
  purchase: wordShare((block) => has(block, "purchase")),
  purchases: count((block) => has(block, "purchase")),
  description: wordShare((block) => has(block, "description")),
  card: wordShare((block) => has(block, "card")),
  review: wordShare((block) => has(block, "review")),
  user: count((block) => has(block, "person")),
  filter: count((block) => has(block, "filter")),
  opening: count((block) => has(block, "opening")),
  contents: count((block) => has(block, "contents")),
  paging: count((block) => has(block, "paging")),
  media: wordShare((block) => has(block, "media")),
  repeated: (page) =>
    Math.max(0, ...page.blocks.slice(0, 5000).map((block) => (inFrame(block) ? 0 : (block.repetition?.count ?? 0)))),
  repeatedShare: wordShare((block) => !inFrame(block) && (block.repetition?.count ?? 0) > 4),
  repeatedProse: wordShare(
    (block) =>
      !inFrame(block) &&
      (block.repetition?.count ?? 0) > 2 &&
      (block.repetition?.words ?? 0) > 40 * block.repetition!.count,
  ),
  addressDepth: (_, hints) =>
    hints.url
      .replace(/^\w+:\/\/[^/]*/, "")
      .replace(/[?#].*|\/$/g, "")
      .split("/").length - 1,
  addressLength: (_, hints) => hints.url.replace(/^\w+:\/\/[^/]*/, "").length,
  addressWords: (_, hints) =>
    hints.url
      .replace(/[?#].*|\/$/g, "")
      .split("/")
      .at(-1)!
      .split(/[-_]/).length,
  addressNumber: (_, hints) => Number(/\d{4,}/.test(hints.url)),
  addressUnknown: (_, hints) => Number(hints.url === ""),
  titleWords: (_, hints) => hints.title.split(/\s+/).length,
  titleQuestion: (_, hints) =>
    Number(/^(how|what|why|when|where|which|who|is|are|can|do|does|wie|was|warum)\b|\?/.test(hints.title)),
  titleNumber: (_, hints) => Number(/\d/.test(hints.title)),
} satisfies Record<string, Feature>).concat(
  Object.entries(DECLARED).map(([name, cue]) => [`declared ${name}`, (_, hints) => Number(cue.test(hints.declared))]),
  Object.entries(ADDRESS).map(([name, cue]) => [`address ${name}`, (_, hints) => Number(cue.test(hints.url))]),
);

export const PAGE_FEATURES: readonly string[] = FEATURES.map(([name]) => name);

/** What a page looks like as a whole: one row. */
export function pageFeatures(page: PageFacts, hints: PageHints): Float32Array {
  return Float32Array.from(FEATURES, ([, feature]) => feature(page, hints));
}
