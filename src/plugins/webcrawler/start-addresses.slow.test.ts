import { expect, it } from "vitest";
import { crawled, linking, page, site } from "../../../test/web/crawl-world.js";

const limited = () => ({ status: 429, headers: {}, body: "slow down" });

it.each([
  ["breadth", 100],
  ["depth", 40],
  ["best", 40],
])(
  "a site that asks for fewer requests and answers one request in a while is crawled to the end: %s",
  async (order, milliseconds) => {
    let free = 0;
    const slowly = (answer: string) => () => {
      const now = performance.now();
      if (now < free) return limited();
      free = now + milliseconds;
      return answer;
    };
    const others = Array.from({ length: 24 }, (_, n) => `/${n}`);
    const { url } = await site({ "/": slowly(linking(...others)), "/*": slowly(page("Page", "")) });
    const data = { rateLimitWait: 0.02, order, relevanceQuery: "page" };
    const { rows } = await crawled([`${url}/`], data);
    expect(rows.map((row) => row["status"])).toEqual(Array.from({ length: 25 }, () => 200));
  },
  30_000,
);
