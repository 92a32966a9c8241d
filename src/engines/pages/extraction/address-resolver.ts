import { firstElement, type PageElement } from "./page-tree.js";

const MAX_LENGTH = 2000;

/** Makes addresses of a page whole: by its own base where it has one, else by where it is from. Others than those of the web and of mail are none. */
export function createAddressResolver(tree: PageElement, url: string): (address: string) => string | undefined {
  const own = firstElement(tree, "base")?.attribute("href").trim() ?? "";
  const page = URL.parse(url)?.href;
  const base = (own === "" ? undefined : URL.parse(own, page)?.href) ?? page;
  const known = new Map<string, string | undefined>();
  return (address) => {
    if (known.has(address)) return known.get(address);
    const whole = wholeOf(address.trim(), base);
    known.set(address, whole);
    return whole;
  };
}

function wholeOf(address: string, base: string | undefined): string | undefined {
  if (address === "" || address.length > MAX_LENGTH) return undefined;
  const url = URL.parse(address, base);
  if (url === null) return undefined;
  if (url.protocol === "mailto:") return url.href;
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  // Who signs in with an address keeps that to themselves.
  url.username = "";
  url.password = "";
  return url.href;
}
