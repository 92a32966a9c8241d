import { createHash } from "node:crypto";
import {
  type ArchivedCopy,
  type ArchivePlace,
  addressKey,
  rawAddress,
  readArchiveAddress,
} from "../../../engines/pages/archive/archive-addresses.js";
import { ScriptoriumError, shown, type WebPage, type WebRefusal } from "../../../kernel/index.js";
import type { RunWeb } from "../web/run-web.js";
import { garbled, isCopy, refuseRefusals } from "./archive-errors.js";

/** Other copies that an archive may send to before it gives one. */
const MAX_HOPS = 5;

/** The bytes of a copy. */
export interface FetchedCopy {
  /** When the copy was made that the archive gave: the nearest, where it lacks the one asked for. */
  readonly timestamp: string;
  readonly status: number;
  /** In lower case, without parameters, as the page came. */
  readonly mediaType: string;
  /** With its parameters. */
  readonly contentType: string;
  readonly body: Uint8Array;
  /** The same as text; empty for what is none. */
  readonly text: string;
  /** Where the page sent its visitors, when it was a redirect. */
  readonly movedTo: string | undefined;
  /** SHA-1 in base 32; undefined where the site sent it compressed, because the list counts it as it was sent. */
  readonly digest: string | undefined;
  /** What the page was instead of a page when it was archived. */
  readonly refusal: WebRefusal | undefined;
}

/**
 * Throws what the web provider throws; PAGE_UNREADABLE for a page the archive does not have, and with the fact `garbled`
 * when it sent a page of its own instead of the copy.
 */
export async function fetchCopy(
  copy: Pick<ArchivedCopy, "copies" | "timestamp" | "original">,
  web: RunWeb,
  place: ArchivePlace,
): Promise<FetchedCopy> {
  let wanted = copy;
  for (let hops = 0; hops <= MAX_HOPS; hops += 1) {
    const page = await web.fetch(rawAddress(wanted), { as: "both", statuses: "any", redirects: 0 });
    refuseRefusals(page, place);
    const { headers = {} } = page;
    const foreign = page.headers !== undefined && !isCopy(page);
    const location = headers["location"];
    if (page.status >= 300 && page.status <= 399 && location !== undefined && URL.canParse(location, page.url)) {
      const target = readArchiveAddress(new URL(location, page.url).href, place);
      if (target !== undefined && isOtherCopy(target, wanted, headers)) {
        wanted = { ...wanted, ...target };
        continue;
      }
      if (!foreign) return fetched(wanted, page, headers, target?.original ?? location);
    }
    if (foreign) throw noCopy(page, copy, place);
    return fetched(wanted, page, headers, undefined);
  }
  throw notThere(copy, place);
}

/** Throws what an archive says itself in place of the replay of a copy that it gave before. */
export function refuseNoReplay(
  page: WebPage,
  copy: Pick<ArchivedCopy, "timestamp" | "original">,
  place: ArchivePlace,
): void {
  refuseRefusals(page, place);
  if (page.headers !== undefined && !isCopy(page)) throw noCopy(page, copy, place);
}

function noCopy(
  { status }: WebPage,
  copy: Pick<ArchivedCopy, "timestamp" | "original">,
  place: ArchivePlace,
): ScriptoriumError {
  return status < 400 ? garbled(place) : notThere(copy, place);
}

/** An archive sends to another copy of the same page; a page that moved sends to another page. */
function isOtherCopy(
  target: { readonly timestamp: string; readonly original: string },
  wanted: Pick<ArchivedCopy, "timestamp" | "original">,
  headers: Readonly<Record<string, string>>,
): boolean {
  if ("x-archive-redirect-reason" in headers) return true;
  return target.timestamp !== wanted.timestamp && addressKey(target.original) === addressKey(wanted.original);
}

function fetched(
  { timestamp }: Pick<ArchivedCopy, "timestamp">,
  { status, body = new Uint8Array(), text, refusal }: WebPage,
  headers: Readonly<Record<string, string>>,
  movedTo: string | undefined,
): FetchedCopy {
  const contentType = headers["x-archive-orig-content-type"] ?? headers["content-type"] ?? "";
  const compressed = "x-archive-orig-content-encoding" in headers;
  return {
    timestamp,
    status,
    contentType,
    mediaType: /^[^;,]*/.exec(contentType)?.[0].trim().toLowerCase() ?? "",
    body,
    text,
    movedTo,
    digest: compressed ? undefined : base32(createHash("sha1").update(body).digest()),
    refusal,
  };
}

function base32(bytes: Uint8Array): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet[(held << (5 - bits)) & 31];
}

function notThere(copy: Pick<ArchivedCopy, "timestamp" | "original">, place: ArchivePlace): ScriptoriumError {
  return new ScriptoriumError(
    "PAGE_UNREADABLE",
    `${place.name} lists a copy of ${shown(copy.original)} but does not have it. Choose another time.`,
    { url: shown(copy.original), timestamp: copy.timestamp, status: 404 },
  );
}
