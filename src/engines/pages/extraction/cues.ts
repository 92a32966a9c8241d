import joining from "../../../../data/pages/joining-words.txt";
import { once, readList } from "../../tables.js";
import type { PageElement } from "./page-tree.js";

/** What the names that sites give their elements say about what is in them: class, id, role, item property. */
export const NAME_CUES = {
  navigation: /(^|[^a-z])nav|menu|breadcrumb/,
  foot: /foot/,
  head: /header|masthead|top-?bar|banner/,
  side: /side-?bar|aside|rail|widget|complementary|column-?right|right-?col/,
  comment: /comment(?!ary|ator)|disqus|respond|kommentar/,
  related:
    /related|recommend|more-|read-?next|also-|similar|popular|trending|up-?sell|cross-?sell|suggest|teaser|latest|recent|empfehl/,
  share: /share|sharing|social|follow|teilen/,
  promotion:
    /promo|(^|[^a-z])ads?([^a-z]|$)|advert|sponsor|outbrain|taboola|(^|[^a-z])cta|donat|affiliate|anzeige|werbung/,
  overlay: /cookie|consent|gdpr|privacy|pop-?up|modal|overlay|dialog|lightbox|toast|tooltip/,
  signUp: /newsletter|subscri|sign-?up|log-?in|register|opt-?in|mailing|mailchimp|paywall/,
  about: /byline|author|meta|date|time|publish|posted|info|autor|datum/,
  caption: /caption|credit|figure|photo|bildunterschrift/,
  media: /gallery|media|image|img|video|slide|carousel|swiper|slick|player|audio/,
  tag: /(^|[^a-z])(tags?|categor|topic|label|badge|chip|pill)/,
  paging: /pagination|pager|paging|prev|next|load-?more/,
  filter: /filter|facet|sort|refine|search|select|dropdown|swatch|variant|option/,
  purchase: /price|cart|basket|buy|stock|shipping|quantity|sku|wishlist|compare|preis|warenkorb/,
  description: /spec|descri|feature|detail|benefit|ingredient|attribute/,
  folded: /(^|[^a-z])tab|accordion|faq|collapse|panel|toggle|expand/,
  review: /review|rating|testimonial|star|feedback|bewertung/,
  post: /(^|[^a-z])post|thread|message|msg|topic|answer|question|discussion|reply|replies/,
  person: /user|avatar|profile|signature|member|bio|rank|karma|vote|stat|count/,
  content: /article|content|entry|story|body|main|text|blog|prose|markdown|copy|(^|[^a-z])rte|wysiwyg|artikel|inhalt/,
  card: /card|item|tile|grid|list|result|product|teaser/,
  opening: /hero|jumbotron|intro|lead|subtitle|summary|excerpt|dek|abstract|headline|title/,
  contents: /toc|table-of-contents|contents|on-this-page|jump|anchor/,
  action: /btn|button|action|tool|control/,
  legal: /copyright|legal|disclaimer|terms|notice|alert|imprint|impressum/,
  unseen: /hidden|visually|sr-only|screen-?reader|noprint|skip|offscreen/,
} as const satisfies Record<string, RegExp>;

const NAMES = Object.values(NAME_CUES);

/** Names in lower case, the words of those in camel case set off by hyphens. */
export function kebabCase(names: string): string {
  return names.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
}

/** The cues of elements as bits in the order of NAME_CUES, found once for elements of the same names. */
export function createNameCues(): (element: PageElement) => number {
  const known = new Map<string, number>();
  return (element) => {
    element.cues ??= cuesOf(element);
    return element.cues;
  };

  function cuesOf(element: PageElement): number {
    const names = `${element.attribute("class").slice(0, 300)} ${element.attribute("id").slice(0, 100)} ${element.attribute("role")} ${element.attribute("itemprop")} ${element.attribute("data-testid").slice(0, 60)}`;
    if (names.length <= 4) return 0;
    const before = known.get(names);
    if (before !== undefined) return before;
    const plain = kebabCase(names);
    let bits = 0;
    for (const [index, cue] of NAMES.entries()) if (cue.test(plain)) bits |= 1 << index;
    known.set(names, bits);
    return bits;
  }
}

