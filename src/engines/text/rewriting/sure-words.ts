import type { EnglishWithExpressions } from "../english/english.js";
import type { Token } from "../english/types.js";
import { createFitting } from "../substitution/fitting.js";
import { createOffers } from "../substitution/offers.js";
import { type OpenSentence, targetsOf } from "../substitution/substitution-targets.js";
import { createSureExchanges } from "../substitution/sure-exchanges.js";
import { retext, type Word, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";

/** Small words for which another one stands whatever the sentence is about. */
const SMALL_WORDS: ReadonlyMap<string, string> = new Map([
  ["upon", "on"],
  ["amongst", "among"],
  ["whilst", "while"],
]);
const NO_NAMES = { names: new Set<string>() };

/** "It often rains" becomes "it frequently rains": plain words that people judged right wherever they stand, and the other way round. */
export function sureWords(english: EnglishWithExpressions): Transformation {
  const offers = createOffers(english);
  const fits = createFitting(english);
  const isSure = createSureExchanges(english);
  return {
    kind: "set phrase",
    strength: 0.1,
    apply(words) {
      const made = words.flatMap((item, index) => {
        const other = isOpen(item, index) ? SMALL_WORDS.get(item.low) : undefined;
        return other === undefined ? [] : [replaced(words, index, index + 1, [retext(item, other)])];
      });
      const { text, read } = asText(words);
      const { sentence } = read;
      for (const target of targetsOf(text, read, english, NO_NAMES)) {
        const { first, last } = target;
        // Behind an apostrophe alone the plural has to stay one in -s.
        if (first !== last || /^['’]$/u.test(words[last + 1]?.text ?? "")) continue;
        const scene = { sentence, target, paragraph: { sentences: [sentence] } };
        for (const offer of offers.judged(scene, "surest")) {
          if (!isSure(target.lemma, offer.lemma)) continue;
          if (!offer.text.includes(" ") && fits(sentence, target, offer))
            made.push(replaced(words, first, first + 1, [retext(words[first]!, offer.text)]));
        }
      }
      return made;
    },
  };
}

/** Whether it stands as it did, without markup, and is no name. */
function isOpen(item: Word, index: number): boolean {
  return !item.made && item.before + item.after === "" && !(index > 0 && /^\p{Lu}/u.test(item.text));
}

/** The words as a text of one sentence. */
function asText(words: Words): { readonly text: string; readonly read: OpenSentence } {
  const tokens: Token[] = [];
  let text = "";
  for (const [index, { text: shown, tag, space }] of words.entries()) {
    if (index > 0 && space) text += " ";
    tokens.push({ text: shown, tag, start: text.length, end: text.length + shown.length });
    text += shown;
  }
  return {
    text,
    read: {
      sentence: { start: 0, end: text.length, tokens },
      states: words.map((item, index) => (isOpen(item, index) ? "open" : "markup")),
    },
  };
}
