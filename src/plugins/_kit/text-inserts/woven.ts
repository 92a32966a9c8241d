import type { BodyBlock } from "../article-body/index.js";
import type { Form } from "../rewriting/forms.js";
import type { Outline, Part } from "./parts.js";

interface Added {
  readonly at: number;
  readonly text: string;
}

/**
 * The text with the blocks among its own that are new. A heading goes right before the block that it stands over, anything else
 * right behind the block before it, so that neither leaves the element that its neighbour is in.
 */
export function woven(
  text: string,
  form: Form,
  { parts, end }: Outline,
  blocks: readonly BodyBlock[],
  written: (block: BodyBlock) => string,
): string {
  const own = new Map(parts.map((part) => [part.block, part]));
  const added: Added[] = [];
  let fresh: BodyBlock[] = [];
  let last: Part | undefined;
  const put = (next: Part | undefined) => {
    const heading = fresh.findIndex(({ kind }) => kind === "heading");
    const cut = next === undefined ? fresh.length : last === undefined ? 0 : heading < 0 ? fresh.length : heading;
    const [behind, before] = [fresh.slice(0, cut), fresh.slice(cut)].map((some) =>
      some.map(written).filter((one) => one.trim() !== ""),
    ) as [string[], string[]];
    added.push(...behind.map((one) => addedBehind(text, form, last ?? { start: end, end }, one)));
    if (next !== undefined) added.push(...before.map((one) => addedBefore(text, form, next, one)));
    fresh = [];
  };
  for (const block of blocks) {
    const part = own.get(block);
    if (part === undefined) {
      fresh.push(block);
      continue;
    }
    put(part);
    last = part;
  }
  put(undefined);
  return inserted(text, added);
}

function inserted(text: string, added: readonly Added[]): string {
  let out = "";
  let from = 0;
  for (const { at, text: one } of added) {
    out += text.slice(from, at) + one;
    from = at;
  }
  return out + text.slice(from);
}

function addedBehind(text: string, form: Form, part: Pick<Part, "start" | "end">, written: string): Added {
  if (form === "html") return { at: part.end, text: `\n${indentAt(text, part.start)}${written}` };
  const hasGap = /^\s*$|^[ \t]*\n[ \t]*\n/.test(text.slice(part.end));
  return { at: part.end, text: `${part.end === 0 ? "" : "\n\n"}${written}${hasGap ? "" : "\n"}` };
}

function addedBefore(text: string, form: Form, { start }: Part, written: string): Added {
  if (form === "html") return { at: start, text: `${written}\n${indentAt(text, start)}` };
  const hasGap = /(?:^|\n[ \t]*\n)[ \t]*$/.test(text.slice(Math.max(0, start - 200), start)) || start === 0;
  return { at: start, text: `${hasGap ? "" : "\n"}${written}\n\n` };
}

/** Of the line, where nothing else is before the place. */
function indentAt(text: string, at: number): string {
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return before.length <= 100 && before.trim() === "" ? before : "";
}
