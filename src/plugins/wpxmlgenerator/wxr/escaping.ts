import { escapedXml } from "../../../kernel/values/escaped-text.js";

/** A text as it may stand in XML 1.0, in whatever form: well-formed, without the characters that it cannot hold. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
}

/** A text that is taken for nothing else: what would end the section is parted among two. */
export function cdata(text: string): string {
  return `<![CDATA[${xmlText(text).replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

/** An element whose content are characters alone. */
export function element(name: string, text: string | number): string {
  return `<${name}>${escapedXml(xmlText(String(text)))}</${name}>`;
}

export function cdataElement(name: string, text: string): string {
  return `<${name}>${cdata(text)}</${name}>`;
}
