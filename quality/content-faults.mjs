// Faults in the content of a page that show without knowing what it should be.

const LANGUAGE =
  /\b(?:language|lang|highlight-source|highlight|brush:?)[-:\s]+([a-z][a-z0-9+#]+)|\bdata-lang(?:uage)?=/i;
const NO_LANGUAGE = /^(?:default|none|auto|plain|plaintext|text|nohighlight|notranslate)$/i;

/** Names of the faults, in the order in which they are reported. */
export const CONTENT_FAULTS = ["fences", "lastHeadings", "emptySections", "openColons"];

/**
 * How often each fault is in a page's content: fences without the language that the page states at as many of its `pre`
 * elements; headings at the end; headings with nothing below them before the next of their level or above; and paragraphs
 * that end in a colon with nothing, or a heading, behind them.
 */
export function contentFaults({ content, html }) {
  const faults = { fences: 0, lastHeadings: 0, emptySections: 0, openColons: 0 };
  const code = content.filter((block) => block.kind === "code");
  const named = code.filter((block) => block.language !== undefined).length;
  faults.fences = Math.max(0, Math.min(code.length, statedLanguages(html)) - named);
  for (const [index, block] of content.entries()) {
    const next = content[index + 1];
    if (block.kind === "heading") {
      if (next === undefined) faults.lastHeadings += 1;
      else if (next.kind === "heading" && next.level <= block.level) faults.emptySections += 1;
    } else if (block.kind === "paragraph" && (next === undefined || next.kind === "heading")) {
      const text = block.spans.map((span) => span.text).join("");
      if (/[:\uff1a]\s*$/.test(text)) faults.openColons += 1;
    }
  }
  return faults;
}

/** How many of a page's `pre` elements have a language in their own tag, or in that of the code inside. */
function statedLanguages(html) {
  return [...html.matchAll(/<pre\b[^>]{0,500}>\s*(?:<code\b[^>]{0,500}>)?/gi)].filter(([tags]) => {
    const stated = LANGUAGE.exec(tags);
    return stated !== null && !NO_LANGUAGE.test(stated[1] ?? "");
  }).length;
}
