import type { Token } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { alsoLinkOf, definingLinkOf, type Link, semicolonLinkOf } from "./loose-links.js";

/** How the second sentence, each having its tokens, goes on from the first; undefined where nothing shows it. */
export function linkOf(
  first: string,
  second: string,
  firstTokens: readonly Token[],
  tokens: readonly Token[],
): Link | undefined {
  const [opener, next, third] = tokens;
  if (opener === undefined || next === undefined || third === undefined || SHOWING.test(first)) return undefined;
  const rest = second.slice(opener.text.length);
  const marked = next.text === ",";
  if (/^(?:However|But)$/u.test(opener.text)) {
    if (CONTRASTED.test(first) || CONTRASTED.test(rest)) return undefined;
    return marked === (opener.text === "However") && (marked || startsClause(next))
      ? instead(marked, opener, "but")
      : undefined;
  }
  if (/^(?:So|Therefore|Hence|Thus)$/u.test(opener.text)) {
    if (REASONED.test(first) || REASONED.test(rest) || !(marked || (opener.text === "So" && startsClause(next))))
      return undefined;
    return instead(marked, opener, "so");
  }
  const because = /^(?:This is|That['’]s|That is) (?:mainly |mostly |largely )?because /u.exec(second)?.[0];
  if (because !== undefined) {
    if (REASONED.test(first) || DENIED.test(first)) return undefined;
    return {
      opening: new RegExp(`^${because}`, "u"),
      by: ` ${because
        .split(" ")
        .slice(because.startsWith("That’s") || because.startsWith("That'") ? 1 : 2)
        .join(" ")}`,
    };
  }
  if (second.startsWith("As a result, "))
    return REASONED.test(first) ? undefined : { opening: /^As a result, /u, by: ", so " };
  if (LEANING.test(first)) return undefined;
  if (/^(?:This|That)$/u.test(opener.text)) return RELATED.test(first) ? undefined : resultLink(opener, next, third);
  if (ADDED.test(first)) return undefined;
  const isMore = marked && /^(?:Plus|Additionally|Moreover|Furthermore|Also)$/u.test(opener.text);
  if (opener.text === "And" && SPEAKING.test(`${first} ${second}`)) return undefined;
  if (isMore || (opener.text === "And" && !marked))
    return startsClause(marked ? third : next) ? instead(marked, opener, "and") : undefined;
  const defining = definingLinkOf(firstTokens, tokens) ?? alsoLinkOf(first, second, tokens);
  if (defining !== undefined) return defining;
  return DENIED.test(first) || DENIED.test(second) ? undefined : additionLink(first, second, tokens);
}

/** What is said of the same thing, behind a semicolon. */
export function looseLinkOf(first: string, second: string, tokens: readonly Token[]): Link | undefined {
  // Who speaks of himself writes short sentences, and no semicolon.
  if (SHOWING.test(first) || SPEAKING.test(first) || SPEAKING.test(second)) return undefined;
  return semicolonLinkOf(first, second, tokens);
}

/** The conjunction behind a comma for the word that the second sentence begins with. */
const instead = (marked: boolean, { text }: Token, by: string): Link => ({
  opening: new RegExp(`^${text}${marked ? "," : ""} `, "u"),
  by: `, ${by} `,
});

/** A first sentence that shows something, or is no statement. */
const SHOWING =
  /^(?:Because|Here|Why|How|What|Who|Where|There's|Or|No|Yes|Please|See|Note|Do|Does|Did|Is|Are|Can|Will|Would)\b|; /u;
/** A first sentence that itself goes on from one before it, or tells of a condition. */
const LEANING = /^(?:This|That|These|Those|So|But|And|However|Also|Then|If|When|Once|While|Although)\b/u;
const CONTRASTED = /\b(?:but|however|although|though|while|whereas|yet|despite|instead|rather)\b/iu;
const REASONED = /\b(?:so|because|since|therefore|thus|hence|as a result)\b/iu;
const DENIED = /\b(?:not|no|never|none|nothing|only|\p{L}+n['’]t)\b/iu;
const SPEAKING = /\b(?:I|I['’]\p{L}+|me|my|lol|yeah|okay)\b|\.\./u;
const ADDED = /, and\b/u;
const RELATED = /\b(?:which|who|whose)\b|, \p{L}+ing\b/u;

const startsClause = ({ tag, text }: Token) =>
  /^(?:PRON|DET|PROPN|NUM)$/u.test(tag) && !/^(?:what|who|which|this|that|how|why|all)$/iu.test(text);

/** "This allows ...": of all that was said before. */
function resultLink(opener: Token, next: Token, third: Token): Link | undefined {
  const low = next.text.toLowerCase();
  const which = { opening: new RegExp(`^${opener.text} `, "u"), by: ", which " };
  if (RESULTS.has(low)) return which;
  if (/^(?:can|could|will|may|might|would)$/u.test(low) && RESULTING.has(third.text.toLowerCase())) return which;
  if (low !== "is" || opener.text === "That") return undefined;
  return /^(?:why|where|especially|particularly)$/u.test(third.text) || third.tag === "ADJ" ? which : undefined;
}

const RESULTS = wordSet(
  "means makes allows enables helps ensures lets gives leads results causes creates reduces improves saves prevents increases keeps provides adds requires removes eliminates boosts enhances protects minimizes maximizes encourages simplifies promotes eases speeds supports made allowed enabled helped led resulted caused ensured",
);
const RESULTING = wordSet(
  "mean make allow enable help ensure let give lead result cause create reduce improve save prevent increase keep",
);

/** "It also has ...", "They have ...", and what the same "we" or "you" does: one more thing about what the first one speaks of. */
function additionLink(first: string, second: string, [opener, next, third]: readonly Token[]): Link | undefined {
  if (opener === undefined || next === undefined || third === undefined) return undefined;
  const low = opener.text.toLowerCase();
  if (!/^(?:it|they|we|you|i|he|she)$/u.test(low)) return undefined;
  const isMore = [next.text, third.text].includes("also") || (/^(?:it|they)$/u.test(low) && HAVING.has(next.text));
  const isSame =
    first.startsWith(`${opener.text} `) &&
    low !== "it" &&
    isShort(first) &&
    isShort(second) &&
    /^(?:AUX|VERB)$/u.test(next.tag);
  if (!isMore && !isSame) return undefined;
  return { opening: new RegExp(`^${opener.text}(?=[ '’])`, "u"), by: `, and ${low === "i" ? "I" : low}` };
}

/** Whether it says one thing, and little enough for another one beside it. */
const isShort = (sentence: string) => sentence.split(/\s+/u).length < 14 && !/,|\band\b/u.test(sentence);

/** Verbs of what a thing has besides. */
const HAVING = wordSet(
  "features feature has have offers offer includes include comes come covers cover supports support",
);
