export const REGISTERS = ["plain", "formal", "informal", "technical"] as const;
export type Register = (typeof REGISTERS)[number];

/** A word that tells the sense of another one: anywhere near it, directly before it, or directly behind it. */
export interface Cue {
  readonly where: "near" | "before" | "behind";
  /** `ing` stands for every word with that ending where it is directly before or behind. */
  readonly word: string;
}

/** An alternative that people accepted, and where. */
export interface Verdict {
  /** Dictionary form. */
  readonly alternative: string;
  readonly register: Register;
  /** One of these must be there. None means that it is right anywhere. */
  readonly cues: readonly Cue[];
  /** None of these may be there. */
  readonly blockers: readonly Cue[];
}

/** What people said of the alternatives of a word, the accepted ones in their order. */
export interface WordVerdicts {
  readonly word: string;
  readonly accepted: readonly Verdict[];
  /** Alternatives that are wrong nearly everywhere. */
  readonly never: readonly string[];
}

/** Parts of a line are divided by it. */
export const BAR = " | ";

/** Reads a line of the tables in data/english/verdicts that was found to be of the form. */
export function readVerdictLine(line: string): WordVerdicts {
  const [word = "", ...cells] = line.split(BAR);
  const last = cells.at(-1);
  const never = last === undefined ? undefined : neverIn(last);
  return { word, accepted: (never === undefined ? cells : cells.slice(0, -1)).map(verdictIn), never: never ?? [] };
}

/** The alternatives of a cell that begins with `never:`; undefined for any other cell. */
export function neverIn(cell: string): readonly string[] | undefined {
  return cell.startsWith(NEVER)
    ? cell
        .slice(NEVER.length)
        .split(",")
        .map((alternative) => alternative.trim())
    : undefined;
}

/** A cell divided into the alternative, the words behind each `+` and `-`, and what is in parentheses. */
export function partsOf(cell: string): {
  readonly alternative: string;
  readonly signs: readonly { readonly sign: "+" | "-"; readonly words: readonly string[] }[];
  readonly marks: readonly string[];
} {
  const alternative: string[] = [];
  const signs: { sign: "+" | "-"; words: string[] }[] = [];
  const marks: string[] = [];
  for (const part of cell.split(/ +/)) {
    if (part === "+" || part === "-") signs.push({ sign: part, words: [] });
    else if (/^\(.*\)$/.test(part)) marks.push(part.slice(1, -1));
    else if (signs.length > 0) signs.at(-1)!.words.push(part);
    else alternative.push(part);
  }
  return { alternative: alternative.join(" "), signs, marks };
}

const NEVER = "never:";
const SIDES: ReadonlyMap<string, Cue["where"]> = new Map([
  ["<", "before"],
  [">", "behind"],
]);

function verdictIn(cell: string): Verdict {
  const { alternative, signs, marks } = partsOf(cell);
  const cuesOf = (sign: "+" | "-") => signs.filter((own) => own.sign === sign).flatMap(({ words }) => words.map(cueIn));
  return {
    alternative,
    register: (marks[0] as Register | undefined) ?? "plain",
    cues: cuesOf("+"),
    blockers: cuesOf("-"),
  };
}

function cueIn(part: string): Cue {
  const where = SIDES.get(part[0]!);
  return where === undefined ? { where: "near", word: part } : { where, word: part.slice(1) };
}
