import type { Shaping } from "../shaping.js";
import { type Piece, shareNamed } from "../source-sections.js";
import type { OwnQuestion } from "./own-questions.js";
import { subjectTermsOf } from "./subject-of-form.js";

/** "The four factors that decide it are:" with a list below. */
const LEADS_TO_LIST =
  /^(?:The |These are the |Here are the )((?!following\b)[\p{Ll}\d][^.:;,]{4,90}?) (?:are|were|include)(?: as follows| the following)?:$/u;
const FEWEST_ITEMS = 2;
const MOST_ITEMS = 10;
const LEAST_NAMED = 0.5;

/** What the lists of the sources are said to be, asked for, with the whole list. */
export function listedAnswers(shaping: Shaping): OwnQuestion[] {
  const query = subjectTermsOf(shaping);
  return shaping.sections().flatMap(({ pieces }) =>
    pieces.flatMap(({ kind, text }, at): OwnQuestion[] => {
      const [, named] = (kind === "paragraph" && LEADS_TO_LIST.exec(text)) || [];
      if (named === undefined || shareNamed(named, query) < LEAST_NAMED) return [];
      const items = itemsFrom(pieces, at + 1);
      if (items.length < FEWEST_ITEMS || items.length > MOST_ITEMS || !items.every(({ whole }) => whole)) return [];
      const ordered = items[0]!.list?.ordered ?? false;
      const list = { kind: "list", ordered, items: items.map(({ sentences }) => sentences) } as const;
      return [{ question: `What are the ${named}?`, answer: [list] }];
    }),
  );
}

function itemsFrom(pieces: readonly Piece[], from: number): readonly Piece[] {
  const number = pieces[from]?.list?.number;
  const end = pieces.findIndex(({ list }, at) => at >= from && list?.number !== number);
  return number === undefined ? [] : pieces.slice(from, end < 0 ? undefined : end);
}
