import { wordSet } from "../word-set.js";
import { SOME_NAME, type Span } from "./spans.js";

/** Words of the prose between the spans that are no words of a language: addresses, numbers, paths, code. */
export function codeWords(text: string, spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const span of [...spans, { start: text.length, end: text.length }]) {
    if (span.start > from) wordsBetween(text, from, span.start, found);
    from = span.end;
  }
  return found;
}

function wordsBetween(text: string, from: number, to: number, found: Span[]): void {
  // The chunk before, when it is a number that may have its unit in this one.
  let number: { readonly end: number } | undefined;
  for (const match of text.slice(from, to).matchAll(CHUNK)) {
    const chunk = match[0];
    const at = from + match.index;
    const amount = number;
    number = undefined;
    const core = coreOf(chunk);
    const start = at + core.start;
    const end = at + core.end;
    const word = chunk.slice(core.start, core.end);
    if (/\d/.test(word)) {
      found.push({ start, end, reads: word, breaks: false });
      if (core.end === chunk.length) number = { end };
    } else if (amount !== undefined && UNITS.has(word.toLowerCase()) && start === at) {
      found.push({ start: amount.end, end, reads: text.slice(amount.end, end), breaks: false });
    } else if (word !== "" && SUSPECT.test(chunk) && isCode(word, chunk)) {
      found.push({ start, end, reads: /^[@#]/.test(word) || word.length > 40 ? SOME_NAME : word, breaks: false });
    }
  }
}

const CHUNK = /[^\s\u200b]+/g;
const SUSPECT = /[@#/\\_=.:<>$%~^*+|&(]|--|\p{Ll}\p{Lu}/u;

/** Where the word is in a chunk, without the marks of the sentence around it. */
function coreOf(chunk: string): { readonly start: number; readonly end: number } {
  let start = 0;
  let end = chunk.length;
  while (start < end && LEADING.has(chunk[start]!)) start += 1;
  while (end > start && TRAILING.has(chunk[end - 1]!)) end -= 1;
  return { start, end };
}

const LEADING = new Set("([{\"'“‘«„¿¡—–*~");
const TRAILING = new Set(")]}\"'”’».,;:!?…—–*~");

function isCode(word: string, chunk: string): boolean {
  return (
    /[\p{L}(/]/u.test(word) &&
    (/\p{L}@\p{L}|^@\p{L}|^#\p{L}/u.test(word) ||
      /[\\_=<>^|+&]|::|--\p{L}/u.test(word) ||
      /[^\s/]\/[^\s/]|^~?\.{0,2}\/./.test(word) ||
      /\p{L}\.\p{L}|^\.\p{L}/u.test(word) ||
      /\p{Ll}\p{Lu}/u.test(word) ||
      /\p{L}:\p{L}|^:\p{L}[\w-]*$/u.test(word) ||
      (/\p{L}\($/u.test(word) && chunk.includes("()")))
  );
}

/** What an amount is counted in. */
const UNITS = wordSet(`
  kg g mg lb lbs oz t km m cm mm mi ft in inch inches yd yard yards mile miles metre metres meter meters feet foot
  kilometre kilometres kilometer kilometers centimetre centimetres centimeter centimeters millimetre millimetres
  gram grams kilogram kilograms kilo kilos pound pounds ounce ounces ton tons tonne tonnes
  litre litres liter liters l ml cl dl gallon gallons cup cups tablespoon tablespoons teaspoon teaspoons tbsp tsp pint
  pints quart quarts degree degrees celsius fahrenheit kelvin mph km/h kph hz khz mhz ghz w kw kwh mw v volt volts
  watt watts amp amps kb mb gb tb bit bits byte bytes px pt em rem
  second seconds sec secs minute minutes min mins hour hours hr hrs day days week weeks month months year years
  decade decades century centuries am pm a.m p.m bc ad bce ce
  percent percentage per cent cents dollar dollars euro euros yen usd eur gbp chf jpy bucks
  dozen hundred thousand million billion trillion thousands millions billions m bn k times
  january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec`);
