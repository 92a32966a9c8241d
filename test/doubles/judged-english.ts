import type { EnglishWithExpressions } from "../../src/engines/text/english/english.js";
import type { WordClass } from "../../src/engines/text/english/types.js";
import { verdictLines } from "../../src/engines/text/english/verdicts/verdict-tables.js";
import { createVerdicts } from "../../src/engines/text/english/verdicts/verdicts.js";

const FILES = { noun: "nouns.txt", verb: "verbs.txt", adjective: "adjectives.txt", adverb: "adverbs.txt" };

/** English with verdicts of its own in place of those that are shipped; of each class a table as in data/english/verdicts. */
export function judgedEnglish(
  english: EnglishWithExpressions,
  tables: Readonly<Partial<Record<WordClass, string>>>,
): EnglishWithExpressions {
  const files = (Object.keys(tables) as WordClass[]).map((wordClass) => ({
    name: `english/verdicts/${FILES[wordClass]}`,
    text: tables[wordClass]!,
  }));
  const lines = verdictLines(files, english);
  const text = (wordClass: WordClass) => lines[wordClass].join("\n");
  const verdicts = createVerdicts({
    noun: text("noun"),
    verb: text("verb"),
    adjective: text("adjective"),
    adverb: text("adverb"),
  });
  return { ...english, verdicts };
}
