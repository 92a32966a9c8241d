/** What one robots.txt says. Made of any text whatever, in time and memory that grow with its length alone. */
export interface RobotsRules {
  /** `token` is the product token of the caller, such as `scriptorium`. */
  allows(url: URL, token: string): boolean;
  /** In seconds. */
  crawlDelay(token: string): number | undefined;
  readonly sitemaps: readonly string[];
  /** About how many bytes it takes to keep. */
  readonly weight: number;
}

interface Rule {
  readonly allow: boolean;
  /** Octets of the pattern as written: the longest that matches wins. */
  readonly length: number;
  /** The pieces between the wildcards; the first is at the beginning. */
  readonly pieces: readonly string[];
  /** Whether the last piece is at the end. */
  readonly anchored: boolean;
}

interface Group {
  readonly agents: Set<string>;
  readonly rules: Rule[];
  crawlDelay?: number;
}

const MAX_SITEMAPS = 1000;
/** No site asks for one page a day; a longer delay is a mistake. */
const MAX_CRAWL_DELAY_SECONDS = 60;
const RULE_BYTES = 200;

/**
 * Reads a robots.txt as RFC 9309 says, with `Crawl-delay` besides. Groups share their rules: a file that names thousands
 * of programs over thousands of rules must not cost their product.
 */
export function readRobots(text: string, address: URL): RobotsRules {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  let naming = false;
  let count = 0;
  for (const line of linesOf(text)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    switch (name) {
      case "user-agent":
      case "useragent":
        if (!naming || group === undefined) {
          group = { agents: new Set(), rules: [] };
          groups.push(group);
        }
        naming = true;
        group.agents.add(value === "*" ? "*" : productToken(value));
        count += 1;
        break;
      case "allow":
      case "disallow":
        naming = false;
        // An empty Disallow is the old way to say that everything is allowed, which no rule at all says too.
        if (group === undefined || value === "") break;
        group.rules.push(ruleOf(value, name === "allow"));
        count += 1;
        break;
      case "crawl-delay":
        naming = false;
        if (group !== undefined && /^\d+(\.\d+)?$/.test(value)) {
          group.crawlDelay = Math.min(Number(value), MAX_CRAWL_DELAY_SECONDS);
        }
        break;
      case "sitemap": {
        const url = URL.parse(value, address.href);
        if (url !== null && /^https?:$/.test(url.protocol) && sitemaps.length < MAX_SITEMAPS) sitemaps.push(url.href);
        break;
      }
    }
  }

  // Who is not named anywhere is meant by the asterisk. The same program may be named by several groups.
  const groupsOf = (token: string) => {
    const own = groups.filter(({ agents }) => agents.has(token.toLowerCase()));
    return own.length > 0 ? own : groups.filter(({ agents }) => agents.has("*"));
  };
  // Page after page is asked about for the same program.
  let last: { readonly token: string; readonly groups: readonly Group[] } | undefined;
  const groupsFor = (token: string) => {
    if (last?.token !== token) last = { token, groups: groupsOf(token) };
    return last.groups;
  };
  return {
    sitemaps,
    weight: text.length + count * RULE_BYTES,
    allows(url, token) {
      const path = octets(url.pathname + url.search);
      if (path === "/robots.txt") return true;
      let best: Rule | undefined;
      for (const { rules } of groupsFor(token)) {
        for (const rule of rules) {
          const better = best === undefined || rule.length > best.length || (rule.length === best.length && rule.allow);
          if (better && matches(rule, path)) best = rule;
        }
      }
      return best?.allow ?? true;
    },
    crawlDelay(token) {
      return groupsFor(token)
        .map(({ crawlDelay }) => crawlDelay)
        .reduce((longest, each) => (each === undefined ? longest : Math.max(longest ?? 0, each)), undefined);
    },
  };
}

/** The name by which robots.txt files call a program: `Scriptorium/1.0 (+...)` is `scriptorium`. */
export function productToken(userAgent: string): string {
  // Programs that pass for browsers name themselves in brackets: "Mozilla/5.0 (compatible; SomeBot/2.1; +https://...)".
  const name = /compatible;\s*([a-z_-]+)/i.exec(userAgent)?.[1] ?? /^[a-z_-]+/i.exec(userAgent.trim())?.[0] ?? "";
  return name.toLowerCase();
}

function* linesOf(text: string): Generator<string> {
  const ends = /[\r\n]+|$/g;
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (start < text.length) {
    ends.lastIndex = start;
    const end = ends.exec(text);
    const to = end?.index ?? text.length;
    const line = text.slice(start, to);
    const comment = line.indexOf("#");
    yield comment < 0 ? line : line.slice(0, comment);
    start = to + Math.max(1, end?.[0].length ?? 1);
  }
}

function ruleOf(pattern: string, allow: boolean): Rule {
  const anchored = pattern.endsWith("$");
  const written = octets(anchored ? pattern.slice(0, -1) : pattern);
  const pieces = written.split(/\*+/);
  return { allow, length: written.length + (anchored ? 1 : 0), pieces, anchored };
}

function matches({ pieces, anchored }: Rule, path: string): boolean {
  const [first = ""] = pieces;
  const last = pieces.length - 1;
  if (!path.startsWith(first)) return false;
  if (last === 0) return !anchored || path.length === first.length;
  let from = first.length;
  for (const [index, piece] of pieces.entries()) {
    if (index === 0) continue;
    // The leftmost place of each piece leaves the most for those that follow.
    const at = index === last && anchored ? endOf(piece, path, from) : path.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

function endOf(piece: string, path: string, from: number): number {
  const at = path.length - piece.length;
  return at >= from && path.endsWith(piece) ? at : -1;
}

/** The one spelling of paths and patterns: what needs no escaping is not escaped, everything else is, in capitals. */
function octets(text: string): string {
  const escaped = text.toWellFormed().replace(/[^\u0021-\u007e]+/g, (part) => encodeURIComponent(part));
  return escaped.replace(/%([0-9a-f]{2})/gi, (whole, hex: string) => {
    const letter = String.fromCharCode(Number.parseInt(hex, 16));
    return /[a-z0-9._~-]/i.test(letter) ? letter : whole.toUpperCase();
  });
}
