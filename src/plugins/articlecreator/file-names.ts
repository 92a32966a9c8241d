import { createHash } from "node:crypto";
import { slug } from "../_kit/slug.js";
import { keywordLine } from "./keyword-line.js";

/**
 * A file name without ending for every line, such that no two lines and none of their numbered articles share one.
 * The first line with a name has it plain; a later one gets eight hexadecimal characters of its hash.
 */
export function fileNames(
  lines: readonly string[],
  articlesPerLine: number,
  taskId: string,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const line of lines.map((each) => each.trim())) {
    if (line === "" || names.has(line)) continue;
    const plain = slug(keywordLine(line, taskId).keyword);
    const hash = createHash("sha256").update(line).digest("hex");
    const candidates = [
      plain,
      ...Array.from({ length: 8 }, (_, index) => `${plain}-${hash.slice(8 * index, 8 * index + 8)}`),
    ];
    const name =
      candidates.find((each) => numbered(each, articlesPerLine).every((file) => !taken.has(file))) ??
      `${plain}-${hash}`;
    for (const file of numbered(name, articlesPerLine)) taken.add(file);
    names.set(line, name);
  }
  return names;
}

/** `bees`, `bees-2`, `bees-3` ... */
export function numberedName(name: string, n: number): string {
  return n === 1 ? name : `${name}-${n}`;
}

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => numberedName(name, index + 1));
}
