import type { JsonObject } from "../../../kernel/values/json.js";
import { plainKey } from "../blocks.js";
import { authorsOf, isPerson } from "./author-names.js";
import type { Mark, PageEvidence } from "./evidence.js";
import type { PageType } from "./page.js";
import { texts, typesOf } from "./structured-data.js";

export interface AuthorOptions {
  /** Name of the site, "" where it is not known. */
  readonly site: string;
  readonly page: string;
  readonly type: PageType;
}

interface Source {
  readonly given: readonly string[];
  readonly bibliographic?: boolean;
}

/**
 * Who wrote the page. The first source that holds a name has the say: the others say the same in other words, or speak of
 * other people. The name of the site counts where nothing else is found, and that of an account after that of a person.
 * Pages that sell or list things have no author but one they state for programs or link to alone: the names they show are
 * those of others.
 */
export function pageAuthors(
  evidence: PageEvidence,
  jsonLd: readonly JsonObject[],
  main: JsonObject | undefined,
  options: AuthorOptions,
): string[] {
  const types = main === undefined ? [] : typesOf(main);
  const isText = types.some((type) => /article|posting|report|recipe/.test(type));
  const goods = types.some((type) => /^product|offer/.test(type)) || (options.type === "product" && !isText);
  const lists = LISTS.has(options.type) && !isText;
  if (goods && options.type === "product") return [];
  const forPrograms = statedAuthors(evidence, jsonLd, main);
  const stated = [...forPrograms, ...(lists ? soleAuthor(evidence) : markedAuthors(evidence))];
  // Below a product are the names of its buyers.
  const shown = goods || lists ? [] : shownAuthors(evidence, options.type);
  let house: string[] = [];
  let accounts: string[] = [];
  // Others may be marked better than who began a thread.
  const began: readonly Source[] = options.type === "forum" ? [{ given: startedBy(evidence.lines) }] : [];
  for (const { given, bibliographic = false } of [...began, ...stated, ...shown]) {
    const names = authorsOf(given, { bibliographic }).map((name) => withoutAppendix(name, evidence, options.type));
    const persons = names.filter((name) => !isHouse(name, options));
    // The person behind an account may be named elsewhere.
    const accountOf = accounts.length > 0 && !persons.some((name) => isSame(name, accounts[0]!));
    const isNamed = !house.some((name) => TEAM.test(name)) || persons.some((name) => name.includes(" "));
    if (persons.length > 0 && isNamed && !accountOf && (options.type === "forum" || !persons.every(isAccount)))
      return persons;
    if (accounts.length === 0 && isNamed) accounts = persons;
    if (house.length === 0) house = names;
  }
  if (accounts.length > 0) return accounts;
  return lists || options.type === "docs" ? [] : house;
}

const LISTS: ReadonlySet<PageType> = new Set(["product", "listing", "collection", "service"]);

function statedAuthors(
  evidence: PageEvidence,
  jsonLd: readonly JsonObject[],
  main: JsonObject | undefined,
): readonly Source[] {
  const { metas } = evidence;
  const meta = (...names: readonly string[]) => names.flatMap((name) => metas.get(name) ?? []);
  return [
    { given: meta("citation_author", "citation_authors"), bibliographic: true },
    { given: people(jsonLd, main) },
    {
      given: meta(
        "author",
        "article:author_name",
        "parsely-author",
        "sailthru.author",
        "article:author",
        "og:article:author",
        "byl",
        "byline",
      ),
    },
    { given: /^(written )?by$/i.test(meta("twitter:label1")[0] ?? "") ? meta("twitter:data1") : [] },
    {
      given: meta("dc.creator", "dc.contributor.author", "dcterms.creator", "dc.creator.personalname"),
      bibliographic: true,
    },
  ];
}

/** A short text may look like a list, but then it has one author, and its title is the heading above. */
function soleAuthor({ anchors, titles, headings }: PageEvidence): readonly Source[] {
  const links = anchors.filter((one) => one.rel.includes("author"));
  const heading = plainKey(headings.length === 1 ? headings[0]! : "");
  const isTitle = heading !== "" && titles.some((title) => plainKey(title).startsWith(heading));
  return links.length === 1 && links[0]!.afterHeading && isTitle ? [{ given: [links[0]!.text] }] : [];
}

