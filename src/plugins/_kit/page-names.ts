import { createHash } from "node:crypto";
import { decodedUri } from "../../engines/decoded-uri.js";
import { slug } from "./slug.js";

/** Hexadecimal digits behind the name of a second page with the same title. */
const DIGITS = 8;

/**
 * File names without ending for the pages of a run, such that no two pages share one. The first page with a title has its
 * name plain, a later one the hash of its address behind it; the same page has the same name however often it asks.
 */
export class PageNames {
  /** A hash of the address, by name. */
  private readonly owners = new Map<string, string>();

  /** A page without a title is called after the last part of its address. It may have the name of one that it stands for. */
  claim(title: string, url: string, insteadOf: readonly string[] = []): string {
    const owner = ownerOf(url);
    const owners = new Set([owner, ...insteadOf.map(ownerOf)]);
    const plain = slug(title.trim() === "" ? lastPart(url) : title);
    // Another page may bear a title that ends in just these digits.
    for (let from = -DIGITS; ; from += DIGITS) {
      const digits = from < 0 ? "" : `-${longHash(url, from)}`;
      const name = `${plain}${digits}`;
      const known = this.owners.get(name);
      if (known !== undefined && !owners.has(known)) continue;
      this.owners.set(name, owner);
      return name;
    }
  }

  /** What an earlier attempt at the run has claimed; the first claim of a name counts. */
  restore(name: string, url: string): void {
    if (!this.owners.has(name)) this.owners.set(name, ownerOf(url));
  }
}

function ownerOf(url: string): string {
  return createHash("sha256").update(url).digest("hex").slice(0, 32);
}

/** Eight digits of an endless row of them. */
function longHash(url: string, from: number): string {
  const round = Math.floor(from / 64);
  const digits = createHash("sha256")
    .update(round === 0 ? url : `${round}\n${url}`)
    .digest("hex");
  return digits.slice(from % 64, (from % 64) + DIGITS);
}

function lastPart(address: string): string {
  const url = URL.parse(address);
  const path = url === null ? address : decodedUri(url.pathname);
  const last = path.split("/").findLast((part) => part !== "") ?? "";
  const name = last.replace(/\.[a-z][a-z\d]{1,5}$/i, "");
  const isPlain = name !== "" && !/^(index|default|home)$/i.test(name);
  return isPlain ? name : `${url?.host ?? ""} ${path.replace(/[^/]*$/, "")}`;
}
