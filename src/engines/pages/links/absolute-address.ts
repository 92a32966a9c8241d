/** Longer ones are no addresses of pages. */
const MAX_LENGTH = 4000;

/** A whole http or https address, read against the page it stands on; "" for anything else. */
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
