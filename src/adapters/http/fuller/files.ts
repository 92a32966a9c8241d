import { loadedOnce } from "../../../kernel/values/loaded-once.js";
import type { fileReplies } from "./file-replies.js";
import { type FullerArea, type FullerCall, read } from "./fuller.js";

/** The files of a task: listed, one by one with ranges, all in one archive, and the one that is its feed. */
export const files: FullerArea = (parts) => {
  const replies = loadedOnce(async () => (await import("./file-replies.js")).fileReplies(parts));
  const reply = (name: keyof ReturnType<typeof fileReplies>) => async (call: FullerCall) =>
    (await replies())[name](call);
  return [
    read("/task/files/:id?", reply("list")),
    read("/task/files/:id/*path", reply("one")),
    read("/task/zip/:id?", reply("zip")),
    read("/task/feed/:id?", reply("feed")),
  ];
};
