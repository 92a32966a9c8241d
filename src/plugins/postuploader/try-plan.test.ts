import { expect, it } from "vitest";
import { memoryPublisher } from "../../../test/doubles/memory-publisher.js";
import { uploadWorld } from "../../../test/doubles/upload-world.js";

it("a try shows the plan and the titles that a run with the same randomSeed has", async () => {
  const files = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`${at}.md`, `Text ${at} of it.`]));
  const publisher = memoryPublisher();
  const { kernel, id, ran } = await uploadWorld(files, publisher);
  const data = { articleTitle: "{One|Two|Three|Four} {filename}", postsPerDay: 3, randomSeed: 7 };
  await kernel.tasks.patch(id, data);
  const { shown } = await kernel.tasks.try(id, { posts: 6 });

  const { rows } = await ran();

  const plan = shown["plan"] as { at: string; title: string }[];
  expect(plan.map(({ title }) => title)).toEqual(publisher.postsOf("one").map(({ title }) => title));
  expect(plan.map(({ at }) => at)).toEqual(rows.map(({ scheduledFor }) => scheduledFor));
});
