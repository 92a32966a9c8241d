/** Longer ones are no addresses of pages. */
const MAX_LENGTH = 4000;

/** A whole http or https address, resolved against the page it is on; "" for anything else. */
export function absoluteAddress(reference: string | undefined, page: string): string {
  const text = (reference ?? "").trim();
  if (text === "" || text.length > MAX_LENGTH) return "";
  const url = URL.parse(text, page) ?? URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return "";
  // Who signs in with an address keeps that to themselves.
  url.username = "";
  url.password = "";
  return url.href;
}

/** The address, where it is one that a link of a stored page may have; anything else is no link. */
export function safeAddress(href: string | undefined): string {
  if (href === undefined || href.length > MAX_LENGTH) return "";
  const url = URL.parse(href);
  return url !== null && ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : "";
}

/** The same for what is shown within a page. */
export function safeImage(src: string): string {
  const address = safeAddress(src);
  return address.startsWith("mailto:") ? "" : address;
}
