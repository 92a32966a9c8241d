import { partsOf, userInfosIn } from "./address-secrets.js";

const CREDENTIALS = /^\s*(?<scheme>[a-z][a-z-]*)\s+(?<given>\S+)\s*$/i;
const COOKIE = /(?:^|[;\s])[^\s;=]+=(?<value>[^;\s]+)/g;
const ATTRIBUTE = /^[;\s]?(?:path|domain|expires|max-age|samesite)=/i;

/**
 * What others may repeat of a secret without the rest of it: what is before the `@` of addresses, what follows the scheme
 * of a header such as `Bearer`, and the values of cookies.
 */
export function partsOfSecret(secret: string): readonly string[] {
  const parts = userInfosIn(secret).flatMap(({ text }) => partsOf(text));
  const { scheme = "", given = "" } = CREDENTIALS.exec(secret)?.groups ?? {};
  if (isUnlikeAWord(given)) parts.push(given);
  if (/^basic$/i.test(scheme)) parts.push(...partsOf(Buffer.from(given, "base64").toString("utf8")));
  // A line of a Netscape cookie file has seven fields.
  const fields = secret.split("\t");
  if (fields.length === 7) parts.push(fields[6]!.trim());
  for (const [cookie, value = ""] of secret.matchAll(COOKIE)) {
    if (!ATTRIBUTE.test(cookie) && isUnlikeAWord(value)) parts.push(value);
  }
  return parts;
}

/** Settings are cookies too, and their values are words of a page. */
function isUnlikeAWord(text: string): boolean {
  return text.length >= 16 || (text.length >= 8 && /\d/.test(text));
}
