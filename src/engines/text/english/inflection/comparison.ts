import comparison from "../../../../../data/english/comparison.txt";
import forms from "../../../../../data/english/irregular-comparison.txt";
import { once, readLists, readSections } from "../../../tables.js";
import { wordSet } from "../../word-set.js";
import { doublesConsonant } from "./doubling.js";
import { irregularVerbs } from "./irregular-verbs.js";

const FORMS = { name: "english/irregular-comparison.txt", text: forms };

const irregular = once(() => {
  const { usual, further } = readSections(FORMS, {
    columns: { base: "text", comparative: "text", superlative: "text" },
    sections: ["usual", "further"],
  });
  const byBase = (rows: typeof usual): ReadonlyMap<string, readonly [string, string]> =>
    new Map(rows.map(({ base, comparative, superlative }) => [base, [comparative, superlative]]));
  return { usual: byBase(usual), further: byBase(further) };
});

const listed = once(() => {
  const sections = ["short with more", "long with endings", "in -ly with endings"] as const;
  const lists = readLists({ name: "english/comparison.txt", text: comparison }, sections);
  return {
    shortWithMore: new Set(lists["short with more"]),
    longWithEndings: new Set(lists["long with endings"]),
    lyWithEndings: new Set(lists["in -ly with endings"]),
  };
});

const participles = once(() => new Set([...irregularVerbs().values()].flatMap(({ participle }) => participle)));
const PARTICIPLES_WITH_ENDINGS = wordSet("fit wet");

export function comparative(word: string): string {
  return compared(word, 0) ?? `more ${word}`;
}

export function superlative(word: string): string {
  return compared(word, 1) ?? `most ${word}`;
}

/** Every comparative and superlative the word can have, those with endings first. */
export function comparisons(word: string): {
  readonly comparatives: readonly string[];
  readonly superlatives: readonly string[];
} {
  const others = irregular().further.get(word);
  const withEndings = (degree: 0 | 1) => [
    compared(word, degree) ?? withEnding(word, degree),
    ...(others === undefined ? [] : [others[degree]]),
  ];
  return { comparatives: [...withEndings(0), `more ${word}`], superlatives: [...withEndings(1), `most ${word}`] };
}

function compared(word: string, degree: 0 | 1): string | undefined {
  const { usual } = irregular();
  const known = usual.get(word);
  if (known) return known[degree];
  const first = /^(well|good|ill|bad|far)-(?=[a-z])/.exec(word);
  if (first) return `${usual.get(first[1]!)![degree]}-${word.slice(first[0].length)}`;
  if (/[ -]/.test(word)) return undefined;
  return takesEnding(word) ? withEnding(word, degree) : undefined;
}

function withEnding(word: string, degree: 0 | 1): string {
  const ending = degree === 0 ? "er" : "est";
  if (/e$/.test(word)) return word + ending.slice(1);
  if (/[^aei]ey$/.test(word) && word.length > 4) return `${word.slice(0, -2)}i${ending}`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}i${ending}`;
  return (doublesConsonant(word) ? word + word.at(-1) : word) + ending;
}

/** Whether the word is compared with -er and -est: short ones, and longer ones in -y. */
function takesEnding(word: string): boolean {
  const { shortWithMore, longWithEndings, lyWithEndings } = listed();
  if (shortWithMore.has(word)) return false;
  const count = syllables(word);
  if (/ly$/.test(word) && count > 1) return lyWithEndings.has(word);
  if (/(?:ing|ful|less|ous|ish|ive|ed|al|ic|ant|ent)$/.test(word) && count > 1) return longWithEndings.has(word);
  if (participles().has(word)) return PARTICIPLES_WITH_ENDINGS.has(word);
  if (count <= 1) return !/(?:[^r]ed|[a-z]{2}[^aeiou]ed)$/.test(word) || word === "red";
  if (longWithEndings.has(word)) return true;
  if (count === 2) return /[^aeioul]y$|[^aeiou]ly$|ey$/.test(word);
  if (/(?:thirsty|hardy|happy|hungry|handy)$/.test(word)) return true;
  return count === 3 && /^un[a-z]+[^aeioul]y$/.test(word);
}

function syllables(word: string): number {
  const spoken = word
    .replaceAll("qu", "q")
    .replace(/(?<=[aeiouy][^aeiouy]*)e$/, "")
    .replace(/(?<=[aeiouy].*[^aeioutdy])ed$/, "d")
    .replace(/(?<=[bcdfgkpstz]l)$/, "e");
  return spoken.match(/[aeiouy]+/g)?.length ?? 0;
}
