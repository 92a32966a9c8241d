import { ScriptoriumError } from "../../kernel/index.js";
import { duplicateOf, howHeld, mayUpdate } from "./duplicates.js";
import type { Context } from "./options.js";
import type { Entry } from "./plan.js";
import { type PostRow, postRow } from "./rows.js";
import type { UploadRun } from "./run-state.js";
import { codeOf } from "./tally.js";

/** The row that says what a run would do with an entry, after a look at the blog. */
export async function foreseen(entry: Entry, { calls }: UploadRun, context: Context): Promise<PostRow> {
  const { options, signal, log } = context;
  const { file, blogId, at: scheduledFor, known } = entry;
  const wouldPost = { file, blogId, scheduledFor, status: "would-post" };
  if (options.onDuplicate === "post") return postRow(wouldPost);
  try {
    const held = await calls.to(blogId, () => duplicateOf(entry, context), context);
    if (held === undefined) return postRow(wouldPost);
    const { id: postId, url } = held.post;
    const status = mayUpdate(held, options) ? "would-update" : "would-skip";
    return postRow({ file, blogId, postId, url, status, notes: howHeld(held, options) });
  } catch (error) {
    signal.throwIfAborted();
    if (!ScriptoriumError.is(error)) throw error;
    if (!calls.wasTold(blogId)) log.warn(`${file}: ${error.message}`, codeOf(error));
    const notes = `The blog was not asked what it has: ${error.message}`;
    if (known === undefined) return postRow({ ...wouldPost, notes });
    return postRow({
      ...{ file, blogId, notes, ...known },
      status: options.onDuplicate === "skip" ? "would-skip" : "would-update",
    });
  }
}
