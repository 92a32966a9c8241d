import { expect, it } from "vitest";
import { hasMarker, withMarker } from "./marker.js";

const MARK = "<!-- scriptorium:a-1 -->";

it.each([
  ["<p>a</p>\n", `<p>a${MARK}</p>`],
  ["<ul>\n<li>a</li>\n</ul>", `<ul>\n<li>a${MARK}</li>\n</ul>`],
  ["<p>a</p><p>b <em>c</em></p>", `<p>a</p><p>b <em>c${MARK}</em></p>`],
  ["a", `a${MARK}`],
  ["", MARK],
  ['<p>a<img src="x"></p>', `<p>a<img src="x">${MARK}</p>`],
  ["<p>a</p><!-- /wp:paragraph -->", `<p>a</p><!-- /wp:paragraph -->${MARK}`],
  ["<script>x</script>", `<script>x</script>${MARK}`],
  ["<div><iframe></iframe></div>", `<div><iframe></iframe></div>${MARK}`],
])("the marker of %j is in its last element, where a comment is one", (html, marked) => {
  expect(withMarker(html, "a-1")).toBe(marked);
  expect(hasMarker(marked, "a-1")).toBe(true);
  expect(hasMarker(marked, "a")).toBe(false);
});
