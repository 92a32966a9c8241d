// Trains the ranker of data/english on judged substitutes: node scripts/data/train.mjs path/to/swords-v1.1_dev.json.gz
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { productModule } from "./bundle.mjs";
import { levelled, networkScore, trainedNetwork } from "./network.mjs";
import { numbers, pack, text } from "./pack.mjs";
import { standingsIn, weighed, weightsOf } from "./standings.mjs";
import { ACCEPTABLE, CONCEIVABLE, located, measured, readSwords } from "./swords.mjs";
import { binned, generator, grown, scoreOf } from "./trees.mjs";

const SETTINGS = { rounds: 220, depth: 4, rate: 0.07, leastRows: 40, rows: 0.7, columns: 0.5, smoothing: 5 };
const FOLDS = 5;
/** So many networks are trained from different seeds; they are shipped as one wide network. */
const NETWORKS = 2;
/** Weight of the networks; the trees have the rest. */
const NETWORK_SHARE = 0.4;
/** Candidates nobody judged are nearly always wrong, but not surely. */
const UNJUDGED_WEIGHT = 0.6;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    "no-folds": { type: "boolean", default: false },
    "only-folds": { type: "boolean", default: false },
  },
});

try {
  await train(positionals[0]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function train(file) {
  const product = await productModule("src/engines/text/english/training.ts");
  const { readLanguageFile } = await productModule("src/adapters/text/language-data.ts");
  const data = await product.loadLanguageData(readLanguageFile);
  const tagger = await product.loadTagger();
  const all = product.createSubstitution(data, new Float32Array(0));
  const targets = readSwords(file, all.lemmaOf);
  const standings = await standingsIn(targets, tagger);
  const asked = (substitution) =>
    targets.flatMap((target) => {
      const place = located(target, tagger, true);
      const question = place && substitution.question(place.sentence, place.index, place.context);
      if (!question) return [];
      return {
        target,
        rows: question.rows.slice(),
        lemmas: Array.from(question.list.words, (word) => data.lexicon.words[word]),
        open: question.open,
      };
    });
  const width = product.FEATURES.length;
  const everything = asked(all);
  const preferenceOf = (questions) => preferences(questions, width, product.STATIC_FEATURES.length);
  const materialOf = (preference) => material(asked(product.createSubstitution(data, preference)), width);

  if (!values["no-folds"]) {
    for (const seed of [1, 2]) {
      const foldOf = shuffledFolds(
        everything.map(({ target }) => target.id),
        seed,
      );
      const answers = new Map();
      for (let fold = 0; fold < FOLDS; fold++) {
        const own = materialOf(preferenceOf(everything.filter(({ target }) => foldOf.get(target.id) !== fold)));
        const held = (row) => foldOf.get(own.questions[own.groups[row]].target.id) === fold;
        const { forest, networks } = learned(
          own,
          Int32Array.from(own.labels.keys()).filter((row) => !held(row)),
        );
        let row = 0;
        for (const question of own.questions) {
          const answer = [];
          for (const [index, lemma] of question.lemmas.entries()) {
            if (held(row) && question.open[index] === 1) {
              const opinions = networks.map((network) => networkScore(network, own.levelRows, row));
              const network = opinions.reduce((sum, opinion) => sum + opinion, 0) / NETWORKS;
              const sum = NETWORK_SHARE * network + (1 - NETWORK_SHARE) * scoreOf(forest, own.rows, row * width);
              answer.push({ lemma, score: 1 / (1 + Math.exp(-sum)) });
            }
            row++;
          }
          if (answer.length > 0) answers.set(question.target.id, answer.sort((a, b) => b.score - a.score).slice(0, 10));
        }
      }
      report(targets, answers);
      report(targets, withVerdicts(targets, answers, standings, foldOf), "with verdicts, ");
    }
  }
  if (values["only-folds"]) return;

  const preference = preferenceOf(everything);
  const whole = materialOf(preference);
  const { table, levels } = whole;
  const trained = learned(whole, Int32Array.from(whole.labels.keys()));
  write({ ...trained, cuts: table.cuts, levels, preference }, product.FEATURES);
}

/** What the candidates of all questions are learned from, row after row. */
function material(questions, width) {
  const rows = new Float32Array(questions.reduce((sum, question) => sum + question.rows.length, 0));
  const labels = [];
  const weights = [];
  const groups = [];
  for (const [group, { target, rows: own, lemmas }] of questions.entries()) {
    rows.set(own, labels.length * width);
    for (const lemma of lemmas) {
      const share = target.approval.get(lemma);
      labels.push(share === undefined ? 0 : 0.5 * share + (share > 0.5 ? 0.5 : 0));
      weights.push(share === undefined ? UNJUDGED_WEIGHT : 1);
      groups.push(group);
    }
  }
  const table = binned(rows, width);
  const { levels, rows: levelRows } = levelled(table);
  return { questions, rows, labels, weights, groups, table, levels, levelRows };
}

function learned({ table, levelRows, labels, weights }, chosen) {
  return {
    forest: grown(table, labels, weights, chosen, { ...SETTINGS, seed: 11 }),
    networks: Array.from({ length: NETWORKS }, (_, index) =>
      trainedNetwork(levelRows, table.width, labels, weights, chosen, 31 + index),
    ),
  };
}

/**
 * What the features known without a sentence count in choosing which candidates are looked at: a logistic regression.
 * @param {readonly { target: import("./swords.mjs").Target, rows: Float32Array, lemmas: string[] }[]} questions
 */
function preferences(questions, width, staticWidth) {
  const rows = [];
  const labels = [];
  for (const { target, rows: own, lemmas } of questions) {
    for (const [index, lemma] of lemmas.entries()) {
      const share = target.approval.get(lemma) ?? 0;
      rows.push(own.subarray(index * width, index * width + staticWidth));
      labels.push((share >= CONCEIVABLE ? 0.5 : 0) + (share >= ACCEPTABLE ? 0.5 : 0));
    }
  }
  const features = Array.from({ length: staticWidth }, (_, index) => index);
  const means = features.map((feature) => rows.reduce((sum, row) => sum + row[feature], 0) / rows.length);
  const spreads = features.map(
    (feature) =>
      Math.sqrt(rows.reduce((sum, row) => sum + (row[feature] - means[feature]) ** 2, 0) / rows.length) + 1e-6,
  );
  const scaled = rows.map((row) =>
    Float64Array.from(features, (feature) =>
      Math.max(-4, Math.min(4, (row[feature] - means[feature]) / spreads[feature])),
    ),
  );
  const weights = new Float64Array(staticWidth);
  let bias = -2;
  for (let step = 0; step < 150; step++) {
    const slopes = new Float64Array(staticWidth);
    let slope = 0;
    for (const [index, row] of scaled.entries()) {
      let sum = bias;
      for (let feature = 0; feature < staticWidth; feature++) sum += row[feature] * weights[feature];
      const wrong = 1 / (1 + Math.exp(-sum)) - labels[index];
      slope += wrong;
      for (let feature = 0; feature < staticWidth; feature++) slopes[feature] += wrong * row[feature];
    }
    bias -= slope / rows.length;
    for (let feature = 0; feature < staticWidth; feature++) {
      weights[feature] -= slopes[feature] / rows.length + 1e-3 * weights[feature];
    }
  }
  return Float32Array.from(features, (feature) => weights[feature] / spreads[feature]);
}

/** @param {readonly string[]} ids @returns {Map<string, number>} */
function shuffledFolds(ids, seed) {
  const random = generator(seed);
  const folds = ids.map((_, index) => index % FOLDS);
  for (let index = ids.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [folds[index], folds[other]] = [folds[other], folds[index]];
  }
  return new Map(ids.map((id, index) => [id, folds[index]]));
}

/** The answers of each fold weighed by what people said of them, as it counted in the other folds. */
function withVerdicts(targets, answers, standings, foldOf) {
  const made = new Map();
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = targets.filter(({ id }) => foldOf.get(id) !== fold);
    const weights = weightsOf(others, answers, standings);
    for (const { id } of targets) {
      const answer = foldOf.get(id) === fold ? answers.get(id) : undefined;
      if (answer === undefined) continue;
      const own = answer.map(({ lemma, score }) => ({ lemma, score: weighed(score, standings(id, lemma), weights) }));
      made.set(
        id,
        own.sort((a, b) => b.score - a.score),
      );
    }
  }
  return made;
}

/** What was answered for targets that nothing was learned from. */
function report(targets, answers, name = "") {
  const best = [...answers.values()].map((answer) => answer[0]?.score ?? 0).sort((a, b) => b - a);
  console.log(`${name}${targets.length} targets, ${FOLDS} folds`);
  for (const share of [0.4, 0.5, 0.6, 0.7, 0.8]) {
    const threshold = best[Math.floor(share * targets.length)] ?? 0;
    const m = measured(targets, answers, { threshold, most: 3 });
    const two = (a, b) => `${a.toFixed(1)}/${b.toFixed(1)}`;
    console.log(
      `P@1 ${two(m.firstAcceptable, m.firstConceivable)}, strict F10 ${two(m.strictAcceptable, m.strictConceivable)}, ` +
        `offered at ${threshold.toFixed(3)}: ${two(m.precisionAcceptable, m.precisionConceivable)}, ${m.spun.toFixed(0)} % spun, ${m.perSpun.toFixed(2)} each`,
    );
  }
}

/** @param {readonly string[]} features */
function write({ forest, networks, cuts, levels, preference }, features) {
  const tested = [];
  const values = [];
  const left = [];
  const roots = [];
  for (const tree of forest.trees) {
    const root = tested.length;
    roots.push(root);
    for (const [node, feature] of tree.features.entries()) {
      tested.push(feature + 1);
      values.push(tree.values[node]);
      left.push(feature < 0 ? 0 : root + tree.left[node]);
    }
  }
  const width = features.length;
  const hidden = [];
  for (let row = 0; row <= width; row++) {
    for (const { values, units } of networks) hidden.push(...values.subarray(row * units, (row + 1) * units));
  }
  const part = (from, to) => networks.map(({ values, units }) => values.subarray(from(units), to(units)));
  const end = (units) => (width + 1) * units;
  const out = part(end, (units) => end(units) + units).flatMap((own) =>
    Array.from(own, (value) => value / networks.length),
  );
  const straight = part(
    (units) => end(units) + units,
    (units) => end(units) + units + width,
  );
  const biases = part(
    (units) => end(units) + units + width,
    (units) => end(units) + units + width + 1,
  );
  const mean = (lists, at) => lists.reduce((sum, list) => sum + list[at], 0) / lists.length;
  const packed = pack([
    text("features", features),
    floats("weights", preference),
    floats("share", [NETWORK_SHARE]),
    floats("base", [forest.base]),
    floats("values", values),
    { name: "tested", kind: "bytes", bytes: Uint8Array.from(tested) },
    numbers("left", left),
    numbers("roots", roots),
    numbers(
      "cutCounts",
      cuts.map((list) => list.length),
    ),
    floats("cuts", cuts.flat()),
    floats("levels", levels.flat()),
    floats("hidden", hidden),
    floats("out", out),
    floats(
      "straight",
      Array.from({ length: width }, (_, feature) => mean(straight, feature)),
    ),
    floats("bias", [mean(biases, 0)]),
  ]);
  writeFileSync(path.resolve(import.meta.dirname, "../../data/english/ranker.br"), packed);
  console.log(`ranker.br: ${packed.length} bytes, ${roots.length} trees, ${out.length} units`);
}

/** @param {string} name @param {ArrayLike<number>} list @returns {import("./pack.mjs").Section} */
function floats(name, list) {
  return { name, kind: "bytes", bytes: new Uint8Array(Float32Array.from(list).buffer) };
}
