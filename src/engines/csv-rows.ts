/**
 * The rows of a table (RFC 4180) under the names of its first row. The separator is a comma, a semicolon or a tab, whichever
 * the first row has most of. Cells that a row lacks are empty; blank rows are left out.
 */
export function* csvRows(text: string): Generator<Readonly<Record<string, string>>> {
  const source = text.replace(/^\uFEFF/, "");
  const rows = cellsOf(source, separatorOf(source));
  const head = rows.next();
  if (head.done === true) return;
  const names = head.value.map((name) => name.trim());
  for (const cells of rows) {
    if (cells.length === 1 && cells[0]!.trim() === "") continue;
    yield Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ""]));
  }
}

function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const first = end < 0 ? text : text.slice(0, end);
  const counts = [",", ";", "\t"].map((separator) => [separator, first.split(separator).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

function* cellsOf(text: string, separator: string): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const quote = text.indexOf('"', at);
        if (quote < 0) {
          cell += text.slice(at);
          at = text.length;
          break;
        }
        cell += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
    }
    let end = at;
    while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
    row.push(cell + text.slice(at, end));
    if (text[end] === separator) {
      at = end + 1;
      if (at < text.length) continue;
      row.push("");
    } else at = end + (text[end] === "\r" && text[end + 1] === "\n" ? 2 : 1);
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}
