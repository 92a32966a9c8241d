/** Longest address that SMTP carries, and its longest part in front of the @ (RFC 5321). */
const LONGEST_ADDRESS = 254;
const LONGEST_LOCAL = 64;
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

export type ReadMailAddress = { readonly address: string } | { readonly problem: string };

/**
 * One address without a name, such as `anna@example.com`; its domain comes in ASCII and lower case. No lists, groups, comments or
 * quoted parts: what they might mean to a server is not known.
 */
export function readMailAddress(text: string): ReadMailAddress {
  if (text.length > LONGEST_ADDRESS) return { problem: `is longer than ${LONGEST_ADDRESS} characters` };
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text))
    return { problem: "holds a line end or control character" };
  const trimmed = text.trim();
  if (trimmed === "") return { problem: "is empty" };
  if (/[,;]/.test(trimmed)) return { problem: "holds more than one address" };
  if (/[<>()[\]:"\\\s]/.test(trimmed)) return { problem: "is not a plain address such as anna@example.com" };
  const at = trimmed.lastIndexOf("@");
  const local = trimmed.slice(0, Math.max(0, at));
  if (at <= 0 || local.includes("@")) return { problem: "is not a plain address such as anna@example.com" };
  if (/[^ -~]/.test(local)) return { problem: "has letters before the @ that many mail servers do not take" };
  if (local.length > LONGEST_LOCAL || !LOCAL.test(local))
    return { problem: "has a part before the @ that cannot be used" };
  const domain = asciiDomain(trimmed.slice(at + 1));
  return domain === undefined
    ? { problem: "has a part behind the @ that is no domain" }
    : { address: `${local}@${domain}` };
}

function asciiDomain(text: string): string | undefined {
  if (/[/?#@%]/.test(text)) return undefined;
  const name = URL.parse(`http://${text}/`)?.hostname ?? "";
  // Numbers would be taken for the address of a machine.
  return name.length <= 253 && DOMAIN.test(name) && !/(?:^|\.)\d+$/.test(name) ? name : undefined;
}
