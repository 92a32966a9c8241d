import { ratio } from "../measures.mjs";
import { CLASSES, SOURCES } from "./origins.mjs";
import { VERDICTS } from "./verdicts.mjs";

/** How many of the pairs have a verdict, and of these the share of each verdict. */
export function sharesOf(pairs) {
  const judged = pairs.filter(({ verdict }) => verdict !== undefined);
  const share = (wanted) => ratio(judged.filter(({ verdict }) => verdict === wanted).length, judged.length);
  const shares = Object.fromEntries(VERDICTS.map((verdict) => [verdict, share(verdict)]));
  return { pairs: pairs.length, judged: judged.length, ...shares, bad: shares.wrong + shares.grammar };
}

/** The shares as lines of a table: of all words, by register, class and source, and of whole sentences. */
export function sharesTable(pairs, registers) {
  const words = pairs.filter(({ whole }) => !whole);
  const by = (property, values) =>
    values.map((value) => [`  ${value}`, words.filter((pair) => pair[property] === value)]);
  const rows = [
    ["all words", words],
    ...by("register", registers),
    ...by("wordClass", CLASSES),
    ...by("source", SOURCES),
    ["whole sentences", pairs.filter(({ whole }) => whole)],
  ];
  return [
    ["", "pairs", "judged", ...VERDICTS],
    ...rows.filter(([, of]) => of.length > 0).map(([name, of]) => cellsOf(name, sharesOf(of))),
  ].map(([name, ...cells]) => name.padEnd(18) + cells.map((cell) => cell.padStart(9)).join(""));
}

function cellsOf(name, shares) {
  const percent = (part) => `${(100 * part).toFixed(1)} %`;
  const verdicts = VERDICTS.map((verdict) => (shares.judged === 0 ? "-" : percent(shares[verdict])));
  return [name, `${shares.pairs}`, percent(ratio(shares.judged, shares.pairs)), ...verdicts];
}

/**
 * The share of the sentences of random variants that have something wrong or ungrammatical. A changed sentence counts once
 * everything that was changed in it is judged; those that do not count yet are taken to be like the others. `variants` are
 * lists of `{ sentence, verdict }` with as many entries for a sentence as were changed in it, of texts of `sentences` sentences.
 */
export function badSentences(variants) {
  let changed = 0;
  let judged = 0;
  let bad = 0;
  let all = 0;
  for (const { sentences, taken } of variants) {
    all += sentences;
    for (const verdicts of Map.groupBy(taken, ({ sentence }) => sentence).values()) {
      changed += 1;
      if (verdicts.some(({ verdict }) => verdict === undefined)) continue;
      judged += 1;
      if (verdicts.some(({ verdict }) => verdict === "wrong" || verdict === "grammar")) bad += 1;
    }
  }
  return { share: ratio(bad, judged) * ratio(changed, all), judged: ratio(judged, changed) };
}
