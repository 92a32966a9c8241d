import { ScriptoriumError } from "../../kernel/index.js";
import type { BlogCalls } from "./blog-calls.js";
import { type ImageUser, memory } from "./memory.js";
import type { Context } from "./options.js";

/** Removes images, unless other posts show them. Says in a sentence what became of them. */
export async function takeBackImages(
  markers: readonly string[],
  back: {
    readonly ofRun: string;
    readonly blogId: string;
    readonly calls: BlogCalls;
    /** Whether it shows the image no more. */
    readonly isOver: (user: ImageUser) => boolean;
  },
  context: Context,
): Promise<string> {
  const { providers, signal, output } = context;
  const { ofRun, blogId, calls, isOver } = back;
  let removed = 0;
  let shared = 0;
  const left: string[] = [];
  for (const marker of markers) {
    const image = await memory.image(marker, context);
    if (image === undefined) continue;
    const usedBy = image.usedBy.filter((user) => !isOver(user));
    if (usedBy.length > 0) {
      memory.keepImage(marker, { ...image, usedBy }, output);
      // The last post of the run that shows it takes it along.
      if (usedBy.some((user) => user.runId !== ofRun)) shared += 1;
      continue;
    }
    try {
      await calls.to(blogId, () => providers.publisher.removeImage(blogId, image.id, { signal }), context);
    } catch (error) {
      signal.throwIfAborted();
      // Not every kind of blog has a way to.
      if (!ScriptoriumError.is(error) || error.code !== "bad-input") throw error;
      left.push(error.message);
      continue;
    }
    memory.keepImage(marker, undefined, output);
    removed += 1;
  }
  const counted = (count: number) => `${count} ${count === 1 ? "image" : "images"}`;
  return [
    removed > 0 ? `${counted(removed)} removed.` : "",
    left.length > 0 ? `${counted(left.length)} stayed: ${left[0]}` : "",
    shared > 0 ? `${counted(shared)} stayed, because posts of another run show them.` : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
