import { wordSet } from "../../word-set.js";
import { doublesConsonant } from "./doubling.js";
import { type PrincipalParts, principalParts, withPrefix } from "./irregular-verbs.js";
import { withSibilantEnding } from "./sibilant-ending.js";

const THIRD = new Map([
  ["be", "is"],
  ["have", "has"],
  ["do", "does"],
  ["go", "goes"],
]);
// Verbs in -o that take a plain -s, against echoes and vetoes.
const PLAIN_O = wordSet(
  "bastinado decrescendo tango velcro solo disco memo demo promo piano piccolo photo condo limo typo tattoo",
);
// Final c keeps its sound before -ed and -ing with a k.
const HARD_C = /(?:[a-z]ic|havoc|bivouac|shellac|tarmac)$/u;
const GERUND = new Map([
  ["be", "being"],
  ["singe", "singeing"],
  ["binge", "binging"],
  ["swinge", "swingeing"],
  ["tinge", "tingeing"],
  ["springe", "springeing"],
  ["age", "aging"],
  ["unsinge", "unsingeing"],
  ["ski", "skiing"],
  ["quiz", "quizzing"],
  ["whiz", "whizzing"],
]);

/** The form for he, she and it: `goes`. */
export function thirdPerson(verb: string): string {
  const irregular = THIRD.get(verb) ?? prefixedThird(verb);
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]o$/u.test(verb) && !PLAIN_O.has(verb)) return `${verb}es`;
  return withSibilantEnding(verb);
}

/** Every past form in use, the most usual first. */
export function pasts(verb: string): readonly string[] {
  return verb === "be" ? ["was", "were"] : (parts(verb)?.past ?? [regularPast(verb)]);
}

/** Every participle in use, the most usual first. */
export function participles(verb: string): readonly string[] {
  return verb === "be" ? ["been"] : (parts(verb)?.participle ?? [regularPast(verb)]);
}

/** The form in -ing. */
export function gerund(verb: string): string {
  const irregular = GERUND.get(verb);
  if (irregular) return irregular;
  if (/ie$/u.test(verb)) return `${verb.slice(0, -2)}ying`;
  if (/[^eoy]e$/u.test(verb) && !/^[^aeiouy]*e$/u.test(verb)) return `${verb.slice(0, -1)}ing`;
  return `${stem(verb)}ing`;
}

export function regularPast(verb: string): string {
  if (/e$/u.test(verb)) return `${verb}d`;
  if (/(?:[^aeiou]|qu)y$/u.test(verb)) return `${verb.slice(0, -1)}ied`;
  return `${stem(verb)}ed`;
}

/** What comes before -ed and -ing, from the last consonant on. */
function stem(verb: string): string {
  if (HARD_C.test(verb)) return `${verb}k`;
  return doublesConsonant(verb) ? verb + verb.at(-1) : verb;
}

function parts(verb: string): PrincipalParts | undefined {
  const own = principalParts(verb);
  const hyphen = verb.lastIndexOf("-");
  if (own || hyphen < 0) return own;
  const last = principalParts(verb.slice(hyphen + 1));
  return last && withPrefix(verb.slice(0, hyphen + 1), last);
}

function prefixedThird(verb: string): string | undefined {
  const found = /^(re|un|out|over|under|mis|for|fore)(do|go)$/u.exec(verb);
  return found ? `${found[1]}${found[2]}es` : undefined;
}
