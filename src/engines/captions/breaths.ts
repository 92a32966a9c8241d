/** Words with which a spoken thought often begins, in the languages most captions are in. */
const FIRST = new Set(
  (
    "so now okay ok but well then um also because first second next finally anyway what if when let's " +
    "also aber und dann jetzt nun denn okay erstens zweitens deshalb weil wenn " +
    "entonces pero y ahora bueno porque luego primero cuando alors mais et donc maintenant ensuite quand"
  ).split(" "),
);
/** Words after which it certainly goes on. */
const MIDST = new Set(
  (
    "a an the of to from in on at for with by and or but as is are was were be been my your his her its our their this that " +
    "these those what which who how not very can could will would should has have had i you he she it we they if when than " +
    "der die das den dem des ein eine einen einem einer und oder aber von zu im am in mit f\u00fcr auf ist sind war nicht sehr ich du er sie es wir ihr zum zur " +
    "el la los las un una de del al en con por para y o pero que es son su sus mi lo se no muy " +
    "le les une des du au aux dans avec pour et ou mais est sont son sa ses je tu il elle nous vous ne"
  ).split(" "),
);

const wordAt = (text: string, pattern: RegExp) => (pattern.exec(text)?.[0] ?? "").toLowerCase();

/** Whether a piece of speech without punctuation looks like the beginning of a thought. */
export function beginsThought(text: string): boolean {
  return FIRST.has(wordAt(text, /^[\p{L}']+/u));
}

/** Whether speech without punctuation cannot end here. */
export function goesOn(text: string): boolean {
  return MIDST.has(wordAt(text.slice(-24), /[\p{L}']+$/u));
}
