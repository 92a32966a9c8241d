const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
  þ: "th",
  ð: "d",
  ı: "i",
};
/** WordPress keeps 200 bytes of a slug, each of other scripts written with three characters; some are left for a number. */
const MAX_LENGTH = 190;

/** A text as the slug of a post or term, as WordPress writes it: small letters, digits and hyphens; other scripts in percent signs. */
export function wpSlug(text: string, otherwise: string): string {
  const plain = text
    .toWellFormed()
    .toLowerCase()
    .replace(/[ßæœøđłþðı]/g, (letter) => LETTERS[letter]!)
    .normalize("NFD")
    // Accents of Latin letters go, as in WordPress; those of other scripts are letters of their own.
    .replace(/(?<=[a-z])\p{M}+/gu, "")
    .normalize("NFC")
    .replace(/['\u2019]/g, "")
    .replace(/[^\p{L}\p{N}\p{M}_]+/gu, "-")
    .replace(/^[-\p{M}]+|-+$/gu, "");
  let slug = "";
  for (const character of plain) {
    const written = encodeURIComponent(character).toLowerCase();
    if (slug.length + written.length > MAX_LENGTH) break;
    slug += written;
  }
  slug = slug.replace(/-+$/, "");
  // WordPress takes a number alone for the page of an archive.
  if (slug === "" || /^\d+$/.test(slug)) return slug === "" ? otherwise : `${otherwise}-${slug}`;
  return slug;
}

/** Names of which each is given once. */
export class Untaken {
  private readonly taken = new Set<string>();
  private readonly last = new Map<string, number>();

  /** The name, or the first with a number behind it that nobody has. */
  take(name: string): string {
    if (!this.taken.has(name)) return this.keep(name);
    let number = this.last.get(name) ?? 2;
    while (this.taken.has(`${name}-${number}`)) number += 1;
    this.last.set(name, number + 1);
    return this.keep(`${name}-${number}`);
  }

  has(name: string): boolean {
    return this.taken.has(name);
  }

  keep(name: string): string {
    this.taken.add(name);
    return name;
  }
}
