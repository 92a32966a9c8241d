import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...["docs", "examples", "bench", "quality"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
  ),
].filter((page) => !page.includes("node_modules"));

/** The anchor of a heading, as the usual renderers make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

it("every link of a page to a page, a file or a heading leads somewhere", () => {
  const broken: string[] = [];
  let looked = 0;
  for (const page of pages) {
    const text = readFileSync(join(root, page), "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      looked += 1;
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? join(root, page) : join(root, dirname(page), path);
      if (!existsSync(file)) broken.push(`${page}: ${target}`);
      else if (anchor !== undefined && file.endsWith(".md")) {
        const headings = [...readFileSync(file, "utf8").matchAll(/^#+\s+(.*)$/gm)].map(([, heading = ""]) => heading);
        if (!headings.some((heading) => anchorOf(heading) === anchor))
          broken.push(`${page}: ${relative(root, file)}#${anchor}`);
      }
    }
  }
  expect(looked).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});
