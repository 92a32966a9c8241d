import { shown } from "../../kernel/values/json.js";

// Not every name with "key" in it: a page asked for by ?keyword= must stay recognisable.
const SECRET_PARAMETER = /^(?:.*[-_])?(?:api)?key$|token|secret|passw|^(?:pass|auth|sig|signature|session|sid)$/i;

/** An address as a message may show it: short, clean and without secrets. */
export function displayed(address: URL | string): string {
  const url = typeof address === "string" ? URL.parse(address) : new URL(address);
  // Text that is no address might still hold a password in front of an @.
  if (url === null) return shown(String(address).replace(/^.*@/s, ""));
  url.username = "";
  url.password = "";
  // No server is sent it, and keys of signed-in visitors may be there.
  url.hash = "";
  for (const name of [...url.searchParams.keys()]) {
    if (SECRET_PARAMETER.test(name)) url.searchParams.set(name, "...");
  }
  // Addresses without a host, such as data:, keep what they hold in their path.
  return shown(url.host === "" && url.pathname.includes("@") ? url.protocol : url.href);
}
