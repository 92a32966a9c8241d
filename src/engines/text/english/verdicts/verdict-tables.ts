import { refuseRow, type TableFile } from "../../../tables.js";
import { openArchive, type ReadLanguageFile } from "../archive.js";
import { headOfNoun, headOfVerb } from "../inflection/heads.js";
import { lemmasOf } from "../inflection/index.js";
import { createLexicon } from "../lexicon.js";
import type { English, WordClass } from "../types.js";
import { BAR, neverIn, partsOf, REGISTERS } from "./verdict-lines.js";

/** Each file of data/english/verdicts by the class of its words. */
const VERDICT_FILES: Readonly<Record<WordClass, string>> = {
  noun: "nouns.txt",
  verb: "verbs.txt",
  adjective: "adjectives.txt",
  adverb: "adverbs.txt",
};

export type Dictionary = Pick<English, "knows" | "lemmaOf">;

/** The dictionary alone, for tables that are not packed yet. */
export async function createDictionary(read: ReadLanguageFile): Promise<Dictionary> {
  const lexicon = createLexicon(openArchive("lexicon", await read("lexicon")));
  const knows = (lemma: string, wordClass: WordClass) => lexicon.entryOf(lemma, wordClass) >= 0;
  return {
    knows,
    lemmaOf: (word, wordClass) => lemmasOf(word, wordClass).find((lemma) => knows(lemma, wordClass)),
  };
}

/** The tables in data/english/verdicts, which data/README.md describes, as the lines that are packed, by the class of the words. */
export function verdictLines(
  files: readonly TableFile[],
  dictionary: Dictionary,
): Record<WordClass, readonly string[]> {
  const lines: Record<WordClass, readonly string[]> = { noun: [], verb: [], adjective: [], adverb: [] };
  for (const file of files) lines[classOf(file)] = checkedLines(file, classOf(file), dictionary);
  return lines;
}

function classOf(file: TableFile): WordClass {
  const name = file.name.slice(file.name.lastIndexOf("/") + 1);
  const found = (Object.keys(VERDICT_FILES) as WordClass[]).find((wordClass) => VERDICT_FILES[wordClass] === name);
  return (
    found ??
    refuseRow(file, 1, `its name says no class of words; use one of ${Object.values(VERDICT_FILES).join(", ")}`)
  );
}

/** The lines of a table in the order of their words, which is that of UTF-16 units. */
function checkedLines(file: TableFile, wordClass: WordClass, dictionary: Dictionary): readonly string[] {
  const places = new Map<string, number>();
  const byWord = new Map<string, string>();
  for (const [index, written] of file.text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const row = written.trim().replace(/\s+/g, " ");
    if (row === "" || row.startsWith("#")) continue;
    const refuse: Refuse = (reason) => refuseRow(file, line, reason);
    const cells = row.split(BAR).map((cell) => cell.trim());
    if (cells.some((cell) => cell === "" || cell.startsWith("|") || cell.endsWith("|")))
      refuse("a column is empty; fill it or remove its bar");
    const word = cells[0]!;
    checkForm(word, wordClass, dictionary, refuse);
    if (places.has(word)) refuse(`"${word}" is already on line ${places.get(word)}; join the two`);
    places.set(word, line);
    checkCells(word, cells.slice(1), wordClass, dictionary, refuse);
    byWord.set(word, cells.join(BAR));
  }
  return [...byWord.keys()].sort().map((word) => byWord.get(word)!);
}

type Refuse = (reason: string) => never;

