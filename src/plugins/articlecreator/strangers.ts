import { termsOf } from "../../engines/pages/terms.js";
import type { Material, Sentence } from "./material.js";
import { namesIn } from "./thing-names.js";

/**
 * Whether a sentence points at a thing by its name, or compares with one, that its source tells of in a section of its own, and that
 * readers have not heard of.
 */
export function pointsAtStranger({ text, paragraph }: Sentence, material: Material, heard: string): boolean {
  if (!/\p{Ll} [\p{Lu}]|\bUnlike \p{Lu}/u.test(text)) return false;
  const own = `${paragraph.heading} ${paragraph.above} ${heard}`.toLowerCase();
  return headedNames(material, paragraph.source).some((name) => {
    if (own.includes(name.toLowerCase()) || !text.includes(name)) return false;
    return new RegExp(
      `\\b(?:the|your|[Cc]ompared (?:to|with)|[Uu]nlike|than|versus|vs\\.?)(?: [\\p{Lu}\\d][\\p{L}\\p{N}&.'\u2019-]*(?: (?:or|and)|,)?){0,4} ${name}(?![\\p{L}\\p{N}'\u2019-])(?!,? (?:is|are|was|were|an?) )`,
      "u",
    ).test(text);
  });
}

const HEADED = new WeakMap<Material, Map<number, readonly string[]>>();

/** Names of things in the headings of a source, as they are written. */
function headedNames(material: Material, source: number): readonly string[] {
  const known = HEADED.get(material) ?? new Map<number, readonly string[]>();
  HEADED.set(material, known);
  const held = known.get(source);
  if (held !== undefined) return held;
  const headings = new Set(
    material.paragraphs.filter((paragraph) => paragraph.source === source).map(({ heading }) => heading),
  );
  const names = new Set([...headings].flatMap((heading) => namesIn(heading, material.query, material)));
  const found = [...names].filter((name) => termsOf(name).length > 0);
  known.set(source, found);
  return found;
}
