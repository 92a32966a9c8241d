/** What an HTML page says of who owns it, beside the name of its site. */
export interface PageOwner {
  /** What its title ends in, and who holds the rights. */
  readonly owners?: readonly string[];
  /** The host that it says it is from. */
  readonly host?: string;
}

/** Characters from the beginning of a page in which its head is looked for. */
const HEAD = 200_000;
const TITLE = /<title[^>]*>([^<]{1,400})<\/title>/i;
const ADDRESS = /<(?:link|meta)\b[^>]{0,200}(?:canonical|og:url)[^>]{0,400}>/gi;
const HOST = /https?:\/\/([^/"'\s:]+)/i;
const RIGHTS =
  /(?:\u00a9|&copy;|&#169;)\s*(?:[Cc]opyright\s*)?(?:\d{4}\s*(?:[-\u2013]\s*\d{4})?[,.]?\s*)?(?:by\s+)?((?:(?:\p{Lu}[\p{L}'\u2019-]*|&(?:amp;)?)\s?){1,5})(?=\s*(?:[.,|<]|$|[Aa]ll\b))/gu;

export function pageOwner(html: string): PageOwner {
  const head = html.slice(0, HEAD);
  const host = [...head.matchAll(ADDRESS)].map(([tag]) => HOST.exec(tag)?.[1]).find((found) => found !== undefined);
  const title = plain(TITLE.exec(head)?.[1] ?? "");
  const parts = title.split(/\s+(?:[|\u2013\u2014\u2022\u00b7-]|::)\s+/u);
  const end = parts.length > 1 ? parts.at(-1)! : "";
  const rights = [...html.slice(-HEAD).matchAll(RIGHTS)].map(([, name]) => plain(name!));
  const owners = [...new Set([end, ...rights])].filter(isName);
  return { ...(owners.length > 0 && { owners }), ...(host !== undefined && { host: host.toLowerCase() }) };
}

function plain(text: string): string {
  return text
    .replace(/&amp;/gi, "&")
    .replace(/&(?:#8211|ndash);/gi, "\u2013")
    .replace(/&(?:#8217|rsquo|#39|#x27);/gi, "'")
    .replace(/&(?:#174|reg);|[\u00ae\u2122]/gi, "")
    .replace(/\s+/g, " ")
    .trim();
}

function isName(text: string): boolean {
  return /^\p{L}*\p{Lu}/u.test(text) && text.split(" ").length <= 6 && !/^(?:by|all rights)\b|copyright/i.test(text);
}
