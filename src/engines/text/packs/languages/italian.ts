import synonyms from "../../../../../data/languages/synonyms/italian.txt";
import { wordSet } from "../../word-set.js";
import { cells, FIXED, infinitive, type LanguageRules, type Place } from "../language-rules.js";
import { reviewedWords } from "../reviewed-words.js";

const BEFORE_INFINITIVE = wordSet(`
  per di da a senza può possono puoi possiamo potrà potranno potrebbe deve devono devi dobbiamo dovrà vuole vogliono vuoi
  permette permettono consente riesce riescono bisogna conviene è necessario utile fondamentale e o`);
const DETERMINER = wordSet(`
  il lo la l' l’ i gli le un uno una un' un’ questo questa questi queste quel quello quella quei quegli quelle ogni
  qualsiasi tutto tutta tutti tutte alcuni alcune molti molte più`);
const AUXILIARY = /^(?:ho|hai|ha|abbiamo|avete|hanno|av.*|è|sono|stat.|vien.*|vengono)$/;

const ARTICLE = wordSet(`
  il lo la l' l’ i gli le un uno una un' un’ del dello dell' dell’ della dei degli delle al allo all' all’ alla ai agli alle
  dal dallo dall' dall’ dalla dai dagli dalle nel nello nell' nell’ nella nei negli nelle sul sullo sull' sull’ sulla sui
  sugli sulle quel quello quell' quell’ quella quei quegli quelle questo questa questi queste`);

/** Without an article before it, "ricompensa" may as well be a verb. */
const afterArticle = ({ previous }: Place) => ARTICLE.has(previous);
const notParticiple = ({ previous }: Place) => !AUXILIARY.test(previous);

export const italian: LanguageRules = {
  language: "it",
  similarity: 0.55,
  onset: (word) =>
    /^[aeiouàèéìòùh]/.test(word) ? "vowel" : /^(?:s[^aeiou]|z|gn|p[sn]|x|y)/.test(word) ? "impure" : "consonant",
  sensitive: wordSet(`
    il lo la l' l’ i gli le un uno una un' un’ del dello dell' dell’ della dei degli delle al allo all' all’ alla ai agli
    dal dallo dall' dall’ dalla dai dagli nel nello nell' nell’ nella nei negli sul sullo sull' sull’ sulla sui sugli bel
    bello bell' bei begli quel quello quell' quei quegli buon buono nessun nessuno alcun alcuno ciascun d' d’ c' c’ ad ed od`),
  shapes: [
    FIXED,
    { family: "adverb", pattern: /mente$/, cells: cells("-"), mark: /^avv/ },
    {
      family: "adjective",
      pattern: /(?:os|iv|at|it|ut|et|ur|an)o$/,
      cells: cells("o a i e"),
      mark: /^agg/,
      except: wordSet("tutto"),
      fits: notParticiple,
    },
    { family: "adjective", pattern: /[ai]rio$/, cells: cells("o a - e"), mark: /^agg/ },
    { family: "adjective", pattern: /ico$/, cells: cells("co ca ci che"), mark: /^agg/ },
    { family: "adjective", pattern: /(?:[^icg])o$/, cells: cells("o a i e"), reviewedOnly: true, fits: notParticiple },
    { family: "adjective", pattern: /[^cg]e$/, cells: cells("e e i i"), mark: /^agg/ },
    { family: "masculine", pattern: /[^icg]o$/, cells: cells("o i"), mark: /^s\.m/, fits: afterArticle },
    { family: "masculine", pattern: /gio$/, cells: cells("o -"), mark: /^s\.m/, fits: afterArticle },
    { family: "feminine", pattern: /[^icg]a$/, cells: cells("a e"), mark: /^s\.f/, fits: afterArticle },
    { family: "feminine", pattern: /(?:ione|ice)$/, cells: cells("e i"), mark: /^s\.f/, fits: afterArticle },
    { family: "feminine", pattern: /[àù]$/, cells: cells("- -"), mark: /^s\.f/, fits: afterArticle },
    infinitive(/[aei]re$/, BEFORE_INFINITIVE, DETERMINER),
  ],
  reviewed: reviewedWords(
    { name: "languages/synonyms/italian.txt", text: synonyms },
    "fixed adjective masculine feminine infinitive",
  ),
};
