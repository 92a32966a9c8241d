/** From the place of an opening bracket to the place of its closing one; pairs end with their paragraph. */
export function bracketsOf(text: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  let opens: number[] = [];
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charCodeAt(position);
    if (character === BACKSLASH) position += 1;
    else if (character === OPEN) opens.push(position);
    else if (character === CLOSE) {
      const open = opens.pop();
      if (open !== undefined) pairs.set(open, position);
    } else if (character === NEWLINE && text.charCodeAt(position + 1) === NEWLINE) opens = [];
  }
  return pairs;
}

const NEWLINE = 0x0a;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;

/** Where the `(address "title")` or `[reference]` ends that makes a link of the brackets before it. */
export function linkTail(text: string, start: number): number | undefined {
  const first = text[start];
  if (first !== "(" && first !== "[") return undefined;
  const match = (first === "(" ? TARGET : REFERENCE).exec(text.slice(start, start + 2048));
  if (match !== null) return start + match[0].length;
  if (first === "[") return undefined;
  // An address with data in it can be long.
  const close = text.indexOf(")", start);
  return text.startsWith("(data:", start) && close > 0 ? close + 1 : undefined;
}

const TARGET =
  /^\(\s*(?:<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*(?:\{[^{}]*\})?\)/;
const REFERENCE = /^\[[^[\]\n]{0,200}\]/;

/** The inside of brackets that switch something on or off and are not read: `gallery ids="1"`, `/caption`, `b`. */
export const SHORTCODE =
  /^(?:\/[A-Za-z][\w-]*|(?:b|i|u|s|url|img|quote|code|list|\*|size|color|center|caption|gallery|embed|video|audio)\b|[A-Za-z][\w-]*\s+[\w-]+\s*=|[A-Za-z][\w-]*=|\^)/i;
