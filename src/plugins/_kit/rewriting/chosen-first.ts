import { escapeSpintax, type Random, renderSpintax, splitSpintax, unescapeSpintax } from "../../../kernel/index.js";

/** One variant of a spun text, and the text with that variant as the first option of its groups. */
export function chosenFirst(spintax: string, random: Random): { readonly text: string; readonly spintax: string } {
  let text = "";
  let written = "";
  for (const { kind, start, end } of splitSpintax(spintax)) {
    const part = spintax.slice(start, end);
    if (kind !== "choice") {
      text += unescapeSpintax(part);
      written += part;
      continue;
    }
    const chosen = renderSpintax(part, random);
    text += chosen;
    written += withFirst(part, escapeSpintax(chosen));
  }
  return { text, spintax: written };
}

function withFirst(group: string, chosen: string): string {
  const inner = group.slice(1, -1);
  // Options with groups of their own stay together, so that one of them may then stand there twice.
  if (/(?<!\\)[{}]/.test(inner)) return `{${chosen}|${inner}}`;
  const others = inner.split(/(?<!\\)\|/).filter((option) => option !== chosen);
  return `{${[chosen, ...others].join("|")}}`;
}
