import { Lexer, type Token, type Tokens, walkTokens } from "marked";
import type { Form } from "./forms.js";

/** Labels of references are taken as defined: their definitions stand elsewhere in the text. */
const ANY_LABEL = new Proxy<Record<string, { href: string; title: string }>>(
  {},
  { get: (_, label) => ({ href: String(label), title: "" }) },
);

/** Characters of a stretch; a longer one is no paragraph, and reading it could take long. */
const LONGEST = 20_000;

/** Whether other words for a stretch of Markdown have its code, tags, links and pictures, each as it is, and none besides. */
export function hasSameMarks(one: string, other: string, form: Form): boolean {
  if (form !== "md" || one === other || one.length > LONGEST) return true;
  return marksOf(one) === marksOf(other);
}

function marksOf(text: string): string {
  if (!/[`<[\]]/.test(text)) return "";
  const lexer = new Lexer();
  lexer.tokens.links = ANY_LABEL;
  const marks: string[] = [];
  walkTokens(lexer.inlineTokens(text), (token) => {
    const mark = markOf(token);
    if (mark !== "") marks.push(mark);
  });
  return marks.sort().join("\n");
}

function markOf(token: Token): string {
  if (token.type === "codespan" || token.type === "html") return token.raw;
  return token.type === "link" || token.type === "image" ? `${token.type} ${(token as Tokens.Link).href}` : "";
}
