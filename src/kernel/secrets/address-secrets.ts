import { isSecretName, MASK } from "./secret-names.js";

/** What is before the `@` of an address: a user name, a password or both. */
export interface UserInfo {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** What follows the `@` up to the path, in lower case. */
  readonly host: string;
}

/**
 * In this order: at the beginning of a line, where a browser takes blanks for a part of the password; anywhere, also with
 * slashes missing or turned; and at the beginning of a line without a scheme. The limits keep the time linear.
 */
const PATTERN = new RegExp(
  [
    /^[\t ]*[a-z][a-z0-9+.-]{0,30}:[\\/]{2,}(?<spaced>[^\s:\\/?#]{0,256}:[^\n\r\\/?#]{1,1024})@/,
    /:[\\/]{2,}(?<full>[^\s\\/?#<>"'`]{1,1024})@/,
    /(?:(?<=\b(?:https?|wss?|ftp)):[\\/]?|(?<![:\\/])[\\/]{2})(?<loose>[^\s:\\/?#<>"'`]{0,256}:[^\s\\/?#<>"'`]{1,1024}|\*{8})@/,
    /^[\t ]*(?!(?:https?|wss?|ftp|mailto|sips?|xmpp|acct|data):)(?<bare>[^\s:\\/?#@<>"'`]{1,256}:[^\s\\/?#<>"'`]{1,1024}|\*{8})@(?=(?:[\w-]+\.)+[\w-]|localhost\b|\[|[\w.-]+:\d)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "dgim",
);
const HOST = /[^\s\\/?#<>"'`,;]*/y;
/** A name alone is one that addresses have; with other characters it is the text between a host and a mail address. */
const NAME_ALONE = /^[\w.~%!$&*+=-]+$/;

/** All in a text, from left to right. */
export function userInfosIn(text: string): readonly UserInfo[] {
  if (!text.includes("@")) return [];
  const found: UserInfo[] = [];
  for (const { indices } of text.matchAll(PATTERN)) {
    const place = Object.values(indices?.groups ?? {}).find((one) => one !== undefined);
    if (place === undefined) continue;
    const [from, to] = place;
    const info = text.slice(from, to);
    if (!info.includes(":") && !NAME_ALONE.test(info)) continue;
    HOST.lastIndex = to + 1;
    found.push({ from, to, text: info, host: (HOST.exec(text)?.[0] ?? "").toLowerCase() });
  }
  return found;
}

/** The text with others in their places; one that is undefined stays. */
export function withUserInfos(
  text: string,
  infos: readonly UserInfo[],
  other: (index: number) => string | undefined,
): string {
  let result = "";
  let done = 0;
  for (const [index, { from, to, text: own }] of infos.entries()) {
    result += text.slice(done, from) + (other(index) ?? own);
    done = to;
  }
  return result + text.slice(done);
}

/** The text without the masks of its addresses and their `@`. */
export function withoutMasks(text: string): string {
  return text.replaceAll(`${MASK}@`, "");
}

/** `name=value` in a query or a fragment, also of an address that is encoded within another. */
const PARAMETER =
  /(?:[?&;#]|%3F|%26)(?<name>[\w.~-]{1,64})(?:=|%3D)(?<value>(?:(?!%26|%23|%3F)[^?&;#\s"'<>`\\]){1,4096})/dgi;
const TOKEN_NAME = /^(?:sig|signature|auth|session|sid|pwd|passwd)$/i;

interface Token {
  /** `name=value`, decoded. */
  readonly pair: string;
  /** Where its value is. */
  readonly from: number;
  readonly to: number;
}

/** The query members in a text that are tokens by their names: those of secrets, `sig`, `session` and the like. */
export function tokensIn(text: string): readonly Token[] {
  if (!/=|%3d/i.test(text)) return [];
  const found: Token[] = [];
  for (const { groups, indices } of text.matchAll(PARAMETER)) {
    const { name = "", value = "" } = groups ?? {};
    const [from, to] = indices?.groups?.["value"] ?? [0, 0];
    if (TOKEN_NAME.test(name) || isSecretName(name)) found.push({ pair: `${name}=${decodedUri(value)}`, from, to });
  }
  return found;
}

/** The text with a mask for the values of its tokens, of all or of those with these pairs of name and value. */
export function withoutTokens(text: string, pairs?: ReadonlySet<string>): string {
  let result = text;
  for (const { pair, from, to } of tokensIn(text).toReversed()) {
    if (pairs?.has(pair) ?? true) result = result.slice(0, from) + MASK + result.slice(to);
  }
  return result;
}

/** The text with a mask for what is before the `@` of its addresses and for their tokens. */
export function withoutAddressSecrets(text: string): string {
  return withoutTokens(withUserInfos(text, userInfosIn(text), () => MASK));
}

/** A user info and its password alone, as they are and decoded. */
export function partsOf(info: string): readonly string[] {
  const password = info.slice(info.indexOf(":") + 1);
  return [...new Set([info, decodedUri(info), password, decodedUri(password)])];
}

function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
