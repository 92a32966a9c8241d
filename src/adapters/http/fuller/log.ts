import { loadedOnce } from "../../../kernel/values/loaded-once.js";
import { type FullerArea, read } from "./fuller.js";

/** What a task's runs had to say, newest 200 by default, oldest first in any case. */
export const log: FullerArea = (parts) => {
  const reply = loadedOnce(async () => (await import("./log-replies.js")).logReplies(parts));
  return [read("/task/log/:id?", async (call) => (await reply())(call))];
};
