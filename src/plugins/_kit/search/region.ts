import { badField } from "../../../engines/pages/fields.js";
import { type SearchProvider, shown } from "../../../kernel/index.js";

/** Where and in which language is searched, as codes: ISO 3166-1 in lower case, and ISO 639-1. */
export interface Region {
  readonly country?: string;
  readonly language?: string;
}

/**
 * Reads `United States:English:`, the form of `articleGoogleCountry`: names in English or codes, either of which may be empty.
 * Throws bad-input, naming the field, for a country or a language that there is not.
 */
export function readRegion(text: string, field = "articleGoogleCountry"): Region {
  const [country = "", language = ""] = text.split(":").map((part) => part.trim());
  const region = country === "" ? undefined : codeOf("region", country)?.toLowerCase();
  const tongue = language === "" ? undefined : codeOf("language", language);
  if (country !== "" && region === undefined) throw unknown(field, "country", country);
  if (language !== "" && tongue === undefined) throw unknown(field, "language", language);
  return {
    ...(region === undefined ? {} : { country: region }),
    ...(tongue === undefined ? {} : { language: tongue }),
  };
}

/** The region that engines are asked with: a usual country that nobody chose means nothing to an index of this server. */
export function regionFor(
  region: Region,
  usualCountry: string,
  provider: SearchProvider | undefined,
  names: readonly string[],
): Region {
  const engines = provider?.engines?.() ?? [];
  const asked = names.length === 0 ? engines.slice(0, 1) : engines.filter(({ name }) => names.includes(name));
  const isLocal = asked.length > 0 && asked.every((engine) => engine.isLocal === true);
  if (!isLocal || region.country !== usualCountry) return region;
  const { country: _country, ...rest } = region;
  return rest;
}

function unknown(field: string, what: string, name: string): Error {
  return badField(
    field,
    `${field} names the ${what} "${shown(name)}", which is not known. Write it as "United States:English:" or "us:en:".`,
  );
}

/** Regions with a name that are no place: unknown, outlying and those of tests. */
const NO_PLACES: ReadonlySet<string> = new Set(["ZZ", "QO", "XA", "XB"]);
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const ALL_CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const known = new Map<"region" | "language", ReadonlyMap<string, string>>();

function codeOf(type: "region" | "language", name: string): string | undefined {
  const codes = known.get(type) ?? namesOf(type);
  known.set(type, codes);
  return codes.get(name.toLowerCase());
}

/** Every code under itself and its English name, in lower case. */
function namesOf(type: "region" | "language"): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames("en", { type, fallback: "none" });
  const found = new Map<string, string>();
  for (const upper of ALL_CODES) {
    const code = type === "region" ? upper : upper.toLowerCase();
    const name = names.of(code);
    if (name === undefined || (type === "region" && NO_PLACES.has(code))) continue;
    // Codes that were given up, such as UK, stand for their successor.
    const current = currentOf(type, code);
    found.set(name.toLowerCase(), current);
    found.set(code.toLowerCase(), current);
  }
  return found;
}

function currentOf(type: "region" | "language", code: string): string {
  const { region, language } = type === "region" ? new Intl.Locale("und", { region: code }) : new Intl.Locale(code);
  return type === "region" ? (region ?? code) : language;
}
