const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
  "\r": "&#13;",
};

const referenceTo = (mark: string) => REFERENCES[mark]!;

/** A text as part of HTML, in an attribute too, without the characters that HTML cannot hold. */
export function escapedHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "")
    .replace(/[&<>"'`]/g, referenceTo);
}

/**
 * The text of an XML element, or the value of an attribute in double quotes, without the characters that XML 1.0 cannot
 * hold in any form. A carriage return is written as a reference, since readers of XML take a plain one for a line feed.
 */
export function escapedXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"\r]/g, referenceTo);
}
