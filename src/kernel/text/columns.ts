import { seededRandom } from "../values/random.js";
import { renderSpintax } from "./spintax.js";

/**
 * The columns of a line `first|second|...`, trimmed, at most `count`: the last one keeps the bars that are left. A bar
 * within braces belongs to spintax, and one after a backslash to the text.
 */
export function columnsOf(line: string, count: number): string[] {
  const columns: string[] = [];
  let depth = 0;
  let from = 0;
  for (let index = 0; index < line.length && columns.length < count - 1; index += 1) {
    const character = line[index];
    if (character === "\\" && /[\\{|}]/.test(line[index + 1] ?? "")) index += 1;
    else if (character === "{") depth += 1;
    else if (character === "}") depth = Math.max(0, depth - 1);
    else if (character === "|" && depth === 0) {
      columns.push(line.slice(from, index).trim());
      from = index + 1;
    }
  }
  columns.push(line.slice(from).trim());
  return columns;
}

/**
 * The same with their spintax expanded once: a task has the same words for a line whenever it asks, in a repeated run
 * too, and another task may have others. The last of `count` columns stays as it is when `plainLast` is set.
 */
export function expandedColumns(
  line: string,
  count: number,
  taskId: string,
  { plainLast = false }: { readonly plainLast?: boolean } = {},
): string[] {
  const random = seededRandom(`${taskId}:${line}`);
  return columnsOf(line, count).map((column, index) =>
    plainLast && index === count - 1 ? column : renderSpintax(column, random).trim(),
  );
}
