import { splitSentences } from "../../../engines/pages/split-sentences.js";
import type { BodyBlock, BodyText } from "../../_kit/article-body/index.js";

/** A sentence of an answer, with the numbers that it cites. */
export type Cited = (text: string, numbers: readonly number[]) => BodyText | undefined;

/** The blocks of an answer in Markdown; `cited` says of each sentence what it rests on, or that it goes. */
export function answerBlocks(markdown: string, cited: Cited): BodyBlock[] {
  const blocks: BodyBlock[] = [];
  for (const part of markdown.replace(/\r\n?/g, "\n").split(/\n(?=#{1,6} )|(?<=^#{1,6} .*)\n|\n\s*\n/m)) {
    const lines = part
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
    let text: string[] = [];
    const close = () => {
      const sentences = sentencesOf(text.join(" "), cited);
      if (sentences.length > 0) blocks.push({ kind: "paragraph", sentences });
      text = [];
    };
    for (const line of lines) {
      const heading = /^(#{1,6}) +(.+?)#*$/.exec(line);
      const item = /^(?:([-*+])|\d{1,2}[.)]) +(.+)$/.exec(line);
      if (heading !== null) {
        close();
        blocks.push({
          kind: "heading",
          level: heading[1]!.length > 2 ? 3 : 2,
          text: plain(heading[2]!)
            .replace(/\[\d+\]/g, "")
            .trim(),
        });
      } else if (item !== null) {
        close();
        addItem(blocks, item[1] === undefined, sentencesOf(item[2]!, cited));
      } else text.push(line.replace(/^> ?/, ""));
    }
    close();
  }
  return blocks.filter((block, at) => {
    const next = blocks[at + 1];
    return block.kind !== "heading" || (next !== undefined && (next.kind !== "heading" || next.level > block.level));
  });
}

function addItem(blocks: BodyBlock[], ordered: boolean, item: readonly BodyText[]): void {
  if (item.length === 0) return;
  const last = blocks.at(-1);
  if (last?.kind === "list" && last.ordered === ordered)
    blocks[blocks.length - 1] = { ...last, items: [...last.items, item] };
  else blocks.push({ kind: "list", ordered, items: [item] });
}

const CITATIONS = /\s*((?:\[\d{1,3}(?:[,;\s]+\d{1,3})*\]\s*)+)/;

/** The sentences of a paragraph; a number belongs to the sentence before it, whichever side of the full stop it stands on. */
function sentencesOf(text: string, cited: Cited): BodyText[] {
  const pieces = plain(text)
    .replace(new RegExp(`${CITATIONS.source}([.!?])`, "g"), "$2 $1 ")
    .split(CITATIONS);
  const found: BodyText[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    const sentences = splitSentences(pieces[at]!.trim());
    const numbers = (pieces[at + 1] ?? "").match(/\d+/g)?.map(Number) ?? [];
    for (const [index, sentence] of sentences.entries()) {
      const made = cited(sentence, index === sentences.length - 1 ? numbers : []);
      if (made !== undefined) found.push(made);
    }
  }
  return found;
}

/** Markdown without its marks. */
function plain(text: string): string {
  return text
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/(\*\*|__)(.+?)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)([^*_\n]+?)\1(?![\p{L}\p{N}])/gu, "$2")
    .replace(/`([^`\n]+)`/g, "$1");
}
