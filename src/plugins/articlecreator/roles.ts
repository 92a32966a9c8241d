import { termsOf } from "../../engines/pages/terms.js";

/** What a part of an article says of its subject, in the order in which readers want to know it. */
export interface Role {
  readonly name: string;
  /** A heading for sections of several sources, or none that would say anything. */
  readonly heading: string;
  /** In a title, after the keyword; empty for what every article has. */
  readonly label: string;
  readonly cues: RegExp;
}

/** The first that fits is taken where several do. */
const ROLES: readonly Role[] = [
  role("prevention", "Prevention", "Prevention", /\bprevent\w*|\bavoid(ing)?\b/),
  role(
    "treatment",
    "Treatment",
    "Treatment",
    /\b(treat\w*|surgery|medicines?|medications?|therap\w+|cures?|remed\w+|operation)\b/,
  ),
  role("signs", "Symptoms", "Symptoms", /\b(symptoms?|diagnos\w+|signs of)\b/),
  role("causes", "Causes", "Causes", /\b(causes?|risk factors)\b/),
  role(
    "limits",
    "Problems and Limits",
    "Problems",
    /\b(problems?|risks?|dangers?|limit\w*|drawbacks?|disadvantages?|mistakes?|trouble\w*|threats?|decline|critic\w*|side effects|diseases?|pests?|enem(y|ies)|predators|rust|damage|hazards?|wrong|fail\w*|accidents?|disputes?|pitfalls?|downsides?|retreat|loss(es)?)\b/,
  ),
  role("costs", "Costs", "Costs", /\b(costs?|prices?|fees?|expens\w+|pay)\b/),
  role(
    "today",
    "Today",
    "Today",
    /\b(today|nowadays|modern|future|legacy|preserv\w+|conservation|present day|outlook|revival|recent|now)\b/,
  ),
  role(
    "origin",
    "History",
    "History",
    /\b(histor\w+|origins?|invent\w+|through the ages|early|ancient|beginnings?|centur(y|ies)|rise|fall of|birth of|evolution|past|first|story of|through the (years|centuries)|pioneers?|discover\w+|spread)\b/,
  ),
  role("kinds", "Types", "Types", /\b(types?|kinds?|variet(y|ies)|species|breeds?|styles?|models?|forms)\b/),
  role("choice", "Choosing and Buying", "Choosing", /\b(choos\w+|choice|buy\w*|select\w*|compar\w+|which)\b/),
  role(
    "care",
    "Care",
    "Care",
    /\b(care|caring|clean\w*|stor(e|ing|age)|maint\w+|keep(ing)?|protect\w*|help\w*|upkeep|look after|winter\w*|repair\w*)\b/,
  ),
  role(
    "workings",
    "How It Works",
    "How It Works",
    /^how (?!to\b)|\bhow .*\b(works?|work|grinds?|runs?|functions?|flies|turns?|moves?)\b|\b(works|science|why|principle|mechanisms?|process|behind|physics|chemistry|operating|workings)\b/,
  ),
  role(
    "parts",
    "Parts",
    "Parts",
    /\b(parts?|anatomy|structure|inside|components?|appearance|description|features|design|body|built of|materials?)\b/,
  ),
  role(
    "making",
    "Step by Step",
    "",
    /\b(how to|steps?|step by step|mak(e|ing)|build(ing)?|instructions|methods?|recipe|prepar\w+|seasoning|start(ing)?|set(ting)? up|install\w*|grow(ing)?|plant(ing)?|using|techniques?|open an?|do it|getting started|procedure)\b/,
  ),
  role(
    "use",
    "Uses",
    "Uses",
    /\b(us(e|es|age)|benefits?|applications?|good (at|for)|cook(ing)?|serv(e|ing)|advantages?|in practice|purposes?|worth)\b/,
  ),
  role(
    "what",
    "",
    "",
    /\b(what (is|are)|overview|introduction|intro|basics?|definition|meaning|understanding|in brief|about|at a glance|facts)\b/,
  ),
];

function role(name: string, heading: string, label: string, cues: RegExp): Role {
  return { name, heading, label, cues: new RegExp(cues.source, "i") };
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

/** The role that a heading, or the title of a source, speaks of. */
export function roleOf(heading: string): Role | undefined {
  if (heading === "") return undefined;
  return ROLES.find(({ cues }) => cues.test(heading));
}

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
