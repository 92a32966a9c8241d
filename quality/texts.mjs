import { readdirSync, readFileSync } from "node:fs";
import { parseHTML } from "linkedom";

const folder = new URL("texts/", import.meta.url);

/** Words a user might protect, by text. */
const PROTECTED = {
  "blog.txt": ["parking space", "moss"],
  "finance.txt": ["budget", "interest"],
  "health.txt": ["sleep", "blood pressure"],
  "history.txt": ["salt road", "merchant", "Varnholt"],
  "how-to.txt": ["tap", "washer"],
  "legal.txt": ["loan", "member", "library"],
  "news.txt": ["swing bridge", "port authority", "ferry"],
  "page.html": ["tent", "sleeping mat"],
  "page.md": ["tank", "filter"],
  "product.txt": ["Brindle 40", "kettle"],
  "recipe.txt": ["pumpkin", "soup"],
  "science.txt": ["chlorophyll", "leaf"],
  "template.txt": ["oak", "order", "working day"],
  "travel.txt": ["morning ferry", "lighthouse"],
};

/** The development texts, all invented for this purpose. */
export function developmentTexts() {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), "utf8");
      const kind = name.endsWith(".html") ? "html" : name.endsWith(".md") ? "markdown" : "plain";
      return { name, text, kind, protectedWords: PROTECTED[name] ?? [], spun: /\{[^{}]*\|/.test(text) };
    });
}

/** The text without its markup, for checks that read plain text. */
export function plainText(text, kind) {
  if (kind === "html") {
    const { document } = parseHTML(text);
    for (const element of document.querySelectorAll("script, style, code, pre, head, nav")) element.remove();
    return [...document.querySelectorAll("h1, h2, h3, p, li, th, td")]
      .map((element) => element.textContent.replace(/\s+/g, " ").trim())
      .join("\n\n");
  }
  if (kind === "markdown") {
    return text
      .replace(/^```[\s\S]*?^```/gm, "")
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/^\s*(?:#+|>|\d+\.|[-*])\s+/gm, "")
      .replace(/^\|[-| ]+\|$/gm, "")
      .replace(/^\| | \|$/gm, "")
      .replaceAll(" | ", "\n")
      .replace(/[*`]/g, "");
  }
  return text;
}
