import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { Refused } from "../report.mjs";
import { keyOf, sentenceOf } from "./offers.mjs";
import { whyNoPlace } from "./places.mjs";

export const VERDICTS = ["fine", "stiff", "wrong", "grammar"];
const COLUMNS = ["text", "place", "word", "alternative", "verdict"];
const folder = new URL("verdicts/", import.meta.url);

/** What readers said of the pairs, by text and pair. */
export function readVerdicts(texts, from = folder) {
  const verdicts = new Map(texts.map(({ name }) => [name, new Map()]));
  for (const file of existsSync(from) ? readdirSync(from).sort() : []) {
    const named = `verdicts/${file}`;
    const text = texts.filter(({ name }) => `${name}.tsv` === file);
    if (text.length === 0) throw new Refused(`${named}: there is no text of this name.`);
    add(verdicts, parseVerdicts(readFileSync(new URL(file, from), "utf8"), named, text), named);
  }
  return verdicts;
}

/** Adds the pairs of a file whose verdict was filled in to the verdicts of their texts; gives how many there were. */
export function keepVerdicts(content, file, texts, into = folder) {
  const judged = parseVerdicts(content, file, texts, { blank: true }).filter(({ verdict }) => verdict !== "");
  add(readVerdicts(texts, into), judged, file);
  mkdirSync(into, { recursive: true });
  for (const [text, lines] of Map.groupBy(judged, ({ text }) => text)) {
    const rows = lines.map((line) => `${COLUMNS.map((column) => line[column]).join("\t")}\n`);
    appendFileSync(new URL(`${text}.tsv`, into), rows.join(""));
  }
  return judged.length;
}

/** The lines of a file of verdicts. Throws for one that is malformed, naming the file and the line. */
export function parseVerdicts(content, file, texts, { blank = false } = {}) {
  const found = [];
  for (const [index, line] of content.split(/\r?\n/).entries()) {
    if (line === "" || line.startsWith("#")) continue;
    const refuse = (why) => {
      throw new Refused(`${file}:${index + 1}: ${why}.`);
    };
    const cells = line.split("\t");
    if (cells.length !== COLUMNS.length)
      refuse(`${cells.length} columns instead of ${COLUMNS.length} (${COLUMNS.join(", ")})`);
    const row = Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at]]));
    const text = texts.find(({ name }) => name === row.text);
    if (text === undefined) refuse(`the text "${row.text}" is not one of: ${texts.map(({ name }) => name).join(", ")}`);
    if (row.word.trim() === "" || row.alternative.trim() === "") refuse("the word or the alternative is blank");
    const noPlace = whyNoPlace(text.sentences, row.place, row.word);
    if (noPlace !== undefined) refuse(noPlace);
    if (!VERDICTS.includes(row.verdict) && !(blank && row.verdict === "")) {
      refuse(`"${row.verdict}" is no verdict, which are: ${VERDICTS.join(", ")}`);
    }
    found.push({ ...row, line: index + 1 });
  }
  return found;
}

function add(verdicts, rows, file) {
  for (const row of rows) {
    const ofText = verdicts.get(row.text);
    if (ofText.has(keyOf(row))) throw new Refused(`${file}:${row.line}: this pair has a verdict already.`);
    ofText.set(keyOf(row), row.verdict);
  }
}

/** Pairs without a verdict as lines to be filled in, in the order of the text and each below what it stands in. */
export function unjudgedLines({ name, sentences }, pairs) {
  const shownOf = (pair) => (pair.place.endsWith("*") ? pair.shown : sentences[sentenceOf(pair) - 1].text);
  // By their letters, so that the order does not tell what the engine thinks of them.
  const ordered = [...pairs].sort(
    (one, other) => sentenceOf(one) - sentenceOf(other) || compare(keyOf(one), keyOf(other)),
  );
  const lines = [];
  let shown = "";
  for (const pair of ordered) {
    const sentence = `# ${name} ${sentenceOf(pair)}: ${shownOf(pair)}`;
    if (sentence !== shown) lines.push(sentence);
    shown = sentence;
    lines.push(`${name}\t${keyOf(pair)}\t`);
  }
  return lines.map((line) => `${line}\n`).join("");
}

const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
