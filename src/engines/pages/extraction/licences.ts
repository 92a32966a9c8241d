import { cleanText } from "../blocks.js";

/** The address of a Creative Commons licence by its parts, or its name where no version is given. */
function creativeCommons(parts: string, version: string | undefined): string {
  const code = parts.toLowerCase().replace(/[\s_]+/g, "-");
  if (/^(cc)?0$|^zero$/.test(code)) return "https://creativecommons.org/publicdomain/zero/1.0/";
  return version === undefined
    ? `CC ${code.toUpperCase()}`
    : `https://creativecommons.org/licenses/${code}/${version}/`;
}

const SHORT = /\bcc[ -]?(by(?:[ -](?:nc|sa|nd)){0,2}|0)(?:[ -]?v?([1-4]\.[05]))?(?![\w.]*\d)\b/i;
const LONG =
  /\bcreative commons (zero|attribution(?:[ -]+(?:non-?commercial|share-?alike|no-?deriv(?:ative)?s?(?: works)?)){0,2})(?:(?: |-)(?:licen[cs]e|international|unported|generic|deed|public|\(?cc[\w -]*\)?)){0,3}(?:,? ?(?:v|version )?\(?([1-4]\.[05]))?/i;
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/\bgnu free documentation licen[cs]e\b|\bGFDL\b/i, "GNU Free Documentation License"],
  [/\bopen government licen[cs]e(?: v?3(?:\.0)?)?\b/i, "Open Government Licence"],
];

/** The licence a text speaks of, as an address or a name; "" when it names none. */
export function licenceIn(text: string): string {
  const short = SHORT.exec(text);
  if (short !== null) return creativeCommons(short[1]!, short[2]);
  const long = LONG.exec(text);
  if (long !== null) {
    const code = long[1]!
      .toLowerCase()
      .replace("attribution", "by")
      .replace(/non-?commercial/, "nc")
      .replace(/share-?alike/, "sa")
      .replace(/no-?deriv\w*(?: works)?/, "nd")
      .replace(/[ -]+/g, "-");
    return creativeCommons(code, long[2]);
  }
  return OTHERS.find(([pattern]) => pattern.test(text))?.[1] ?? "";
}

/** Whether the words before a link to a licence say that it is the page's, and not a picture's. */
export function speaksOfThePage(before: string): boolean {
  const words = cleanText(before).slice(-120);
  return (
    /licen[cs]e|lizenz|licencia|licenza|licen\u00e7a|available under|except where|otherwise noted|steht unter|sous licence/i.test(
      words,
    ) && !/photo|image|picture|foto|bild|illustration|credit|cover|video|music/i.test(words)
  );
}

/** Of a statement in a page's last words: one that speaks of licensing what the page holds. */
export function licenceInTail(tail: string): string {
  for (const match of tail.matchAll(/licen[cs]ed|licen[cs]e\b|lizenz|licencia|available under|\bcc[ -]by\b/gi)) {
    const from = Math.max(0, match.index - 120);
    const around = tail.slice(from, match.index + 160);
    if (/photo|image|picture|foto|bild|illustration/i.test(around)) continue;
    const licence = licenceIn(around);
    if (licence !== "") return licence;
  }
  return "";
}
