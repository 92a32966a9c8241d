import { badField } from "../../../engines/pages/fields.js";
import { shown } from "../../../kernel/index.js";

/** Whether an address is of one of the domains that are left alone. */
export type DomainFilter = (url: string) => boolean;

/**
 * `a.test` means itself and all names below it; `*.a.test`, an address of it and names with capitals mean the same.
 * Lines that name no domain are left out.
 */
export function blockedDomains(lines: readonly string[]): DomainFilter {
  const domains = new Set(lines.map(domainOf).filter((domain) => domain !== ""));
  return (url) => {
    if (domains.size === 0 || !URL.canParse(url)) return false;
    const labels = hostOf(new URL(url)).split(".");
    return labels.some((_label, at) => domains.has(labels.slice(at).join(".")));
  };
}

/** Throws bad-input for a line that names no domain and is no comment. */
export function refuseNoDomain(line: string): void {
  if (line.startsWith("#") || domainOf(line) !== "") return;
  throw badField("blockedDomainsFile", `"${shown(line)}" names no domain. Write one such as example.com.`);
}

function domainOf(line: string): string {
  const text = line.trim().replace(/^\*?\./, "");
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  return text === "" || text.startsWith("#") || !URL.canParse(address) ? "" : hostOf(new URL(address));
}

function hostOf({ hostname }: URL): string {
  return hostname.toLowerCase().replace(/\.$/, "");
}
