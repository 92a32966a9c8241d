import synonyms from "../../../../../data/languages/synonyms/german.txt";
import { wordSet } from "../../word-set.js";
import { cells, FIXED, type LanguageRules } from "../language-rules.js";
import { reviewedWords } from "../reviewed-words.js";

const SEPARABLE =
  "ab|an|auf|aus|bei|dar|durch|ein|empor|entgegen|fern|fest|fort|frei|heim|her|hin|hoch|klar|los|mit|nach|nieder|statt|teil|um|unter|über|vor|weg|weiter|wieder|zu|zurück|zusammen";
/** "zu" comes before these and never inside them. */
const INSEPARABLE = new RegExp(`^(?!${SEPARABLE}).{2,}(?:en|eln|ern)$|^überprüfen$`);
/** After a pause nothing follows that the verb could govern in another case than its replacement does. */
const PAUSE = /^(?:|[.,;:!?)»“”"…–-])$/;

export const german: LanguageRules = {
  language: "de",
  refused:
    /ugs|derb|vulg|veralt|geh\.|fachspr|oberbegriff|unterbegriff|antonym|gegen|assoz|fig\.|jarg|regional|schweiz|österr|salopp|abwert|ironi|scherz|norddt|süddt|bildungsspr|engl|dicht|poet|selten|spruch|sich|variabel|literar|bair|berlin|techn|mediz|jur|amts|papier|kaufm|floskel/,
  similarity: 0.55,
  shapes: [
    { ...FIXED, capital: false },
    // An adjective without ending is a predicate or an adverb, and those agree with nothing.
    {
      family: "adjective",
      pattern: /.{3}(?<!e[lr])$/,
      cells: cells("- e en er es em"),
      capital: false,
      reviewedOnly: true,
    },
    {
      family: "adjective with a suffix",
      pattern: /.(?:ig|lich|isch|sam|bar|haft|los|voll|reich|iv|ell|ant|ent|är|ös)$/,
      cells: cells("- e en er es em"),
      capital: false,
    },
    { family: "feminine", pattern: /.(?:ung|heit|keit|schaft|ion|tät|gegend)$/, cells: cells("- en"), capital: true },
    { family: "feminine", pattern: /.e$/, cells: cells("- n"), capital: true, reviewedOnly: true },
    {
      family: "infinitive",
      pattern: INSEPARABLE,
      cells: cells("-"),
      capital: false,
      reviewedOnly: true,
      fits: ({ previous, next }) => previous === "zu" && PAUSE.test(next),
      except: wordSet("sein haben werden"),
    },
  ],
  reviewed: reviewedWords(
    { name: "languages/synonyms/german.txt", text: synonyms },
    "fixed adjective feminine infinitive",
  ),
};
