import { afterEach, expect, it } from "vitest";
import { worlds } from "./fuller.js";

const world = worlds();
afterEach(() => world.close());

it("a schedule is told as far ahead as the call says, and five times otherwise", async () => {
  const { result, ask, kernel } = await world.start();
  const { _id } = await kernel.tasks.create("scripted", { jobCron: "0 9 * * *", jobCronTimezone: "UTC" });
  expect((await result(`/task/schedule/${_id}`)).next).toHaveLength(5);
  const { next } = await result(`/task/schedule/${_id}?count=40`);
  expect(next).toHaveLength(40);
  expect(Date.parse(next[39]) - Date.parse(next[0])).toBe(39 * 86_400_000);
  expect((await result(`/task/schedule/${_id}?count=0`)).next).toEqual([]);
  for (const count of ["501", "many", "-1"]) {
    expect((await ask(`/task/schedule/${_id}?count=${count}`)).headers["x-error-code"]).toBe("QUERY_REFUSED");
  }
});
