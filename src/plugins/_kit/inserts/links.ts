import { escapeSpintax, type Random, renderSpintax } from "../../../kernel/index.js";
import type { ArticleBody, BodyBlock, BodyLink, BodyText } from "../article-body/model.js";
import type { LinkSet } from "./options.js";
import { isInCode, isInCompound, phrasePattern } from "./phrases.js";
import { wholeText } from "./places.js";

/** A word to link, with its address, or undefined where one is drawn. */
interface Anchor {
  readonly keyword: string;
  readonly url: string | undefined;
}

/** Where a sentence stands. */
interface Spot {
  readonly block: number;
  /** Of a list. */
  readonly item: number;
  readonly sentence: number;
}

/** The article with the links of the sets, each word linked once at most. */
export function withLinks(body: ArticleBody, sets: readonly LinkSet[], random: Random): ArticleBody {
  let blocks = body.blocks;
  const perUrl = new Map<string, number>();
  const used = new Set<string>();
  for (const set of sets) blocks = withSet({ ...body, blocks }, set, perUrl, used, random);
  return { ...body, blocks };
}

function withSet(
  body: ArticleBody,
  set: LinkSet,
  perUrl: Map<string, number>,
  used: Set<string>,
  random: Random,
): readonly BodyBlock[] {
  let { blocks } = body;
  const { anchors, urls } = anchorsOf(set);
  const present = new Set(presentIn(wholeText(body), anchors));
  let left = set.maxPerArticle;
  const addressFor = ({ url }: Anchor): string | undefined => {
    const isFree = (each: string) => set.maxPerUrl === 0 || (perUrl.get(each) ?? 0) < set.maxPerUrl;
    const free = (url === undefined ? urls : [url]).filter(isFree);
    return free.length === 0 ? undefined : random.pick(free);
  };
  const spend = (anchor: Anchor, url: string) => {
    left -= 1;
    used.add(anchor.keyword.toLowerCase());
    perUrl.set(url, (perUrl.get(url) ?? 0) + 1);
  };
  for (const anchor of random.shuffled([...present])) {
    if (left <= 0) return blocks;
    if (used.has(anchor.keyword.toLowerCase())) continue;
    const url = addressFor(anchor);
    if (url === undefined) continue;
    const linked = linkedWord(blocks, anchor.keyword, linkTo(url, set), set.position);
    if (linked === undefined) {
      present.delete(anchor);
      continue;
    }
    blocks = linked;
    spend(anchor, url);
  }
  if (set.whenMissing === "skip") return blocks;
  for (const anchor of random.shuffled(anchors.filter((each) => !present.has(each)))) {
    if (left <= 0) break;
    const url = addressFor(anchor);
    if (url === undefined || used.has(anchor.keyword.toLowerCase())) continue;
    const added = withSentence(blocks, anchor.keyword, linkTo(url, set), set, random);
    if (added === undefined) break;
    blocks = added;
    spend(anchor, url);
  }
  return blocks;
}

type Target = Omit<BodyLink, "from" | "to">;

function linkTo(url: string, { nofollow, newTab }: LinkSet): Target {
  return { url, nofollow, newTab };
}

/** Lines that stand beside each other belong together when they are locked: blank ones count. */
function anchorsOf({ keywordsFile, urlsFile, lockUrl }: LinkSet): { anchors: readonly Anchor[]; urls: string[] } {
  const urls = urlsFile.map(webAddress);
  const keywords = keywordsFile.map((line) => line.trim());
  const given = urls.filter((url) => url !== undefined);
  if (!lockUrl) {
    const named = given.length === 0 ? [] : keywords.filter((keyword) => keyword !== "");
    return { anchors: named.map((keyword) => ({ keyword, url: undefined })), urls: given };
  }
  const anchors = keywords.flatMap((keyword, at): Anchor[] =>
    keyword === "" || urls[at] === undefined ? [] : [{ keyword, url: urls[at] }],
  );
  return { anchors, urls: given };
}

