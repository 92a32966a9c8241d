// Places of a text that stay what they are when the engine offers more, less or something else: the number of a sentence, and
// which occurrence of its words is meant. Sentences are divided here and not by the engine, whose division may change.

/** The sentences of a text, headings too, in order: what they say and where they begin. */
export function placedSentences(text) {
  const sentences = [];
  for (const { index, 0: line } of text.matchAll(/\S.*/g)) {
    let from = 0;
    for (const gap of line.matchAll(/(?<=[.!?]["”’)]*)\s+(?=["“‘(]?[\p{Lu}\p{N}])/gu)) {
      // The number of a clause is no sentence.
      if (!/\p{L}/u.test(line.slice(from, gap.index))) continue;
      sentences.push({ start: index + from, text: line.slice(from, gap.index) });
      from = gap.index + gap[0].length;
    }
    sentences.push({ start: index + from, text: line.slice(from).trimEnd() });
  }
  return sentences.map((sentence, index) => ({ ...sentence, number: index + 1 }));
}

/** The sentence in which a place of the text is. */
export function sentenceAt(sentences, start) {
  return sentences.findLast((sentence) => sentence.start <= start);
}

/** `3.2` for the second occurrence of the word in the third sentence; `start` is the place in the text. */
export function placeOf(sentence, word, start) {
  const occurrence = startsOf(word, sentence.text).indexOf(start - sentence.start) + 1;
  if (occurrence === 0) throw new Error(`"${word}" is not at ${start} in: ${sentence.text}`);
  return `${sentence.number}.${occurrence}`;
}

/** Where the word stands in the sentence, in the letter case given, and not as a part of another word. */
export function startsOf(word, sentence) {
  const starts = [];
  for (let start = sentence.indexOf(word); start !== -1; start = sentence.indexOf(word, start + 1)) {
    const before = sentence.slice(0, start);
    const after = sentence.slice(start + word.length);
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) starts.push(start);
  }
  return starts;
}

/**
 * Why there is no such place in the text, or undefined when there is one. `3.2` is a word, `3` the whole sentence, and `3*` a
 * word that only other ways to say the sentence have.
 */
export function whyNoPlace(sentences, place, word) {
  const [, number, occurrence] = /^([1-9]\d*)(?:\.([1-9]\d*)|\*)?$/.exec(place) ?? [];
  if (number === undefined) return `"${place}" is no place, such as 3.1, 3 or 3*`;
  const sentence = sentences[number - 1];
  if (sentence === undefined) return `the text has ${sentences.length} sentences and none of the number ${number}`;
  if (place.endsWith("*")) return undefined;
  if (occurrence === undefined) {
    return sentence.text.includes(word) || word.startsWith(sentence.text)
      ? undefined
      : `sentence ${number} does not say "${word}"`;
  }
  return startsOf(word, sentence.text).length < occurrence
    ? `sentence ${number} does not have "${word}" ${occurrence} times`
    : undefined;
}
