/** The part of a host name that somebody registered, as `example.co.uk` of `www.example.co.uk`. */
export type DomainOf = (host: string) => string;

/** Hosts that have none, such as numeric addresses and `localhost`, are their own. */
export async function registrableDomains(): Promise<DomainOf> {
  const { getDomain } = await import("tldts");
  return (host) => getDomain(host, { allowPrivateDomains: true }) ?? host;
}