/** The whole address of a line, https where it names no scheme; undefined for what is none of the web. */
export function webAddress(line: string): string | undefined {
  const text = line.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!/^(?:https?:\/\/)?[^\s:/?#]+\.[^\s]+$/i.test(text) && !/^https?:\/\//i.test(text)) return undefined;
  return URL.canParse(address) && !/[\s<>"]/.test(address) ? address : undefined;
}

/** A list may have a hundred thousand words: those of which the first letters are not in the text are passed over. */
function presentIn(text: string, anchors: readonly Anchor[]): readonly Anchor[] {
  const lower = text.toLowerCase();
  const words = new Set(lower.match(/[\p{L}\p{N}]+/gu) ?? []);
  return anchors.filter(({ keyword }) => {
    const first = /[\p{L}\p{N}]+/u.exec(keyword.toLowerCase())?.[0] ?? "";
    return words.has(first) || (/[^\u0000-\u024f]/.test(first) && lower.includes(first));
  });
}

/** The word linked where it stands first among the blocks with fewest links; undefined where it is not in the text. */
function linkedWord(
  blocks: readonly BodyBlock[],
  keyword: string,
  target: Target,
  position: LinkSet["position"],
): readonly BodyBlock[] | undefined {
  const pattern = phrasePattern(keyword, "g");
  let best: { spot: Spot; text: BodyText; link: BodyLink; links: number } | undefined;
  for (const { spot, text, links } of spotsIn(blocks, position)) {
    if (best !== undefined && links >= best.links) continue;
    const link = freePlace(text, pattern, target);
    if (link !== undefined) best = { spot, text, link, links };
  }
  if (best === undefined) return undefined;
  const links = [...(best.text.links ?? []), best.link].sort((one, other) => one.from - other.from);
  return withTextAt(blocks, best.spot, { ...best.text, links });
}

function freePlace({ text, links = [] }: BodyText, pattern: RegExp, target: Target): BodyLink | undefined {
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const link = { from: index, to: index + found.length, ...target };
    const isFree = links.every(({ from, to }) => to <= link.from || from >= link.to);
    if (isFree && !isInCode(text, link.from, link.to) && !isInCompound(text, link.from, link.to)) return link;
  }
  return undefined;
}

interface SpotText {
  readonly spot: Spot;
  readonly text: BodyText;
  /** Of its block. */
  readonly links: number;
}

/** The sentences of paragraphs and lists in the wanted part of the article. */
function spotsIn(blocks: readonly BodyBlock[], position: LinkSet["position"]): readonly SpotText[] {
  const found: (SpotText & { readonly before: number })[] = [];
  let characters = 0;
  for (const [block, each] of blocks.entries()) {
    const items = each.kind === "paragraph" ? [each.sentences] : each.kind === "list" ? each.items : [];
    const links = items.flat().reduce((sum, text) => sum + (text.links?.length ?? 0), 0);
    for (const [item, sentences] of items.entries()) {
      for (const [sentence, text] of sentences.entries()) {
        found.push({ spot: { block, item, sentence }, text, links, before: characters + text.text.length / 2 });
        characters += text.text.length;
      }
    }
  }
  if (position === "any") return found;
  const third = { start: 0, middle: 1, end: 2 }[position];
  return found.filter(({ before }) => Math.min(2, Math.floor((3 * before) / Math.max(1, characters))) === third);
}

function withTextAt(blocks: readonly BodyBlock[], spot: Spot, text: BodyText): readonly BodyBlock[] {
  const block = blocks[spot.block]!;
  if (block.kind === "paragraph") {
    return blocks.with(spot.block, { ...block, sentences: block.sentences.with(spot.sentence, text) });
  }
  if (block.kind !== "list") return blocks;
  const item = block.items[spot.item]!.with(spot.sentence, text);
  return blocks.with(spot.block, { ...block, items: block.items.with(spot.item, item) });
}

/** A sentence with the link behind a paragraph of the wanted part; undefined without one that has a place for it. */
function withSentence(
  blocks: readonly BodyBlock[],
  keyword: string,
  target: Target,
  { linkSentencesFile, position }: LinkSet,
  random: Random,
): readonly BodyBlock[] | undefined {
  const forms = linkSentencesFile.filter((line) => line.includes("{keyword}"));
  const spots = spotsIn(blocks, position).filter(({ spot }) => blocks[spot.block]!.kind === "paragraph");
  if (forms.length === 0 || spots.length === 0) return undefined;
  const form = random.pick(forms).trim().replaceAll("{keyword}", escapeSpintax(keyword));
  const text = renderSpintax(form, random);
  const found = phrasePattern(keyword).exec(text);
  if (found === null) return undefined;
  const fewest = Math.min(...spots.map(({ links }) => links));
  const { block: at } = random.pick(spots.filter(({ links }) => links === fewest)).spot;
  const block = blocks[at]!;
  if (block.kind !== "paragraph") return undefined;
  const link = { from: found.index, to: found.index + found[0].length, ...target };
  return blocks.with(at, { ...block, sentences: [...block.sentences, { text, links: [link] }] });
}
