import type { Header } from "../tables/header.js";

export const STYLES = ["auto", "curly", "percent", "bracket"] as const;
export type Style = Exclude<(typeof STYLES)[number], "auto">;

/** A placeholder in a template. */
export interface Placeholder {
  readonly from: number;
  readonly to: number;
  /** `raw` goes into HTML as it is; `note` is left out. */
  readonly kind: "cell" | "raw" | "slug" | "open" | "inverted" | "close" | "item" | "raw item" | "note";
  readonly name: string;
}

const FORMS: Readonly<Record<Style, RegExp>> = {
  curly: /\{\{\{\s*([^{}]{1,200}?)\s*\}\}\}|\{\{\s*([#^/&!]?)\s*([^{}]{1,200}?)\s*\}\}/g,
  percent: /%()([#^/]?)([^%\r\n]{1,200})%/g,
  bracket: /\[()([#^/]?)([^[\]\r\n]{1,200})\](?!\()/g,
};

/** Names that a placeholder may have though no column has. */
export type OwnNames = ReadonlySet<string>;

/**
 * The placeholders of a template in their order. In curly braces all are; percent signs and brackets occur in texts, too, so
 * that there only what has the name or number of a column is one, and a single word.
 */
export function placeholdersOf(template: string, style: Style, header: Header, own: OwnNames): Placeholder[] {
  const form = new RegExp(FORMS[style]);
  const found: Placeholder[] = [];
  for (let match = form.exec(template); match !== null; match = form.exec(template)) {
    const [whole, triple, sign = "", plain = ""] = match;
    const name = (triple || plain).trim();
    if (style === "curly" ? name !== "" : isMeant(name, sign, header, own, style)) {
      const kind = triple ? "raw" : kindOf(sign, name, header);
      found.push({
        from: match.index,
        to: match.index + whole.length,
        kind: name === "." && kind === "raw" ? "raw item" : kind,
        name: kind === "slug" ? name.slice(5).trim() : name,
      });
    } else form.lastIndex = match.index + 1;
  }
  return found;
}

function kindOf(sign: string, name: string, header: Header): Placeholder["kind"] {
  if (sign === "#") return "open";
  if (sign === "^") return "inverted";
  if (sign === "/") return "close";
  if (sign === "&") return "raw";
  if (sign === "!") return "note";
  if (name === ".") return "item";
  return /^slug\s+\S/i.test(name) && header.named(name) === undefined ? "slug" : "cell";
}

function isMeant(name: string, sign: string, header: Header, own: OwnNames, style: Style): boolean {
  const looked = /^slug\s+(.+)$/i.exec(name)?.[1] ?? name;
  if (name === "." || own.has(looked) || header.find(looked) !== undefined) return true;
  if (sign !== "") return false;
  // %C3%A4 is an address, and what is written like this in a text is mostly a name that was mistyped.
  const word =
    style === "percent" ? /^(?![\da-f]{2}(?![\p{L}_]))[\p{L}_][\p{L}\p{N}_-]*$/iu : /^[\p{L}_][\p{L}\p{N}_-]*$/u;
  return word.test(name);
}

/** The style in which a template names columns: curly braces where there are any, else the one with most names that are known. */
export function styleOf(template: string, header: Header): Style {
  if (placeholdersOf(template, "curly", header, new Set()).length > 0) return "curly";
  const known = (style: Style) =>
    placeholdersOf(template, style, header, new Set()).filter(({ name }) => header.named(name) !== undefined).length;
  const [percent, bracket] = [known("percent"), known("bracket")];
  if (percent > 0 || bracket > 0) return percent >= bracket ? "percent" : "bracket";
  return placeholdersOf(template, "percent", header, new Set()).length > 0 ? "percent" : "curly";
}
