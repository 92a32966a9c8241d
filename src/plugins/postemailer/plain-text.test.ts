import { expect, it } from "vitest";
import { plainText } from "./plain-text.js";

it.each([
  ["<p>a</p><p>b<br>c</p>", "a\n\nb\nc\n"],
  ["<ol start=3><li>x<li>y</ol>", "3. x\n4. y\n"],
  ["<ul><li>one<ul><li>two</li></ul></li><li><p>three</p><p>more</p></li></ul>", "- one\n  - two\n- three\n\n  more\n"],
  ["<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b\n"],
  ["<pre>if x:\n    y\n</pre>", "if x:\n    y\n"],
  ["<dl><dt>T<dd>M</dl>", "T\n\n    M\n"],
  ["<table><tr><th>A<th>B</tr><tr><td>1<td>2</tr></table>", "A  B\n1  2\n"],
  [
    '<a href="https://x.test/">x</a> <a href="https://y.test/">https://y.test/</a>',
    "x (https://x.test/) https://y.test/\n",
  ],
  ['<img alt="A bee" src="x"><hr>z', "[A bee]\n\n----\n\nz\n"],
  ["&lt;b&gt; &amp; $& {title}", "<b> & $& {title}\n"],
])("%s is read as text", (html, text) => {
  expect(plainText(html)).toBe(text);
});
