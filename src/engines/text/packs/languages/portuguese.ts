import synonyms from "../../../../../data/languages/synonyms/portuguese.txt";
import { wordSet } from "../../word-set.js";
import { cells, FIXED, infinitive, type LanguageRules } from "../language-rules.js";
import { reviewedWords } from "../reviewed-words.js";

const BEFORE_INFINITIVE = wordSet(`
  para de sem por a ao pode podem podemos poderá poderão poderia deve devem devemos deverá quer querem costuma costumam
  permite permitem consegue conseguem precisa precisam deseja desejam convém é aconselhável e ou`);
const DETERMINER = wordSet(`
  o a os as um uma uns umas este esta estes estas esse essa esses essas seu sua seus suas meu minha nosso nossa nossos
  nossas cada qualquer todo toda todos todas algum alguma alguns algumas vários várias muitos muitas mais`);

export const portuguese: LanguageRules = {
  language: "pt",
  similarity: 0.6,
  shapes: [
    FIXED,
    { family: "adverb", pattern: /mente$/, cells: cells("-"), mark: /^adv/ },
    { family: "adjective", pattern: /(?:os|iv|ic|ári|óri)o$/, cells: cells("o a os as"), mark: /^adj/ },
    { family: "adjective", pattern: /o$/, cells: cells("o a os as"), reviewedOnly: true },
    { family: "adjective", pattern: /nte$/, cells: cells("e e es es"), mark: /^adj/ },
    { family: "adjective", pattern: /e$/, cells: cells("e e es es"), reviewedOnly: true },
    { family: "adjective", pattern: /vel$/, cells: cells("vel vel veis veis"), mark: /^adj/ },
    { family: "adjective", pattern: /al$/, cells: cells("al al ais ais"), mark: /^adj/ },
    { family: "feminine", pattern: /[çs]ão$/, cells: cells("ão ões"), mark: /^(?:s\.|-)/ },
    { family: "feminine", pattern: /(?:dade|tude|eza|ncia)$/, cells: cells("- s"), mark: /^(?:s\.|-)/ },
    { family: "feminine", pattern: /gem$/, cells: cells("m ns"), mark: /^(?:s\.|-)/ },
    { family: "feminine", pattern: /a$/, cells: cells("- s"), reviewedOnly: true },
    { family: "masculine", pattern: /(?:mento|ismo)$/, cells: cells("- s"), mark: /^(?:s\.|-)/ },
    { family: "masculine", pattern: /[^ã]o$/, cells: cells("- s"), reviewedOnly: true },
    { family: "masculine", pattern: /r$/, cells: cells("- es"), reviewedOnly: true },
    infinitive(/[aei]r$/, BEFORE_INFINITIVE, DETERMINER),
  ],
  reviewed: reviewedWords(
    { name: "languages/synonyms/portuguese.txt", text: synonyms },
    "fixed adjective feminine masculine infinitive",
  ),
};
