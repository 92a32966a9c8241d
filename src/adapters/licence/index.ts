import type { LicenceProvider } from "../../kernel/index.js";

/**
 * Entitles logins that look like e-mail addresses: all of them when no accounts are given, and only those given otherwise,
 * whatever their case.
 */
export function createLicence({ accounts = [] }: { readonly accounts?: readonly string[] } = {}): LicenceProvider {
  const named = new Set(accounts.map(normal));
  return {
    entitled: async (login) => /^[^\s@]+@[^\s@]+$/.test(login.trim()) && (named.size === 0 || named.has(normal(login))),
  };
}

function normal(login: string): string {
  return login.trim().toLowerCase();
}
