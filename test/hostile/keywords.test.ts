import { beforeAll, describe, expect, it } from "vitest";
import { itStands, targetOfFile } from "./target.js";

const target = targetOfFile();

const KEYWORDS = [
  "bees/and/flowers",
  "/",
  "\\",
  "100%",
  "%2F",
  "%zz",
  "a+b",
  "a&b=c",
  "why?",
  "#1",
  "two words",
  'say "hi"',
  "it's",
  "a;b,c:d",
  "..",
  ".",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "toString",
  "<script>alert(1)</script>",
  "🐝 🧑‍🌾",
  "e\u0301 and \u00e9",
  "عسل النحل",
  "\u202eevil",
  "蜂蜜",
  "$where",
  "{{x}} {a|b}",
  "delete",
  "x".repeat(500),
];

describe("a keyword comes back whatever it is made of", () => {
  let id = "";
  beforeAll(async () => {
    id = await target.draft({ articleKeywordsFile: KEYWORDS });
    await target.kernel.tasks.run(id);
    await target.kernel.tasks.settled(id);
  });

  it.each(KEYWORDS)("%s", async (keyword) => {
    const { result } = await target.envelope("GET", `/project/${id}/${encodeURIComponent(keyword)}`);
    expect(result).toEqual({ keywords: [keyword, "related"], sentences: [`About ${keyword}.`] });
    const everyLetter = Buffer.from(keyword).toString("hex").replace(/../g, "%$&");
    expect((await target.envelope("GET", `/project/${id}/${everyLetter}/`)).result).toEqual(result);
  });

  it("and all of them are listed in their order", async () => {
    const { result } = await target.envelope("GET", "/projects");
    expect(result.find((project: { id: string }) => project.id === id).keywords).toEqual(KEYWORDS);
  });

  it.each(["none", "%00", "%", "BEES%2FAND%2FFLOWERS%2F", "bees/and/flowers", "x".repeat(499), "%f0%9f"])(
    "but %s is not among them",
    async (keyword) => {
      const { success } = await target.envelope("GET", `/project/${id}/${keyword}`);
      expect(success).toBe(false);
    },
  );
});

itStands(target);
