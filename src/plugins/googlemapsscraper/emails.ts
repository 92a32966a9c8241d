import { getDomain } from "tldts";
import { pageLinks } from "../../engines/pages/links/page-links.js";
import { mailAddresses } from "../../engines/places/index.js";
import { ScriptoriumError, type WebPage } from "../../kernel/index.js";
import type { RunWeb } from "../_kit/web/run-web.js";
import { isOfRole } from "./mail-roles.js";

const MOST_PAGES = 3;
const MOST_ADDRESSES = 5;
const MOST_BYTES = 2 * 1024 * 1024;
const CONTACT = /contact|kontakt|impressum|imprint|about|über uns|ueber-uns|legal|mentions|contacto|nosotros/i;
/** Pages of others, where a business has only a profile. */
const PLATFORMS: ReadonlySet<string> = new Set([
  "facebook.com",
  "instagram.com",
  "twitter.com",
  "x.com",
  "linkedin.com",
  "youtube.com",
  "tiktok.com",
  "yelp.com",
  "tripadvisor.com",
  "google.com",
  "goo.gl",
  "linktr.ee",
  "booking.com",
  "opentable.com",
  "doctolib.de",
  "doctolib.fr",
]);

export interface MailSearch {
  /** The addresses on the site of a business; empty where there are none or it cannot be read. */
  on(website: string): Promise<readonly string[]>;
  /** Sites that could not be read. */
  readonly failed: number;
}

/** Looks for mail addresses on websites, each site once a run and at most three of its pages. */
export function mailSearch(web: RunWeb, { personalData }: { readonly personalData: boolean }): MailSearch {
  const sites = new Map<string, Promise<readonly string[]>>();
  let failed = 0;

  async function search(website: string): Promise<readonly string[]> {
    const domain = getDomain(website) ?? new URL(website).hostname;
    if (PLATFORMS.has(domain)) return [];
    const own = (address: string) => (getDomain(address.split("@")[1]!) ?? address.split("@")[1]) === domain;
    const found = new Set<string>();
    const queue = [website];
    for (let asked = 0; asked < MOST_PAGES && queue.length > 0 && found.size === 0; asked += 1) {
      const page = await read(queue.shift()!, asked === 0);
      if (page === undefined) continue;
      for (const address of addressesIn(page.text)) {
        if (personalData || (isOfRole(address) && own(address))) found.add(address);
      }
      if (asked === 0) queue.push(...contactPages(page).slice(0, MOST_PAGES - 1));
    }
    return [...found].sort((a, b) => Number(own(b)) - Number(own(a))).slice(0, MOST_ADDRESSES);
  }

  async function read(url: string, isFirst: boolean): Promise<WebPage | undefined> {
    try {
      const page = await web.fetch(url, { maxBytes: MOST_BYTES });
      return page.mediaType === "text/html" || page.mediaType === "application/xhtml+xml" ? page : undefined;
    } catch (error) {
      if (!ScriptoriumError.is(error)) throw error;
      if (isFirst) failed += 1;
      return undefined;
    }
  }

  return {
    on(website) {
      const { host } = new URL(website);
      const known = sites.get(host) ?? search(website);
      sites.set(host, known);
      return known;
    },
    get failed() {
      return failed;
    },
  };
}

function contactPages({ text, url }: WebPage): string[] {
  const { host } = new URL(url);
  const pages = pageLinks(text, url).links.filter((link) => link.kind === "a" && URL.parse(link.url)?.host === host);
  const fitting = pages.filter((link) => CONTACT.test(link.text) || CONTACT.test(new URL(link.url).pathname));
  const here = withoutHash(url);
  const addresses = [...new Set(fitting.map((link) => withoutHash(link.url)))].filter((address) => address !== here);
  // Contact pages before those that only may have an address.
  return addresses.sort((a, b) => Number(/contact|kontakt/i.test(b)) - Number(/contact|kontakt/i.test(a)));
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/, "");
}

/** Addresses in links and in the text; names of pictures such as `logo@2x.png` are none. */
function addressesIn(html: string): string[] {
  const text = html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, " ")
    .replace(/&#0*64;|&#x0*40;|&commat;/gi, "@")
    .replace(/&#0*46;|&#x0*2e;|&period;/gi, ".")
    .replace(/%40/g, "@");
  const found = [...text.matchAll(/[\w.%+-]{1,64}@[\w.-]{1,190}\.[a-z]{2,24}(?![\w-])/gi)].map(([address]) =>
    address.replace(/^%20/, ""),
  );
  return mailAddresses(...found).filter(
    (address) =>
      !/\.(?:png|jpe?g|gif|svg|webp|avif|css|js)$/.test(address) &&
      !/@(?:example\.|sentry\.|.*wixpress\.)/.test(address),
  );
}
