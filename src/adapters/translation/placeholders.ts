// Each alternative starts at a character that ordinary text seldom has, and is bounded: hostile text costs no more.
const PLACEHOLDER = new RegExp(
  [
    /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'\u2019\u201d]/,
    /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/,
    /\$?\{\{[^{}\n]{1,100}\}\}/,
    /\$?\{[^{}\n]{1,100}\}/,
    /\[\[[^[\]\n]{1,100}\]\]/,
    /%\([^()\s]{1,60}\)[sdif]/,
    /%(?:\d{1,2}\$)?[sdif]\b/,
    /<\/?[A-Za-z][^<>]{0,200}>/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/** What a translation has to leave as it is: addresses, placeholders of templates, tags. In order. */
export function placeholders(text: string): readonly string[] {
  return text.match(PLACEHOLDER) ?? [];
}

export interface Masked {
  readonly text: string;
  /** The translation with everything in its place again; undefined when something was lost or doubled. */
  restore(translation: string): string | undefined;
}

/** Replaces placeholders with signs that a rule-based translator leaves alone. */
export function masked(text: string): Masked {
  const found = placeholders(text);
  if (found.length === 0 || /[\u27e6\u27e7]/.test(text)) return { text, restore: (translation) => translation };
  const signs = found.keys();
  return {
    text: text.replace(PLACEHOLDER, () => `\u27e6${signs.next().value}\u27e7`),
    restore(translation) {
      const left = new Set(found.keys());
      const whole = translation.replace(/\u27e6(\d+)\u27e7/g, (sign, digits: string) => {
        const index = Number(digits);
        return left.delete(index) ? (found[index] ?? sign) : sign;
      });
      return left.size === 0 && !/[\u27e6\u27e7]/.test(whole) ? whole : undefined;
    },
  };
}

/** The text and its placeholders in turns, text first. */
export function aroundPlaceholders(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: found, index } of text.matchAll(PLACEHOLDER)) {
    parts.push(text.slice(start, index), found);
    start = index + found.length;
  }
  parts.push(text.slice(start));
  return parts;
}
