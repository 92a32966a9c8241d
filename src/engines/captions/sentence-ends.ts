/** Scripts that set no space between words, with their punctuation. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\u3000-\u303f\uff00-\uffef]/u;

const ENDED = /[.!?\u2026\u3002\uff01\uff1f]["'\u201d\u2019\u00bb)\]\u300d\u300f\uff09]{0,3}$/;
/** A full stop behind a title, an initial, a short form or the number of a day. */
const SHORT =
  /(?:^|[\s(\u201c"'-])(?:mrs?|ms|dr|prof|sra?|st|no|nr|vs|etc|ca|bzw|z\.\s?b|d\.\s?h|u\.\s?a|e\.g|i\.e|approx|inc|ltd|jr|p|ee\.\s?uu|ud|uds|\p{L}|\d{1,2})\.$/iu;
/** Where a sentence ends and another begins in one line. */
const BETWEEN =
  /(?<=[.!?\u2026]["'\u201d\u2019\u00bb)\]]{0,3})\s(?=["'\u201c\u2018\u201e\u00ab\u00bf\u00a1([]{0,3}[\p{Lu}\p{N}])|(?<=[\u3002\uff01\uff1f][\u300d\u300f\u201d\uff09]{0,3})(?![\u300d\u300f\u201d\uff09\u3002\uff01\uff1f]|$)/gu;

/** Whether a text ends with a sentence, as far as it can be told without knowing what follows. */
export function endsSentence(text: string): boolean {
  return ENDED.test(text) && !SHORT.test(text.slice(-24));
}

/** A line cut behind each sentence that ends in it. */
export function cutBehindSentences(line: string): string[] {
  const parts: string[] = [];
  for (const part of line.split(BETWEEN)) {
    const last = parts.at(-1);
    if (last === undefined || endsSentence(last)) parts.push(part);
    else parts[parts.length - 1] = `${last}${UNSPACED.test(last.at(-1) ?? "") ? "" : " "}${part}`;
  }
  return parts.filter((part) => part !== "");
}