function markedAuthors(evidence: PageEvidence): readonly Source[] {
  const links = evidence.anchors.filter((one) => one.rel.includes("author"));
  return [{ given: itemAuthor(evidence) }, { given: links.slice(0, 1).map((one) => one.text) }];
}

function shownAuthors({ anchors, bylines, members, lines, credits }: PageEvidence, type: PageType): readonly Source[] {
  // In a forum the first of many wrote the question.
  const own = type === "forum" ? bylines : withoutLists(bylines);
  const byPlace = [...own.filter((one) => one.afterHeading), ...own.filter((one) => !one.afterHeading)];
  const linked = anchors.filter((one) => /(^|\/)authors?\//i.test(one.href) && one.text !== "");
  const profiles = anchors.filter((one) => one.afterHeading && MEMBER.test(one.href) && one.text !== "");
  const isForum = type === "forum" || new Set(profiles.map((one) => one.href)).size > 2;
  const posts = byPlace[0]?.afterHeading === true ? members.filter((one) => one.at < byPlace[0]!.at) : members;
  const posters = isForum ? [...posts.filter((one) => one.afterHeading), ...profiles].slice(0, 1) : [];
  const first: readonly Source[] = [{ given: posters.map((one) => one.text) }];
  const written: readonly Source[] = [
    { given: startedBy(lines) },
    ...byPlace.slice(0, 3).map((one) => ({ given: [one.text].filter((text) => !INITIALS.test(text)) })),
    { given: bylineIn(lines) },
    { given: credits.slice(0, 1) },
    { given: linked.slice(0, 1).map((one) => one.text) },
  ];
  return type === "forum" && posts.length > 0 ? [...first, ...written] : [...written, ...first];
}

/** As pages write them into the place of a portrait. */
const INITIALS = /^\W*\p{Lu}{1,3}\W*$/u;

/** Within the site: a profile elsewhere is the site's own. */
const MEMBER = /^(?!(?:https?:)?\/\/).*(?:^|[/?])(?:member(?:s|list)?|users?|u|profile)(?:[/?]|\.php)/i;

const MANY = 3;
const FAR_APART = 800;

/** Without marks of one kind that occur again and again: they name the authors of other texts, which the page lists. */
function withoutLists(marks: readonly Mark[]): readonly Mark[] {
  const kinds = Map.groupBy(marks, (one) => one.name.replace(/\d+/g, ""));
  return marks.filter((one) => {
    const alike = kinds.get(one.name.replace(/\d+/g, "")) ?? [];
    const apart = alike.filter((other, index) => index === 0 || other.at - alike[index - 1]!.at > FAR_APART);
    return apart.length < MANY || new Set(alike.map(({ text }) => text)).size < MANY;
  });
}

function people(jsonLd: readonly JsonObject[], main: JsonObject | undefined): string[] {
  return [main?.author ?? main?.creator ?? []].flat().flatMap((one) => {
    const id = typeof one === "object" && one !== null && !Array.isArray(one) ? (one as JsonObject)["@id"] : one;
    const referred = typeof id === "string" ? jsonLd.find((other) => other["@id"] === id) : undefined;
    return texts(referred === undefined ? one : referred.name);
  });
}

/** The author among the page's items: by the name within it, since other things about the person may be there too. */
function itemAuthor({ items }: PageEvidence): string[] {
  const author = items.find((one) => /author|creator/.test(one.name));
  if (author === undefined) return [];
  const name = items.find((one) => one.name === "name" && one.text.length > 1 && author.text.includes(one.text));
  return [(name ?? author).text];
}

/** Who began a thread, as forums say it above its posts. */
function startedBy(lines: readonly string[]): string[] {
  const line = lines.find((one) => one.length < 80 && /^(?:thread starter|started by|topic starter)\b.{2}/i.test(one));
  return line === undefined
    ? []
    : [line.replace(/^(?:thread starter|started by|topic starter)\W*/i, "").replace(/,.*/, "")];
}

const BYLINE =
  /^\W{0,3}(?:(?:written|posted|published|words|text|story|article|started) by|by|von|par|por|door|autore?|auteur|author|authors|author\(s\)|contributors?)\s*:?(?:\s+|$)/i;
/** A date, before the name. */
const DATED = /^[\p{L}\d.,/ -]{6,24}\d{2}\W{0,3}\s(?=by\s)/iu;
/** A date, a name and what it was published in; or a name, what the person is, and a date. */
const DATE_NAME_IN = /^[\p{L}\d., ]{8,24}\s[\u2022\u00b7|]\s(\p{Lu}[^|\u2022\u00b7]{4,40}?)\sin\s/u;
const NAME_ROLE =
  /^(\p{Lu}[^|\u2022\u00b7,]{4,40}?)\s*[|\u2022\u00b7,]\s*(?:\p{Lu}\p{L}+ ){0,3}(?:Writer|Editor|Reporter|Correspondent|Contributor|Journalist|Author|Columnist|Redakteurin|Redakteur|Autorin|Autor)\b/u;
const MOST_BELOW = 6;

/** The name in a line such as "By Jane Doe, 3 May 2024", or in the lines below "Written by". */
function bylineIn(lines: readonly string[]): string[] {
  for (const [index, whole] of lines.entries()) {
    const line = whole.replace(DATED, "");
    const alone = (DATE_NAME_IN.exec(line) ?? NAME_ROLE.exec(line))?.[1];
    if (alone !== undefined && line.length < 110 && isPerson(alone) && alone.includes(" ")) return [alone];
    const [lead] = BYLINE.exec(line) ?? [];
    if (lead === undefined || line.length > 110) continue;
    const name = line.slice(lead.length);
    // In a line of its own it may be the name of an account.
    if (/^[\p{Lu}\p{Lo}]/u.test(name) && name.length < 90) return [name];
    if (/^by\s+[\w.-]{3,30}$/i.test(line)) return [name];
    if (name !== "") continue;
    const below = lines.slice(index + 1, index + 1 + MOST_BELOW);
    const end = below.findIndex((one) => one.length > 60 || !isPerson(one) || !/\p{Ll}.*\s/u.test(one));
    if (end !== 0)
      return below.slice(0, end < 0 ? undefined : end).slice(0, /s\W*$/i.test(lead.trim()) ? MOST_BELOW : 1);
    if (/^[\p{Lu}\p{Lo}]/u.test(below[0] ?? "") && !/^\P{Ll}*$/u.test(below[0]!) && below[0]!.length < 90)
      return [below[0]!];
  }
  return [];
}

/** A name without what stands behind it in the same line, where the name alone is a link. */
function withoutAppendix(name: string, { linkTexts }: PageEvidence, type: PageType): string {
  const words = name.split(" ");
  // A single word may be a part of a name that is a link elsewhere, but accounts are single words.
  const least = type === "forum" || !/^\p{Lu}/u.test(words[1] ?? "") ? 1 : 2;
  for (let count = words.length - 1; count >= least; count -= 1) {
    const begin = words.slice(0, count).join(" ");
    if (linkTexts.has(begin)) return begin;
  }
  return name;
}

/** The name of the site or of its owner, with or without more, or that of all who write for it. */
function isHouse(name: string, { site, page }: AuthorOptions): boolean {
  const key = plainKey(name);
  const siteKey = plainKey(site);
  if (key === siteKey || TEAM.test(name)) return true;
  if (siteKey.length > 3 && key.length > 3 && (key.startsWith(siteKey) || siteKey.startsWith(key))) return true;
  const hosts = (URL.parse(page)?.hostname ?? "").split(".").slice(0, -1).map(plainKey);
  return hosts.some((host) => host.length > 4 && key.startsWith(host));
}

const TEAM =
  /\b(?:team|staff|editors|editorial|desk|redaktion|newsroom|blog contributor)\b|^(?:the |our )?(?:editor|guest)s?\b/i;

/** The name of an account rather than of a person. */
function isAccount(name: string): boolean {
  return !name.includes(" ") && (!/\p{Lu}\p{L}|\p{Lo}/u.test(name) || /[\d_.]/.test(name));
}

/** Whether an account is made of the family name of a person. */
function isSame(person: string, account: string): boolean {
  const last = plainKey(person.split(" ").at(-1) ?? "");
  return last.length > 3 && plainKey(account).includes(last);
}