function checkCells(
  word: string,
  cells: readonly string[],
  wordClass: WordClass,
  dictionary: Dictionary,
  refuse: Refuse,
): void {
  const accepted = new Set<string>();
  for (const [place, cell] of cells.entries()) {
    const never = neverIn(cell);
    if (never === undefined) {
      const alternative = checkVerdict(word, cell, refuse);
      checkForm(alternative, wordClass, dictionary, refuse);
      if (alternative === word) refuse(`"${word}" is its own alternative; remove it`);
      if (accepted.has(alternative)) refuse(`the alternative "${alternative}" is there twice; remove one of the two`);
      accepted.add(alternative);
      continue;
    }
    if (place < cells.length - 1) refuse("the list of what is never right comes last; move it to the end");
    for (const [index, alternative] of never.entries()) {
      if (!WORDS.test(alternative)) refuse(`never: "${alternative}" is no word in lower case`);
      if (alternative === word) refuse(`"${word}" is its own alternative; remove it`);
      if (never.indexOf(alternative) < index) refuse(`never: "${alternative}" is there twice; remove one of the two`);
      if (accepted.has(alternative)) refuse(`"${alternative}" is accepted and never right; remove one of the two`);
    }
  }
}

/** Letters with apostrophes, dots and hyphens between them, in words that a blank divides. */
const WORDS = /^\p{Ll}+(?:['.-]\p{Ll}+)*(?: \p{Ll}+(?:['.-]\p{Ll}+)*)*$/u;

/** The alternative of a cell whose conditions are of the form. */
function checkVerdict(word: string, cell: string, refuse: Refuse): string {
  const { alternative, signs, marks } = partsOf(cell);
  if (alternative === "") refuse(`the conditions "${cell}" have no alternative before them; write it first`);
  const stranger = marks.find((mark) => !(REGISTERS as readonly string[]).includes(mark));
  if (stranger !== undefined)
    refuse(`(${stranger}) of "${alternative}" is no register; use ${REGISTERS.map((name) => `(${name})`).join(", ")}`);
  if (marks.length > 1) refuse(`"${alternative}" has two registers; remove one of them`);
  const known = new Set<string>();
  for (const { sign, words } of signs) {
    if (words.length === 0) refuse(`"${alternative}" has "${sign}" without words behind it; add them or remove it`);
    if (signs.filter((own) => own.sign === sign).length > 1)
      refuse(`"${alternative}" has "${sign}" twice; write its words behind one`);
    for (const part of words) {
      const plain = part.replace(/^[<>]/, "");
      if (plain === "") refuse(`"${alternative}" has "${part}" with nothing behind it; write the word without a blank`);
      if (!WORDS.test(plain)) refuse(`"${part}" of "${alternative}" is no word in lower case`);
      if (known.has(part)) refuse(`"${part}" of "${alternative}" is there twice; remove one of the two`);
      if (sign === "+" && plain === part && word.split(" ").includes(part))
        refuse(`"${part}" of "${alternative}" is the word itself, which says nothing of its sense; remove it`);
      known.add(part);
    }
  }
  return alternative;
}

/** Refuses what is not written as a dictionary form, or has no part that could be inflected as its class demands. */
function checkForm(form: string, wordClass: WordClass, { knows, lemmaOf }: Dictionary, refuse: Refuse): void {
  if (!WORDS.test(form)) refuse(`"${form}" is no word in lower case`);
  // A comparative may be an alternative, such as `earlier`, and is offered as it is.
  if (wordClass === "adjective" || wordClass === "adverb") return;
  // A noun with hyphens alone, such as `get-together`, has its ending behind it.
  const isJoined = wordClass === "noun" && !form.includes(" ");
  const head = isJoined ? form : (wordClass === "verb" ? headOfVerb(form) : headOfNoun(form)).head;
  if (knows(head, wordClass) || knows(form, wordClass) || head === "be") return;
  const lemma = lemmaOf(head, wordClass);
  if (lemma !== undefined) refuse(`"${form}" has a form of "${lemma}"; write that`);
  // A word that the dictionary does not have at all is inflected by the rules.
  const others = wordClass === "noun" ? (["adjective", "adverb"] as const) : (["noun", "adjective", "adverb"] as const);
  const isElse = others.some((other) => knows(head, other)) || FUNCTION_WORDS.test(head);
  if (isElse || (wordClass === "verb" && form.includes(" ")))
    refuse(`"${form}" cannot be inflected, because "${head}" is no ${wordClass}; remove it`);
}

const FUNCTION_WORDS = /^(?:a|an|the|at|by|for|from|in|into|of|on|to|under|upon|with|without|and|or|no|not|as|than)$/;
