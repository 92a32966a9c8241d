import { blocks } from "../../../engines/text/markup/index.js";
import type { Random } from "../../../kernel/index.js";
import { textsOf } from "../article-body/index.js";
import { replaceFilter } from "../inserts/replace-filter.js";
import { withoutCode } from "./code-lines.js";
import { decoded, encoded } from "./entities.js";
import type { Form } from "./forms.js";

/**
 * Makes the replacements of `articleReplaceFilterFile` in the words of a text; markup, addresses, code and quotations stay. Throws
 * bad-input for a line that is no rule.
 */
export function textReplacer(
  lines: readonly string[],
): (text: string, how: { readonly form: Form; readonly language: string; readonly random: Random }) => string {
  const filter = replaceFilter(lines);
  return (text, { form, language, random }) => {
    const shell = { title: "", keyword: "", sources: [], categories: [], tags: [], language };
    const replaced = (words: string): string => {
      const body = filter({ ...shell, blocks: [{ kind: "paragraph", sentences: [{ text: words }] }] }, random);
      return body.blocks
        .flatMap(textsOf)
        .map(({ text: said }) => said)
        .join("");
    };
    let result = "";
    let at = 0;
    for (const { passages } of blocks(withoutCode(text, form))) {
      for (const { kind, start, end } of passages) {
        if (kind !== "prose") continue;
        const raw = text.slice(start, end);
        const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(raw)!;
        if (words === "") continue;
        const read = form === "html" ? decoded(words) : words;
        const said = replaced(read);
        if (said === read) continue;
        result += text.slice(at, start) + before + (form === "html" ? encoded(said) : said) + after;
        at = end;
      }
    }
    return result + text.slice(at);
  };
}
