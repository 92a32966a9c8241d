import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../../test/cpu-time.js";
import { checkSelectors, selectedTree } from "./selectors.js";

const PAGE = `<html><body><main id="1a"><p class="x 2-columns intro" data-a="b c" lang="en">One <a href="/?page=2">link</a></p>
<p class="tail:end">Two</p><x-box><input type="checkbox" checked></x-box></main></body></html>`;

async function finds(selector: string): Promise<boolean> {
  await checkSelectors({ include: [selector] });
  return (await selectedTree(PAGE, { include: [selector] })).holdsIncluded;
}

describe("a selector", () => {
  it.each([
    ...["p", "*", ".x", "#1a", ".2-columns", "p.x.intro", "main p, aside", "main>p", "p + p", "p ~ p", "X-BOX input"],
    ...["[href]", "a[href*=page]", "a[href*='?page=']", 'a[href^="/?PAGE" i]', "[data-a='b c']", "[data-a~=c]"],
    ...["p:not(.y, .z)", "p:has(> a)", "main:has(p a)", ":is(p, div):first-child", "p:nth-child(2n + 1)", ":root p"],
    ...["p:contains(One)", "p:contains('One')", "input:checked", "a:link", ".tail\\:end", "#\\31 a", "  p  "],
    ...["main:not(:has(h1, :is(h2, h3:nth-of-type(2))))", "p:empty, p:last-of-type"],
  ])("of CSS is taken and finds what it names: %s", async (selector) => {
    expect(await finds(selector)).toBe(true);
  });

  it.each([
    ...["..x", "p..x", ".", "#", "##x", "p.", ".x.", "> a", "a >", "+ a", "a ~", "a > > b", ",a", "a,", "a,,b"],
    ...["1", "div 1", "-x", "/html/body", "//p", "@media", "<p>", "class=x", "p$", "p{}", "(p)", "'p'", "$('p')"],
    ...["[", "a[]", "a[href", "[=x]", "a[href=]", "a[href==x]", ":", "p::before", "p:nope", "p:hover", "a:visited"],
    ...["p:not(..x)", "p:not()", "p:has(> )", "p:is(.a,", "p)", "p:nth-child(x)", "", "  ", "main p:active, p"],
  ])("that can find nothing is refused: %j", async (selector) => {
    const refusal = checkSelectors({ include: [selector] }, "fieldOfIt");
    await expect(refusal).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringMatching(
        /in fieldOfIt is not a CSS selector that can be used\. Write it as in a style sheet/,
      ),
      facts: { field: "fieldOfIt" },
    });
  });

  it("as long as one may be is judged at once, however it is made", async () => {
    const before = cpuMs();
    for (const piece of [" ", "a ", "a>", ":not(", "[a]", "a:is(b)", ":contains(", ".a  ", '"', "\\", "-"]) {
      const long = piece.repeat(500 / piece.length);
      await checkSelectors({ include: [`${long.slice(0, 499)}!`] }).catch(() => {});
    }
    expect(cpuMs() - before).toBeLessThan(5000);
  });
});
