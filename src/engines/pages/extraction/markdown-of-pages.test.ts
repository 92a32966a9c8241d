import { describe, expect, it } from "vitest";
import { extractPage } from "./extract.js";
import type { PageFormat } from "./formats.js";
import { formatted } from "./formats.js";

/** What is in a page's main element, whatever a classifier thinks of it. */
async function read(html: string, format: PageFormat = "md"): Promise<string> {
  const page = await extractPage(`<main>${html}</main>`, { mode: "selector", include: ["main"] });
  return formatted(page, format, { head: false });
}

describe("code in a page", () => {
  it.each([
    ["the class of its element", '<pre class="brush: js notranslate"><code>hum()</code></pre>', "js"],
    ["a highlighter around it", '<div class="highlight-python3 notranslate"><pre>hum()</pre></div>', "python3"],
    ["a highlighter of repositories", '<div class="highlight highlight-source-shell"><pre>hum</pre></div>', "shell"],
    ["an attribute", '<pre data-language="Rust"><code>hum()</code></pre>', "rust"],
    ["an attribute of the code", "<pre><code data-lang=go>hum()</code></pre>", "go"],
    ["a name beside that of a highlighter", '<pre><code class="hljs python">hum()</code></pre>', "python"],
    ["a name alone", '<pre class="rust rust-example-rendered"><code>hum()</code></pre>', "rust"],
    ["the class of a generator", '<pre class="gatsby-code-jsx"><code>hum()</code></pre>', "jsx"],
    ["what is written above it", "<div><span>JavaScript</span></div><pre>hum()</pre>", "javascript"],
    ["nothing where it has none", '<div class="highlight-default notranslate"><pre>hum()</pre></div>', ""],
    ["nothing of what is around it", '<div class="language-switcher"><pre>hum()</pre></div>', ""],
  ])("has its language from %s", async (_, html, language) => {
    expect(await read(html)).toBe(`\`\`\`${language}\n${html.includes(">hum<") ? "hum" : "hum()"}\n\`\`\`\n`);
  });

  it("comes without its labels, buttons and the numbers of its lines", async () => {
    const labelled = `<p>Run it:</p><div><div>C#</div><div>Copy</div><pre><button>Copy</button>hum();
buzz();</pre></div><div>Copied!</div><p>Copy</p><p>It hums.</p>`;
    expect(await read(labelled)).toBe("Run it:\n\n```csharp\nhum();\nbuzz();\n```\n\nIt hums.\n");
    const numbered = `<table><tr><td><pre><span class=lnt>1\n</span><span class=lnt>2\n</span></pre></td>
      <td><pre><code class=language-c>hum();\nbuzz();</code></pre></td></tr></table>`;
    expect(await read(numbered)).toBe("```c\nhum();\nbuzz();\n```\n");
    expect(await read("<pre><span class=lineno>7 </span>hum();\n<span class=lineno>8 </span>buzz();</pre>")).toBe(
      "```\nhum();\nbuzz();\n```\n",
    );
  });

  it("keeps a heading and a sentence above it, whatever they say", async () => {
    expect(await read("<h2>Python</h2><pre>hum()</pre>")).toBe("## Python\n\n```\nhum()\n```\n");
    expect(await read("<p>Copy the file.</p><pre>hum()</pre>")).toBe("Copy the file.\n\n```\nhum()\n```\n");
    expect(await read("<p>Go</p><p>Come</p>")).toBe("Go\n\nCome\n");
  });
});

describe("a quotation in a page", () => {
  it("is one, however many paragraphs it has", async () => {
    const html = "<p>He said:</p><blockquote><p>It hums.</p><p>It buzzes.</p></blockquote><p>So it did.</p>";
    expect(await read(html, "html")).toContain("<blockquote><p>It hums.</p><p>It buzzes.</p></blockquote>\n<p>So");
    expect(await read(html)).toContain("> It hums.\n>\n> It buzzes.\n\nSo");
  });
});

