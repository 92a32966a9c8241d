import { isInRange } from "../../engines/date-range.js";
import { walkHtml } from "../../engines/pages/feeds/html-text.js";
import type { SearchAnswer, SearchHit } from "../../kernel/providers.js";
import { textOf } from "../network/answer-members.js";
import { dateOf } from "./dates.js";
import type { Engine, EnginePage, EngineQuery } from "./engine.js";

const MOST_TITLE = 500;
const MOST_SNIPPET = 2000;
const MOST_ADDRESS = 4000;

/**
 * Hits as the port gives them: addresses of the web, of a local engine also of files, each once, plain texts, dates as ISO 8601 where they are understood, and
 * only those of the wanted sites and, as far as their dates are known, of the wanted time.
 */
export function foundHits(
  { hits, isPlain = false }: Pick<EnginePage, "hits" | "isPlain">,
  query: Pick<EngineQuery, "vertical" | "includeDomains" | "excludeDomains" | "range">,
  { name, isLocal = false }: Pick<Engine, "name" | "isLocal">,
  now: Date,
): SearchHit[] {
  const seen = new Set<string>();
  const text = textsOf(isPlain);
  return hits.flatMap((hit) => {
    const url = addressOf(hit.url, isLocal);
    const key = url === undefined ? "" : placeKey(hit.kind, url.href);
    if (url === undefined || seen.has(key) || !isWanted(url.hostname, query)) return [];
    const date = dateOf(textOf(hit.date), now);
    if (query.range !== undefined && date !== "" && isInRange(date, query.range, now) === false) return [];
    seen.add(key);
    const kind = hit.kind ?? KINDS[query.vertical];
    const source = text(hit.source, MOST_TITLE);
    const image = addressOf(hit.image)?.href;
    return [
      {
        url: url.href,
        title: text(hit.title, MOST_TITLE),
        snippet: text(hit.snippet, MOST_SNIPPET),
        engine: name,
        ...(date === "" ? {} : { date }),
        ...(source === "" ? {} : { source }),
        ...(image === undefined ? {} : { image }),
        ...(kind === "organic" ? {} : { kind }),
      },
    ];
  });
}

/** Questions and related searches as the port gives them: plain texts, those without words left out. */
export function foundBeside({
  questions = [],
  related = [],
  isPlain = false,
}: Pick<EnginePage, "questions" | "related" | "isPlain">): Pick<SearchAnswer, "questions" | "related"> {
  const text = textsOf(isPlain);
  const asked = questions.map(({ question, answer, ...rest }) => {
    const says = text(answer, MOST_SNIPPET);
    return { question: text(question, MOST_TITLE), ...(says === "" ? {} : { answer: says }), ...rest };
  });
  const withWords = asked.filter(({ question }) => question !== "");
  const searches = related.map((query) => text(query, MOST_TITLE)).filter((query) => query !== "");
  return {
    ...(withWords.length === 0 ? {} : { questions: withWords }),
    ...(searches.length === 0 ? {} : { related: searches }),
  };
}

/** By what a hit is there once: a page may stand above the list and in it, and keeps its place in both. */
export function placeKey(kind: SearchHit["kind"], url: string): string {
  return kind === "featured" || kind === "ad" ? `${kind} ${url}` : url;
}

const KINDS = { web: "organic", news: "news", images: "image", videos: "video" } as const;

function addressOf(value: unknown, orFile = false): URL | undefined {
  if (typeof value !== "string" || value.length > MOST_ADDRESS) return undefined;
  const url = URL.parse(value.trim());
  if (
    url === null ||
    !(/^https?:$/.test(url.protocol) || (orFile && url.protocol === "file:")) ||
    url.username !== "" ||
    url.password !== ""
  )
    return undefined;
  return url;
}

function isWanted(
  host: string,
  { includeDomains, excludeDomains }: Pick<EngineQuery, "includeDomains" | "excludeDomains">,
): boolean {
  if (excludeDomains.some((domain) => isWithin(host, domain))) return false;
  return includeDomains.length === 0 || includeDomains.some((domain) => isWithin(host, domain));
}

/** Whether a host is a domain or a name below it. */
function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** Domains as hosts are compared: in lower case, of an address its host, without `*.` or `www.` in front. */
export function domainsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const text = line.trim().replace(/^\*\./, "");
    if (text === "" || text.startsWith("#")) return [];
    const host = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)?.hostname;
    return host === undefined || host === "" ? [] : [host.replace(/^www\./, "")];
  });
}

function textsOf(isPlain: boolean): (value: unknown, most: number) => string {
  return isPlain ? onOneLine : plain;
}

/** Text without marks: engines set the words that were found in bold. */
function plain(value: unknown, most: number): string {
  const html = textOf(value).slice(0, most * 4);
  let text = html;
  if (/[<&]/.test(html)) {
    text = "";
    walkHtml(html, {
      open: (name) => {
        if (/^(?:br|p|div|li)$/.test(name)) text += " ";
      },
      text: (part) => {
        text += part;
      },
      close: () => {},
    });
  }
  return onOneLine(text, most);
}

function onOneLine(value: unknown, most: number): string {
  const whole = textOf(value).replace(/\s+/g, " ").trim();
  return whole.length > most ? `${whole.slice(0, most - 1)}…` : whole;
}
