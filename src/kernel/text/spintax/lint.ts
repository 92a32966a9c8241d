import { BACKSLASH, CLOSE, isEscape, MARK_SIZE, marksOf, OPEN } from "./marks.js";

/** Something that reads otherwise than its author is likely to have meant. */
export interface SpintaxProblem {
  readonly code: "unclosed" | "unopened" | "stray-bar" | "empty-option" | "duplicate-option";
  /** UTF-16 offset of the brace or bar, or of the first character of the option. */
  readonly position: number;
  /** What is wrong, and what to do. */
  readonly message: string;
}

/**
 * What is likely to be a mistake, by position; nothing for escaped text and for placeholders such as `{name}`. Options are
 * duplicates when they are written alike. Linear, but for sorting what was found.
 */
export function lintSpintax(text: string): SpintaxProblem[] {
  const { marks } = marksOf(text);
  const problems: SpintaxProblem[] = [];
  const report = (code: SpintaxProblem["code"], position: number) =>
    problems.push({ code, position, message: MESSAGES[code] });

  // Options are compared by number, equal ones having the same: were they compared as texts, the innermost text of
  // deep nesting would be read once for every level.
  const optionNumber = numbering();
  const groupNumber = numbering();
  const outer: OpenGroup[] = [];
  let group: OpenGroup | undefined;
  let mark = MARK_SIZE;
  // What is no mark of a group but may be of a pair.
  const strayOpens: number[] = [];
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charCodeAt(position);
    if (character === BACKSLASH && isEscape(text, position)) position += 1;
    if (character < OPEN || character > CLOSE) continue;
    if (position !== marks[mark]) {
      if (character === OPEN) strayOpens.push(position);
      else if (character !== CLOSE) report("stray-bar", position);
      else if (strayOpens.pop() === undefined) report("unopened", position);
      continue;
    }
    mark += MARK_SIZE;
    if (character === OPEN) {
      if (group !== undefined) {
        group.option += text.slice(group.from, position);
        outer.push(group);
      }
      group = { option: "", start: position + 1, from: position + 1, seen: new Set(), options: "" };
    } else if (group !== undefined) {
      const option = optionNumber(group.option + text.slice(group.from, position));
      if (group.start === position) report("empty-option", position);
      else if (group.seen.has(option)) report("duplicate-option", group.start);
      group.seen.add(option);
      group.options += `${option},`;
      group.option = "";
      group.start = position + 1;
      group.from = position + 1;
      if (character === CLOSE) {
        const { options } = group;
        group = outer.pop();
        if (group !== undefined) {
          // No bar can be unescaped in the text of an option, so this cannot be mistaken for text.
          group.option += `|${groupNumber(options)}|`;
          group.from = position + 1;
        }
      }
    }
  }
  for (const position of strayOpens) report("unclosed", position);
  return problems.sort((one, other) => one.position - other.position);
}

const MESSAGES: Readonly<Record<SpintaxProblem["code"], string>> = {
  unclosed: "This brace is never closed and counts as text. Close it, or write \\{ to mean the character.",
  unopened: "This brace closes nothing and counts as text. Open it, or write \\} to mean the character.",
  "stray-bar":
    "This bar is in no group and counts as text. Put braces around the options, or write \\| to mean the character.",
  "empty-option": "This option is empty. Fill it, or keep it if nothing is one of the choices.",
  "duplicate-option": "This option is in its group already. Remove it, or keep it to have it chosen more often.",
};

/** A group whose closing brace was not yet met. */
interface OpenGroup {
  /** The option being read up to `from`, its inner groups as numbers. */
  option: string;
  /** Where the option begins. */
  start: number;
  /** Up to where the option was taken into `option`. */
  from: number;
  /** The numbers of the options before. */
  readonly seen: Set<number>;
  /** The same in order. */
  options: string;
}

/** Gives equal texts the same number and different texts different ones. */
function numbering(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}
