import { type ContentService, ScriptoriumError, type StoredFile, shown } from "../../kernel/index.js";
import { ToolRefused } from "./tool.js";

/** Larger files are not taken into an answer. */
const MOST_BYTES = 8 * 1024 * 1024;

/** A file of a task that is small enough to be told. Throws FILE_NOT_FOUND, and ToolRefused for one that is too large. */
export async function storedFile(content: ContentService, taskId: string, path: string): Promise<StoredFile> {
  const opened = await content.open(taskId, path);
  if (opened === undefined) {
    const name = shown(path);
    throw new ScriptoriumError(
      "FILE_NOT_FOUND",
      `The task has no file called "${name}". GET /task/files/${taskId} lists those that there are.`,
      { id: taskId, path: name },
    );
  }
  if (opened.size > MOST_BYTES) {
    throw new ToolRefused(
      `The file has ${opened.size} bytes, more than the ${MOST_BYTES} that fit here. Fetch it over HTTP: GET /task/files/${taskId}/${encodeURI(path)}.`,
    );
  }
  return (await content.file(taskId, path))!;
}

export function isText(type: string): boolean {
  // Not every type with "xml" in it is text: those of office documents are archives.
  return /^text\/|[/+](?:json|xml|x-ndjson)(?:;|$)/.test(type);
}

/** As `storedFile`, of a text file alone. */
export async function textOfFile(
  content: ContentService,
  taskId: string,
  path: string,
): Promise<{ readonly type: string; readonly size: number; readonly text: string }> {
  const { type, size, bytes } = await storedFile(content, taskId, path);
  if (!isText(type)) {
    throw new ToolRefused(
      `The file "${shown(path)}" is no text but ${type}, of ${size} bytes. Fetch it over HTTP: GET /task/files/${taskId}/${encodeURI(path)}.`,
    );
  }
  return { type, size, text: Buffer.from(bytes).toString("utf8") };
}
