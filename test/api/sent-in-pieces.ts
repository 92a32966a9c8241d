import { expect } from "vitest";
import { exportFormats } from "../../src/adapters/export/index.js";
import { createApi } from "../../src/adapters/http/index.js";
import type { Kernel } from "../../src/kernel/index.js";

/** Fails unless so many rows of a task are read one by one, and sent in small pieces in every format. */
export async function sentInPieces(kernel: Kernel, count: number): Promise<void> {
  const { _id } = await kernel.tasks.create("scripted", { linesFile: ['{"row":{"a":1}}'] });
  await kernel.tasks.run(_id);
  await kernel.tasks.settled(_id);
  let read = 0;
  // Rows made as they are read: a writer that gathers them all shows in the size of what it sends.
  async function* rows(_id: string, { offset = 0, limit = count }: { offset?: number; limit?: number } = {}) {
    for (let index = offset; index < Math.min(count, offset + limit); index += 1) {
      read += 1;
      yield { index, title: `Title number ${index}`, url: `https://a.test/${index}` };
    }
  }
  const content = Object.assign(Object.create(kernel.content) as typeof kernel.content, {
    rows,
    countRows: async () => count,
  });
  const api = createApi(Object.assign(Object.create(kernel) as typeof kernel, { content }), {
    exports: exportFormats(),
  });
  for (const query of [
    "format=jsonl",
    "format=csv",
    "format=xlsx",
    "format=rss",
    "order=desc&format=jsonl",
    `limit=${count}`,
  ]) {
    read = 0;
    const { body } = await api.handle({
      method: "GET",
      target: `/task/results/${_id}?${query}`,
      headers: { host: "localhost" },
    });
    let largest = 0;
    let pieces = 0;
    if (typeof body === "string") throw new Error("The rows came in one piece.");
    for await (const piece of body) {
      largest = Math.max(largest, piece.length);
      pieces += 1;
    }
    expect(pieces, query).toBeGreaterThan(10);
    expect(largest, query).toBeLessThan(200_000);
    expect(read, query).toBe(/csv|xlsx/.test(query) ? 2 * count : count);
  }
}
