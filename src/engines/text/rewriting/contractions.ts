import { isQuestion } from "./clauses.js";
import { retext, type Word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";

const EXPANDED: ReadonlyMap<string, string> = new Map([
  ["ca", "can"],
  ["wo", "will"],
  ["sha", "shall"],
]);

/** "don't" becomes "do not". */
export const expansion: Transformation = {
  kind: "contraction",
  strength: 0.15,
  apply(words) {
    if (isQuestion(words)) return [];
    const made: Word[] = [];
    let changed = false;
    for (const [index, item] of words.entries()) {
      const next = words[index + 1];
      const plain = /^n['’]t$/u.test(next?.text ?? "") ? EXPANDED.get(item.low) : undefined;
      if (/^n['’]t$/u.test(item.text) && !item.space) {
        changed = true;
        made.push({ ...retext(item, "not", "PART"), space: words[index - 1]!.low !== "ca" });
      } else if (/^['’](?:re|ve|ll|m)$/u.test(item.text)) {
        changed = true;
        const full = { re: "are", ve: "have", ll: "will", m: "am" }[item.low.slice(1) as "re" | "ve" | "ll" | "m"];
        made.push({ ...retext(item, full, "AUX"), space: true });
      } else made.push(plain === undefined ? item : retext(item, plain));
    }
    return changed ? [made] : [];
  },
};
