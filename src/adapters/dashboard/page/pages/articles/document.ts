/** A stretch of text of one look. Line breaks are `\n`. */
export interface Run {
  readonly text: string;
  readonly strong?: boolean;
  readonly emphasis?: boolean;
  readonly code?: boolean;
  readonly struck?: boolean;
  /** An address that may be followed; others are left out. */
  readonly href?: string;
}

/** A text as what it says, without anything that could act: what is not one of these is not in it. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly runs: readonly Run[] }
  | { readonly kind: "paragraph"; readonly runs: readonly Run[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "list"; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly (readonly Run[])[])[]; readonly hasHead: boolean }
  | { readonly kind: "picture"; readonly source: string; readonly text: string }
  | { readonly kind: "rule" };

export type Look = Omit<Run, "text">;

/** The address where a click may lead; undefined for scripts, data and what is no address. */
export function safeAddress(address: string | null | undefined): string | undefined {
  if (!address) return undefined;
  try {
    const { protocol, href } = new URL(address);
    return /^(?:https?|mailto):$/.test(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

/** The text of runs. */
export const plain = (runs: readonly Run[]): string => runs.map(({ text }) => text).join("");

/** Plain text: an empty line ends a paragraph. */
export function fromText(text: string): Block[] {
  return text
    .split(/\r?\n[ \t]*(?:\r?\n[ \t]*)+/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => ({ kind: "paragraph", runs: [{ text: paragraph.trim() }] }));
}

/** Every text in blocks, in order: what sentences are looked for in. */
export function* textsOf(blocks: readonly Block[]): Generator<readonly Run[]> {
  for (const block of blocks) {
    if (block.kind === "heading" || block.kind === "paragraph") yield block.runs;
    else if (block.kind === "list") for (const item of block.items) yield* textsOf(item);
    else if (block.kind === "quote") yield* textsOf(block.blocks);
    else if (block.kind === "table") for (const row of block.rows) yield* row;
  }
}

/** How many words the blocks have. */
export function countWords(blocks: readonly Block[]): number {
  let count = 0;
  for (const runs of textsOf(blocks))
    count += plain(runs).match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  return count;
}
