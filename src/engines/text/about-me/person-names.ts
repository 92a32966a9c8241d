/** Titles before a name: whoever has one is a person. */
const TITLES = new Set(
  "mr mrs ms mx miss dr prof professor sir dame madam rev reverend captain judge senator".split(" "),
);

/** Given names that are hardly ever anything else. Names that are also places, plants or words are left out on purpose. */
const GIVEN_NAMES = new Set(
  (
    "aaron abdul abigail adam adrian agnes ahmed aisha alan albert alejandro alessandro alex alexander alexandra ali alice alicia " +
    "alina amanda amelia amir amy ana anastasia andre andrea andreas andrew angela anita anja ann anna anne annette anthony anton " +
    "antonio arjun arthur astrid barbara beatrice ben benjamin bernard beth bianca birgit bob boris brenda brian bruno camila carla " +
    "carlos carmen carol carolina caroline catherine cecilia charles chen chris christian christina christine christopher claire " +
    "clara claudia colin connor craig cynthia daniel daniela danielle dave david deborah denise dennis derek diana diego dmitri " +
    "dominic donald donna dorothy douglas edith eduardo edward eleanor elena eli elias elisabeth elizabeth ella ellen elliot emil " +
    "emily emma enrique eric erica erik erika ernesto esther ethan eva evelyn fatima felix fernando fiona francesca francesco " +
    "francis francisco frank franz fred frederick friedrich gabriel gabriela gary george georg gerald gerhard giovanni giulia gloria " +
    "gordon greg gregory greta guillermo gustav hanna hannah hans harold harry hassan heather heidi heinrich helen helena henri henry " +
    "herbert hiroshi hugo ian ibrahim igor ingrid irene isaac isabel isabella ivan jack jacob jacqueline james jamie jan jane janet " +
    "janice jason javier jean jeff jeffrey jennifer jens jeremy jessica jill jim joan joanna joe joel johan johann johannes john " +
    "jonas jonathan jorge jose josef joseph joshua juan judith julia julian julie juliet jürgen karen karin karl kate katherine " +
    "kathleen katja keith kelly kenneth kenji kevin khalid kim klaus kumar kurt kyle lars laura lauren laurence leila lena leo " +
    "leonard leonardo leslie liam linda lisa liu lorenzo louis louise luca lucas lucia lucy luigi luis lukas magdalena manuel marco " +
    "margaret maria mariana marie marina mario marion markus marta martha martin martina mary mateo matthew matthias maurice max " +
    "maximilian mei melanie melissa michael michelle miguel mikhail mohamed mohammed monica monika morgan nadia nancy natalia natalie " +
    "nathan nicholas nicolas nicole nikolai nina noah nora norman olaf oleg olga oliver olivia oscar otto pablo pamela patricia " +
    "patrick paul paula paulo pedro peter petra philip philippe pierre priya rachel rafael raj ralph ramon raquel raul rebecca renate " +
    "ricardo richard rita robert roberto rodrigo roger roland ronald rosa roxanne ruth ryan sabine samuel samantha sandra sara sarah " +
    "scott sebastian sergei sergio sharon sheila silvia simon sofia sonia sophia sophie stefan stefano stella stephanie stephen steve " +
    "steven stuart susan susanne suzanne sven svetlana sylvia tanja tanya tatiana teresa theodore theresa thomas tim timothy tina tobias " +
    "tom tomas tony tracy ulrike umberto ursula valentina valeria vanessa vera veronica vincent vladimir walter wei wendy werner wilhelm " +
    "william wolfgang xavier yolanda yuki yusuf yvonne zachary zoe"
  ).split(" "),
);

/** Surnames that look like the plural of a noun. */
const PLURAL_SURNAMES = new Set(
  "brooks woods rivers banks fields waters stones jones hayes hughes adams evans parks rhodes mills wells bates yates".split(
    " ",
  ),
);

const NAME_WORD = /^\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*\.?$/u;
const PARTICLES = new Set("de da del della di von van der den la le bin ibn al dos ter".split(" "));

/**
 * Whether the keyword is somebody's name: a title or a usual given name before at least one more name.
 * `isPluralNoun` keeps titles of things ("Paul Shoes") apart from surnames.
 */
export function isPersonName(words: readonly string[], isPluralNoun: (word: string) => boolean): boolean {
  const title = TITLES.has(bare(words[0] ?? ""));
  const names = title ? words.slice(1) : words;
  const [first, ...rest] = names;
  const last = names.at(-1);
  if (first === undefined || last === undefined || words.length > 6) return false;
  if (!NAME_WORD.test(last) || !names.every((word) => NAME_WORD.test(word) || PARTICLES.has(word))) return false;
  if (title) return words[0]!.charAt(0) !== words[0]!.charAt(0).toLowerCase();
  if (rest.length === 0 || !GIVEN_NAMES.has(bare(first.split("-")[0]!))) return false;
  // Letters in a row of capitals are an acronym.
  if (rest.every((word) => /^\p{Lu}{2,}$/u.test(word))) return false;
  const surname = bare(last);
  return PLURAL_SURNAMES.has(surname) || !isPluralNoun(surname);
}

function bare(word: string): string {
  return word.replace(/\.$/, "").toLowerCase();
}
