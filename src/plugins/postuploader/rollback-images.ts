import type { BlogCalls } from "./blog-calls.js";
import { memory } from "./memory.js";
import type { Context } from "./options.js";

/** Removes images that a run uploaded, unless posts of another run show them. Says in a sentence what became of them. */
export async function takeBackImages(
  markers: readonly string[],
  { ofRun, blogId, calls }: { readonly ofRun: string; readonly blogId: string; readonly calls: BlogCalls },
  context: Context,
): Promise<string> {
  const { providers, signal, output } = context;
  let removed = 0;
  let shared = 0;
  for (const marker of markers) {
    const image = await memory.image(marker, context);
    // An earlier post of the run had it, too.
    if (image === undefined) continue;
    const usedBy = image.usedBy.filter((runId) => runId !== ofRun);
    if (image.runId !== ofRun || usedBy.length > 0) {
      memory.keepImage(marker, { ...image, usedBy }, output);
      shared += 1;
      continue;
    }
    await calls.to(blogId, () => providers.publisher.removeImage(blogId, image.id, { signal }), context);
    memory.keepImage(marker, undefined, output);
    removed += 1;
  }
  const counted = (count: number) => `${count} ${count === 1 ? "image" : "images"}`;
  return [
    removed > 0 ? `${counted(removed)} removed.` : "",
    shared > 0 ? `${counted(shared)} stayed, because posts of another run show them.` : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
