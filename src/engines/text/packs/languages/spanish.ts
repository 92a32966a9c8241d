import synonyms from "../../../../../data/languages/synonyms/spanish.txt";
import { wordSet } from "../../word-set.js";
import { cells, FIXED, infinitive, type LanguageRules, type Place } from "../language-rules.js";
import { reviewedWords } from "../reviewed-words.js";

const BEFORE_INFINITIVE = wordSet(`
  para de sin por al a puede pueden puedes podemos podrá podrán podría podrían debe deben debes debemos deberá deberán
  quiere quieren quieres queremos suele suelen permite permiten logra logran necesita necesitan desea desean conviene
  es esencial recomendable y o`);
const DETERMINER = wordSet(`
  el la los las un una unos unas este esta estos estas ese esa esos esas su sus tu tus mi mis nuestro nuestra nuestros
  nuestras cada cualquier todo toda todos todas algún alguna algunos algunas varios varias muchos muchas más`);
const AUXILIARY = wordSet(
  "he has ha hemos habéis han había habías habíamos habían haber habrá habrán habría habrían haya hayan",
);

const notParticiple = ({ previous }: Place) => !AUXILIARY.has(previous);

export const spanish: LanguageRules = {
  language: "es",
  refused: /fig|vulg|loc|p\. us|norae|nt.?nimo|^se$|^del? |misa/,
  refusedMark: /fig/,
  similarity: 0.65,
  // "y" and "o" become "e" and "u" before their own sound.
  onset: (word) => (/^h?i(?!e)/.test(word) ? "i" : /^h?o/.test(word) ? "o" : ""),
  sensitive: wordSet("y e o u"),
  shapes: [
    FIXED,
    { family: "adverb", pattern: /mente$/, cells: cells("-") },
    { family: "adjective", pattern: /(?:os|iv|ic|ari|ori)o$/, cells: cells("o a os as") },
    { family: "adjective", pattern: /o$/, cells: cells("o a os as"), reviewedOnly: true, fits: notParticiple },
    {
      family: "adjective",
      pattern: /(?:bl|ant|ent)e$/,
      cells: cells("e e es es"),
      except: wordSet("frente mente fuente gente puente ambiente corriente"),
    },
    { family: "adjective", pattern: /e$/, cells: cells("e e es es"), reviewedOnly: true },
    { family: "adjective", pattern: /(?:al|il)$/, cells: cells("- - es es") },
    { family: "adjective", pattern: /[ai]z$/, cells: cells("z z ces ces"), reviewedOnly: true },
    { family: "feminine", pattern: /(?:ci|si)ón$/, cells: cells("ón ones") },
    { family: "feminine", pattern: /[dt]ad$|tud$/, cells: cells("- es") },
    { family: "feminine", pattern: /(?:ez|nci)a$/, cells: cells("- s") },
    { family: "feminine", pattern: /a$/, cells: cells("- s"), reviewedOnly: true },
    { family: "masculine", pattern: /(?:miento|aje|ismo)$/, cells: cells("- s") },
    { family: "masculine", pattern: /[oe]$/, cells: cells("- s"), reviewedOnly: true },
    { family: "masculine", pattern: /[rl]$/, cells: cells("- es"), reviewedOnly: true },
    infinitive(/[aei]r$/, BEFORE_INFINITIVE, DETERMINER),
  ],
  reviewed: reviewedWords(
    { name: "languages/synonyms/spanish.txt", text: synonyms },
    "fixed adjective feminine masculine infinitive",
  ),
};
