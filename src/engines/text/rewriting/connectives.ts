import { clauseBoundary } from "./clause-boundaries.js";
import { bodyEnd, isQuestion, isSimple, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { isRequest } from "./main-clauses.js";
import { comma, retext, spaced, stop, type Words, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";

const BUT = new Set(["but", "yet"]);

const SO = new Set(["so"]);

/** ", but" as "; however," and "yet", and as two sentences. */
export const contrast: Transformation = {
  kind: "connective",
  whole: true,
  strength: 0.5,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const place = clauseBoundary(words, BUT, grammar);
    if (place === undefined) return [];
    // "not only ..., but it also": the two belong together.
    if (
      words
        .slice(0, place)
        .some(({ low }, index) => low === "only" && /^(?:not|n't)$/u.test(words[index - 1]?.low ?? ""))
    )
      return [];
    const front = words.slice(0, place - 1);
    const back = words.slice(place + 1);
    const conjunction = words[place]!;
    const made: Words[] = [];
    const however = [word("However", "ADV", [conjunction]), comma()];
    const opener = isInformal(words) ? [word("But", "CCONJ", [conjunction])] : however;
    if (words.length >= 14) made.push([...front, stop(), ...opener, ...back]);
    if (opener === however) made.push([...front, semicolon(), word("however", "ADV", [conjunction]), comma(), ...back]);
    if (conjunction.low === "but" && opener === however)
      made.push(replaced(words, place, place + 1, [retext(conjunction, "yet")]));
    return made;
  },
};

/** A writer who contracts words, and speaks of himself, does not say "however" and "as a result". */
const isInformal = (words: Words) =>
  words.some(
    ({ low, tag }) => low === "i" || /^(?:n't|'m|'re|'ve|'ll|'d)$/u.test(low) || (low === "'s" && tag !== "PART"),
  );

/** "The room is small, so ...": too little for a sentence of its own. */
const SHORTEST = 6;

const semicolon = () => word(";", "PUNCT", [], false);

/** The place of the comma of "Although X, Y" when X and Y are simple clauses. */
function simpleClausesAround(words: Words, grammar: Grammar): number | undefined {
  const mark = words.findIndex((item) => item.text === ",");
  if (mark === -1 || !startsClause(words, 1, grammar) || !startsClause(words, mark + 1, grammar)) return undefined;
  const simple = isSimple(words, 1, mark, grammar) && isSimple(words, mark + 1, bodyEnd(words), grammar);
  return simple ? mark : undefined;
}

/** ", so" as "; therefore," and as two sentences; "Because X, Y" as "X, so Y". */
export const consequence: Transformation = {
  kind: "connective",
  whole: true,
  strength: 0.55,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const place = clauseBoundary(words, SO, grammar);
    // "…, so you can choose": what it is for as much as what comes of it.
    const isAim = place !== undefined && /^(?:can|could)$/u.test(words[place + 2]?.low ?? "");
    // "so it seems": what one gathers from it, and nothing that comes of it.
    const isGathered = place !== undefined && /^(?:appears?|seems?|looks?)$/u.test(words[place + 2]?.low ?? "");
    if (isGathered || (place !== undefined && place < SHORTEST)) return [];
    if (place !== undefined && !isAim && words[place + 1]?.low !== "that") {
      const front = words.slice(0, place - 1);
      const back = words.slice(place + 1);
      const from = [words[place]!];
      const result = [word("As", "ADP", from), word("a", "DET"), word("result", "NOUN"), comma()];
      const so = [word("So", "ADV", from)];
      // "As a result, close the gate": nothing comes about when it is only told to do.
      const plain = isInformal(words) || isRequest(back, 0, grammar);
      const made: Words[] = words.length < 14 ? [] : [[...front, stop(), ...(plain ? so : result), ...back]];
      if (!plain) made.push([...front, semicolon(), word("therefore", "ADV", from), comma(), ...back]);
      return made;
    }
    const opener = words[0];
    if (opener === undefined || !/^(?:because|since)$/u.test(opener.low)) return [];
    const mark = simpleClausesAround(words, grammar);
    if (mark === undefined) return [];
    const stated = words.slice(1, mark).some((item) => /^(?:is|are|has|have|can|must)$/u.test(item.low));
    if (opener.low === "since" && !stated) return [];
    if (words.slice(mark + 1, bodyEnd(words)).some((item) => item.text === ",")) return [];
    return [[...words.slice(1, mark), comma(), word("so", "CCONJ", [opener]), ...words.slice(mark + 1)]];
  },
};

/** "Keep every receipt, and you will see" becomes "If you keep every receipt, you will see". */
export const condition: Transformation = {
  kind: "connective",
  whole: true,
  strength: 0.7,
  apply(words, grammar) {
    const and = words.findIndex((item, index) => item.low === "and" && words[index - 1]?.text === ",");
    if (and < 3 || !isRequest(words, 0, grammar) || words[0]!.low === "do" || words[0]!.low === "let") return [];
    const subject = words[and + 1];
    if (subject?.low !== "you" || !/^(?:will|'ll|can)$/u.test(words[and + 2]?.low ?? "")) return [];
    if (words.slice(0, and - 1).some((item) => item.text === "," || item.tag === "CCONJ")) return [];
    const opening = [word("if", "SCONJ", [words[and]!]), word("you", "PRON"), spaced(words[0]!)];
    return [[...opening, ...words.slice(1, and), ...words.slice(and + 1)]];
  },
};

/** A statement behind "but", or one behind a clause or a phrase that has its comma. */
function opensStatement(words: Words, grammar: Grammar): boolean {
  if (startsClause(words, 1, grammar)) return true;
  const mark = words.findIndex(({ text }) => text === ",");
  if (mark < 3 || mark > 14 || !startsClause(words, mark + 1, grammar)) return false;
  if (/^(?:if|when|as|once|while|although|because)$/u.test(words[1]!.low)) return startsClause(words, 2, grammar);
  // "But of course, ...", "But in fact, ...": two that say how it goes on.
  if (/^(?:course|fact|least|example|instance|now|then)$/u.test(words[mark - 1]!.low)) return false;
  return words[1]!.tag === "ADP" && words.slice(1, mark).every(({ tag }) => !/^(?:VERB|AUX|SCONJ)$/u.test(tag));
}

/** "But the bridge was shut" becomes "However, the bridge was shut", where the writer speaks formally. */
export const leadingContrast: Transformation = {
  kind: "connective",
  strength: 0.4,
  apply(words, grammar) {
    const but = words[0];
    if (but?.low !== "but" || isQuestion(words) || isInformal(words) || !opensStatement(words, grammar)) return [];
    if (words.length < 9 || words.some((item) => /^(?:however|yet|still)$/u.test(item.low))) return [];
    return [[word("however", "ADV", [but]), comma(), ...words.slice(1)]];
  },
};

/** "If you want to see the lake, take the ferry" becomes "To see the lake, take the ferry". */
export const wish: Transformation = {
  kind: "connective",
  strength: 0.6,
  apply(words, grammar) {
    const opening = words
      .slice(0, 4)
      .map(({ low }) => low)
      .join(" ");
    if (!/^if you (?:want|wish|need) to$/u.test(opening) || isQuestion(words)) return [];
    const mark = words.findIndex((item) => item.text === ",");
    const [verb, main] = [words[4], words[mark + 1]];
    if (mark < 6 || main === undefined || verb === undefined || grammar.lemma(verb, "verb") !== verb.low) return [];
    if (main.low !== "you" && !isRequest(words, mark + 1, grammar)) return [];
    // Another condition behind the first would lose its "if".
    if (words.slice(4, mark).some(({ tag }) => tag === "CCONJ" || tag === "SCONJ")) return [];
    return [[word("to", "PART", words.slice(0, 4)), ...words.slice(4)]];
  },
};
