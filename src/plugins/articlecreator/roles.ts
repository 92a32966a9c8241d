import { countWords, termsOf } from "../../engines/pages/terms.js";

/** What a part of an article says of its subject, in the order in which readers want to know it. */
export interface Role {
  readonly name: string;
  /** A heading for sections of several sources, or none that would say anything. */
  readonly heading: string;
  /** In a title, after the keyword; empty for what every article has. */
  readonly label: string;
  readonly cues: RegExp;
}

/** The first that fits is taken where several do. Only nouns and set phrases: "never use metal" is not about uses. */
const ROLES: readonly Role[] = [
  role("prevention", "Prevention", "Prevention", /\bprevent(ion|ing)\b|\bhow to (avoid|prevent)\b/),
  role(
    "treatment",
    "Treatment",
    "Treatment",
    /\b(treatments?|treating|treated|surgery|medicines?|medications?|therap(y|ies)|cures?|remed(y|ies))\b/,
  ),
  role("signs", "Symptoms", "Symptoms", /\b(symptoms?|diagnosis|signs)\b/),
  role("causes", "Causes", "Causes", /\b(causes?|risk factors)\b|^why\b/),
  role(
    "limits",
    "Problems and Limits",
    "Problems",
    /\b(problems?|risks?|dangers?|limits?|limitations?|drawbacks?|disadvantages?|downsides?|pitfalls?|mistakes?|side effects|criticism|hazards?|threats?|troubleshooting)\b/,
  ),
  role("costs", "Costs", "Costs", /\b(costs?|prices?|fees?)\b/),
  role(
    "today",
    "Today",
    "Today",
    /\b(today|nowadays|present day|future|outlook|legacy|current (status|state|situation)|relevance|lasting (impact|influence))\b/,
  ),
  role(
    "origin",
    "History",
    "History",
    /\b(history|origins?|beginnings?|invention|rise and fall|ancient times|early (history|days|years|times|life)|childhood|youth|upbringing|through the ages|through the (years|centuries)|the story of|evolution of)\b|^early$/,
  ),
  role("kinds", "Types", "Types", /\b(types|kinds|varieties|breeds|styles|forms|classification)\b/),
  role(
    "choice",
    "Choosing and Buying",
    "Choosing",
    /\b(choosing|(?:how|which|what) (?:\p{L}+ ){0,2}to (?:choose|buy|pick|select)|buying|what to look for|buyer's guide)\b/u,
  ),
  role("care", "Care", "Care", /\b(care|caring|cleaning|storage|storing|maintenance|upkeep)\b/),
  role(
    "workings",
    "How It Works",
    "How It Works",
    /\bhow (it |they |(\p{L}+ ){1,4}?)works?\b|\b(principles?|mechanisms?|workings|science behind)\b/u,
  ),
  role("parts", "Parts", "Parts", /\b(parts|anatomy|structure|components|construction)\b/),
  role(
    "making",
    "Step by Step",
    "",
    /\b(how to (?!avoid|prevent|choose|buy)|step by step|instructions|recipe|making|preparation|installation|procedure)\b/,
  ),
  role("use", "Uses", "Uses", /\b(uses|usage|applications?|benefits?|advantages?)\b/),
  role(
    "what",
    "",
    "",
    /^what (is|are|was|were)\b(?! (in|on|at|under|behind|inside|for|to|like|the (difference|best|most))\b)|^what happened\W*$|\b(overview|introduction|definition|meaning|in brief|at a glance|basics)\b/,
  ),
];

function role(name: string, heading: string, label: string, cues: RegExp): Role {
  return { name, heading, label, cues: new RegExp(cues.source, `i${cues.flags}`) };
}

/** Roles of one line have one place: their sources decide. */
const ORDER: readonly (readonly string[])[] = [
  ["what"],
  ["parts"],
  ["origin"],
  ["workings", "causes"],
  ["signs"],
  ["kinds"],
  ["choice"],
  ["making"],
  ["treatment"],
  ["use"],
  ["care"],
  ["costs"],
  ["limits"],
  ["prevention"],
  ["today"],
];

/** The place of what has no role: after what explains the subject and before what one does with it. */
const UNKNOWN_PLACE = 6;

export function placeOf(role: Role | undefined): number {
  return role === undefined ? UNKNOWN_PLACE : ORDER.findIndex((names) => names.includes(role.name));
}

/** The role that a heading, or the title of a source, speaks of; a long one speaks of more than that. */
export function roleOf(heading: string): Role | undefined {
  if (heading === "" || countWords(heading) > LONGEST_OF_ROLE) return undefined;
  return ROLES.find(({ cues }) => cues.test(heading));
}

const LONGEST_OF_ROLE = 7;

export function rolesOf(heading: string): Role[] {
  return ROLES.filter(({ cues }) => cues.test(heading));
}

export const WHAT = ROLES.find(({ name }) => name === "what")!;

/** The heading or label of a role for a subject that is one thing or several. */
export function inNumber(text: string, plural: boolean): string {
  return plural ? text.replace("How It Works", "How They Work") : text;
}

/** What titles say that are about all of their subject. */
export const GENERAL_TERMS = new Set(
  termsOf(
    "guide guides introduction introductory overview facts explained complete comprehensive everything understanding beginner beginners primer need know short brief simple essential practical",
  ),
);
