/** What a value is: a text, a list of texts, or why it cannot be read; `unfinished` when more lines may belong to it. */
export type LineValue = { readonly value: string | string[] } | { readonly problem: string };

const UNFINISHED: LineValue = { problem: "unfinished" };

/** A plain or quoted text, a list in brackets, or members in braces, which stand for the first of them. */
export function lineValue(source: string): LineValue {
  const text = source.trim();
  if (text.startsWith("[") || text.startsWith("{")) {
    const parts = partsOf(text.slice(1), text.startsWith("[") ? "]" : "}");
    if (parts === undefined) return UNFINISHED;
    return { value: parts.map((part) => plain(text.startsWith("{") ? part.replace(/^[^:]*:\s*/, "") : part)) };
  }
  if (text.startsWith('"') || text.startsWith("'")) {
    const end = quoteEnd(text, 0);
    if (end < 0) return UNFINISHED;
    const rest = text.slice(end + 1).trim();
    // `"A" and "B"` is what people write, although it is not YAML.
    return { value: rest === "" || rest.startsWith("#") ? plain(text.slice(0, end + 1)) : text };
  }
  if (/^[&*!]\S/.test(text)) return { problem: "it uses anchors or types, which are not supported." };
  return { value: plain(text) };
}

function plain(source: string): string {
  const text = source.trim();
  if (text.length > 1 && text.startsWith('"') && text.endsWith('"')) return unescaped(text);
  if (text.length > 1 && text.startsWith("'") && text.endsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  const value = text.replace(/\s+#.*$/, "");
  return value === "~" || value === "null" ? "" : value;
}

function unescaped(quoted: string): string {
  try {
    const text: unknown = JSON.parse(quoted);
    return typeof text === "string" ? text.toWellFormed() : quoted;
  } catch {
    // YAML knows more escapes than JSON; what they stand for is rarely anything but themselves.
    return quoted
      .slice(1, -1)
      .replace(/\\x([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\(.)/g, "$1");
  }
}

/** The parts between commas up to the closing mark; undefined when there is none. */
function partsOf(text: string, closing: string): string[] | undefined {
  const parts: string[] = [];
  let part = "";
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if ((character === '"' || character === "'") && part.trim() === "") {
      const end = quoteEnd(text, at);
      if (end < 0) return undefined;
      part += text.slice(at, end + 1);
      at = end;
    } else if (character === closing && depth === 0) {
      return [...parts, part].map((one) => one.trim()).filter((one) => one !== "");
    } else if (character === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else {
      if (character === "[" || character === "{") depth += 1;
      if (character === "]" || character === "}") depth -= 1;
      part += character;
    }
  }
  return undefined;
}

function quoteEnd(text: string, from: number): number {
  const mark = text[from]!;
  for (let at = from + 1; at < text.length; at += 1) {
    if (mark === '"' && text[at] === "\\") at += 1;
    else if (text[at] === mark) {
      if (mark === '"' || text[at + 1] !== mark) return at;
      at += 1;
    }
  }
  return -1;
}
