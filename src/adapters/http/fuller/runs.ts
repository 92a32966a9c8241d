import { loadedOnce } from "../../../kernel/values/loaded-once.js";
import { type FullerArea, type FullerCall, post, read } from "./fuller.js";
import type { runReplies } from "./run-replies.js";

/** The runs of a task, what became of their lines, and how one is begun again. */
export const runs: FullerArea = (parts) => {
  const replies = loadedOnce(async () => (await import("./run-replies.js")).runReplies(parts));
  const reply = (name: keyof ReturnType<typeof runReplies>) => async (call: FullerCall) =>
    (await replies())[name](call);
  return [
    read("/task/runs/:id?", reply("list")),
    read("/task/run/:id/:run?", reply("one")),
    read("/task/lines/:id?", reply("lines")),
    read("/task/effects/:id?", reply("effects")),
    read("/task/progress/:id?", reply("progress")),
    { method: "GET", path: "/task/restart/:id?", acts: true, reply: reply("restart") },
    post("/task/restart/:id?", "{}", reply("restart")),
    post("/task/retry/:id?", '{"only": "failed"}', reply("retry")),
    post("/task/keep/:id/:run?", '{"keep": true}', reply("keep")),
  ];
};
