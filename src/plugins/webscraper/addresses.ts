import { badField, givenLines } from "../../engines/pages/fields.js";
import { shown } from "../../kernel/index.js";
import { addressLines } from "../_kit/web/logins.js";
import { completeAddresses } from "../_kit/web/options.js";

/** Lines that one address may stand for, and all of a task. */
const MOST = 100_000;
const RANGE = /\[(\d{1,9})-(\d{1,9})(?::(\d{1,9}))?\]/;
const FOLDER = "folder: ";

/**
 * The addresses of the lines: `[1-50]` stands for each number (`[01-50]` with leading zeros, `[0-100:20]` in steps), `{keyword}`
 * for each keyword. Throws bad-input for more than 100,000.
 */
export function expandedLines({
  urlsFile,
  keywordsFile,
  inputFolder,
}: {
  urlsFile: readonly string[];
  keywordsFile: readonly string[];
  inputFolder: string;
}): string[] {
  const keywords = givenLines(keywordsFile);
  const found: string[] = [];
  const add = (address: string) => {
    if (found.length >= MOST) {
      throw badField(
        "urlsFile",
        `urlsFile stands for more than ${MOST} addresses. Make its ranges smaller, or split it into several tasks.`,
      );
    }
    found.push(address);
  };
  for (const line of linesOfPages(urlsFile)) {
    if (line.includes("{keyword}") && keywords.length === 0) {
      throw badField(
        "keywordsFile",
        `"${shown(line)}" in urlsFile has {keyword}, but keywordsFile is empty. Give the keywords.`,
      );
    }
    const each = line.includes("{keyword}")
      ? keywords.map((keyword) => line.replaceAll("{keyword}", () => encodeURIComponent(keyword)))
      : [line];
    for (const one of each) for (const address of ranged(one)) add(address);
  }
  if (inputFolder.trim() !== "") add(`${FOLDER}${inputFolder.trim()}`);
  return found;
}

/**
 * The addresses of a run's lines, for its session: those whose line has a user name and a password also with these, which stand
 * nowhere else.
 */
export function sessionAddresses(lines: readonly string[], options: Parameters<typeof expandedLines>[0]): string[] {
  const withLogin = options.urlsFile.filter((line) => addressLines([line])[0] !== line);
  const signedIn = withLogin.flatMap((line) => {
    const [login = ""] = /[^/\\]*@/.exec(line.replace(/[?#].*$/s, "")) ?? [];
    return expandedLines({ ...options, urlsFile: [line], inputFolder: "" }).map((address) =>
      address.replace(/^(?:https?:\/\/)?/i, (scheme) => scheme + login.trim()),
    );
  });
  return [...lines.filter((line) => folderOf(line) === undefined), ...signedIn];
}

/** The lines of urlsFile that are no comments. */
export function linesOfPages(urlsFile: readonly string[]): string[] {
  return givenLines(addressLines(urlsFile)).filter((text) => !text.startsWith("#"));
}

/** The first address that a line of urlsFile stands for; undefined for a comment. */
export function firstAddressOf(line: string, keywordsFile: readonly string[]): string | undefined {
  const [text = "#"] = givenLines(addressLines([line]));
  if (text.startsWith("#")) return undefined;
  const [keyword = "keyword"] = givenLines(keywordsFile);
  const [first] = ranged(text.replaceAll("{keyword}", () => encodeURIComponent(keyword)));
  return completeAddress(first!);
}

/** A line as its page is asked for: one that has no scheme and begins like the name of a site, with https. */
export function completeAddress(line: string): string {
  return /^[^\s/:?#]+\.[^\s/:?#.]+\.?(?:[/:?#]|$)/.test(line) ? (completeAddresses([line])[0] ?? line) : line;
}

/** Address of a further page by a pattern that is filled in. One that is a query alone keeps the other parameters of the address. */
export function furtherAddress(pattern: string, first: string): string | undefined {
  if (!pattern.startsWith("?")) return URL.parse(pattern, first)?.href;
  const names = new Set(new URLSearchParams(pattern.replace(/#.*$/, "")).keys());
  const given = (URL.parse(first)?.search.slice(1) ?? "").split("&");
  const others = given.filter(
    (pair) => pair !== "" && !new URLSearchParams(pair).keys().some((name) => names.has(name)),
  );
  return URL.parse(`?${[...others, pattern.slice(1)].join("&")}`, first)?.href;
}

/** The folder of a line that is one. */
export function folderOf(line: string): string | undefined {
  return line.startsWith(FOLDER) ? line.slice(FOLDER.length) : undefined;
}

function* ranged(address: string): Generator<string> {
  const match = RANGE.exec(address);
  if (match === null) {
    yield address;
    return;
  }
  const [whole, from = "", to = "", step = "1"] = match;
  const width = /^0\d/.test(from) ? from.length : 0;
  const [first, last] = [Number(from), Number(to)];
  const by = Math.max(1, Number(step)) * (first <= last ? 1 : -1);
  for (let number = first; by > 0 ? number <= last : number >= last; number += by) {
    const text = String(number).padStart(width, "0");
    yield* ranged(address.slice(0, match.index) + text + address.slice(match.index + whole.length));
  }
}
