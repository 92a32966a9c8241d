import { countWords, termsOf } from "../../engines/pages/terms.js";
import type { Material } from "./material.js";
import type { Passage } from "./runs.js";

/**
 * Whether a heading says what is below it: it names a usual side of a subject, or its own words stand in the text. A play on
 * words, a title that says nothing of its text and the name of a firm do not.
 */
export function isPlain(heading: string, passages: readonly Passage[], material: Material): boolean {
  if (isOfOthers(heading, material) || isLiterary(heading)) return false;
  if (USUAL.test(heading)) return true;
  const terms = termsOf(heading).filter((term) => !material.query.includes(term));
  // One noun is plain as a rule.
  if (terms.length === 0 || (terms.length === 1 && !heading.endsWith("?"))) return true;
  const said = new Set(passages.flatMap(({ sentences }) => sentences.flatMap(({ terms: each }) => [...each])));
  return terms.filter((term) => said.has(term)).length >= SAID_SHARE * terms.length;
}

/** "Of Fires, Great and Small". */
export function isLiterary(heading: string): boolean {
  return /^(?:Of|On|O) [^,]+, /.test(heading);
}

/** Share of the words of a heading that stand in the text below. */
const SAID_SHARE = 0.6;
const USUAL =
  /^(?:(?:the )?(?:early|later|personal|private|modern|further|first|recent|physical|natural|general|common|key|main|other) )?(?:life|years|career|work|works|finds|discoveries|background|aftermath|legacy|recognition|reception|death|history|origins?|name|etymology|appearance|anatomy|behaviou?r|habitat|distribution|diet|food|feeding|breeding|reproduction|domestication|composition|measurement|geography|climate|economy|culture|language|people|population|transport|access|sights|attractions|causes?|symptoms|diagnosis|tests?|testing|stages|outlook|treatment|prevention|complications|types|kinds|varieties|uses|use|parts|design|construction|materials?|features|operation|method|methods|technique|equipment|tools|ingredients|care|maintenance|storage|cleaning|safety|costs?|prices?|benefits|advantages|disadvantages|drawbacks|problems|limits|risks|inquiry|investigation|collapse|collision|explosion|rescue|relief|victims|casualties|rules|gameplay|scoring|popularity|production|consumption|cultivation|installation|requirements|examples|theory|criticism|decline|threats|conservation|today)(?: (?:and|of|in) [\p{L} ]+)?$/iu;

/** Whether a heading is speech, invites to what somebody sells, or has the name of who publishes a source in it. */
export function isOfOthers(heading: string, { sources, query }: Material): boolean {
  if (/^["\u201c\u2018]/.test(heading) || INVITES.test(heading)) return true;
  const names = new Set(sources.flatMap(({ title, address }) => publisherTerms(title, address)));
  return termsOf(heading).some((term) => names.has(term) && !query.includes(term));
}

const INVITES =
  /^(?:explore|discover|meet|shop|visit our|join|ready to|get started|contact|why choose|choose us|try|experience|introducing)\b|[\u2122\u00ae]/i;

/** What stands behind the last bar of a title or is the name of a host. */
function publisherTerms(title: string, address: string): string[] {
  const published = / [|\u2013\u2014] ([^|\u2013\u2014]+)$/.exec(title)?.[1] ?? "";
  const host = /^https?:\/\/(?:www\.)?([\w-]{4,})\./.exec(address)?.[1] ?? "";
  return [...(countWords(published) <= LONGEST_PUBLISHER ? termsOf(published) : []), ...termsOf(host)];
}

const LONGEST_PUBLISHER = 2;
