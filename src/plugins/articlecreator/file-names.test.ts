import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../test/any-character.js";
import { slug } from "../_kit/slug.js";
import { fileNames } from "./file-names.js";

describe("the file name of a keyword", () => {
  it.each([
    ["Sourdough Starter", "sourdough-starter"],
    ["  What's a   bee?! ", "whats-a-bee"],
    ["Crème brûlée", "crème-brûlée"],
    ["灯塔 历史", "灯塔-历史"],
    ["../../etc/passwd", "etc-passwd"],
    ["🐝🍯", "article"],
    ["", "article"],
    ["CON", "con-article"],
    ["a\u0000b\ud800c", "a-b-c"],
  ])("%j is %j", (keyword, name) => {
    expect(slug(keyword)).toBe(name);
  });

  it("ends at a word when the keyword is long", () => {
    expect(slug("honey bees and their keepers ".repeat(10))).toBe(
      "honey-bees-and-their-keepers-honey-bees-and-their-keepers-honey-bees-and-their",
    );
  });

  it("can be a file name everywhere, whatever the keyword", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.string({ maxLength: 300 })),
        (keyword) => {
          const name = slug(keyword);
          expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*$/u);
          expect([...name].length).toBeLessThanOrEqual(80 + "-article".length);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(210);
          expect(name.endsWith("-")).toBe(false);
          expect(name).toBe(name.normalize("NFC"));
        },
      ),
    );
  });
});

describe("the file names of a task", () => {
  it("are plain where they can be, and distinguish lines that make the same name", () => {
    const names = fileNames(["Bees", "bees!", "bees 2", "wax"], 2, "task");
    expect(names.get("Bees")).toBe("bees");
    expect(names.get("wax")).toBe("wax");
    expect(names.get("bees!")).toMatch(/^bees-[0-9a-f]{8}$/);
    expect(names.get("bees 2")).toMatch(/^bees-2-[0-9a-f]{8}$/);
  });

  it("never collide, numbered articles included, on systems that ignore case", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "A", "2", "-", " ", "ä", "🐝"), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (lines, count) => {
        const files = [...fileNames(lines, count, "task").values()].flatMap((name) =>
          Array.from({ length: count }, (_, index) => (index === 0 ? name : `${name}-${index + 1}`)),
        );
        expect(new Set(files.map((file) => file.toLowerCase().normalize("NFC"))).size).toBe(files.length);
      }),
    );
  });
});
