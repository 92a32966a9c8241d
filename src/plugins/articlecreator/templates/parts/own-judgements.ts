import { termsOf } from "../../../../engines/pages/terms.js";
import type { BodyText } from "../../../_kit/article-body/index.js";
import type { Material } from "../../material.js";
import { leansOnPrevious } from "../../sentence-rules.js";
import { holdsPhrase } from "../../source-sentences.js";
import type { Shaping } from "../shaping.js";
import { type Piece, type SectionOfSource, shareNamed, wordsOfTexts } from "../source-sections.js";

export type Side = "for" | "against";

const HEADINGS: Readonly<Record<Side, RegExp>> = {
  for: /^(?:the )?(?:pros|advantages|benefits|upsides?|what (?:we|i) (?:like|love|enjoy)\w*|strengths|plus(?:es| points)|good points|highlights|reasons to buy|the good)\b(?! (?:and|or|vs)\b| ?[&/,])/i,
  against:
    /^(?:the )?(?:cons|disadvantages|drawbacks|downsides?|what (?:we|i) (?:don't|do not|didn't) like|what (?:annoys|bothers|bugs) (?:me|us)|what (?:could|should|needs to) be better|weaknesses|limitations|gripes|dislikes|minus(?:es| points)|bad points|reasons (?:not to buy|to avoid)|the bad)\b(?! (?:and|or|vs)\b| ?[&/,])/i,
};
/** What sells instead of judging: "Discover the benefits ...". */
export const INVITES =
  /^(?:discover|explore|learn (?:about|how|more)|find out|experience|get ready|say (?:goodbye|hello)|meet|introducing|see (?:how|why|what))\b/i;
const MOST_POINTS = 10;
/** What is left of an item that says something yet. */
const FEWEST_WORDS = 5;
/** A paragraph that is a heading without being marked as one: `Pros:` */
const LONGEST_LABEL = 40;

const NUMBER = String.raw`(?:\d{1,2}(?:[.,]\d)?|one|two|three|four|five|six|seven|eight|nine|ten)(?: and a half)?`;
const RATING = new RegExp(
  String.raw`\b${NUMBER} (?:stars? )?(?:out )?of (?:five|ten|5|10)(?: stars)?\b|\b${NUMBER} ?\/ ?(?:5|10)\b(?! ?\/)|\b${NUMBER} stars\b`,
  "i",
);
const RATES = /\b(?:give|gave|rate[sd]?|ratings?|scores?|scored|stars?|verdict|overall|marks?)\b/i;
const LONGEST_RATING = 200;

/** Whether a source of that title is about the keyword, and not about another thing of its family. */
export function isOfIt(text: string, query: readonly string[]): boolean {
  const share = shareNamed(text, query);
  return share === 1 ? holdsPhrase(termsOf(text), query) : share >= 0.5;
}

/** The sections of the sources that are about the keyword. */
export function sectionsAboutIt({ sections, material }: Shaping): SectionOfSource[] {
  return sections().filter(({ source }) => isOfIt(material.sources[source]!.title, material.query));
}

/** Which side a heading promises. */
export function sideOfHeading(heading: string): Side | undefined {
  const plain = heading.replaceAll("\u2019", "'").trim();
  return (["for", "against"] as const).find((side) => HEADINGS[side].test(plain));
}

/** What stands under the sources' own headings, or in the columns of their tables. */
export function ownPoints(side: Side, shaping: Shaping): BodyText[][] {
  const { pool } = shaping;
  const points = [
    ...sectionsAboutIt(shaping).flatMap((section) => pointsIn(section, side)),
    ...inColumns(side, shaping),
  ];
  return points
    .filter(([first]) => first !== undefined && !INVITES.test(first.text) && !pool.isSaid(first.text))
    .slice(0, MOST_POINTS);
}

function pointsIn({ heading, pieces }: SectionOfSource, side: Side): BodyText[][] {
  let current = sideOfHeading(heading);
  return pieces.flatMap((piece): BodyText[][] => {
    const label =
      piece.kind === "paragraph" && piece.text.length <= LONGEST_LABEL ? sideOfHeading(piece.text) : undefined;
    if (label !== undefined) {
      current = label;
      return [];
    }
    return current === side ? pointsOf(piece) : [];
  });
}

function pointsOf({ kind, text, sentences, whole }: Piece): BodyText[][] {
  if (kind === "paragraph") return sentences.reduce<BodyText[][]>(withNext, []);
  // Without its beginning nobody knows what an item speaks of.
  const [first] = sentences;
  const isBegun = first !== undefined && text.startsWith(first.original ?? first.text);
  return isBegun && (whole || wordsOfTexts(sentences) >= FEWEST_WORDS) ? [[...sentences]] : [];
}

/** A sentence that leans on the one before stands in its item. */
function withNext(items: readonly BodyText[][], sentence: BodyText): BodyText[][] {
  const last = items.at(-1);
  if (last === undefined || !leansOnPrevious(sentence.text)) return [...items, [sentence]];
  return [...items.slice(0, -1), [...last, sentence]];
}

function inColumns(side: Side, { material }: Shaping): BodyText[][] {
  return material.sources.flatMap(({ title, tables = [] }, source) =>
    tables.flatMap(({ head, rows }) => {
      const column = head.findIndex((name) => sideOfHeading(name) === side);
      if (column < 0 || head.length > 2 || !isOfIt(title, material.query)) return [];
      return rows.flatMap((row) =>
        row[column] === "" ? [] : [[{ text: row[column]!, source, original: row.join(" | ") }]],
      );
    }),
  );
}

/** What the sources about the keyword rate it, each in a sentence of ours. */
export function ratings({ sources, query }: Material): BodyText[] {
  return sources.flatMap(({ title, address, blocks, tables = [] }, source): BodyText[] => {
    if (!isOfIt(title, query)) return [];
    const rows = tables.flatMap((table) =>
      table.rows.filter(({ length }) => length === 2).map((row) => row.join(": ")),
    );
    const said = [...blocks.filter(({ kind }) => kind !== "heading").map(({ text }) => text), ...rows]
      .flatMap((text) => text.split(/(?<=[.!?]) /))
      .findLast((text) => text.length <= LONGEST_RATING && RATES.test(text) && RATING.test(text));
    const [rating] = said === undefined ? [] : RATING.exec(said)!;
    if (said === undefined || rating === undefined) return [];
    return [{ text: `The rating of "${title || address}" is ${rating}.`, source, original: said }];
  });
}
