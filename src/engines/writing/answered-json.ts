/**
 * The JSON of an answer that may have words or a fence around it, and of which simple faults are repaired: commas before an
 * end or left out, line breaks in texts, names and texts in other quotation marks or none, comments, Python's words, an end that is
 * missing. Throws SyntaxError.
 */
export function answeredJson(answer: string): unknown {
  const start = answer.search(/[[{]/);
  if (start < 0) throw new SyntaxError("It holds no JSON.");
  const body = answer.slice(start).replace(/```\s*$/, "");
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return JSON.parse(repaired(body)) as unknown;
  }
}

const BROKEN: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "", "\t": "\\t" };
/** As far as a mark that ends it, which an apostrophe does not. */
const SINGLE = /^((?:\\.|[^'\\]|'(?!\s*(?:[,:}\]]|$)))*)'/;

/** With the comma that was left out behind a value. */
function withComma(out: string): string {
  return /(?:["}\]\d]|true|false|null)\s*$/.test(out) ? `${out.trimEnd()},` : out;
}

const WORDS: Readonly<Record<string, string>> = {
  True: "true",
  False: "false",
  None: "null",
  undefined: "null",
  NaN: "null",
};

/** As far as the first value goes; what stands behind it is left out. */
function repaired(text: string): string {
  let out = "";
  const open: ("}" | "]")[] = [];
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (isText) {
      if (character === "\\") {
        out += text.slice(at, at + 2);
        at += 1;
      } else if (BROKEN[character] !== undefined) out += BROKEN[character];
      else {
        out += character;
        isText = character !== '"';
      }
    } else if (character === '"') {
      out = withComma(out) + character;
      isText = true;
    } else if (character === "'") {
      const inner = SINGLE.exec(text.slice(at + 1))?.[1] ?? "";
      out = withComma(out) + JSON.stringify(inner.replace(/\\(['"])/g, "$1"));
      at += inner.length + 1;
    } else if (text.startsWith("//", at)) at += /^[^\n]*/.exec(text.slice(at))![0].length - 1;
    else if (character === "{" || character === "[") {
      out = withComma(out) + character;
      open.push(character === "{" ? "}" : "]");
    } else if (character === "}" || character === "]") {
      out = out.replace(/,\s*$/, "") + character;
      open.pop();
      if (open.length === 0) return out;
    } else {
      const word = /^[A-Za-z_$][\w$-]*/.exec(text.slice(at, at + 80))?.[0];
      const isName = word !== undefined && open.at(-1) === "}" && /^\s*:/.test(text.slice(at + word.length, at + 100));
      if (isName) out = `${withComma(out)}"${word}"`;
      else out += word === undefined ? character : (WORDS[word] ?? word);
      at += (word?.length ?? 1) - 1;
    }
  }
  if (isText) out += '"';
  // A member that was begun and has no value yet goes.
  out = out.replace(/[{,]\s*"(?:[^"\\]|\\.)*"\s*:?\s*$/, (begun) =>
    open.at(-1) === "}" ? (begun[0] === "{" ? "{" : "") : begun,
  );
  return out.replace(/,\s*$/, "") + open.reverse().join("");
}
