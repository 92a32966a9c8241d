/** Most addresses of one page that are remembered. */
const REMEMBERED = 50_000;
/** Nobody writes longer ones by hand; what does is a page put into an address. */
const MAX_LENGTH = 4000;

/** A whole address that is what the URL parser would make of it; the last label has no digit, so it is no IPv4 form. */
const WHOLE =
  /^https?:\/\/(?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]{2,24}\/[\w\-.~!$&()*+,;=:@/]*(?:\?[\w\-.~!$&()*+,;=:@/?]*)?(?:#[\w\-.~!$&()*+,;=:@/?]*)?$/;
/** As much of an address as comes after the host, made of characters that the parser leaves alone. */
const PATH = /^[\w\-.~!$&()*+,;=:@/]*(?:\?[\w\-.~!$&()*+,;=:@/?]*)?(?:#[\w\-.~!$&()*+,;=:@/?]*)?$/;
const DOTS = /(?:^|\/)\.{1,2}(?:[/?#]|$)/;
const SCHEME = /^[a-z][a-z\d+\-.]*:/i;
const WEB = /^https?:/;

/**
 * Makes addresses whole that are in a page: what a URL parser makes of them, but most of them without one, because it
 * takes longer than all the rest. Undefined for what is no http or https address. Never throws.
 */
export function resolver(base: string): (reference: string) => string | undefined {
  const parsed = URL.parse(base);
  const origin = parsed === null || parsed.origin === "null" ? undefined : parsed.origin;
  const folder = parsed === null ? "" : parsed.pathname.slice(0, parsed.pathname.lastIndexOf("/") + 1);
  const known = new Map<string, string | undefined>();
  const byParser = (reference: string) => {
    if (known.has(reference)) return known.get(reference);
    const url = URL.parse(reference, parsed?.href);
    const whole = url !== null && WEB.test(url.protocol) && url.href.length <= 2 * MAX_LENGTH ? url.href : undefined;
    if (known.size < REMEMBERED) known.set(reference, whole);
    return whole;
  };
  return (text) => {
    const reference = text.trim();
    if (reference.length > MAX_LENGTH) return undefined;
    if (origin === undefined || !WEB.test(origin)) return byParser(reference);
    if (reference.startsWith("/")) {
      if (reference.startsWith("//") || !PATH.test(reference) || DOTS.test(reference)) return byParser(reference);
      return origin + reference;
    }
    if (WHOLE.test(reference) && !reference.includes("xn--") && !DOTS.test(reference)) return reference;
    if (reference === "" || /^[?#]/.test(reference) || SCHEME.test(reference) || !PATH.test(reference)) {
      return byParser(reference);
    }
    return relative(origin, folder, reference) ?? byParser(reference);
  };
}

/** What has dots other than in the front is left to the parser. */
function relative(origin: string, folder: string, reference: string): string | undefined {
  let rest = reference;
  let place = folder;
  if (rest.startsWith("./")) rest = rest.slice(2);
  while (rest.startsWith("../")) {
    rest = rest.slice(3);
    place = place.slice(0, place.lastIndexOf("/", place.length - 2) + 1) || "/";
  }
  return rest.startsWith("/") || DOTS.test(rest) ? undefined : origin + place + rest;
}
