import { PROTOTYPE_KEYS } from "../../../kernel/index.js";
import { calendarDay } from "../drip/calendar-day.js";
import { slug } from "../slug.js";

type Facts = ReadonlyMap<string, string | readonly string[]>;

export interface ArticleFacts {
  readonly title: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly author: string;
  readonly date: string;
  readonly keyword: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly featuredImage: string;
  readonly meta: Readonly<Record<string, string>>;
}

const TITLE = ["title", "seo_title"];
const EXCERPT = ["excerpt", "description", "summary"];
const SLUG = ["slug"];
const AUTHOR = ["author", "authors", "author.name"];
const DATE = ["date", "published", "publishdate", "pubdate", "post_date", "published_at"];
const KEYWORD = ["keyword"];
const CATEGORIES = ["categories", "category"];
const TAGS = ["tags", "tag", "keywords"];
const IMAGE = ["image", "featured_image", "featuredimage", "cover", "thumbnail", "feature_image"];
const IMAGE_MEMBERS = ["", ".src", ".url", ".path", ".image"];
const KNOWN = new Set([...TITLE, ...EXCERPT, ...SLUG, ...AUTHOR, ...DATE, ...CATEGORIES, ...TAGS]);
const MOST_TERMS = 1000;
const LONGEST_TERM = 200;

/** What front matter and the head of a document say of an article; the front matter goes first. */
export function articleFacts(matter: Facts, head: Facts): ArticleFacts {
  const facts: Facts = new Map([...head, ...matter]);
  const one = (names: readonly string[]) =>
    names.map((name) => text(facts.get(name))).find((said) => said !== "") ?? "";
  const images = IMAGE.flatMap((name) => IMAGE_MEMBERS.map((member) => `${name}${member}`));
  const image = images.find((name) => text(facts.get(name)) !== "");
  const name = one(SLUG);
  return {
    title: one(TITLE),
    excerpt: one(EXCERPT),
    slug: /[\p{L}\p{N}]/u.test(name) ? slug(name) : "",
    author: one(AUTHOR),
    date: DATE.map((key) => articleDate(text(facts.get(key)))).find((date) => date !== "") ?? "",
    keyword: one(KEYWORD),
    categories: termsOf(CATEGORIES, facts),
    tags: termsOf(TAGS, facts).map((tag) => tag.replace(/^#+(?=[\p{L}\p{N}])/u, "")),
    featuredImage: image === undefined ? "" : text(facts.get(image)),
    meta: furtherMembers(matter, image),
  };
}

const text = (value: string | readonly string[] | undefined) =>
  (typeof value === "string" ? value : (value ?? []).join(", ")).trim();

/** A text with commas is several terms. */
function termsOf(names: readonly string[], facts: Facts): string[] {
  const found = names.map((name) => facts.get(name)).find((value) => text(value) !== "") ?? [];
  return onceEach(typeof found === "string" ? found.split(",") : found).slice(0, MOST_TERMS);
}

/** The terms that are not blank, each once, whatever its case. */
export function onceEach(terms: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const term of terms) {
    const name = term.replace(/\s+/g, " ").trim().slice(0, LONGEST_TERM).toWellFormed();
    if (name !== "" && !known.has(name.toLowerCase())) known.set(name.toLowerCase(), name);
  }
  return [...known.values()];
}

/** What is no fact of every article: texts and numbers, which are texts here. */
function furtherMembers(matter: Facts, image: string | undefined): Record<string, string> {
  const further: Record<string, string> = {};
  for (const [name, value] of matter) {
    const isDate = DATE.includes(name) && articleDate(text(value)) === "";
    if ((KNOWN.has(name) && !isDate) || name === image || typeof value !== "string" || value === "") continue;
    if (!PROTOTYPE_KEYS.has(name)) further[name] = value;
  }
  const isDraft = further["draft"] === "true" || further["published"] === "false";
  return isDraft && further["status"] === undefined ? { ...further, status: "draft" } : further;
}

const TIME = /[T\s](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

/** A date as ISO 8601, with time and offset as far as they are given; empty for what is none. */
export function articleDate(source: string): string {
  const given = source.trim();
  const time = TIME.exec(given);
  const day = calendarDay(time === null ? given : given.slice(0, time.index), false);
  if (day === undefined) return "";
  if (time === null) return day;
  const [, hours = "", minutes = "", seconds = "00", offset = ""] = time;
  const zone = /^(?:z|utc|gmt)$/i.test(offset) ? "Z" : offset.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const date = `${day}T${hours.padStart(2, "0")}:${minutes}:${seconds}${zone}`;
  return Number.isNaN(Date.parse(date)) ? day : date;
}
