import { badField } from "../../engines/pages/fields.js";
import { shown } from "../../kernel/index.js";
import type { Match } from "../_kit/archive/list.js";
import { withoutLogins } from "../_kit/web/logins.js";

/** A query that names a site. */
export interface Site {
  /** A whole address. */
  readonly url: string;
  /** With the port. */
  readonly host: string;
  /** What addresses begin with behind the host; `/` for all. */
  readonly path: string;
  /** `domain` with all names below it, one `host`, or what begins with an address. */
  readonly match: Exclude<Match, "exact">;
}

/**
 * Reads `example.com` (the domain with all names below it), `https://www.example.com/` (one host) and
 * `https://example.com/blog/` (what is below an address). Throws bad-input for what names no site.
 */
export function readSite(query: string): Site {
  const text = withoutLogins(query.trim());
  const bare = text.replace(/^\*\./, "").replace(/\*$/, "");
  const hasScheme = /^https?:\/\//i.test(bare);
  const url = URL.parse(hasScheme ? bare : `https://${bare}`);
  const isHost = url !== null && (url.hostname.includes(".") || url.hostname === "localhost" || /:/.test(url.hostname));
  if (!isHost || /\s/.test(bare) || !/^https?:$/.test(url.protocol)) {
    throw badField(
      "queriesFile",
      `"${shown(text)}" names no site, as all sources but "search" need it. Write a domain or an address, such as example.com.`,
    );
  }
  const path = url.pathname + url.search;
  const match = path !== "/" ? "prefix" : hasScheme ? "host" : "domain";
  return { url: url.href, host: url.host, path, match };
}
