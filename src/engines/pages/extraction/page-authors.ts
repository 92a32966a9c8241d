import type { JsonObject } from "../../../kernel/values/json.js";
import { plainKey } from "../blocks.js";
import { authorsOf } from "./authors.js";
import type { PageEvidence } from "./page-evidence.js";
import { texts, typesOf } from "./structured-data.js";

/**
 * Who wrote the page. The first source that holds a name has the say: the others say the same in other words, or speak of
 * other people. The name of the site counts where nothing else is found.
 */
export function pageAuthors(
  evidence: PageEvidence,
  jsonLd: readonly JsonObject[],
  main: JsonObject | undefined,
  site: string,
): string[] {
  const { metas, anchors, bylines, lines } = evidence;
  const meta = (...names: readonly string[]) => names.flatMap((name) => metas.get(name) ?? []);
  const goods = main !== undefined && typesOf(main).some((type) => /^product|offer/.test(type));
  const byPlace = [...bylines.filter((one) => one.afterHeading), ...bylines.filter((one) => !one.afterHeading)];
  const linked = anchors.filter((one) => /(^|\/)authors?\//i.test(one.href) && one.text !== "");
  const members = anchors.filter((one) => one.afterHeading && MEMBER.test(one.href) && one.text !== "");
  const isForum = new Set(members.map((one) => one.href)).size > 2;
  const stated: readonly (readonly [readonly string[], boolean?])[] = [
    [meta("citation_author", "citation_authors"), true],
    [people(jsonLd, main)],
    [
      meta(
        "author",
        "article:author_name",
        "parsely-author",
        "sailthru.author",
        "article:author",
        "og:article:author",
        "byl",
        "byline",
      ),
    ],
    [/^(written )?by$/i.test(meta("twitter:label1")[0] ?? "") ? meta("twitter:data1") : []],
    [meta("dc.creator", "dc.contributor.author", "dcterms.creator", "dc.creator.personalname"), true],
    [itemAuthor(evidence)],
    [
      anchors
        .filter((one) => one.rel.includes("author"))
        .slice(0, 1)
        .map((one) => one.text),
    ],
  ];
  // Below a product stand the names of those who bought it.
  const shown: readonly (readonly [readonly string[]])[] = goods
    ? []
    : [
        ...byPlace.slice(0, 3).map((one) => [[one.text]] as const),
        [bylineIn(lines)],
        [linked.slice(0, 1).map((one) => one.text)],
        [isForum ? members.slice(0, 1).map((one) => one.text) : []],
      ];
  const siteKey = plainKey(site);
  let house: string[] = [];
  for (const [given, bibliographic = false] of [...stated, ...shown] as typeof stated) {
    const names = authorsOf(given, { bibliographic });
    const persons = names.filter((name) => plainKey(name) !== siteKey);
    if (persons.length > 0) return persons;
    if (house.length === 0) house = names;
  }
  return house;
}

/** Within the site: a profile elsewhere is the site's own. */
const MEMBER = /^(?!(?:https?:)?\/\/).*(?:^|[/?])(?:member(?:s|list)?|users?|u|profile)(?:[/?]|\.php)/i;

function people(jsonLd: readonly JsonObject[], main: JsonObject | undefined): string[] {
  return [main?.author ?? main?.creator ?? []].flat().flatMap((one) => {
    const id = typeof one === "object" && one !== null && !Array.isArray(one) ? (one as JsonObject)["@id"] : one;
    const referred = typeof id === "string" ? jsonLd.find((other) => other["@id"] === id) : undefined;
    return texts(referred === undefined ? one : referred.name);
  });
}

/** The author among the page's items: by the name within it, since other things about the person may be there too. */
function itemAuthor({ items }: PageEvidence): string[] {
  const author = items.find((one) => /author|creator/.test(one.name));
  if (author === undefined) return [];
  const name = items.find((one) => one.name === "name" && one.text.length > 1 && author.text.includes(one.text));
  return [(name ?? author).text];
}

const LEAD =
  /^\W{0,3}(?:(?:written|posted|published|words|text|story) by|by|von|par|por|door|autore?|auteur|author):?\s*/i;

/** The name in a line such as "By Jane Doe, 3 May 2024", or in the line below "Written by". */
function bylineIn(lines: readonly string[]): string[] {
  for (const [index, line] of lines.entries()) {
    const [lead] = LEAD.exec(line) ?? [];
    if (lead === undefined || line.length > 110) continue;
    const name = line.slice(lead.length) || (lines[index + 1] ?? "");
    if (/^[\p{Lu}\p{Lo}]/u.test(name) && name.length < 90) return [name];
  }
  return [];
}
