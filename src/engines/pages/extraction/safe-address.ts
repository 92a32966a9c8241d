/** The address, where it is one that a link of a stored page may have; anything else is no link. */
export function safeAddress(href: string | undefined): string {
  if (href === undefined || href.length > 4000) return "";
  const url = URL.parse(href);
  return url !== null && ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : "";
}

/** The same for what is shown within a page. */
export function safeImage(src: string): string {
  const address = safeAddress(src);
  return address.startsWith("mailto:") ? "" : address;
}
