import type { BodyBlock, BodyText } from "../../../_kit/article-body/index.js";
import { cleanHeading } from "../../headings.js";
import { bodyText, type Shaping } from "../shaping.js";
import { blocksOfSource } from "./blocks-of-sources.js";

const MOST_SENTENCES = 6;
const LONGEST_ENTRY = 200;
const DAY = "(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|nesday|sday|urday|rsday)?s?";
const TIME = "\\d{1,2}(?:[:.]\\d\\d)?\\s?(?:am|pm|a\\.m\\.|p\\.m\\.|h|uhr)?";
const STREET =
  "(?:Street|St\\.?|Road|Rd\\.?|Avenue|Ave\\.?|Lane|Ln\\.?|Drive|Dr\\.?|Square|Boulevard|Blvd\\.?|Way|Place|Court|Highway|Quay|Row|Terrace|Parade|Crescent|Wharf)";

/** What tells how to reach a business, by the name it has in the table. */
const ENTRIES: readonly (readonly [string, readonly RegExp[]])[] = [
  [
    "Address",
    [
      /\b(?:address|location|find us|visit us at|located at|stands at)\b\s*:?\s*(\d[^;|]{6,100}?(?=\.\s|\.$|$|;|\|))/i,
      new RegExp(
        `(?<![\\d.,])(\\d{1,5}[A-Za-z]?(?:[-\u2013]\\d{1,5})?,? (?:\\p{Lu}[\\p{L}.'\u2019-]* ){1,4}${STREET}(?![\\p{L}])(?:, [\\p{L}\\d][\\p{L}\\d .'\u2019-]{1,40}){0,3})`,
        "u",
      ),
      /(\p{Lu}[\p{L}-]{2,}(?:stra\u00dfe|strasse|weg|platz|allee|gasse) \d+[a-z]?(?:, \d{4,5} \p{Lu}[\p{L}-]+)?)/u,
    ],
  ],
  [
    "Hours",
    [
      new RegExp(
        `((?:open(?:s|ing hours|ing times| daily)?[:,]?\\s?)?(?:from |on )?\\b${DAY}\\b[^.;|]{0,60}?(?:${TIME}\\s?(?:-|\u2013|to|until|till|and)\\s?${TIME}|closed)(?:[,;] ?${DAY}[^.;|]{0,50}?(?:${TIME}\\s?(?:-|\u2013|to|until|till)\\s?${TIME}|closed)){0,6})`,
        "i",
      ),
      new RegExp(
        `((?:open|hours)[^.;|]{0,30}?(?:daily|every day|each day|seven days)[^.;|]{0,30}?${TIME}\\s?(?:-|\u2013|to|until|till)\\s?${TIME})`,
        "i",
      ),
    ],
  ],
  [
    "Phone",
    [/\b(?:phone|telephone|tel|call|ring|mobile)\b\.?\s*:?\s*(?:us )?(?:on |at )?(\+?\(?\d[\d\s().\u2013-]{5,20}\d)/i],
  ],
  ["E-mail", [/([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/]],
  ["Website", [/(https?:\/\/[^\s"'<>)]+[^\s"'<>).,])/i, /\b(www\.[\w-]+(?:\.[\w-]+)+(?:\/[^\s"'<>)]*)?)/i]],
];

interface Entry {
  readonly name: string;
  readonly value: string;
  readonly original: string;
}

/** Who it is, where, when it is open and how to get in touch, of every source that says so. */
export function businesses(shaping: Shaping): BodyBlock[] {
  const { material, pool } = shaping;
  return [...material.sources.keys()].flatMap((source): BodyBlock[] => {
    const entries = entriesOf(shaping, source);
    // An address of the web alone may be anybody's.
    if (entries.every(({ name }) => name === "Website" || name === "E-mail")) return [];
    const said = pool.left().filter(({ paragraph }) => paragraph.source === source);
    const from = said.findIndex(({ leans }) => !leans);
    const about = from < 0 ? [] : said.slice(from, from + MOST_SENTENCES);
    pool.take(about);
    for (const { value, original } of entries) shaping.cells.push({ text: value, source, original });
    const { title, address } = material.sources[source]!;
    const name = title === "" ? address : cleanHeading(title);
    const isTitle = name.toLowerCase() === shaping.article.title.toLowerCase();
    return [
      ...(isTitle ? [] : [{ kind: "heading", level: 2, text: name } as const]),
      ...paragraph(about.map(bodyText)),
      { kind: "table", head: [], rows: entries.map(({ name, value }) => [name, value]) },
    ];
  });
}

function capitalised(text: string): string {
  return text.replace(/^./, (letter) => letter.toUpperCase());
}

function paragraph(sentences: readonly BodyText[]): BodyBlock[] {
  return sentences.length === 0 ? [] : [{ kind: "paragraph", sentences }];
}

function entriesOf({ material }: Shaping, source: number): Entry[] {
  const blocks = blocksOfSource(material, source);
  return ENTRIES.flatMap(([name, patterns]): Entry[] => {
    for (const pattern of patterns) {
      for (const { text } of blocks) {
        const value = pattern.exec(text)?.[1]?.trim();
        if (value !== undefined && value.length <= LONGEST_ENTRY)
          return [{ name, value: name === "Hours" ? capitalised(value) : value, original: text }];
      }
    }
    return [];
  });
}
