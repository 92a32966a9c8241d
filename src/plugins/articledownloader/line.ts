import { inputLine } from "./input-line.js";
import { downloadMany } from "./many-pages.js";
import { downloaded, finishedKey } from "./one-page.js";
import type { LineContext } from "./state.js";

/** Does one line: a page or file, or the many that a sitemap, a feed or a folder names. */
export async function downloadLine(text: string, context: LineContext): Promise<void> {
  const line = inputLine(text);
  if (line.kind !== "page" && line.kind !== "file") return downloadMany(text, line, context);
  const key = finishedKey(text, line);
  // The run stopped between the page's own note and that of its line.
  if (context.state.finished.has(key)) return;
  const { files, row, note } = await downloaded(line, key, context);
  for (const file of files) context.output.file(file.path, file.content, file.type);
  context.output.row(row);
  await context.checkpoint(key, note);
}
