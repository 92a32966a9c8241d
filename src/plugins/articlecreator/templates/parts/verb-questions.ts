import { countWords } from "../../../../engines/pages/terms.js";

const BASES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "made make,built build,wrote write,began begin,became become,left leave,went go,won win,lost lose,found find,founded found,bought buy,sold sell,met meet,gave give,took take,led lead,held hold,drew draw,taught teach,grew grow," +
    "completed complete,finished finish,published publish,painted paint,married marry,moved move,returned return,opened open,started start,joined join,invented invent,discovered discover,designed design,developed develop,introduced introduce,received receive,graduated graduate,retired retire,arrived arrive,settled settle,studied study,created create,established establish,launched launch,patented patent,visited visit,entered enter,adopted adopt,released release,signed sign,replaced replace,acquired acquire"
  )
    .split(",")
    .map((pair) => pair.split(" ") as [string, string]),
);
const NAME = "([^,;:]{2,60}?)(?:, [^,]{2,80},)?";
const PAST = `(${Object.keys(BASES).join("|")})`;
const DATE =
  "(?:in|on|about|around) (?:the )?(?:early |late )?(?:\\d{1,2} )?(?:\\p{Lu}\\p{Ll}+,? )?(?:\\d{1,2},? )?(?:1\\d|20)\\d\\d\\b";
const WHAT = "([\\p{L}\\d'\u2019 -]{2,50}?)";
const DONE = new RegExp(`^${NAME} ${PAST} ${WHAT}(?:, [^,]{2,60},)? ${DATE}`, "u");
const DONE_THEN = new RegExp(
  `^In (?:1\\d|20)\\d\\d,? ${NAME} ${PAST} ${WHAT}(?=[,.;]| (?:and|which|where|when|while|after|before|with|for|as|at|in)\\b)`,
  "u",
);
const MONEY = "(?:about |around |more than |some |nearly |almost )?[$\u00a3\u20ac]\\s?\\d";
const PAID = new RegExp(`^${NAME} (was|were) paid ${MONEY}`, "u");
const GOT = new RegExp(
  `^(?:In all,? |Altogether,? |In total,? )?${NAME} (?:had )?(received|earned|raised|won) ${MONEY}`,
  "u",
);
const DENIED = new RegExp(
  `^${NAME} (?:(is|are|was|were|can|could|should|must|do|does|did|has|have|will|would)(?: not |n['\u2019]t )|(can)not )(?!(?:only|just|merely|simply|so|quite|yet|even|always|necessarily|all|as|until|known|clear|sure|certain|un\\p{L}+|surprising|enough|the|much|many|very|too|really|well|new)\\b)([^,;:.]{4,60}?)(?=[,;:.]| (?:but|because|unless|until|and|if|when|since|which|who|or)\\b)`,
  "u",
);
const NUMBER =
  "(?:(?:only|for|to|at|up to|about|around|more than|as much as|as long as|between|at least|over|nearly|almost|a speed of|speeds of|a height of|a depth of) )*(?:\\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\p{Ll}+teen|twenty|thirty|forty|fifty|half|several|hundreds|thousands)\\b|a (?:quarter|third|half|dozen|hundred|thousand)\\b)";
const ABLE = new RegExp(
  `^${NAME} can (?:also |easily )?(carry|pull|hold|lift|store|eat|drink|weigh|produce|live|last|survive|run|swim|walk|travel|fly|grow|dive|jump) ${NUMBER}`,
  "u",
);
const SPEED = /\b(?:km\/h|mph|m\/s|(?:miles|kilomet\w+|met\w+) (?:per|an?) (?:hour|second))\b/;
const TIME = /\b(?:seconds|minutes|hours|days|weeks|months|years|decades)\b/;
/** What would need the sentence before it; "his" and "her" are of whom the question names. */
const POINTING = /\b(?:it|its|they|them|their|this|that|these|those|such|him|there|here|which|who|both|same|latter)\b/i;
const MOST_WORDS = 9;

/** The question that a statement answers by what its verb says: when it was done, how much it can, or that it is not so. */
export function verbQuestion(
  text: string,
  nameOf: (text: string | undefined) => string | undefined,
): string | undefined {
  return dated(text, nameOf) ?? paid(text, nameOf) ?? able(text, nameOf) ?? denied(text, nameOf);
}

type Naming = (text: string | undefined) => string | undefined;

/** "Farrow opened his first foundry, a shed by the river, in 1724." */
function dated(text: string, nameOf: Naming): string | undefined {
  const [, named, past = "", what = ""] = DONE.exec(text) ?? DONE_THEN.exec(text) ?? [];
  const name = nameOf(named);
  if (name === undefined || !fits(what)) return undefined;
  return `When did ${name} ${BASES[past]} ${what.trim()}?`;
}

function paid(text: string, nameOf: Naming): string | undefined {
  const [, named, verb] = PAID.exec(text) ?? [];
  const paidName = nameOf(named);
  if (paidName !== undefined) return `How much ${verb} ${paidName} paid?`;
  const [, owner, past = ""] = GOT.exec(text) ?? [];
  const name = nameOf(owner);
  const base = { received: "receive", earned: "earn", raised: "raise", won: "win" }[past];
  return name === undefined ? undefined : `How much did ${name} ${base}?`;
}

/** "It can pull up to three tons." */
function able(text: string, nameOf: Naming): string | undefined {
  const [said, named, verb = ""] = ABLE.exec(text) ?? [];
  const name = nameOf(named);
  if (name === undefined || said === undefined) return undefined;
  const rest = text.slice(said.length - 1);
  const asked =
    { grow: "large", dive: "deep", jump: "high" }[verb] ??
    (/^(?:live|last|survive)$/.test(verb) ? (TIME.test(rest) ? "long" : undefined) : undefined) ??
    (/^(?:run|swim|walk|travel|fly)$/.test(verb) ? (SPEED.test(rest) ? "fast" : "far") : undefined) ??
    (/^(?:live|last|survive)$/.test(verb) ? undefined : "much");
  return asked === undefined ? undefined : `How ${asked} can ${name} ${verb}?`;
}

/** "Dray horses should not be left alone, because they pine." */
function denied(text: string, nameOf: Naming): string | undefined {
  const [, named, verb, can, what = ""] = DENIED.exec(text) ?? [];
  const name = nameOf(named);
  if (name === undefined || !fits(what)) return undefined;
  const asked = verb ?? can ?? "";
  return `${asked.charAt(0).toUpperCase()}${asked.slice(1)} ${name} ${what.trim()}?`;
}

function fits(what: string): boolean {
  return what.trim() !== "" && countWords(what) <= MOST_WORDS && !POINTING.test(what);
}
