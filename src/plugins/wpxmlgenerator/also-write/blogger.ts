import { escapedXml } from "../../../kernel/values/escaped-text.js";
import { element, xmlText } from "../wxr/escaping.js";
import { levelsOf } from "../wxr/terms.js";
import type { AlsoWorld, AlsoWriter } from "./writer.js";

const PATH = "blogger.xml";
const TYPE = "application/atom+xml";

/** A feed as Blogger exports and imports it. It knows labels alone, so categories, what they are within, and tags are all labels. */
export function bloggerWriter({ output, site, now }: AlsoWorld): AlsoWriter {
  const append = (text: string) => output.append(PATH, text, TYPE);
  return {
    begin() {
      const lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:app="http://www.w3.org/2007/app">',
        `<id>${escapedXml(`${site.url}/`)}</id>`,
        element("title", site.title),
        element("updated", now.toISOString()),
        '<generator version="7.00" uri="http://www.blogger.com">Blogger</generator>',
      ];
      output.file(PATH, `${lines.join("\n")}\n`, TYPE);
    },
    add({ post }) {
      const names = post.terms.flatMap(levelsOf).map(({ name }) => name);
      const scheme = "http://schemas.google.com/g/2005#kind";
      const kind = post.type === "page" ? "page" : "post";
      const lines = [
        "<entry>",
        element("id", `${site.url}/?p=${post.id}`),
        element("published", post.date),
        element("updated", post.date),
        `<category scheme="${scheme}" term="http://schemas.google.com/blogger/2008/kind#${kind}"/>`,
        ...[...new Set(names)].map(
          (name) => `<category scheme="http://www.blogger.com/atom/ns#" term="${escapedXml(xmlText(name))}"/>`,
        ),
        `<title type="text">${escapedXml(xmlText(post.title))}</title>`,
        `<content type="html">${escapedXml(post.html)}</content>`,
        `<author>${element("name", post.author.name)}</author>`,
        // What is not public there is a draft.
        ...(post.status === "publish" || post.status === "future"
          ? []
          : ["<app:control><app:draft>yes</app:draft></app:control>"]),
        "</entry>",
      ];
      append(`${lines.join("\n")}\n`);
    },
    end: () => append("</feed>\n"),
  };
}
