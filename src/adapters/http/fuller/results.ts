import { loadedOnce } from "../../../kernel/values/loaded-once.js";
import { type FullerArea, read } from "./fuller.js";

/** The rows that runs have stored: a page in the envelope, or all of them as a table. */
export const results: FullerArea = (parts) => {
  const replies = loadedOnce(async () => (await import("./result-replies.js")).resultReplies(parts));
  return [read("/task/results/:id?", async (call) => (await replies()).rowsOf(call))];
};
