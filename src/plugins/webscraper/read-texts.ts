import type { ReadTexts } from "../../engines/pages/columns/page-columns.js";
import { lacksBase } from "../../engines/pages/columns/transforms.js";
import type { RunLog } from "../../kernel/index.js";
import { counted } from "../_kit/counted.js";

/** By the names of columns that are to hold dates or numbers, what became of their texts. */
export type TextsOfColumns = Readonly<Record<string, ReadTexts>>;

export function textsTogether(parts: readonly TextsOfColumns[]): TextsOfColumns {
  const together = new Map<string, ReadTexts>();
  for (const [name, one] of parts.flatMap((part) => Object.entries(part))) {
    const { count, unread, example } = together.get(name) ?? { count: 0, unread: 0, example: "" };
    together.set(name, {
      ...{ kind: one.kind, transform: one.transform, count: count + one.count, unread: unread + one.unread },
      example: example || one.example,
    });
  }
  return Object.fromEntries(together);
}

function advice(kind: ReadTexts["kind"], example: string): string {
  const isSaved = kind === "address" && lacksBase(example);
  return isSaved ? "A saved page has no address to make them whole by: put a <base href> into it" : "Check its rule";
}

/** Names the columns with texts that are no date or number, which are left empty. */
export function sayUnread(texts: TextsOfColumns, log: RunLog): void {
  for (const [name, { kind, count, unread, example, transform }] of Object.entries(texts)) {
    if (unread === 0) continue;
    const [are, were] = unread === 1 ? ["is", "was"] : ["are", "were"];
    log.warn(
      `${counted(unread, "value")} of ${count} in the column "${name}" ${are} no ${kind}, for example "${example}", and ${were} left empty. ${advice(kind, example)}, or leave out the transform ${transform}.`,
    );
  }
}
