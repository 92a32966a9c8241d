import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

it("every link of a page in the package leads to something in the package", { timeout: 300_000 }, () => {
  const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ files }] = JSON.parse(packed) as [{ readonly files: readonly { readonly path: string }[] }];
  const there = new Set<string>();
  for (const { path } of files) for (let at = path; at !== "."; at = posix.dirname(at)) there.add(at);
  const pages = files.map(({ path }) => path).filter((path) => path.endsWith(".md"));
  expect(pages).toContain("README.md");
  const broken: string[] = [];
  let looked = 0;
  for (const page of pages) {
    const text = readFileSync(root + page, "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const [path = ""] = target.split("#");
      if (/^[a-z]+:/.test(target) || path === "") continue;
      looked += 1;
      if (!there.has(posix.join(posix.dirname(page), path).replace(/\/$/, ""))) broken.push(`${page}: ${target}`);
    }
  }
  expect(looked).toBeGreaterThan(100);
  expect(broken).toEqual([]);
});
