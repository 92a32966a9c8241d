import { expect, it } from "vitest";
import type { BodyBlock } from "../article-body/index.js";
import type { Form } from "../rewriting/forms.js";
import { outlineOf } from "./outline.js";
import { withTerms } from "./with-terms.js";
import { woven } from "./woven.js";

const HEADING: BodyBlock = { kind: "heading", level: 2, text: "H" };
const VIDEO: BodyBlock = { kind: "video", url: "v", title: "" };
const written = (block: BodyBlock) => (block.kind === "heading" ? "+H" : "+V");

/** The text with a video behind each block and a heading before the last one. */
function filled(text: string, form: Form): string {
  const outline = outlineOf(text, form);
  const own = outline.parts.map(({ block }) => block);
  const blocks = own.flatMap((block, at) =>
    at > 0 && at === own.length - 1 ? [HEADING, block, VIDEO] : [block, VIDEO],
  );
  return woven(text, form, outline, own.length === 0 ? [VIDEO] : blocks, written);
}

it.each<[Form, string, string]>([
  ["html", "<p>One.<p>Two.", "<p>One.\n+V+H\n<p>Two.\n+V"],
  [
    "html",
    "<ul><li>One.<li>Two.</ul>Loose <b>words</b><br>here.<p>End.</p>",
    "<ul><li>One.<li>Two.</ul>\n+VLoose <b>words</b><br>here.\n+V+H\n<p>End.</p>\n+V",
  ],
  ["html", "<body><main></main></body>", "<body><main>\n+V</main></body>"],
  ["html", "<div><p>One.</p></div><div>Two.</div>", "<div><p>One.</p>\n+V</div>+H\n<div>Two.</div>\n+V"],
  [
    "html",
    "<table><tr><td>One.</td></tr></table><figure><img src=a></figure>",
    "<table><tr><td>One.</td></tr></table>\n+V+H\n<figure><img src=a></figure>\n+V",
  ],
  ["md", "One.\n## Two\nThree.\n", "One.\n\n+V\n\n## Two\n\n+V\n\n+H\n\nThree.\n\n+V\n"],
  ["md", "- One.\n\n  More.\n- Two.\n\n> Three.\n", "- One.\n\n  More.\n- Two.\n\n+V\n\n+H\n\n> Three.\n\n+V\n"],
  ["md", "", "+V"],
  ["txt", "One.\n\nTwo.", "One.\n\n+V\n\n+H\n\nTwo.\n\n+V"],
])("blocks are put between the blocks of %s: %j", (form, text, wanted) => {
  expect(filled(text, form)).toBe(wanted);
});

it("HTML that is nested as nobody nests it is refused", () => {
  expect(() => outlineOf("<div>".repeat(1100), "html")).toThrow(expect.objectContaining({ code: "PAGE_UNREADABLE" }));
});

it.each<[Form, string, string]>([
  [
    "html",
    "<html><head></head><p>A</p>",
    '<html><head><meta name="categories" content="C &amp; D">\n<meta name="keywords" content="t, u">\n</head><p>A</p>',
  ],
  [
    "html",
    "<head><meta content='x' name=keywords></head>",
    '<head><meta name="keywords" content="t, u"><meta name="categories" content="C &amp; D">\n</head>',
  ],
  [
    "html",
    "<!doctype html><html><body>A",
    '<!doctype html><html><meta name="keywords" content="t, u">\n<meta name="categories" content="C &amp; D">\n<body>A',
  ],
  ["md", "---\ntags:\n- a\n- b\ntitle: x\n---\nA", '---\ntags: ["t","u"]\ntitle: x\ncategories: ["C & D"]\n---\nA'],
  [
    "md",
    '+++\ntags = [\n"a",\n"b"]\n[more]\nx = 1\n+++\nA',
    '+++\ncategories = ["C & D"]\ntags = ["t","u"]\n[more]\nx = 1\n+++\nA',
  ],
  ["md", "---\n\nA", '---\ncategories: ["C & D"]\ntags: ["t","u"]\n---\n\n---\n\nA'],
  ["txt", "A", "A"],
])("terms go to the head of %s: %j", (form, text, wanted) => {
  expect(withTerms(text, form, { categories: ["C & D"], tags: ["t", "u"] })).toBe(wanted);
});