describe("lists in a page", () => {
  it("have the further paragraphs of an item below it", async () => {
    const html = "<ol><li><p>Open the hive.</p><p>Slowly.</p></li><li>Look.<ul><li>Queen</li></ul>Close it.</li></ol>";
    expect(await read(html)).toBe("1. Open the hive.\n\n   Slowly.\n2. Look.\n   - Queen\n\n   Close it.\n");
    expect(await read(html, "txt")).toBe("1. Open the hive.\n   Slowly.\n2. Look.\n   - Queen\n   Close it.\n");
    expect(await read(html, "html")).toContain(
      "<li>Open the hive.\n<p>Slowly.</p>\n</li>\n<li>Look.\n<ul>\n<li>Queen\n</li></ul>\n<p>Close it.</p>",
    );
  });

  it("go on behind code, a quotation and a table of an item", async () => {
    const html =
      "<ol><li>Run<pre>hum()\n\nbuzz()</pre>and wait.</li><li>Read<blockquote>It hums.</blockquote></li><li>Done</li></ol>";
    expect(await read(html)).toBe(
      "1. Run\n\n   ```\n   hum()\n\n   buzz()\n   ```\n\n   and wait.\n2. Read\n\n   > It hums.\n\n3. Done\n",
    );
    expect(await read(html, "html")).toContain(
      "<li>Run\n<pre><code>hum()\n\nbuzz()</code></pre>\n<p>and wait.</p>\n</li>\n<li>Read\n<blockquote><p>It hums.</p></blockquote>\n</li>\n<li>Done",
    );
    expect(await read(html, "txt")).toContain("2. Read\n\nIt hums.\n\n3. Done\n");
  });

  it("end with what follows them", async () => {
    expect(await read("<ol><li>One</li></ol><pre>hum()</pre><ol><li>Two</li></ol>", "txt")).toBe(
      "1. One\n\nhum()\n\n1. Two\n",
    );
  });

  it("go on with a paragraph behind a heading of an item", async () => {
    expect(await read("<ol><li><h3>Open</h3><p>Slowly.</p></li></ol>")).toBe("### Open\n\nSlowly.\n");
  });

  it("have a term with its definitions, and lists of definitions within them", async () => {
    const html = `<dl><dt>Hive</dt><dd><p>A home.</p><p>Of bees.</p></dd><dt>Smoker</dt><dd>A tool.</dd><dd>A person.</dd>
      <dt>Castes</dt><dd><dl><dt>Queen</dt><dd>Lays.</dd><dt>Drone</dt></dl></dd></dl>`;
    expect(await read(html)).toBe(
      "- **Hive**: A home.\n\n  Of bees.\n- **Smoker**: A tool.\n\n  A person.\n- Castes\n  - **Queen**: Lays.\n  - Drone\n",
    );
  });

  it("have all names of what is defined before its definition", async () => {
    expect(await read("<dl><dt>-q</dt><dt>--quiet</dt><dd>Says nothing.</dd><dt>-v</dt><dt>-w</dt></dl>")).toBe(
      "- **-q, --quiet**: Says nothing.\n- \\-v\n- \\-w\n",
    );
  });

  it("have the numbers of notes in brackets, and other links as they are", async () => {
    const html =
      '<p>It hums<sup><a href="#n1">1</a></sup> and buzzes <a class="footnote-reference" href="#n2">2</a>. See <a href="#s3">3</a>.</p>';
    expect(await read(html, "txt")).toBe("It hums[1] and buzzes [2]. See 3.\n");
  });

  it("have a term above its code, and one with nothing below it where it stands", async () => {
    expect(await read("<dl><dt>Hum</dt><dd><pre>hum()</pre></dd><dt>Buzz</dt></dl>")).toBe(
      "- Hum\n\n```\nhum()\n```\n\n- Buzz\n",
    );
  });

  it("count steps once", async () => {
    const steps = "1. Mix the flour.\n2. Bake it.\n";
    expect(await read("<dl><dt>1.</dt><dd>Mix the flour.</dd><dt>2.</dt><dd>Bake it.</dd></dl>")).toBe(steps);
    expect(await read("<ul><li><div>1</div><div>Mix the flour.</div></li><li><b>2.</b><p>Bake it.</p></li></ul>")).toBe(
      steps,
    );
    expect(await read("<ul><li>3</li><li>4</li></ul>")).toBe("- 3\n- 4\n");
  });
});

describe("a table that sets off a notice", () => {
  it("is its text", async () => {
    const html = `<table summary="Tip"><tr><td rowspan=2><img src="/tip.png" alt=""></td><th>Tip</th></tr>
      <tr><td>Feed the bees in <b>autumn</b>.</td></tr></table>`;
    expect(await read(html)).toBe("Tip\n\nFeed the bees in **autumn**.\n");
  });
});

describe("a table of names and values", () => {
  it("is one table, with lists and tables in its values", async () => {
    const html = `<table class=facts><tr><th colspan=2>Hive</th></tr><tr><th>Born</th><td>1851<br>Philadelphia</td></tr>
      <tr><th>Parts</th><td><ul><li>Lid</li><li>Frames</li></ul></td></tr>
      <tr><th>Sizes</th><td><table><tr><td>Langstroth</td><td>Dadant</td></tr></table></td></tr></table>`;
    expect(await read(html)).toBe(
      "| Hive |  |\n| --- | --- |\n| Born | 1851 Philadelphia |\n| Parts | Lid Frames |\n| Sizes | Langstroth Dadant |\n",
    );
  });
});
