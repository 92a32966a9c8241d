// Libraries that the build takes into dist/ with their own dependencies, so that who installs the package gets no more packages
// for them: all pure JavaScript. Their licences go into dist/THIRD-PARTY-NOTICES.txt.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

/** By package: those it brings along. */
export const BUNDLED = {
  "wink-nlp": [],
  "wink-eng-lite-web-model": [],
  croner: [],
  fflate: [],
  "json-p3": [],
  fontoxpath: ["prsc", "xspattern"],
  "css-select": ["boolbase", "css-what", "nth-check"],
  domhandler: [],
  "fast-xml-parser": [
    "@nodable/entities",
    "fast-xml-builder",
    "is-unsafe",
    "path-expression-matcher",
    "strnum",
    "xml-naming",
  ],
  feedsmith: ["entities", "fast-xml-parser", "strnum"],
  htmlparser2: ["domelementtype", "domhandler", "domutils", "dom-serializer"],
  tldts: ["tldts-core"],
  "tough-cookie": [],
  franc: ["trigram-utils", "n-gram", "collapse-white-space"],
  // Not for its size but for its 34 files, which cost 6 MB of memory at start-up. reflect-metadata stays outside: its chunk
  // could be loaded after the code that needs it.
  tsyringe: ["tslib"],
};

/** Those that the page of the dashboard is built with. */
export const PAGE_BUNDLED = {
  preact: [],
  "@preact/signals": ["@preact/signals-core"],
  uplot: [],
};

/** Dependencies of the package that the page has a copy of. */
const PAGE_SHARED = ["marked"];

export function writeNotices(file) {
  const packages = [...new Set([...Object.entries({ ...BUNDLED, ...PAGE_BUNDLED }).flat(2), ...PAGE_SHARED])];
  writeFileSync(file, `This build contains the following packages.\n\n${packages.map(noticeOf).join("\n\n")}\n`);
}

function noticeOf(name) {
  const folder = new URL(`../node_modules/${name}/`, import.meta.url);
  const { version, license, author } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  const file = existsSync(folder) && readdirSync(folder).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  const text = file ? readFileSync(new URL(file, folder), "utf8").trim() : `Author: ${author?.name ?? author}`;
  return `---- ${name} ${version} (${license})\n\n${text}`;
}
