import { ScriptoriumError, shown } from "../../../kernel/index.js";
import { lineValue } from "./front-matter-values.js";

const MAX_LINES = 1000;
const MAX_DEPTH = 20;

/** What a member says: one text, or several. Those of members within members are called `image.alt`. */
export type FrontMatter = ReadonlyMap<string, string | readonly string[]>;

interface Line {
  readonly indent: number;
  readonly text: string;
  readonly number: number;
}

/**
 * A text without the settings at its head, between lines `---` (the common forms of YAML) or `+++` (of TOML), and what they say.
 * Throws PAGE_UNREADABLE, naming the line, for what is neither.
 */
export function frontMatterOf(source: string, file: string): { readonly matter: FrontMatter; readonly body: string } {
  const text = source.replace(/^\ufeff/, "");
  const fence = /^(---|\+\+\+)[ \t]*\r?\n/.exec(text)?.[1];
  if (fence === undefined) return { matter: new Map(), body: text };
  const lines = text.split(/\r?\n/, MAX_LINES);
  const end = lines.findIndex(
    (line, at) => at > 0 && (line.trimEnd() === fence || (fence === "---" && line === "...")),
  );
  // A lone rule at the top is no front matter; settings have a name and a value.
  if (end < 0 || (end > 1 && !lines.slice(1, end).some((line) => /^[\w"'-][^:=]*[:=]/.test(line)))) {
    return { matter: new Map(), body: text };
  }
  const body = text.slice(endOfLine(text, end)).replace(/^\r?\n/, "");
  const members = new Map<string, string | string[]>();
  const inner = lines.slice(1, end);
  const read = fence === "---" ? readYaml : readToml;
  try {
    read(inner, members);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      `Line ${error.line} of ${shown(file)} cannot be read: ${error.message} Write the settings at the head of the file as "name: value".`,
      { path: shown(file), line: error.line },
    );
  }
  return { matter: members, body };
}

class Unreadable extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

function endOfLine(text: string, index: number): number {
  let at = 0;
  for (let line = 0; line <= index; line += 1) {
    const next = text.indexOf("\n", at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return at;
}

type Members = Map<string, string | string[]>;

function readYaml(source: readonly string[], members: Members): void {
  const lines = source.map((text, at): Line => {
    const indent = text.length - text.trimStart().length;
    return { indent, text: text.trim(), number: at + 2 };
  });
  let at = 0;
  const blank = ({ text }: Line) => text === "" || text.startsWith("#");
  const skip = () => {
    while (at < lines.length && blank(lines[at]!)) at += 1;
    return lines[at];
  };

  const block = (into: Members, prefix: string, indent: number, depth: number): void => {
    if (depth > MAX_DEPTH) throw new Unreadable(lines[at]!.number, "it is within too many others.");
    for (let line = skip(); line !== undefined && line.indent >= indent; line = skip()) {
      if (line.text.startsWith("\t")) throw new Unreadable(line.number, "it begins with a tab.");
      member(into, prefix, line, depth);
    }
  };

  const member = (into: Members, prefix: string, line: Line, depth: number): void => {
    const named = NAMED.exec(line.text);
    if (named === null) throw new Unreadable(line.number, "it has no name and value.");
    const name = prefix + (named[1] ?? named[2] ?? named[3] ?? "").trim();
    const value = (named[4] ?? "").trim();
    at += 1;
    const style = /^([|>])[+-]?\d?(?:\s+#.*)?$/.exec(value)?.[1];
    if (style !== undefined) {
      set(into, name, blockText(line.indent, style));
      return;
    }
    if (value !== "" && !value.startsWith("#")) {
      set(into, name, continued(value, line));
      return;
    }
    const next = skip();
    if (next === undefined) set(into, name, "");
    else if (next.text.startsWith("-") && next.indent >= line.indent && ITEM.test(next.text)) {
      set(into, name, list(next.indent, depth));
    } else if (next.indent > line.indent) block(into, `${name}.`, next.indent, depth + 1);
    else set(into, name, "");
  };

  /** A list in brackets or a quoted text may go on over lines. */
  const continued = (value: string, line: Line): string | string[] => {
    let whole = value;
    for (;;) {
      const read = lineValue(whole);
      if (!("problem" in read)) return read.value;
      const next = lines[at];
      if (read.problem !== "unfinished" || next === undefined) {
        const why = read.problem === "unfinished" ? "its quotes or brackets do not end." : read.problem;
        throw new Unreadable(line.number, why);
      }
      whole += ` ${next.text}`;
      at += 1;
    }
  };

  const blockText = (indent: number, style: string): string => {
    const taken: string[] = [];
    while (at < lines.length && (lines[at]!.text === "" || lines[at]!.indent > indent)) {
      taken.push(source[at]!.trimEnd());
      at += 1;
    }
    const margin = Math.min(
      ...taken.filter((text) => text !== "").map((text) => text.length - text.trimStart().length),
    );
    const flush = taken.map((text) => text.slice(margin));
    if (style === "|") return flush.join("\n").trim();
    return flush
      .join("\n")
      .trim()
      .replace(/([^\n])\n(?=[^\n])/g, "$1 ")
      .replace(/\n\n/g, "\n");
  };

  const list = (indent: number, depth: number): string[] => {
    const items: string[] = [];
    for (let line = skip(); line !== undefined && line.indent === indent && ITEM.test(line.text); line = skip()) {
      const content = line.text.replace(ITEM, "");
      const named = NAMED.exec(content);
      if (named === null || /^["'[]/.test(content)) {
        at += 1;
        if (content !== "") items.push(...[continued(content, line)].flat());
        continue;
      }
      // An entry with members of its own stands for its name.
      const own: Members = new Map();
      const below = indent + line.text.length - content.length;
      lines[at] = { ...line, indent: below, text: content };
      block(own, "", below, depth + 1);
      const shownAs = own.get("name") ?? own.get("title") ?? [...own.values()][0] ?? "";
      items.push(...[shownAs].flat());
    }
    return items;
  };

  block(members, "", 0, 0);
}

const ITEM = /^-(?:\s+|$)/;
const NAMED = /^(?:"([^"]*)"|'([^']*)'|([^\s:#"'[\]{}&*!|>%@`-][^:]*?|-[^\s:][^:]*?))\s*:(?:\s+(.*))?$/;

function readToml(source: readonly string[], members: Members): void {
  let prefix = "";
  for (let at = 0; at < source.length; at += 1) {
    const text = source[at]!.trim();
    if (text === "" || text.startsWith("#")) continue;
    const section = /^\[\[?([\w.-]+)\]\]?$/.exec(text)?.[1];
    if (section !== undefined) {
      prefix = `${section}.`;
      continue;
    }
    const [, name, first] = /^"?([\w.-]+)"?\s*=\s*(.+)$/.exec(text) ?? [];
    if (name === undefined) throw new Unreadable(at + 2, "it has no name and value.");
    let value = lineValue(first!);
    const start = at;
    let whole = first!;
    while ("problem" in value && value.problem === "unfinished" && at + 1 < source.length) {
      at += 1;
      whole += ` ${source[at]!.trim()}`;
      value = lineValue(whole);
    }
    if ("problem" in value) throw new Unreadable(start + 2, "its quotes or brackets do not end.");
    set(members, prefix + name, value.value);
  }
}

function set(members: Members, name: string, value: string | string[]): void {
  members.set(name.toLowerCase(), value);
}
