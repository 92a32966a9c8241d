import synonyms from "../../../../../data/languages/synonyms/french.txt";
import { wordSet } from "../../word-set.js";
import { cells, FIXED, infinitive, type LanguageRules, type Place } from "../language-rules.js";
import { reviewedWords } from "../reviewed-words.js";

const BEFORE_INFINITIVE = wordSet(`
  pour de d' d’ à sans par peut peuvent peux pouvez pouvons pourra pourront pourrait doit doivent devez devons devra faut
  veut veulent voulez va vont allez permet permettent souhaite souhaitent et ou`);
const DETERMINER = wordSet(`
  le la les l' l’ un une des ce cet cette ces son sa ses leur leurs mon ma mes votre vos notre nos chaque tout toute tous
  toutes plusieurs quelques`);
/** A participle after "avoir" agrees otherwise than an adjective, and is used as a verb. */
const AUXILIARY = /^(?:ai|as|a|avons|avez|ont|avait|avaient|aura|auront|aurait|ayant|avoir|été)$/;

const notParticiple = ({ previous }: Place) => !AUXILIARY.test(previous);

export const french: LanguageRules = {
  language: "fr",
  refused: /familier|argot|^se$/,
  similarity: 0.6,
  // The words before are elided before a vowel; whether an h is silent cannot be seen, so such a word equals only itself.
  onset: (word) => (/^h/.test(word) ? word : /^[aeiouyàâéèêëîïôöùûœæ]/.test(word) ? "vowel" : "consonant"),
  sensitive: wordSet(`
    le la l' l’ de d' d’ du je j' j’ ne n' n’ que qu' qu’ se s' s’ ce c' c’ cet cette me m' m’ te t' t’ mon ma ton ta son sa
    au un bel beau nouvel nouveau vieil vieux si jusque lorsque puisque quoique`),
  shapes: [
    FIXED,
    { family: "adverb", pattern: /ment$/, cells: cells("-"), mark: /^adverbe$/ },
    { family: "adjective", pattern: /(?:bl|qu|air|id|st|il|im|oir)e$/, cells: cells("e e es es"), mark: /adjectif/ },
    { family: "adjective", pattern: /e$/, cells: cells("e e es es"), reviewedOnly: true },
    { family: "adjective", pattern: /if$/, cells: cells("if ive ifs ives"), mark: /adjectif/ },
    { family: "adjective", pattern: /eux$/, cells: cells("eux euse eux euses"), mark: /adjectif/ },
    { family: "adjective", pattern: /[ei]el$/, cells: cells("el elle els elles"), mark: /adjectif/ },
    { family: "adjective", pattern: /al$/, cells: cells("al ale aux ales"), reviewedOnly: true },
    { family: "adjective", pattern: /[ae]nt$/, cells: cells("- e s es"), mark: /adjectif/, reviewedOnly: true },
    { family: "adjective", pattern: /[édtn]$/, cells: cells("- e s es"), reviewedOnly: true, fits: notParticiple },
    { family: "feminine", pattern: /[ts]ion$|ité$|[ae]nce$|[^aeiou]e$/, cells: cells("- s"), reviewedOnly: true },
    { family: "masculine", pattern: /(?:ment|age|isme|[eo]ur|en|it|al|oin)$/, cells: cells("- s"), reviewedOnly: true },
    infinitive(/(?:er|ir|re)$/, BEFORE_INFINITIVE, DETERMINER),
  ],
  reviewed: reviewedWords(
    { name: "languages/synonyms/french.txt", text: synonyms },
    "fixed adjective feminine masculine infinitive",
  ),
};
