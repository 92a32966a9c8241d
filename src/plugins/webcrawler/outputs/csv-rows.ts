/** The rows of a table as text, with quotes as usual: one after the other, so that a large one fits. Never throws. */
export function* csvRows(text: string): Generator<readonly string[]> {
  let row: string[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        cell += text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
    }
    const start = at;
    while (at < text.length && text[at] !== "," && text[at] !== "\n" && text[at] !== "\r") at += 1;
    row.push(cell + text.slice(start, at));
    if (text[at] === ",") {
      at += 1;
      if (at < text.length) continue;
      row.push("");
    }
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    yield row;
    row = [];
  }
}
