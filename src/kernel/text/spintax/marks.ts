/**
 * The braces and bars of the groups of a text, in order, each as MARK_SIZE numbers: its position; what it leads to; and from which
 * mark the next option of its group begins, 0 for none. An opening brace leads to minus the number of its options, the first of
 * which begins at the brace itself; a bar or a closing brace leads to the closing brace of its group. A mark before the text
 * (position -1) and one behind it (its length) lead to 0. Marks refer to each other by their place in the list.
 */
export type Marks = readonly number[];

export const MARK_SIZE = 3;
export const BACKSLASH = 0x5c;
export const OPEN = 0x7b;
const BAR = 0x7c;
export const CLOSE = 0x7d;

/** The position of a brace or bar that turned out to be text. */
const TEXT = -1;

/** Shared, for most texts are short and lists of numbers dear to make. Nothing else runs while one is read. */
const shared = new Int32Array(MARK_SIZE * 8192);

/**
 * One pass. A closing brace belongs to the nearest open one, so an unclosed brace is never inside a group. While a group is
 * open, each of its marks leads to the one before it, and its brace to minus one minus the latest mark of the group around it.
 */
export function marksOf(text: string): { readonly marks: Marks; readonly escaped: boolean } {
  const found = roomFor(text);
  let last = 0;
  let latest = 0;
  let escaped = false;
  let isWhole = true;
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charCodeAt(position);
    if (character < OPEN) {
      if (character === BACKSLASH && isEscape(text, position)) {
        escaped = true;
        position += 1;
      }
      continue;
    }
    if (character > CLOSE) continue;
    if (character === OPEN) {
      last += MARK_SIZE;
      found[last] = position;
      found[last + 1] = -1 - latest;
      latest = last;
      continue;
    }
    if (latest === 0) continue;
    const before = found[latest + 1]!;
    if (character === CLOSE && before < 0) {
      // A pair without a bar of its own.
      if (latest === last) last -= MARK_SIZE;
      else {
        found[latest] = TEXT;
        isWhole = false;
      }
      latest = -1 - before;
      continue;
    }
    last += MARK_SIZE;
    found[last] = position;
    found[last + 1] = latest;
    latest = character === BAR ? last : closed(found, last);
  }
  for (; latest !== 0; isWhole = false) {
    const before = found[latest + 1]!;
    found[latest] = TEXT;
    latest = before < 0 ? -1 - before : before;
  }
  last += MARK_SIZE;
  found[last] = text.length;
  found[last + 1] = 0;
  found[last + 2] = 0;
  return { marks: isWhole ? copied(found, last + MARK_SIZE) : withoutText(found, last), escaped };
}

/** Whether a backslash makes the character after it text; what follows it is no mark either way. */
export function isEscape(text: string, backslash: number): boolean {
  const character = text.charCodeAt(backslash + 1);
  return character === BACKSLASH || (character >= OPEN && character <= CLOSE);
}

/** The marks at which the options of a group begin; the first is its opening brace. */
export function optionsOf(marks: Marks, open: number): number[] {
  const options = [];
  for (let option = open; option !== 0; option = marks[option + 2]!) options.push(option);
  return options;
}

/** The closing brace of a group. */
export function groupEnd(marks: Marks, open: number): number {
  return marks[marks[open + 2]! + 1]!;
}

function roomFor(text: string): Int32Array {
  if (MARK_SIZE * (text.length + 2) <= shared.length) return shared;
  let marks = 2;
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charCodeAt(position);
    if (character >= OPEN && character <= CLOSE) marks += 1;
  }
  return new Int32Array(MARK_SIZE * marks);
}

/** Lets the marks of a group lead to its closing brace, and gives the latest mark of the group around it. */
function closed(found: Int32Array, close: number): number {
  let options = 0;
  let next = 0;
  let member = found[close + 1]!;
  found[close + 1] = close;
  found[close + 2] = 0;
  for (;;) {
    const before = found[member + 1]!;
    found[member + 2] = next;
    options += 1;
    if (before < 0) {
      found[member + 1] = -options;
      return -1 - before;
    }
    found[member + 1] = close;
    next = member;
    member = before;
  }
}

function copied(found: Int32Array, length: number): number[] {
  const marks = new Array<number>(length);
  marks[0] = -1;
  marks[1] = 0;
  marks[2] = 0;
  for (let index = MARK_SIZE; index < length; index += 1) marks[index] = found[index]!;
  return marks;
}

/** As `copied`, without the marks that turned out to be text: no other mark leads to them. */
function withoutText(found: Int32Array, last: number): number[] {
  const places = new Int32Array(last / MARK_SIZE + 1);
  let place = 0;
  for (let mark = MARK_SIZE; mark <= last; mark += MARK_SIZE) {
    if (found[mark] !== TEXT) place += MARK_SIZE;
    places[mark / MARK_SIZE] = place;
  }
  const marks = [-1, 0, 0];
  for (let mark = MARK_SIZE; mark <= last; mark += MARK_SIZE) {
    if (found[mark] === TEXT) continue;
    const aim = found[mark + 1]!;
    marks.push(found[mark]!, aim > 0 ? places[aim / MARK_SIZE]! : aim, places[found[mark + 2]! / MARK_SIZE]!);
  }
  return marks;
}
