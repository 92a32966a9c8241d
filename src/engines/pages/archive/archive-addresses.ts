import { shown } from "../../../kernel/values/json.js";
import { badField } from "../fields.js";

export const WAYBACK_MACHINE = "https://web.archive.org";

/** Where an archive is and how its addresses look. */
export interface ArchivePlace {
  /** As messages call it. */
  readonly name: string;
  /** The address of its list of copies, without a query. */
  readonly list: string;
  /** What comes before the timestamp in the address of a copy. */
  readonly copies: string;
  /** `pywb`: filters, resume keys and field names of the Wayback Machine are not to be counted on. */
  readonly kind: "wayback" | "pywb";
}

/** A copy of a page that an archive holds. */
export interface ArchivedCopy {
  /** The same for all copies of one address, however it was written: scheme, `www.`, last slash, letter case. */
  readonly key: string;
  readonly original: string;
  /** 14 digits. */
  readonly timestamp: string;
  /** As the list has it, in lower case: `text/html`, `warc/revisit`. */
  readonly mime: string;
  /** `200`, or `-` where the list knows none. */
  readonly status: string;
  /** SHA-1 of the bytes in base 32. */
  readonly digest: string;
  /** What its address begins with. */
  readonly copies: string;
}

/**
 * An archive by its address: that of a Wayback Machine, or of a collection of pywb, `https://host/collection`.
 * Throws bad-input for what is no address.
 */
export function archivePlace(address: string): ArchivePlace {
  const text = address.trim() === "" ? WAYBACK_MACHINE : address.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw badField(
      "archiveUrl",
      `The archiveUrl "${shown(text.replace(/^.*@/s, ""))}" is not an address that can be used. Give one like ${WAYBACK_MACHINE}.`,
    );
  }
  const base = `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
  const name = url.host.replace(/^web\.(?=archive\.org$)/, "");
  return url.pathname === "/"
    ? { name, list: `${base}/cdx/search/cdx`, copies: `${base}/web/`, kind: "wayback" }
    : { name, list: `${base}/cdx`, copies: `${base}/`, kind: "pywb" };
}

/** The address of a copy as people look at it. */
export function archiveAddress({
  copies,
  timestamp,
  original,
}: Pick<ArchivedCopy, "copies" | "timestamp" | "original">) {
  return `${copies}${timestamp}/${original}`;
}

/** When a copy was made, of the digits of its timestamp; ISO 8601. */
export function archiveTime(timestamp: string): string {
  const [year, month = "01", day = "01", hour = "00", minute = "00", second = "00"] = [
    timestamp.slice(0, 4),
    ...(timestamp.slice(4).match(/../g) ?? []),
  ];
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

/** The address of the bytes as they were received: nothing added, no link changed. */
export function rawAddress({ copies, timestamp, original }: Pick<ArchivedCopy, "copies" | "timestamp" | "original">) {
  return `${copies}${timestamp}id_/${original.replace(/#.*/s, "")}`;
}

/**
 * The address at which a browser shows a copy, without bars of the archive: there the archive makes the addresses of scripts and
 * data lead to copies, too.
 */
export function replayAddress(
  { timestamp, original }: Pick<ArchivedCopy, "timestamp" | "original">,
  { copies, kind }: Pick<ArchivePlace, "copies" | "kind">,
): string {
  return `${copies}${timestamp}${kind === "pywb" ? "mp_" : "if_"}/${original}`;
}

/** What the address of a copy of this archive names; undefined for any other address. */
export function readArchiveAddress(
  address: string,
  place: Pick<ArchivePlace, "copies">,
): { readonly timestamp: string; readonly original: string } | undefined {
  const bare = (text: string) => text.replace(/^https?:/, "");
  const prefix = bare(place.copies);
  if (!bare(address).startsWith(prefix)) return undefined;
  const [, timestamp, original] = /^(\d{1,14})(?:[a-z]{2}_)?\/(.+)$/s.exec(bare(address).slice(prefix.length)) ?? [];
  return timestamp === undefined || original === undefined ? undefined : { timestamp, original };
}

/** As `ArchivedCopy.key`, for addresses that come from pages. Undefined for what no archive holds. */
export function addressKey(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const host = url.hostname.replace(/^www\d*\./, "");
  const port = url.port === "" || url.port === "80" || url.port === "443" ? "" : `:${url.port}`;
  const query = url.search.slice(1).split("&").sort().join("&");
  const path = url.pathname.replace(/(?!^)\/$/, "");
  return `${host}${port}${path}${query === "" ? "" : `?${query}`}`.toLowerCase();
}
