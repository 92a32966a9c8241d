import { Parser } from "htmlparser2";

/** Characters and entities of HTML, as the character that each means. */
export function decoded(text: string): string {
  if (!text.includes("&")) return text;
  let out = "";
  const parser = new Parser(
    {
      ontext(part) {
        out += part;
      },
    },
    { decodeEntities: true },
  );
  parser.end(text.replaceAll("<", "&lt;"));
  return out;
}

/** Text as it stands between tags; a blank that may not break is one that can be seen. */
export function encoded(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/\u00a0/g, "&nbsp;");
}
