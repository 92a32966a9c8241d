// Pages to write articles from, and keywords that many of them hold: what documentation every machine with the repository has.
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { marked } from "marked";

const root = fileURLToPath(new URL("../../", import.meta.url));
const PAGES = [
  "docs/**/*.md",
  "src/plugins/*/README.md",
  "node_modules/fastify/docs/**/*.md",
  "node_modules/pino/docs/*.md",
  "examples/sample-site/*/*.html",
];
const COMMON =
  /^(?:the|and|that|this|with|from|have|been|were|they|their|them|then|than|there|these|those|when|what|which|where|while|will|would|should|could|into|only|other|more|most|some|such|your|each|over|also|does|done|not|for|are|was|its|has|can|you|all|any|but|may|one|two|how|who|out|our|use|used|uses|using|like|just|same|own|per|via)$/;

/** Writes the pages as HTML into the folder and gives their number. */
export function writePages(folder) {
  const paths = globSync(PAGES, { cwd: root }).sort();
  mkdirSync(folder, { recursive: true });
  for (const path of paths) {
    const text = readFileSync(join(root, path), "utf8");
    const name = path.replace(/[^a-z0-9]+/gi, "-").replace(/-(?:md|html)$/, ".html");
    writeFileSync(join(folder, name), path.endsWith(".html") ? text : asPage(path, text));
  }
  return paths.length;
}

function asPage(path, markdown) {
  const title = /^#\s+(.*)$/m.exec(markdown)?.[1] ?? path;
  return `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><article>${marked(markdown)}</article></body></html>`;
}

/** Pairs of words that stand next to each other, those of most pages first. */
export function keywordsOf(count) {
  const pages = new Map();
  for (const path of globSync(PAGES, { cwd: root })) {
    const text = readFileSync(join(root, path), "utf8").replace(/```[\s\S]*?```|<[^>]*>|`[^`]*`/g, " | ");
    const pairs = new Set();
    for (const run of text.split(/[^A-Za-z ]+/)) {
      const words = run.toLowerCase().split(" ").filter(Boolean);
      for (let at = 0; at + 1 < words.length; at += 1) {
        const pair = words.slice(at, at + 2);
        if (pair.every((word) => word.length > 2 && !COMMON.test(word))) pairs.add(pair.join(" "));
      }
    }
    for (const pair of pairs) pages.set(pair, (pages.get(pair) ?? 0) + 1);
  }
  return [...pages.entries()]
    .sort(([one, more], [other, fewer]) => fewer - more || (one < other ? -1 : 1))
    .slice(0, count)
    .map(([pair]) => pair);
}
