import type { Token } from "../english/types.js";

/** How a sentence is joined to the one before it. */
export interface Link {
  /** What of the second one falls away. */
  readonly opening: RegExp;
  /** What stands there instead, behind the first one without its mark. */
  readonly by: string;
}

/** What a sentence begins with that goes on from the one before it, and behind a semicolon as well. */
const GOING_ON =
  /^(?:For example|For instance|In fact|Indeed|Instead|Otherwise|Similarly|Likewise|In contrast|By contrast|As a result|Consequently|Nevertheless|In other words|That is|Rather), (?=\p{L})/u;

/** "It is made of oak.", "Its walls are thick.", "For example, ...": what is said of the same thing, behind a semicolon. */
export function semicolonLinkOf(first: string, second: string, tokens: readonly Token[]): Link | undefined {
  if (first.split(/\s+/u).length > 20 || NEW.test(second)) return undefined;
  const connective = GOING_ON.exec(second)?.[0];
  if (connective !== undefined) return lowered(connective);
  const [opener, next] = tokens;
  if (opener === undefined || next === undefined) return undefined;
  if (/^(?:It|They|This|These|He|She)$/u.test(opener.text) && isVerb(next)) return lowered(opener.text);
  if (!/^(?:This|These|Its|Their|The)$/u.test(opener.text)) return undefined;
  const verb = tokens.findIndex(({ tag }) => !/^(?:ADJ|NOUN|DET|PRON)$/u.test(tag));
  const noun = tokens[verb - 1];
  if (noun?.tag !== "NOUN" || verb > 5 || !isVerb(tokens[verb]!)) return undefined;
  const named = opener.text !== "The" || (verb === 2 && new RegExp(`\\b${noun.text}\\b`, "u").test(first));
  return named ? lowered(opener.text) : undefined;
}

/** "The hall also lends chairs.": one thing more, behind "and". */
export function alsoLinkOf(first: string, second: string, tokens: readonly Token[]): Link | undefined {
  const also = tokens.findIndex(({ text }) => text === "also");
  if (also < 2 || also > 4 || NEW.test(second) || [first, second].some((text) => text.split(/\s+/u).length > 16))
    return undefined;
  if (/,|\band\b/u.test(first)) return undefined;
  const [opener] = tokens;
  if (!/^(?:The|This|These|Our|Your|My|His|Her|Its|Their)$/u.test(opener!.text)) return undefined;
  return { opening: new RegExp(`^${opener!.text}(?= )`, "u"), by: `, and ${opener!.text.toLowerCase()}` };
}

/** "The kite is a light toy. It flies well.": what a thing is, and what it does, as "a light toy that flies well". */
export function definingLinkOf(tokens: readonly Token[], others: readonly Token[]): Link | undefined {
  const [opener, next, third] = others;
  if (opener?.text !== "It" || next === undefined || third === undefined) return undefined;
  const acts = next.tag === "VERB" && /[^s]s$/u.test(next.text);
  const isMade = /^(?:is|was)$/u.test(next.text) && third.tag === "VERB" && /(?:ed|en|ilt|ade)$/u.test(third.text);
  if (!acts && !isMade && !/^(?:can|has|will)$/u.test(next.text)) return undefined;
  const be = tokens.findIndex(isVerb);
  const [verb, article] = tokens.slice(be, be + 2);
  if (
    be < 1 ||
    /^(?:This|That|It|There)$/iu.test(tokens[be - 1]!.text) ||
    verb?.text !== "is" ||
    !/^an?$/u.test(article?.text ?? "")
  )
    return undefined;
  const phrase = tokens.slice(be + 2, -1);
  const plain =
    phrase.length > 0 && phrase.every(({ tag }) => tag === "NOUN" || tag === "ADJ") && phrase.at(-1)!.tag === "NOUN";
  const single = tokens.slice(0, be).every(({ tag, text }) => tag !== "CCONJ" && !/^[,;:("“]$/u.test(text));
  return plain && single && tokens.at(-1)!.text === "." ? { opening: /^It /u, by: " that " } : undefined;
}

const isVerb = ({ tag }: Token) => tag === "AUX" || tag === "VERB";

/** The opening stands behind a semicolon as it is, but for its capital. */
const lowered = (opening: string): Link => ({
  opening: new RegExp(`^${opening}(?=[ '’]|(?<=[ ])\\p{L})`, "u"),
  by: `; ${opening[0]!.toLowerCase()}${opening.slice(1)}`,
});

/** What speaks of the text itself begins something new. */
const NEW =
  /^(?:This|These|In this) (?:\p{Ll}+ )?(?:article|articles|guide|page|post|section|paper|blog|book|video|report|study|list|chapter|series|tutorial|course|lesson|episode)\b/u;
