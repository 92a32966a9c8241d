/** A question that the words behind a name answer: `$` is the name, `#` what the verb asks after. */
interface PlainForm {
  readonly says: RegExp;
  readonly one: string;
  readonly several: string;
}

const NAME = "^([^,;:]{2,60}?)(?:, (?:also|sometimes|formerly|officially|or) [^,;:]{2,60},)?";
const OFTEN = "(?:mainly |mostly |often |usually |commonly |widely |chiefly |above all |generally )?";
const ABOUT = "(?:about |around |roughly |some |up to |at least |more than |nearly |almost |between |from )?";
const WHEN =
  "(?:(?:in|on|about|around|by) (?:early |late |the )?(?:\\p{Lu}\\p{Ll}+ )?(?:\\d{1,2},? )?(?:\\p{Lu}\\p{Ll}+,? )?(?:1\\d|20)\\d\\d\\b|(?:[\\p{L}\\d,]+ ){1,4}years ago)";
const HAPPENS: Readonly<Record<string, string>> = {
  began: "begin",
  started: "start",
  ended: "end",
  opened: "open",
  died: "die",
  happened: "happen",
  occurred: "happen",
  "took place": "take place",
  collapsed: "collapse",
  closed: "close",
};
const DID: Readonly<Record<string, string>> = {
  discovered: "discover",
  invented: "invent",
  founded: "found",
  designed: "design",
  developed: "develop",
  won: "win",
  received: "receive",
  coined: "coin",
};
const LIVES: Readonly<Record<string, string>> = { live: "live", lives: "live", grow: "grow", grows: "grow" };

const saying = (words: string) => new RegExp(`${NAME} ${words}`, "u");
const be = (says: string, asked: string): PlainForm => ({
  says: saying(`(?:is|are) ${OFTEN}${says}`),
  one: asked.replace("be", "is"),
  several: asked.replace("be", "are"),
});
const does = (says: string, asked: string): PlainForm => ({
  says: saying(says),
  one: asked.replace("do", "does"),
  several: asked,
});

const FORMS: readonly PlainForm[] = [
  be("used (?:for|as|to|in) ", "What be $ used for?"),
  be("(?:made|built|composed)(?: up)? (?:of|from|out of) ", "What be $ made of?"),
  be("caused by ", "What causes $?"),
  be("treated (?:with|by) ", "How be $ treated?"),
  be("(?:found|located|situated) (?:in|on|off|at|between|near|along|beside) ", "Where be $?"),
  does("(?:lies|lie) (?:in|on|off|at|between|near|north|south|east|west|along|beside|above) ", "Where be $?"),
  does(`weighs? ${ABOUT}\\d`, "How much do $ weigh?"),
  does(
    `costs? ${ABOUT}(?:[$\u00a3\u20ac]\\s?\\d|\\d[\\d,.]* (?:euros?|dollars?|pounds|pence|cents)\\b)`,
    "How much do $ cost?",
  ),
  does(`covers? ${ABOUT}[\\d.,]+ (?:square|hectares|acres)`, "How large be $?"),
  does("(?:eats?|feeds? (?:mainly |mostly )?on) ", "What do $ eat?"),
  {
    says: saying(`killed ${ABOUT}[\\d,]+ (?:people|men)`),
    one: "How many people did $ kill?",
    several: "How many people did $ kill?",
  },
  {
    says: saying(`(live|lives|grow|grows) (?:in|on|near|along|between) `),
    one: "Where does $ #?",
    several: "Where do $ #?",
  },
  { says: saying("was born in \\p{Lu}"), one: "Where was $ born?", several: "Where was $ born?" },
  { says: saying("studied (?:at|in) "), one: "Where did $ study?", several: "Where did $ study?" },
  { says: saying("died (?:of|from) "), one: "What did $ die of?", several: "What did $ die of?" },
  {
    says: saying(
      "(discovered|invented|founded|designed|developed|won|received|coined) (?!that\\b|his\\b|her\\b|their\\b|it\\b)",
    ),
    one: "What did $ #?",
    several: "What did $ #?",
  },
  {
    says: saying(
      `(?:was|were) (?:first )?(founded|built|domesticated|tamed|invented|introduced|established|opened|discovered|begun|created|abolished|banned|born)(?: [^,;:.]{2,50}?)? ${WHEN}`,
    ),
    one: "When was $ #?",
    several: "When were $ #?",
  },
  {
    says: saying(`(${Object.keys(HAPPENS).join("|")})(?: [^,;:.]{2,50}?)? ${WHEN}`),
    one: "When did $ #?",
    several: "When did $ #?",
  },
];

/** The question that a statement of the plainest kind answers: "Llamas were tamed in the Andes some 6,000 years ago." */
export function plainQuestion(
  text: string,
  nameOf: (text: string | undefined) => string | undefined,
  isPlural: (name: string) => boolean,
): string | undefined {
  for (const { says, one, several } of FORMS) {
    const [, named, did = ""] = says.exec(text) ?? [];
    const name = nameOf(named);
    if (name === undefined) continue;
    const verb = HAPPENS[did] ?? LIVES[did] ?? (one.includes("did $ #") ? DID[did] : undefined) ?? did;
    const plural = isPlural(name);
    const asked = (plural ? several : one).replace(/\bbe\b|(?<=\s)does be\b/, plural ? "are" : "is");
    return asked.replace("$", () => name).replace("#", () => verb);
  }
  return undefined;
}