/** What short texts say that are about the page rather than part of it, in English and German. */
export const TEXT_CUES = {
  does: /^(share|tweet|e-?mail|print|save|follow|like|pin( it)?|subscribe|sign (up|in)|log ?(in|out)|reply|report|quote|comments?|advertisements?|sponsored|skip to|back to|menu|loading|search|next|previous|close|copy( link)?|edit|download|submit|teilen|drucken|merken|anmelden|abonnieren|kommentare?|anzeige|werbung|zur\u00fcck|weiter|suche|antworten)(\W|$)/i,
  leads:
    /\b(read (more|next|also)|more (from|in|on|like)|related|see also|you (may|might|will) also|recommended|trending|most (read|popular|viewed)|don.t miss|up next|(continue|keep) reading|click (here|to)|learn more|find out more|view (all|more|gallery)|show (all|more)|see (all|more)|load more|check out|weiterlesen|mehr (zum|zu|aus|lesen|erfahren)|lesen sie (auch|mehr)|auch interessant|meistgelesen|passend zum|das k\u00f6nnte sie)\b/i,
  asks: /\b(newsletter|subscribe|sign up|inbox|follow us|join (us|our|the)|cookies?|privacy policy|terms (of|and)|all rights reserved|copyright|affiliate|datenschutz|impressum|alle rechte|nutzungsbedingungen|agb)\b|\u00a9/i,
  tells:
    /^(by|from|written by|words by|text by|posted|author|published|updated|last (updated|modified|reviewed|edited)|von|aktualisiert|stand|ver\u00f6ffentlicht|autor|quelle)\b/i,
  credits:
    /\b(photo(graph)?|image|picture|illustration|foto|bild)s?( credit)?( by|:| courtesy|\/)|\bcourtesy of\b|\b(getty|reuters|afp|dpa|shutterstock|unsplash|imago|alamy)\b|^(credit|source|photo|image|foto|bild|quelle)s?:/i,
  dates:
    /\b(jan|feb|mar|m\u00e4r|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-z]*\.? \d{1,2},? \d{4}|\b\d{1,2}\.? (jan|feb|mar|m\u00e4r|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-z]*\.?,? \d{4}|\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b|\b\d+ ?(min(ute)?|hour|day|week|month|year|stunde|tag|woche|monat|jahr|h|d|m|y)[a-z]* ?(read|ago|lesezeit)?\b|^vor \d+/i,
  people:
    /\bis an? ([\w-]+ ){0,3}(reporter|writer|editor|freelance|journalist|author|contributor)|contributed to this|reporting by|editing by|about the author|\u00fcber den autor/i,
  counts:
    /^[\W\d]*\d[\d.,k]* ?(comments?|repl(y|ies)|shares?|views?|likes?|votes?|answers?|posts?|reviews?|ratings?|results?|items?|products?|kommentare?|antworten|bewertungen|artikel)?\W*$/i,
  prices:
    /[$\u20ac\u00a3\u00a5\u20b9]\s?\d|\d\s?(\u20ac|eur|usd|gbp|chf|kr)\b|\b(add to (cart|bag|basket)|in den warenkorb|sold out|out of stock|in stock|free shipping|sale price|regular price|versandkosten)\b/i,
} as const satisfies Record<string, RegExp>;

/** Headings of sections that are about the page or lead away from it. */
export const APPENDIX =
  /^(see also|further reading|external links?|references?|sources?|footnotes|notes|related|(\d+ )?(comments?|responses|replies|thoughts)|leave a (reply|comment)|share|about the authors?|you (may|might) also|people also|customers (also|who)|more (from|in|on|about|like|posts|stories|articles)|read (more|next)|newsletter|subscribe|sign up|recommended|popular|trending|latest|recent|recently|table of contents|contents|on this page|in this (article|guide|post)|tags|categories|credits?|disclaimer|follow|contact|quick links|join|get in touch|stay|get (started|the)|ready to|mehr (zum|zu|aus)|das k\u00f6nnte|auch interessant|kommentare?|inhaltsverzeichnis|quellen?|weiterf\u00fchrend|\u00e4hnliche|verwandte|passende)\b/i;

/** Words that only join others, in languages that many pages are written in: their share distinguishes sentences from labels. */
export const joiningWords = once(
  (): ReadonlySet<string> => new Set(readList({ name: "pages/joining-words.txt", text: joining })),
);
