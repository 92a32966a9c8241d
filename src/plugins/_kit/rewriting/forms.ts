/** How the text of a file is written, by which it is known what of it is text. */
export type Form = "html" | "md" | "txt";

const ENDINGS: Readonly<Record<string, Form>> = {
  html: "html",
  htm: "html",
  xhtml: "html",
  md: "md",
  markdown: "md",
};

export function formOf(path: string): Form {
  return ENDINGS[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? "txt";
}

export const FORM_TYPES: Readonly<Record<Form, string>> = {
  html: "text/html",
  md: "text/markdown",
  txt: "text/plain",
};

/** Files are written in UTF-8, whatever they were; what they say of it has to be true. */
export function inUtf8(text: string, form: Form): string {
  if (form !== "html") return text;
  const head = /<\/head\s*>|<body[\s>]/i.exec(text)?.index ?? Math.min(text.length, 4000);
  return (
    text
      .slice(0, head)
      .replace(/(<meta\b[^<>]{0,200}?charset\s*=\s*["']?)(?!utf-8)[\w:.-]{1,40}/gi, "$1utf-8")
      .replace(/^(\s*<\?xml[^<>]{0,200}?encoding\s*=\s*["'])(?!utf-8)[\w:.-]{1,40}/i, "$1utf-8") + text.slice(head)
  );
}
