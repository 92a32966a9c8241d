import { oneLine } from "../blocks.js";

/** A class or id that names who wrote the text, and not a picture, a biography or a list of authors. */
function isAuthorClass(cue: string): boolean {
  if (/(?:^|[\s_-])authors?$/.test(cue) && !NEVER_AUTHOR.test(cue)) return true;
  if (/by-?line/.test(cue) && /desc/.test(cue) && !NEVER_AUTHOR.test(cue)) return true;
  if (AUTHOR_NAME.test(cue) && !NEVER_AUTHOR.test(cue)) return true;
  return AUTHOR.test(cue) && !NOT_AUTHOR.test(cue);
}

const AUTHOR =
  /by-?line|(?:^|[\s_-]|[a-z])(?:author|auteur|verfasser)s?(?:$|[\s_-]|(?:name|link|info|wrap|meta|date|text|details|url)[a-z]*)|(?:^|[\s_-])autor(?:e|en)?(?:$|[\s_-])|(?:^|[\s_-])writer|posted-?by|written-?by|contributor/;
const NOT_AUTHOR =
  /avatar|image|img|photo|picture|comment|social|follow|archive|desc|related|position|authority|authori[sz]|testimonial|review|quote|rating|customer|pric(?:e|ing)|copyright|copybyline|separator|category|topicauthor|(^|[\s_-])(bio|box|list|about|cards?|more|icon|role|job|title|time|date|meet|widget)($|[\s_-])/;
/** The name within a box about the author is one nevertheless. */
const AUTHOR_NAME = /author[\w-]*name/;
const NEVER_AUTHOR =
  /avatar|image|comment|related|card|testimonial|review|quote|rating|customer|(^|[\s_-])more($|[\s_-])/;

/** A class or id that names a member of a forum who wrote something. */
function isMemberClass(cue: string): boolean {
  return /(?:^|[\s_-])(?:big)?(?:user-?name|poster|post-?user(?:-?name)?|member-?name|nick-?name|user-?link)(?:$|[\s_-])/.test(
    cue,
  );
}

/** A class or id that names when the text was published. */
function isDateClass(cue: string): boolean {
  return DATE.test(cue) && !NOT_DATE.test(cue);
}

const DATE =
  /(^|[\s_-])(date|datum|fecha|timestamp|time|posted-?on|published|pub-?date|post-?date|entry-?date|dateline|updated|last-?modified|meta-?date|byline|article-?info|post-?meta|entry-?meta|article-?meta)($|[\s_-])/;
const NOT_DATE =
  /comment|related|sidebar|recent|today|(^|[\s_-])(items?|list|listing|r-posts)($|[\s_-])|widget|event|calendar|copyright|read(ing)?-?time|expir|countdown|update-?browser/;

/** What any of them has somewhere; most classes have nothing of it. */
const MAY_NAME = /aut|by-?line|verfasser|writ|post|contrib|dat|fecha|time|publi|modif|info|meta|user|member|nick/;

export type NamedKind = "author" | "date" | "member" | undefined;

/** What a class and an id say is in an element, as far as that matters to metadata. */
export function namedKind(cue: string): NamedKind {
  if (!MAY_NAME.test(cue)) return undefined;
  if (isAuthorClass(cue)) return "author";
  if (isDateClass(cue)) return "date";
  return isMemberClass(cue) ? "member" : undefined;
}

/** Words of a link that leads to the next or the one before of several pages of one text, or of several texts. */
export function isTurn(text: string): boolean {
  return turnOf(text) !== undefined || leadsToAnother(text) !== undefined;
}

/** Words of a link that leads to another text of a series: "Next chapter", "Previous post: Bees". */
export function leadsToAnother(text: string): "next" | "previous" | undefined {
  const words = oneLine(text.slice(0, 80)).toLowerCase();
  if (NEXT_OTHER.test(words)) return "next";
  return PREVIOUS_OTHER.test(words) ? "previous" : undefined;
}

export function turnOf(text: string): "next" | "previous" | undefined {
  const words = oneLine(text).toLowerCase();
  if (words.length === 0 || words.length > 40) return undefined;
  if (NEXT.test(words)) return "next";
  return PREVIOUS.test(words) ? "previous" : undefined;
}

const NEXT =
  /^(next|next page|continue|continued|continue reading|read on|page \d+|page \d+ of \d+|seite \d+|weiter|n\u00e4chste seite|n\u00e4chste|weiterlesen|page suivante|suivante?|suite|siguiente|p\u00e1gina siguiente|pagina successiva|successiva|avanti|seguinte|pr\u00f3xima( p\u00e1gina)?|volgende( pagina)?|n\u00e4sta( sida)?|nast\u0119pna( strona)?|\u0434\u0430\u043b\u0435\u0435|\u0441\u043b\u0435\u0434\u0443\u044e\u0449\u0430\u044f|\u4e0b\u4e00\u9875|\u6b21\u3078|\u6b21\u306e\u30da\u30fc\u30b8|\d{1,3}|\u00bb|\u203a|>|>>|\u2192)\s*(\u00bb|\u203a|>|>>|\u2192)?$/;
const PREVIOUS =
  /^(\u00ab|\u2039|<|<<|\u2190)?\s*(prev|previous|previous page|back|zur\u00fcck|vorherige( seite)?|page pr\u00e9c\u00e9dente|pr\u00e9c\u00e9dente?|anterior|p\u00e1gina anterior|pagina precedente|precedente|vorige( pagina)?|f\u00f6reg\u00e5ende( sida)?|poprzednia( strona)?|\u043d\u0430\u0437\u0430\u0434|\u4e0a\u4e00\u9875|\u524d\u3078|\u00ab|\u2039|<|<<|\u2190)$/;

const OTHER =
  "(?:post|article|story|chapter|part|section|lesson|episode|entry|day|week|issue|book|topic|thread|product|item|project|recipe|question|beitrag|artikel|kapitel|teil|folge|tag|woche|eintrag|thema|produkt|chapitre|cap\u00edtulo|art\u00edculo|entrada|capitolo|articolo|hoofdstuk|bericht)";
const NEXT_OTHER = new RegExp(
  `^(?:next|n\u00e4chste[rsn]?|newer|siguiente|volgende?) ${OTHER}s?(?:\\W|$)|^${OTHER} (?:suivant|siguiente|successivo)`,
);
const PREVIOUS_OTHER = new RegExp(
  `^(?:prev|previous|vorherige[rsn]?|older|anterior|vorige?) ${OTHER}s?(?:\\W|$)|^${OTHER} (?:pr\u00e9c\u00e9dent|anterior|precedente)`,
);
