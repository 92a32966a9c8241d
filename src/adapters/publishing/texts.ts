import { unescaped } from "../../engines/pages/extraction/entities.js";
import type { OutgoingImage } from "../../kernel/index.js";

/** Without characters that neither XML nor a database takes. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}

/** On one line, for what has but one: titles, names, slugs. */
export function oneLine(text: string): string {
  return cleanText(text)
    .replace(/[\s\u0085\u2028\u2029]+/g, " ")
    .trim();
}

/** As it is compared: blogs escape, trim and fold as they like. */
export function folded(text: string): string {
  return oneLine(unescaped(unescaped(text))).toLowerCase();
}

export function escapedHtml(text: string): string {
  const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (one) => named[one]!);
}

/** The words of a message that may be HTML, as a part of a sentence. */
export function wordsOf(html: string, most = 200): string {
  const text = oneLine(unescaped(html.replace(/<[^>]{0,1000}>/g, " ")));
  return text.length > most ? `${text.slice(0, most).toWellFormed()}...` : text.replace(/\.$/, "");
}

const ENDINGS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/svg+xml": "svg",
};

/** What names of images end with. */
export const IMAGE_ENDINGS: readonly string[] = [...Object.values(ENDINGS), "bin", "jpeg", "bmp", "tif", "tiff", "ico"];

/** A name with the ending of its type; by default one that every header takes, too. */
export function safeFileName(
  { fileName, type }: Pick<OutgoingImage, "fileName" | "type">,
  named: (stem: string) => string = safeName,
): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? "";
  const [, stem = "", own = ""] = /^(.*?)(?:\.([a-z0-9]{1,5}))?$/is.exec(last) ?? [];
  const ending = ENDINGS[type.toLowerCase()] ?? (own.toLowerCase() || "bin");
  return `${named(stem) || "image"}.${IMAGE_ENDINGS.includes(ending) ? ending : "bin"}`;
}

/** Lower-case letters of ASCII, digits and hyphens, at most 80; no name that Windows keeps for itself. */
export function safeName(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/[^a-z0-9-]/g, (letter) => encodeURIComponent(letter.toWellFormed()).replaceAll("%", "").toLowerCase())
    .slice(0, 80)
    .replace(/^-+|-+$/g, "");
  return notReserved(plain);
}

/** The same for a file, whose name may have letters of any script; those of ours lose their accents. */
export function fileSlug(text: string): string {
  const plain = text
    .slice(0, 2000)
    .toWellFormed()
    .normalize("NFKD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .replaceAll("ß", "ss")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-");
  let name = "";
  for (const letter of [...plain].slice(0, 80)) {
    if (Buffer.byteLength(name + letter) > LONGEST_NAME_BYTES) break;
    name += letter;
  }
  return notReserved(name.replace(/^[-\p{M}]+|-+$/gu, ""));
}

/** File systems count bytes, and the number, the marker and the ending still have to fit. */
const LONGEST_NAME_BYTES = 160;

function notReserved(name: string): string {
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name) ? `${name}-file` : name;
}

/** What stands below an image: its caption, and whose it is. */
export function captionOf({ caption, credit }: Pick<OutgoingImage, "caption" | "credit">): string {
  const [words, owner] = [oneLine(caption), oneLine(credit)];
  if (owner === "" || words.includes(owner)) return words;
  return words === "" ? owner : `${words} (${owner})`;
}
