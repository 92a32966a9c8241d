import type { PageMetadata } from "./page.js";

/** The metadata between `---` lines, as YAML; "" where there are none. */
export function frontMatter(metadata: PageMetadata, url: string): string {
  const { title, authors, published, modified, site, language, licence } = metadata;
  const facts = { title, published, modified, url, site, language, licence };
  const lines = Object.entries(facts).flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${quoted(value)}`]));
  if (authors.length > 0) lines.splice(title === "" ? 0 : 1, 0, `authors: [${authors.map(quoted).join(", ")}]`);
  return lines.length === 0 ? "" : `---\n${lines.join("\n")}\n---\n`;
}

/** A text that YAML and JSON both read as this text and nothing else, whatever it looks like. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
