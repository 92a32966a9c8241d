import { expect, it } from "vitest";
import { growth, MOST, open, read, TWO_SENTENCES, world } from "./bodies-in-tasks.js";

export const channel = (inside: string, doctype = "") =>
  `<?xml version="1.0"?>${doctype}<rss version="2.0"><channel><title>Feed</title>${inside}</channel></rss>`;
export const item = (inside: string) =>
  `<item><guid>1</guid><title>T</title><description>${inside}</description></item>`;

/** A test for each feed, which has a name and is made when the world is open. */
export function testFeeds(feeds: readonly (readonly [string, () => string])[]): void {
  it.each(feeds)("with %s is a row with a reason or a feed like others", async (_name, text) => {
    await open();
    world.answers.set("/bad", text());
    const grown = growth();
    const { rows, files } = await read("as a feed", `${world.url}/bad`);
    expect(rows.length).toBeLessThan(100);
    expect(rows.every((row) => String(row["error"]) === "" || TWO_SENTENCES.test(String(row["error"])))).toBe(true);
    expect(grown()).toBeLessThan(2 * MOST);
    expect(Object.values(files).join("").length).toBeLessThan(3_000_000);
    expect(JSON.stringify(files)).not.toContain("root:");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(world.trapped).toEqual([]);
  });
}
