import { cleanText, plainKey } from "../blocks.js";
import { unescaped } from "./entities.js";

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
  /^(?:\W*\b(?:(?:this (?:post|article|story|guide) (?:was|is) written|articles?|written|post(?:ed)?|published|reported|contributed|created|submitted|started|asked|story|article|words|text|edited|guest post|photographs?)\s+)?(?:by|von|par|por|door|av|af|via)\b\s*:?|(?:topic |thread )?(?:starter|author)\s+(?=\S+$)|(?:about the )?(?:authors?|autore?n?|auteurs?|writers?|verfasser|redakteur|contributors?|thread starter)(?:\(s\))?\s*:|thread starter\b|\u0430\u0432\u0442\u043e\u0440:?|\u6587[:\uff1a]|\u4f5c\u8005[:\uff1a])\s*/i;
/** What comes after a name: when, where, how long to read. */
const TAIL =
  /\s*(?:[|\u2022\u00b7\u00bb]|\s[\u2013\u2014-]\s|\b(?:published|updated|posted|last updated|last modified|reviewed by|medically reviewed|edited by|fact.?checked|contact|email|follow|view (?:all )?(?:posts|profile|in)|read more|see all|opens in|share)\b|\s(?:on behalf of|is|was|has|lives|works|writes|loves|joined|covers|specializes)\s|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:on|at|in)\s+(?=[A-Z]?\w*\s?\d)|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)\w{0,6}\.? \d|\b\d+\s*(?:m\b|min|hour|day|week|month|year|comment)|(?<![\w.-])\d{1,2}[./-]\d|(?<![\w.-])\d{4}(?!\w)).*$/i;
/** A date before a name, as in "3 May 2024 \u00b7 Jane Doe". */
const DATE_BEFORE =
  /^(?:\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}\.? \p{L}{3,9}\.?,? \d{4}|\d{1,4}[./-]\d{1,2}[./-]\d{1,4})\s*(?:[|\u2022\u00b7,\u2013\u2014-]\s*|(?=by\b))/iu;
const NO_NAME =
  /^(?:admin(?:istrator)?|editor(?:ial)?|editors|staff|author|authors|guest|unknown|anonymous|anonym|webmaster|root|user|users?name|none|null|undefined|n\/a|test|default|redaktion|home|blog|website|news|share|comments?|menu|search|by|von|and|the|contact|twitter|facebook|instagram|linkedin|x|email|website|profile|posts?|written|mon|tue|wed|thu|fri|sat|sun|\w+day|the author|the editors?|no author|topic author|view more posts|more posts|podcast|video|page \d+|\d+\s?m(?:in)? read|reviews?|activities|visit|get in touch|follow|table of contents|contents|(?:full |read )?bio|biography|(?:senior |staff |guest |contributing )*(?:writer|reporter|editor|contributor))$/i;
const DEGREE =
  /^(?:ph\.?\s?d|m\.?\s?d|m\.?\s?s|m\.?\s?a|b\.?\s?a|b\.?\s?s|b\.?sc|m\.?sc|mba|mph|rdn?|rn|ldn?|cpa|cfp|cfa|cepf|esq|jr|sr|iii?|dr|prof|dds|dmd|do|dvm|np|pa|pa-c|pharm\.?d|psy\.?d|ed\.?d|j\.?d|ll\.?m|cscs|cpt|lcsw|lmft|facp|faan|fand|fadm|cissp)\b/i;
/** Capitals alone are one as well: "RD", "E-RYT". */
const CAPITALS = /^[A-Z][A-Z.\u00ae-]{1,7}$/;

function namesIn(given: string, bibliographic: boolean): string[] {
  let text = cleanText(unescaped(given.slice(0, MAX_LENGTH)).replace(/<[^>]{0,200}>/g, " "));
  // "jane@example.org (Jane Doe)", as feeds have it.
  text = /^\S+@\S+\s*\((.+)\)$/.exec(text)?.[1] ?? text;
  text = text.replace(DATE_BEFORE, "");
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
    const people = others.filter(
      (part) => !isDegree(part) && isPerson(part.replace(AND_ANY, "")) && (part.includes(" ") || !first.includes(" ")),
    );
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

export function isPerson(text: string): boolean {
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
  return name.replace(/^[\s\p{P}\p{S}]+/u, "").replace(/[\s,;:|/([\u2013\u2014-]+$/u, "");
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
    !/^(?=.*(?:author|name|post|page|user|field))\w+(?:\.\w+){2,}$|^[{[<%$]/i.test(name) &&
    !/\s(?:from|by|of|for|with|and|the|in)$/.test(name) &&
    !/[!?{}<>=]|\.\s+\p{Lu}\p{L}{3,}.*\.$|:\s|\/\w+\//u.test(name) &&
    !/^(?:the latest|all posts|about|this|in|on|at|click|sign|log ?in|subscribe|more|read|view|visit|see|show|get|follow|follow us|i|we)\s/i.test(
      name,
    ) &&
    !/^(?:view|visit|see|follow|subscribe|read|more)$/i.test(name)
  );
}
