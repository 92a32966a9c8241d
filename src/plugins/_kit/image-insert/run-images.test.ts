import { expect, it } from "vitest";
import { claimOf, claimOfContent, claimOfFile, RunImages } from "./run-images.js";

const bytes = Buffer.from("bee");

it("an image can be taken once, by its address, file or content", () => {
  const run = new RunImages();
  const take = () => [run.take("https://a.test/1.png"), run.takeFile("bee.png"), run.takeContent(bytes)];
  expect(take()).toEqual([true, true, true]);
  expect(take()).toEqual([false, false, false]);
});

it("what stored articles have stays taken in another attempt at the run, and nothing else", () => {
  const claims = [claimOf("https://images.pexels.com/1.png?w=100"), claimOfFile("bee.png"), claimOfContent(bytes)];
  const again = new RunImages(claims);
  expect([again.take("https://images.pexels.com/1.png?w=900"), again.takeFile("bee.png")]).toEqual([false, false]);
  expect(again.takeContent(bytes)).toBe(false);
  expect(again.take("https://images.pexels.com/2.png")).toBe(true);
});
