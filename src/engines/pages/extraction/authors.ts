import type { JsonObject } from "../../../kernel/values/json.js";
import { cleanText, plainKey } from "../blocks.js";
import { unescaped } from "./entities.js";
import type { PageEvidence } from "./page-evidence.js";
import { texts, typesOf } from "./structured-data.js";

/**
 * Who wrote the page. The first source that holds a name has the say: the others say the same in other words, or speak of
 * other people. The name of the site counts where nothing else is found.
 */
export function pageAuthors(
  evidence: PageEvidence,
  jsonLd: readonly JsonObject[],
  main: JsonObject | undefined,
  site: string,
): string[] {
  const { metas, anchors, bylines, lines } = evidence;
  const meta = (...names: readonly string[]) => names.flatMap((name) => metas.get(name) ?? []);
  const goods = main !== undefined && typesOf(main).some((type) => /^product|offer/.test(type));
  const byPlace = [...bylines.filter((one) => one.afterHeading), ...bylines.filter((one) => !one.afterHeading)];
  const linked = anchors.filter((one) => /(^|\/)authors?\//i.test(one.href) && one.text !== "");
  const members = anchors.filter((one) => one.afterHeading && MEMBER.test(one.href) && one.text !== "");
  const isForum = new Set(members.map((one) => one.href)).size > 2;
  const stated: readonly (readonly [readonly string[], boolean?])[] = [
    [meta("citation_author", "citation_authors"), true],
    [people(jsonLd, main)],
    [
      meta(
        "author",
        "article:author_name",
        "parsely-author",
        "sailthru.author",
        "article:author",
        "og:article:author",
        "byl",
        "byline",
      ),
    ],
    [/^(written )?by$/i.test(meta("twitter:label1")[0] ?? "") ? meta("twitter:data1") : []],
    [meta("dc.creator", "dc.contributor.author", "dcterms.creator", "dc.creator.personalname"), true],
    [itemAuthor(evidence)],
    [
      anchors
        .filter((one) => one.rel.includes("author"))
        .slice(0, 1)
        .map((one) => one.text),
    ],
  ];
  // Below a product are the names of its buyers.
  const shown: readonly (readonly [readonly string[]])[] = goods
    ? []
    : [
        ...byPlace.slice(0, 3).map((one) => [[one.text]] as const),
        [bylineIn(lines)],
        [linked.slice(0, 1).map((one) => one.text)],
        [isForum ? members.slice(0, 1).map((one) => one.text) : []],
      ];
  const siteKey = plainKey(site);
  let house: string[] = [];
  for (const [given, bibliographic = false] of [...stated, ...shown] as typeof stated) {
    const names = authorsOf(given, { bibliographic });
    const persons = names.filter((name) => plainKey(name) !== siteKey);
    if (persons.length > 0) return persons;
    if (house.length === 0) house = names;
  }
  return house;
}

/** Within the site: a profile elsewhere is the site's own. */
const MEMBER = /^(?!(?:https?:)?\/\/).*(?:^|[/?])(?:member(?:s|list)?|users?|u|profile)(?:[/?]|\.php)/i;

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

const BYLINE =
  /^\W{0,3}(?:(?:written|posted|published|words|text|story) by|by|von|par|por|door|autore?|auteur|author):?\s*/i;

/** The name in a line such as "By Jane Doe, 3 May 2024", or in the line below "Written by". */
function bylineIn(lines: readonly string[]): string[] {
  for (const [index, line] of lines.entries()) {
    const [lead] = BYLINE.exec(line) ?? [];
    if (lead === undefined || line.length > 110) continue;
    const name = line.slice(lead.length) || (lines[index + 1] ?? "");
    if (/^[\p{Lu}\p{Lo}]/u.test(name) && name.length < 90) return [name];
  }
  return [];
}

const MAX_AUTHORS = 20;
const MAX_LENGTH = 400;

/**
 * Names out of what pages give as their author: without "By" and "Posted by", lists taken apart, without addresses, degrees
 * and what is no name. `bibliographic` texts give the family name first: "Doe, Jane".
 */
export function authorsOf(given: readonly string[], { bibliographic = false } = {}): string[] {
  const names = new Map<string, string>();
  for (const text of given) {
    for (const name of namesIn(text, bibliographic)) {
      const key = plainKey(name);
      if (!names.has(key) && names.size < MAX_AUTHORS) names.set(key, name);
    }
  }
  return [...names.values()];
}

const LEAD =
  /^(?:\W*\b(?:(?:written|posted|published|reviewed|reported|contributed|created|submitted|story|article|words|text|edited|medically reviewed|guest post|photographs?)\s+)?(?:by|von|par|por|door|av|af)\b\s*:?|(?:about the )?(?:authors?|autore?n?|auteurs?|writers?|verfasser|redakteur|contributors?)\s*:|\u0430\u0432\u0442\u043e\u0440:?|\u6587[:\uff1a]|\u4f5c\u8005[:\uff1a])\s*/i;
/** What comes after a name: when, where, how long to read. */
const TAIL =
  /\s*(?:[|\u2022\u00b7]|\s[\u2013\u2014-]\s|\b(?:published|updated|posted|last updated|last modified|reviewed by|medically reviewed|edited by|fact.?checked|contact|email|follow|view (?:all )?(?:posts|profile)|read more|see all|opens in|share)\b|\b(?:on|at|in)\s+(?=[A-Z]?\w*\s?\d)|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)\w{0,6}\.? \d|\d+\s+(?:min|hour|day|week|month|year|comment)|\d{1,2}[./-]\d|\d{4}).*$/i;
