import type { BodyBlock } from "../article-body/index.js";
import type { Form } from "../rewriting/forms.js";
import type { Outline, Part, Place } from "./parts.js";

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
    if (behind.length > 0) added.push(addedBehind(text, form, last ?? { start: end, end }, behind));
    if (next !== undefined && before.length > 0) added.push(addedBefore(text, form, next, before, behind.length > 0));
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

function addedBehind(text: string, form: Form, part: Place, written: readonly string[]): Added {
  if (form === "html")
    return { at: part.end, text: written.map((one) => `\n${indentAt(text, part.start)}${one}`).join("") };
  const hasGap = /^\s*$|^[ \t]*\n[ \t]*\n/.test(text.slice(part.end));
  return { at: part.end, text: `${part.end === 0 ? "" : "\n\n"}${written.join("\n\n")}${hasGap ? "" : "\n"}` };
}

/** `isApart` where something was put behind the block before. */
function addedBefore(text: string, form: Form, { start }: Place, written: readonly string[], isApart: boolean): Added {
  if (form === "html") return { at: start, text: written.map((one) => `${one}\n${indentAt(text, start)}`).join("") };
  const hasGap = isApart || start === 0 || /(?:^|\n[ \t]*\n)[ \t]*$/.test(text.slice(Math.max(0, start - 200), start));
  return { at: start, text: `${hasGap ? "" : "\n"}${written.join("\n\n")}\n\n` };
}

/** Of the line, where nothing else is before the place. */
function indentAt(text: string, at: number): string {
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return before.length <= 100 && before.trim() === "" ? before : "";
}
