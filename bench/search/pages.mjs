// Generated pages, the same every time: words as often as in texts (Zipf and Mandelbrot), of which each page has some that are its
// subject and come again and again; some 300 words each.

const VOCABULARY = 120_000;
const OFFSET = 2.7;
const EXPONENT = 1.07;
const SUBJECTS = 20_000;
const CONSONANTS = "b c d f g h j k l m n p r s t v w z br ch cl cr dr fl gr pl pr sh sl st th tr".split(" ");
const VOWELS = "a e i o u ai ea ee ie oa ou".split(" ");
const CODAS = ["", "", "n", "r", "s", "t", "l", "m", "nd", "rt", "st", "ck"];
/** The most usual words are those of every text. */
const USUAL =
  "the of and to in a is that for it was on with as be by at this from are or his an not have which you had but were they one all we can her has there been if more when will would who so no".split(
    " ",
  );

/** A small generator of pseudo-random numbers (Park and Miller's), so that no run differs from another. */
export function random(seed) {
  let state = (seed * 48271 + 11) % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

function madeUp(rank) {
  let left = rank;
  let word = "";
  const take = (parts) => {
    word += parts[left % parts.length];
    left = Math.floor(left / parts.length);
  };
  do {
    take(CONSONANTS);
    take(VOWELS);
    take(CODAS);
  } while (left > 0);
  return word;
}

export const WORDS = Array.from({ length: VOCABULARY }, (_, rank) => USUAL[rank] ?? madeUp(rank * 7));
const sums = new Float64Array(VOCABULARY);
let total = 0;
for (let rank = 0; rank < VOCABULARY; rank += 1) {
  total += 1 / (rank + OFFSET) ** EXPONENT;
  sums[rank] = total;
}

function anyWord(next) {
  const wanted = next() * total;
  let low = 0;
  let high = VOCABULARY - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return WORDS[low];
}

/** Words of a subject: neither usual nor very rare ones. */
function subjectWords(subject) {
  const next = random(subject + 7);
  return Array.from({ length: 12 }, () => WORDS[200 + Math.floor(next() ** 2 * 20_000)]);
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);

export function page(number) {
  const next = random(number + 1);
  const own = subjectWords(Math.floor(next() * SUBJECTS));
  const length = 150 + Math.floor(next() * 300);
  const title = capital(
    Array.from({ length: 3 + Math.floor(next() * 4) }, () =>
      next() < 0.7 ? own[Math.floor(next() * own.length)] : anyWord(next),
    ).join(" "),
  );
  let text = "";
  for (let count = 0; count < length; ) {
    const words = Array.from({ length: 6 + Math.floor(next() * 16) }, () =>
      next() < 0.12 ? own[Math.floor(next() * own.length)] : anyWord(next),
    );
    count += words.length;
    text += `${capital(words.join(" "))}. ${next() < 0.15 ? "\n\n" : ""}`;
  }
  return { title, text };
}

/** What people ask: one to four words of a subject, at times with a usual word, and now and then a very frequent word alone. */
export function queries(count) {
  const next = random(4711);
  return Array.from({ length: count }, (_, n) => {
    if (n % 20 === 19) return WORDS[USUAL.length + Math.floor(next() * 100)];
    const own = subjectWords(Math.floor(next() * SUBJECTS));
    const words = Array.from({ length: 1 + Math.floor(next() * 4) }, () => own[Math.floor(next() * own.length)]);
    if (next() < 0.3) words.splice(Math.floor(next() * words.length), 0, anyWord(next));
    return words.join(" ");
  });
}
