// Plain pages made of the content of others: the benchmark has hardly any, since its sites are large, but people write them
// and programs make them. Without them a page of three paragraphs would look like nothing known.
import { generator } from "../data/trees.mjs";

/** One plain page is made for so many pages of the benchmark. */
const EVERY = 4;
const MENU = [
  "Home",
  "About",
  "Contact",
  "News",
  "Products",
  "Services",
  "Blog",
  "Start",
  "Impressum",
  "Kontakt",
  "Archive",
];
const FOOT = ["Copyright 2024", "\u00a9 2023 All rights reserved", "Privacy policy", "Datenschutz", "Terms of use"];
const ASIDE = [
  "Share this page",
  "Subscribe to our newsletter",
  "Related articles",
  "Read more",
  "Follow us",
  "Leave a comment",
];

/** @param {ReturnType<typeof import("./benchmark.mjs").benchmarkPages>} pages */
export function plainPages(pages) {
  return pages.flatMap((page, index) => {
    if (index % EVERY !== 0 || page.content.length < 200) return [];
    return [plainPage(page, generator(1000 + index))];
  });
}

function plainPage({ id, url, content, type, title }, random) {
  const any = (list) => list[Math.floor(random() * list.length)];
  const often = (share) => random() < share;
  const all = content
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const from = Math.floor(random() * Math.max(1, all.length - 3));
  const lines = all.slice(from, from + 2 + Math.floor(random() ** 2 * 30));
  const written = any(["p", "p", "p", "div", "br"]);
  const parts = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (/^[-*\u2022] /.test(line)) parts.push(`<ul><li>${escaped(line.slice(2))}</li></ul>`);
    else if (line.length < 70 && !/[.!?:,]$/.test(line)) parts.push(`<h${any([2, 3])}>${escaped(line)}</h${2}>`);
    else if (often(0.05)) parts.push(`<blockquote>${escaped(line)}</blockquote>`);
    else if (often(0.06)) parts.push(`<dl><dt>${escaped(line.split(" ")[0])}</dt><dd>${escaped(line)}</dd></dl>`);
    else parts.push(written === "br" ? `${escaped(line)}<br><br>` : `<${written}>${escaped(line)}</${written}>`);
  }
  const around = any(["article", "main", "div", "body", "table", "section"]);
  const heading = often(0.6) ? `<h1>${escaped(title)}</h1>` : "";
  const text = { body: "", table: "<table><tr><td>" }[around] ?? `<${around}>`;
  const end = { body: "", table: "</td></tr></table>" }[around] ?? `</${around}>`;
  const menu = MENU.filter(() => often(0.4)).map((name) => `<a href="/${name}">${name}</a>`);
  const above = often(0.5)
    ? often(0.5)
      ? `<nav>${menu.join(" ")}</nav>`
      : `<ul>${menu.map((one) => `<li>${one}</li>`).join("")}</ul>`
    : "";
  const aside = often(0.4) ? `<${any(["p", "div", "h2"])}>${any(ASIDE)}</${"p"}>` : "";
  const foot = often(0.4) ? `<footer>${any(FOOT)}</footer>` : "";
  const inner = `${text}${heading}${parts.join(often(0.5) ? "\n" : "")}${end}`;
  const html = `<html><head>${often(0.8) ? `<title>${escaped(title)}</title>` : ""}</head><body>${above}${inner}${aside}${foot}</body></html>`;
  return {
    id: `${id} plain`,
    url: often(0.5) ? url : "",
    type,
    content: lines.join("\n"),
    title,
    html: () => html,
    plain: true,
  };
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
