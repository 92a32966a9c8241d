import { termsOf } from "../../engines/pages/terms.js";
import { holdsPhrase } from "./source-sentences.js";

/** A price or a price range. */
const PRICED = /[$\u00a3\u20ac] ?\d|\b\d[\d,.]* ?(?:dollars|euros|pounds)\b/;
/** "Ruth Ashdown joins the harbour school": news of somebody. */
const STAFF_NEWS =
  /\p{Lu}\p{Ll}+ \p{Lu}[\p{L}-]+ (?:joins|joined|will|has been|was (?:named|appointed|hired|promoted)|becomes|became|leads|takes over|published|is (?:joining|leaving))\b/u;
/** Who something is for; "for you" and "for everyone" leave nobody out. */
const FOR_SOME =
  /^ for (?!(?:you|your|yourself|us|everyone|everybody|anyone|anybody|all|any|every|many|most|more|the|an?|people|both|its?|their|\p{L}+ing|(?:\p{L}+ ){0,2}(?:years|months|weeks|days|centuries|decades|reasons|purposes))\b)/iu;
const OWNER = /\p{Lu}[\p{L}\d.&-]*['\u2019]s? (?:\p{Lu}?[\p{L}-]+ )?$/u;

/** Whether a sentence that names the subject speaks of a part of it: of those at a price, for some people, of one firm, or of news. */
export function speaksOfPart(text: string, query: readonly string[]): boolean {
  if (PRICED.test(text) || STAFF_NEWS.test(text)) return true;
  const place = placeOf(text, query);
  if (place === undefined) return false;
  const after = FOR_SOME.exec(text.slice(place.to));
  if (after !== null && !query.includes(termsOf(text.slice(place.to + after[0].length).split(" ")[0]!)[0] ?? ""))
    return true;
  return OWNER.test(text.slice(0, place.from));
}

/** Where the words of the keyword stand first. */
function placeOf(text: string, query: readonly string[]): { readonly from: number; readonly to: number } | undefined {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'\u2019-]*/gu)];
  for (let at = 0; at < words.length; at += 1) {
    const few = words.slice(at, at + query.length);
    if (
      !holdsPhrase(
        few.flatMap(([word]) => termsOf(word)),
        query,
      )
    )
      continue;
    const last = few.at(-1)!;
    return { from: few[0]!.index, to: last.index + last[0].length };
  }
  return undefined;
}
