import { expect, it } from "vitest";
import { firstVariant } from "../../src/index.js";
import { type Envelope, TEXT, textServer } from "./text-server.js";

// However long the machine takes: what is tried is that others are answered meanwhile.
const texts = textServer({ timeLimitMs: 250_000 });
const { post } = texts;
const long = Array.from({ length: 570 }, (_, index) => `${TEXT.replace("12", String(index))}`).join("\n\n");

it("a long text of 100 KB is worked while other calls are answered", async () => {
  expect(long.length).toBeGreaterThan(100_000);
  const order: string[] = [];
  const spinning = post("/spin", { text: long, strength: "conservative" }).then((reply) => {
    order.push("spin");
    return reply;
  });
  for (let calls = 0; calls < 20; calls += 1) {
    const response = await fetch(`${texts.address()}/test`);
    expect(((await response.json()) as Envelope).success).toBe(true);
  }
  order.push("test");
  const { success, message, result } = await spinning;
  expect({ success, message }).toEqual({ success: true, message: null });
  expect(firstVariant(result!)).toBe(long);
  expect(order).toEqual(["test", "spin"]);
});

it("a long text is dropped when its client leaves, and the next call is answered", async () => {
  const control = new AbortController();
  const left = post("/spin", { text: long }, control.signal);
  await post("/spin", { text: "A big garden." });
  control.abort();
  await expect(left).rejects.toThrow();
  expect((await post("/spin", { text: TEXT })).success).toBe(true);
});
