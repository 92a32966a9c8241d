/** Letters that WordPress writes with others; what it does with accents is in their decomposition. */
const LETTERS: Readonly<Record<string, string>> = lettersIn(
  "ß s, æ ae, œ oe, ø o, đ d, ð d, þ th, ł l, ħ h, ı i, ĸ k, ŋ n, ŧ t, ŀ l, ſ s",
);
/** The same where the blog is in German or Danish. */
const LOCAL: Readonly<Record<string, string>> = lettersIn("ä ae, ö oe, ü ue, ø oe, å aa, ß ss, æ ae");

/** WordPress cuts what it writes with percent signs here. */
const LONGEST = 200;
/** A number would be taken for a date in some addresses, and gets another behind it. */
const FIRST_NUMBERS = ["-2", "-3"];

/** Slugs under which WordPress may keep a post that was given this one. A blog that is asked for a slug takes it as it stands. */
export function slugsOf(slug: string): readonly string[] {
  const numbered = /^\d+$/.test(slug) ? FIRST_NUMBERS.map((behind) => `${slug}${behind}`) : [];
  return [...new Set([slug, asStored(slug, LETTERS), asStored(slug, LOCAL), ...numbered])];
}

/** Whether a post that has its slug from WordPress was given this one. */
export function isSlugOf(post: { readonly slug: string; readonly title: string }, wanted: string): boolean {
  const stored = post.slug.toLowerCase();
  if (/^\d+$/.test(wanted) && stored.startsWith(`${wanted}-`)) {
    return /^\d+-\d$/.test(stored) && asStored(post.title, LETTERS) === wanted;
  }
  return stored === wanted.toLowerCase() || [LETTERS, LOCAL].some((letters) => stored === asStored(wanted, letters));
}

/** A text as WordPress makes a slug of it: Latin letters without accents, those of other scripts with percent signs. */
function asStored(text: string, letters: Readonly<Record<string, string>>): string {
  let slug = "";
  const lower = text.toWellFormed().normalize("NFC").toLowerCase();
  const plain = lower.replace(/\p{Script=Latin}/gu, (letter) => letters[letter] ?? unaccented(letter));
  for (const letter of plain.replace(/[^\p{L}\p{N}\p{M}_]+/gu, "-")) {
    const written = /[a-z0-9_-]/.test(letter) ? letter : encodeURIComponent(letter).toLowerCase();
    if (slug.length + written.length > LONGEST) break;
    slug += written;
  }
  return slug.replace(/^-+|-+$/g, "");
}

function unaccented(letter: string): string {
  const base = letter.normalize("NFD").replace(/\p{M}/gu, "");
  return LETTERS[base] ?? base;
}

function lettersIn(list: string): Record<string, string> {
  return Object.fromEntries(list.split(", ").map((pair) => pair.split(" ")));
}
