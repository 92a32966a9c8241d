const SAYS =
  "(?:says?|said|notes?|noted|adds?|added|explains?|explained|argues?|argued|advises?|advised|recommends|suggests|warns?|warned|points out|pointed out|observes?|observed|counters?|believes|estimates|offers|agrees?|agreed|cautions?|cautioned|recalls?|recalled|tells|told|remarks?|remarked|stresses|emphasi[sz]es)";
const NAME =
  "\\p{Lu}[\\p{L}'\u2019-]+(?: (?:\\p{Lu}\\.|\\p{Lu}[\\p{L}'\u2019-]+|de|da|van|von|di))* \\p{Lu}[\\p{L}-]{2,}";
const SPEAKER = new RegExp(
  `(?:\\b${SAYS}|\\b[Aa]ccording to) (${NAME})(?![\\p{L}-])|(?:^|[,.;:\u2013\u2014"\u201d] ?|\\b(?:that|as|but|and) )(${NAME}) (?:also |largely |further )?${SAYS}\\b`,
  "gu",
);

/** Whole names of those whose words or views a sentence gives without a word of who they are. */
export function unknownSpeakers(text: string): string[] {
  return [...text.matchAll(SPEAKER)].flatMap((found) => {
    const name = found[1] ?? found[2]!;
    const after = text.slice(text.indexOf(name) + name.length);
    return PRESENTED.test(after) ? [] : [name];
  });
}

/** "..., a nurse", "..., who led the survey", "... of the harbour board", "(the baker)". */
const PRESENTED =
  /^(?:, (?:an?|the|one of|who|whose|then|now|\p{Ll}+ (?:of|at|for|with|in)|\p{Ll}+ and|MD|PhD|M\.D|Ph\.D|RN|CEO)\b| (?:of|at|from) (?:the )?\p{Lu}| \()/u;

/** What a text says somebody is, right behind the whole name: "a nurse at the harbour hospital". */
export function presentationOf(name: string, text: string): string | undefined {
  const from = text.indexOf(`${name}, `);
  if (from < 0) return undefined;
  const said =
    /^((?:an?|the|\p{Ll}+(?: \p{Ll}+){0,3} (?:of|at|for|with)) [^,.;:()"\u201c\u201d\u2013\u2014]{3,80}?)(?=,|\.|;| who\b| and (?:an?|the|one of)\b| whose\b)/u.exec(
      text.slice(from + name.length + 2),
    )?.[1];
  return said === undefined || said.split(" ").length < 2 || POINTS.test(said) ? undefined : said;
}

/** "The author of this guide", "a member of our team", "a professor there". */
const POINTS =
  /\b(?:this|these|that|those|our|my|their|his|her|its|there|here|same|latter|other|study|paper|article)\b/i;

/** The sentence with what somebody is behind the name. */
export function presented(text: string, name: string, as: string): string {
  return text.replace(new RegExp(`${name}(?=(.?))`, "u"), (_, next: string) =>
    /[,.;:]/.test(next) ? `${name}, ${as}` : `${name}, ${as},`,
  );
}
