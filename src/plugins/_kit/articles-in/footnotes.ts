import { createHash } from "node:crypto";
import type { Marked, Token, TokenizerAndRendererExtension, Tokens } from "marked";

const DEFINITION = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*/;
const REFERENCE = /^\[\^([^\]\s]{1,100})\]/;

export const hasFootnotes = (text: string) => /^ {0,3}\[\^[^\]\s]{1,100}\]:/m.test(text);

interface Note {
  readonly tokens: Token[];
  /** In the order of the text; 0 until something refers to it. */
  number: number;
  references: number;
}

/** Markdown with footnotes as HTML: they come as a list at the end, each linked both ways. */
export function withFootnotes(marked: Marked, text: string): string {
  const notes = new Map<string, Note>();
  const ordered: Note[] = [];
  // Several posts may be shown on one page.
  const name = createHash("sha256").update(text).digest("hex").slice(0, 6);
  const numbered = (note: Note) => {
    if (note.number === 0) note.number = ordered.push(note);
    return note.number;
  };
  marked.use({ extensions: [definition(notes), reference(notes, numbered, name)] });
  const body = marked.parser(marked.lexer(text));
  for (const note of notes.values()) numbered(note);
  const items = ordered.map((note) => {
    const back = note.references === 0 ? "" : ` <a href="#fnref-${name}-${note.number}">\u21a9</a>`;
    const words = marked.parser(note.tokens).trim();
    const linked = words.endsWith("</p>") ? `${words.slice(0, -4)}${back}</p>` : `${words}${back}`;
    return `<li id="fn-${name}-${note.number}">${linked}</li>`;
  });
  return `${body}<hr>\n<ol>\n${items.join("\n")}\n</ol>\n`;
}

function definition(notes: Map<string, Note>): TokenizerAndRendererExtension {
  return {
    name: "footnote",
    level: "block",
    start(source) {
      const end = source.indexOf("\n\n");
      const found = /\n {0,3}\[\^[^\]\s]{1,100}\]:/.exec(end < 0 ? source : source.slice(0, end));
      return found === null ? undefined : found.index + 1;
    },
    tokenizer(source) {
      const found = DEFINITION.exec(source);
      if (found === null) return undefined;
      const end = endOf(source);
      const words = source.slice(found[0].length, end).replace(/\n(?: {1,4}|\t)/g, "\n");
      const key = found[1]!.toLowerCase();
      const tokens = this.lexer.blockTokens(words, []);
      if (!notes.has(key)) notes.set(key, { tokens, number: 0, references: 0 });
      return { type: "footnote", raw: source.slice(0, end) };
    },
    renderer: () => "",
  };
}

/** A note goes on in lines right below it, and behind blank lines in those that are set in. */
function endOf(source: string): number {
  let end = lineEnd(source, 0);
  let isBehindBlank = false;
  for (let at = end; at < source.length; ) {
    const next = lineEnd(source, at);
    const line = source.slice(at, next);
    const isBlank = line.trim() === "";
    if (!isBlank && (DEFINITION.test(line) || (isBehindBlank && !/^(?: {2}|\t)/.test(line)))) break;
    if (!isBlank) end = next;
    isBehindBlank ||= isBlank;
    at = next;
  }
  return end;
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end < 0 ? source.length : end + 1;
}

function reference(
  notes: ReadonlyMap<string, Note>,
  numbered: (note: Note) => number,
  name: string,
): TokenizerAndRendererExtension {
  return {
    name: "footnoteReference",
    level: "inline",
    start: (source) => {
      const at = source.indexOf("[^");
      return at < 0 ? undefined : at;
    },
    tokenizer(source) {
      const found = REFERENCE.exec(source);
      const key = found?.[1]?.toLowerCase();
      if (found === null || key === undefined || !notes.has(key)) return undefined;
      return { type: "footnoteReference", raw: found[0], key };
    },
    renderer(token: Tokens.Generic) {
      const note = notes.get(String(token["key"]))!;
      const number = numbered(note);
      note.references += 1;
      const id = note.references === 1 ? `fnref-${name}-${number}` : `fnref-${name}-${number}-${note.references}`;
      return `<sup><a href="#fn-${name}-${number}" id="${id}">${number}</a></sup>`;
    },
  };
}
