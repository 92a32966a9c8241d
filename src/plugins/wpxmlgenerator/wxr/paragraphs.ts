const BLOCK =
  /^<\/?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|blockquote|pre|figure|figcaption|hr|section|article|details|summary|form|address)[\s>/]/i;
const BLANK_LINES = /\n\s*\n/;

/**
 * The content of a post as browsers show it: WordPress stores what people typed in its older editor without paragraphs, and makes them
 * of blank lines when it shows a post. Captions in brackets become figures.
 */
export function withParagraphs(content: string): string {
  const text = content
    .replace(/\r\n?/g, "\n")
    .replace(
      /\[caption[^\]]{0,1000}\]\s*((?:<a\s[^>]{0,4000}>)?\s*<img\s[^>]{0,4000}>\s*(?:<\/a>)?)([^[]{0,4000})\[\/caption\]/gi,
      "\n\n<figure>$1<figcaption>$2</figcaption></figure>\n\n",
    );
  if (/<!-- wp:/.test(text) || /<p[\s>]/i.test(text)) return text;
  const kept: string[] = [];
  // Blank lines in code are part of it.
  const guarded = text.replace(
    /<pre[\s>][\s\S]*?(?:<\/pre>|$)/gi,
    (code) => `\n\n\ue000${kept.push(code) - 1}\ue001\n\n`,
  );
  return guarded
    .split(BLANK_LINES)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) =>
      BLOCK.test(part) || /^\ue000\d+\ue001$/.test(part) ? part : `<p>${part.replaceAll("\n", "<br>\n")}</p>`,
    )
    .join("\n\n")
    .replace(/\ue000(\d+)\ue001/g, (_, at: string) => kept[Number(at)] ?? "");
}