const NO_NAME =
  /^(?:admin(?:istrator)?|editor(?:ial)?|editors|staff|author|authors|guest|unknown|anonymous|anonym|webmaster|root|user|users?name|none|null|undefined|n\/a|test|default|redaktion|home|blog|website|news|share|comments?|menu|search|by|von|and|the|contact|twitter|facebook|instagram|linkedin|x|email|website|profile|posts?|written|mon|tue|wed|thu|fri|sat|sun|\w+day|the author|the editors?|(?:senior |staff |guest |contributing )*(?:writer|reporter|editor|contributor))$/i;
const DEGREE =
  /^(?:ph\.?\s?d|m\.?\s?d|m\.?\s?s|m\.?\s?a|b\.?\s?a|b\.?\s?s|b\.?sc|m\.?sc|mba|mph|rdn?|rn|ldn?|cpa|cfp|cfa|cepf|esq|jr|sr|iii?|dr|prof|dds|dmd|do|dvm|np|pa|pa-c|pharm\.?d|psy\.?d|ed\.?d|j\.?d|ll\.?m|cscs|cpt|lcsw|lmft|facp|faan|fand|fadm|cissp)\b/i;
/** Capitals alone are one as well: "RD", "E-RYT". */
const CAPITALS = /^[A-Z][A-Z.\u00ae-]{1,7}$/;

function namesIn(given: string, bibliographic: boolean): string[] {
  let text = cleanText(unescaped(given.slice(0, MAX_LENGTH)).replace(/<[^>]{0,200}>/g, " "));
  // "jane@example.org (Jane Doe)", as feeds have it.
  text = /^\S+@\S+\s*\((.+)\)$/.exec(text)?.[1] ?? text;
  for (let round = 0; round < 3; round += 1) text = text.replace(LEAD, "");
  text = text
    .replace(/\(?\b\S{1,60}@\S{1,60}\b\)?|https?:\/\/\S+|\bwww\.\S+/gi, " ")
    .replace(TAIL, "")
    .replace(/\([^)]{0,100}\)/g, " ")
    .replace(/(^|\s)@\w+/g, " ");
  return split(cleanText(text), bibliographic).map(trimmed).filter(isName);
}

function split(text: string, bibliographic: boolean): string[] {
  const lists = text.split(/\s*(?:;|\s\/\s|\s\+\s|\s\|\s|\u3001)\s*/);
  return lists.flatMap((list) => {
    const parts = list.split(/\s*,\s*(?:(?:and|und|et|y|e|og|och|en)\s+)?/).filter((part) => part !== "");
    if (bibliographic && parts.length === 2 && parts.every((part) => !isDegree(part))) {
      return [`${parts[1]} ${parts[0]}`];
    }
    const [first = "", ...others] = parts;
    // Behind a name a comma leads to more names, or to degrees, jobs and places.
    const people = others.filter((part) => !isDegree(part) && isPerson(part.replace(AND_ANY, "")));
    const alike = parts.every((part) => isPerson(part) || isDegree(part) || AND.test(part));
    return [first, ...(alike ? people : [])].flatMap(joined);
  });
}

function isDegree(part: string): boolean {
  return DEGREE.test(part) || CAPITALS.test(part);
}

const AND = /\s+(?:and|und|et|y|e|og|och|en|&|with|mit)\s+/i;
const AND_ANY = new RegExp(AND, "gi");

/** "Jane Doe and Jack Roe" are two; "Center for Drug Evaluation and Research" is one. */
function joined(text: string): string[] {
  const parts = text.split(AND);
  return parts.length > 1 && parts.every(isPerson) ? parts : [text];
}

const PARTICLE =
  /^(?:de|del|della|der|den|di|da|das|dos|do|du|la|le|van|von|vom|zu|zum|af|av|al|el|bin|ibn|ben|ter|ten|y|e|st\.?)$/;

function isPerson(text: string): boolean {
  const words = text.split(" ").filter((word) => word !== "");
  return (
    words.length >= 1 &&
    words.length <= 5 &&
    words.every((word) => PARTICLE.test(word) || /^["'\u2018\u201c(]?[\p{Lu}\p{Lo}]/u.test(word)) &&
    !/\b(?:Expert|Editor|Director|Manager|Writer|Journalist|Reporter|Staff|Team|CEO|Founder|University|Institute|Inc|LLC|Correspondent|Contributor|Dietitian|Specialist|Analyst|Producer|Officer|President|Author|Consultant|Coach|Columnist)\b/.test(
      text,
    )
  );
}

function trimmed(name: string): string {
  return name.replace(/^[\s\p{P}\p{S}]+/u, "").replace(/[\s,;:|/\u2013\u2014-]+$/u, "");
}

/** A name, of a person or a house: no sentence, no address, no greeting. */
function isName(name: string): boolean {
  const words = name.split(" ");
  return (
    name.length >= 2 &&
    name.length <= 80 &&
    words.length <= 8 &&
    /\p{L}{2}/u.test(name) &&
    !NO_NAME.test(name) &&
    // The name of a value that was not filled in.
    !/^\w+(?:\.\w+){2,}$|^[{[<%$]/.test(name) &&
    !/[!?{}<>=]|\.\s+\p{Lu}\p{L}{3,}.*\.$|:\s|\/\w+\//u.test(name) &&
    !/^(?:the latest|all posts|about|this|in|on|at|click|sign|log ?in|subscribe|more|read)\b/i.test(name)
  );
}
