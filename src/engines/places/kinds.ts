import kinds from "../../../data/places/kinds.txt";
import words from "../../../data/places/words.txt";
import { once, readSections, readTable, refuseRow, type TableFile } from "../tables.js";

const KINDS: TableFile = { name: "places/kinds.txt", text: kinds };
const WORDS: TableFile = { name: "places/words.txt", text: words };
const OTHER_LANGUAGES = ["de", "fr", "es"] as const;

/** What a tag has to be: one of the values, any value, or a value that has the part in its list. */
export interface TagCondition {
  readonly key: string;
  readonly is: { readonly values: readonly string[] } | { readonly any: true } | { readonly part: string };
}

/** A kind of place as OpenStreetMap has it. */
export interface PlaceKind {
  /** `vegan restaurant` */
  readonly label: string;
  /** Ways to tag it; all conditions of one must hold. */
  readonly tags: readonly (readonly TagCondition[])[];
  /** Whether most of them have no name. */
  readonly oftenUnnamed: boolean;
}

interface Known {
  readonly byWord: ReadonlyMap<string, PlaceKind>;
  readonly byLanguage: ReadonlyMap<string, ReadonlyMap<string, PlaceKind>>;
  /** By key and value, the kind that is tagged so and by nothing else. */
  readonly byTag: ReadonlyMap<string, string>;
}

const known = once((): Known => {
  const rows = readTable(KINDS, { columns: { label: "text", tags: "list", words: "list" } });
  const byLabel = new Map<string, PlaceKind>();
  const byWord = new Map<string, PlaceKind>();
  const byTag = new Map<string, string>();
  for (const { label: written, tags, words: typed, line } of rows) {
    const label = written.replace(/\*$/, "");
    const refuse = (reason: string) => refuseRow(KINDS, line, reason);
    const kind = {
      label,
      tags: tags.map((tag) => tag.split("+").map((one) => conditionOf(one, refuse))),
      oftenUnnamed: written.endsWith("*"),
    };
    byLabel.set(label, kind);
    for (const word of typed) put(byWord, word, kind, refuse);
    for (const conditions of kind.tags) {
      const [first] = conditions;
      if (conditions.length !== 1 || first === undefined || !("values" in first.is) || first.is.values.length !== 1)
        continue;
      const tag = `${first.key}=${first.is.values[0]}`;
      if (!byTag.has(tag)) byTag.set(tag, label);
    }
  }
  const sections = readSections(WORDS, { columns: { label: "text", words: "list" }, sections: OTHER_LANGUAGES });
  const byLanguage = new Map(
    OTHER_LANGUAGES.map((language) => {
      const ofLanguage = new Map<string, PlaceKind>();
      for (const { label, words: typed, line } of sections[language]) {
        const refuse = (reason: string) => refuseRow(WORDS, line, reason);
        const kind = byLabel.get(label) ?? refuse(`there is no "${label}" in kinds.txt; use a label from there`);
        for (const word of typed) put(ofLanguage, word, kind, refuse);
      }
      return [language as string, ofLanguage];
    }),
  );
  return { byWord, byLanguage, byTag };
});

function put(words: Map<string, PlaceKind>, word: string, kind: PlaceKind, refuse: (reason: string) => never): void {
  const key = keyOf(word);
  const other = words.get(key);
  if (other !== undefined && other !== kind) refuse(`"${word}" already means "${other.label}"; leave one of them out`);
  words.set(key, kind);
}

function conditionOf(text: string, refuse: (reason: string) => never): TagCondition {
  const [, key, relation, value] =
    /^([a-z][\w:]*)([=~])(\*|[\w-]+(?:\|[\w-]+)*)$/.exec(text) ?? refuse(`"${text}" is no condition of a tag`);
  if (relation === "~") return { key: key!, is: { part: value! } };
  return { key: key!, is: value === "*" ? { any: true } : { values: value!.split("|") } };
}

/**
 * The kinds of places that words name, in the language or in English: several where they name several, as in "cafes and
 * bakeries". Undefined where one of them is not known.
 */
export function kindsFor(what: string, language = "en"): readonly PlaceKind[] | undefined {
  const whole = kindFor(what, language);
  if (whole !== undefined) return [whole];
  const parts = what
    .split(/\s*[,;/&+]\s*|\s+(?:and|or|und|oder|et|ou|y|o)\s+/i)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.length < 2) return undefined;
  const found = parts.map((part) => kindFor(part, language));
  return found.every((kind) => kind !== undefined) ? [...new Set(found)] : undefined;
}

function kindFor(what: string, language: string): PlaceKind | undefined {
  const { byWord, byLanguage } = known();
  const key = keyOf(what);
  const own = byLanguage.get(language);
  const others = [...byLanguage].filter(([code]) => code !== language).map(([, words]) => words);
  for (const words of [...(own === undefined ? [] : [own]), byWord, ...others]) {
    const kind = words.get(key) ?? words.get(key.replace(/ shop$/, "")) ?? words.get(`${key} shop`);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** What a place with this tag is called; undefined where the table has no word for it. */
export function labelOfTag(key: string, value: string): string | undefined {
  return known().byTag.get(`${key}=${value}`);
}

/** How many words the tables know. */
export function countedWords(): { readonly english: number; readonly others: readonly number[] } {
  const { byWord, byLanguage } = known();
  return { english: byWord.size, others: [...byLanguage.values()].map((words) => new Set(words.values()).size) };
}

/** Small letters without accents and hyphens, singular as English makes it, and "shop" for "store". */
function keyOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[-\s]+/g, " ")
    .trim()
    .split(" ")
    .map((word) => (word === "store" || word === "stores" ? "shop" : singular(word)))
    .join(" ");
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.length > 2 && /[^suiy]s$/.test(word) ? word.slice(0, -1) : word;
}
