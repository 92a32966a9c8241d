/**
 * The rows of a CSV text (RFC 4180), at most so many. The separator is what the first line has most of: a comma, a semicolon or a
 * tab. `isWhole` is false when there are more.
 */
export function csvRows(text: string, most: number): { readonly rows: string[][]; readonly isWhole: boolean } {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const counts = [",", ";", "\t"].map((one) => [one, first.split(one).length] as const);
  const separator = counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    cell = "";
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  };
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === "") isQuoted = true;
    else if (sign === separator) {
      row.push(cell);
      cell = "";
    } else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text[at + 1] === "\n") at += 1;
      endRow();
      if (rows.length >= most) return { rows, isWhole: at + 1 >= text.length };
    } else cell += sign;
  }
  if (cell !== "" || row.length > 0) endRow();
  return { rows, isWhole: true };
}
