import { readTable, refuseRow, type TableFile } from "../../tables.js";
import { type Condition, conditionOf } from "./phrase-conditions.js";

/** A set phrase of the table, with all that may stand for it. */
export interface PhraseEntry {
  readonly words: readonly string[];
  readonly others: readonly (readonly string[])[];
  readonly conditions: readonly Condition[];
}

/** A word of a phrase that is no word of a text but stands for several. */
export const isOpenWord = (word: string): boolean => word.startsWith("V:") || word.startsWith("N:") || SLOTS.has(word);

const SLOTS = new Set(["one's", "oneself", "{noun}", "{adverb}"]);

/** The table of the spinner, below data/; it is packed into phrases.br. */
export const PHRASE_FILE = "english/spinner-phrases.txt";

/** The rows of a table of set phrases, those said both ways once for each way. */
export function readPhrases(file: TableFile): readonly PhraseEntry[] {
  const seen = new Map<string, number>();
  const rows = readTable(file, {
    columns: { phrase: "text", others: "list", conditions: "list?" },
    unique: ["phrase", "others", "conditions"],
  });
  return rows.flatMap(({ phrase, others, conditions = [], line }) => {
    const refuse = (reason: string): never => refuseRow(file, line, reason);
    const names = conditions.filter((name) => name !== "mutual");
    const read = names.map((name) => conditionOf(name) ?? refuse(`the condition "${name}" is unknown; correct it`));
    const all = [phrase, ...others];
    const ways = names.length < conditions.length ? all : [phrase];
    return ways.map((way): PhraseEntry => {
      const identity = [way, ...names.toSorted()].join(" | ");
      const before = seen.get(identity);
      if (before !== undefined) refuse(`"${way}" is already on line ${before} with these conditions; join the two`);
      seen.set(identity, line);
      const words = way.split(" ");
      if (SLOTS.has(words[0]!)) refuse(`"${way}" begins with ${words[0]}; begin it with a word`);
      for (const kind of ["V:", "N:"]) {
        if (words.filter((word) => word.startsWith(kind)).length > 1) refuse(`"${way}" has two words with ${kind}`);
      }
      const rest = all.filter((other) => other !== way).map((other) => other.split(" "));
      for (const other of rest) {
        const stranger = other.find((word) => isOpenWord(word) && !words.some((own) => isFilledBy(word, own)));
        if (stranger !== undefined) refuse(`nothing in "${way}" says what "${stranger}" becomes; leave it out`);
      }
      return { words, others: rest, conditions: read };
    });
  });
}

/** The rows of a table alone, as they are packed. */
export function withoutComments(table: string): string {
  return table
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .join("\n");
}

function isFilledBy(word: string, own: string): boolean {
  return SLOTS.has(word) ? own === word : own.startsWith(word.slice(0, 2));
}

/** The phrases with one first word. */
interface Beginning {
  /** By a second word that is one of a text, those included that leave it open. */
  readonly bySecond: ReadonlyMap<string, readonly PhraseEntry[]>;
  /** Those whose second word is open, and those that have none. */
  readonly others: readonly PhraseEntry[];
}

/** Of the table that was read last, by its text: there is one table, however many engines use it. */
let known: { readonly table: string; readonly beginnings: ReadonlyMap<string, Beginning> } | undefined;

function beginningsOf(table: string): ReadonlyMap<string, Beginning> {
  if (known?.table === table) return known.beginnings;
  const byFirst = Map.groupBy(readPhrases({ name: PHRASE_FILE, text: table }), ({ words }) => words[0]!);
  const beginnings = new Map([...byFirst].map(([first, list]) => [first, beginningOf(list)]));
  known = { table, beginnings };
  return beginnings;
}

function beginningOf(entries: readonly PhraseEntry[]): Beginning {
  const list = entries.toSorted(
    (one, other) => other.words.length - one.words.length || other.conditions.length - one.conditions.length,
  );
  const isOther = ({ words: [, second] }: PhraseEntry) => second === undefined || isOpenWord(second);
  const seconds = new Set(list.filter((entry) => !isOther(entry)).map(({ words }) => words[1]!));
  const withSecond = (second: string) => list.filter((entry) => entry.words[1] === second || isOther(entry));
  return {
    bySecond: new Map([...seconds].map((second) => [second, withSecond(second)])),
    others: list.filter(isOther),
  };
}

const NONE: readonly PhraseEntry[] = [];

/**
 * The phrases of a table with this first word that may go on with the second, in small letters: the longest first, and of equal ones
 * those with the most conditions. Many begin with "a" or "in", and few of them like any one sentence.
 */
export function phrasesWith(table: string, first: string, second: string | undefined): readonly PhraseEntry[] {
  const beginning = beginningsOf(table).get(first);
  if (beginning === undefined) return NONE;
  return (second === undefined ? undefined : beginning.bySecond.get(second)) ?? beginning.others;
}
