import { firstVariant, splitSpintax } from "../library.mjs";
import { optionsOf } from "../variants.mjs";
import { placeOf, sentenceAt, startsOf } from "./places.mjs";

/**
 * What a spun or paraphrased text offers: its choices in order, each with the sentence it is in and its options, the source's
 * words being the first. Any other option is a pair to be judged, `{ place, word, alternative, whole, shown, start, end }`,
 * where `shown` is the text that has the word from `start` to `end`. `own` says which option of a choice has the source's words.
 */
export function choicesOf({ text, sentences }, spintax, own = "first") {
  const ownOf = (options) => (own === "first" ? 0 : options.length - 1);
  if (said(spintax, ownOf) !== text) throw new Error(`What is offered does not say the text: ${text.slice(0, 60)}`);
  return choicesIn(spintax, { shown: text, from: 0, ownOf, located: sourcePlace });

  /** The choices of a stretch of spintax that says `shown` from the place `from` on. */
  function choicesIn(stretch, { shown, from, ownOf, located }) {
    const choices = [];
    let end = from;
    for (const segment of splitSpintax(stretch)) {
      const part = stretch.slice(segment.start, segment.end);
      const start = end;
      end += said(part, ownOf).length;
      if (segment.kind === "text") continue;
      const options = optionsOf(part);
      const [source] = options.splice(ownOf(options), 1);
      choices.push(
        shown === text && isWhole(text, start, end)
          ? sentenceChoice(source, options, start, end)
          : wordChoice(options, { shown, start, end, located }),
      );
    }
    return choices;
  }

  function sentenceChoice(source, others, start, end) {
    const { number, text: sentence } = sentenceAt(sentences, start);
    const options = others.map((other) => {
      const ownOf = nearestTo(sentence);
      const alternative = said(other, ownOf);
      const located = rewordedPlace(number, alternative);
      return {
        pair: { place: `${number}`, word: text.slice(start, end), alternative, whole: true, shown: text, start, end },
        choices: choicesIn(other, { shown: alternative, from: 0, ownOf, located }),
      };
    });
    const kept = { choices: choicesIn(source, { shown: text, from: start, ownOf, located: sourcePlace }) };
    return { sentence: number, whole: true, options: [kept, ...options] };
  }

  function wordChoice(others, { shown, start, end, located }) {
    const words = shown.slice(start, end);
    const options = others.map((other) => {
      const { word, alternative } = withoutArticles(words, firstVariant(other));
      const from = end - word.length;
      return { pair: { ...located(word, alternative, from), whole: false, shown, start: from, end }, choices: [] };
    });
    return { sentence: located(words, "", start).sentence, whole: false, options: [{ choices: [] }, ...options] };
  }

  /** Of the options of a reworded sentence the one that has the source's words, wherever such options stand otherwise. */
  function nearestTo(sentence) {
    const has = (option) => startsOf(option.toLowerCase(), sentence.toLowerCase()).length > 0;
    return (options) => {
      const usual = ownOf(options);
      return [usual, options.length - 1 - usual].find((index) => has(options[index])) ?? usual;
    };
  }

  function sourcePlace(word, alternative, start) {
    const sentence = sentenceAt(sentences, start);
    return { sentence: sentence.number, place: placeOf(sentence, word, start), word, alternative };
  }

  /** A word of a reworded sentence has the place it has in the source, if it is there, and the letter case it has there. */
  function rewordedPlace(number, reworded) {
    const { text: source } = sentences[number - 1];
    return (word, alternative, start) => {
      const occurrence = Math.max(1, startsOf(word, reworded).indexOf(start) + 1);
      for (const [written, offered] of [
        [word, alternative],
        [otherCase(word), otherCase(alternative)],
      ]) {
        const there = startsOf(written, source).length;
        if (there === 0) continue;
        const place = `${number}.${Math.min(occurrence, there)}`;
        return { sentence: number, place, word: written, alternative: offered };
      }
      return { sentence: number, place: `${number}*`, word, alternative };
    };
  }
}

/** All pairs among the choices, each once; the same words at another place are another pair. */
export function pairsOf(choices) {
  const pairs = new Map();
  const collect = (choice) => {
    for (const { pair, choices } of choice.options) {
      if (pair !== undefined && !pairs.has(keyOf(pair))) pairs.set(keyOf(pair), pair);
      choices.forEach(collect);
    }
  };
  choices.forEach(collect);
  return [...pairs.values()];
}

/** What makes a pair the same one within its text. */
export const keyOf = ({ place, word, alternative }) => [place, word, alternative].join("\t");

/** The number of the sentence of a pair. */
export const sentenceOf = ({ place }) => Number.parseInt(place, 10);

/** The pairs that a random variant takes, with the numbers of their sentences. */
export function drawn(choices, random) {
  return choices.flatMap(({ sentence, options }) => {
    const { pair, choices } = random.pick(options);
    return [...(pair === undefined ? [] : [{ sentence, pair }]), ...drawn(choices, random)];
  });
}

/** How many places of the source's own sentences have other words. */
export function placesIn(choices) {
  return choices.reduce((count, { whole, options }) => count + (whole ? placesIn(options[0].choices) : 1), 0);
}

/** What spintax says when of every choice the option at the place that `ownOf` gives is taken. */
function said(spintax, ownOf) {
  return splitSpintax(spintax)
    .map(({ kind, start, end }) => {
      const part = spintax.slice(start, end);
      if (kind === "text") return firstVariant(part);
      const options = optionsOf(part);
      return said(options[ownOf(options)], ownOf);
    })
    .join("");
}

/** An article is part of what is offered only because the word behind it decides about it. */
function withoutArticles(word, alternative) {
  const article = /^an?\s+(?=\S)/i;
  if (!article.test(word) || !article.test(alternative)) return { word, alternative };
  return { word: word.replace(article, ""), alternative: alternative.replace(article, "") };
}

/** Whether a stretch of the text is a sentence or a heading from end to end, and no words within one. */
function isWhole(text, start, end) {
  const words = text.slice(start, end);
  if (/[.!?:;…]["”’)]*$/.test(words)) return true;
  const isLine = (start === 0 || text[start - 1] === "\n") && (end === text.length || text[end] === "\n");
  return isLine && /\s/.test(words);
}

function otherCase(words) {
  const first = words.slice(0, 1);
  return (first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()) + words.slice(1);
}
