const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** As the text of an element or the value of an attribute in double quotes. */
export function escapedXml(text: string): string {
  return legalXml(text).replace(/[&<>"]/g, (mark) => ENTITIES[mark]!);
}

/** Without the characters that XML 1.0 cannot hold, not even escaped. */
function legalXml(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");
}
