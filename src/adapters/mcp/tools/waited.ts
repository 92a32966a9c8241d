import type { Task } from "../../../kernel/index.js";
import type { ApiRequest } from "../../http/envelope.js";
import type { ToolCall, ToolWorld } from "../tool.js";

/** What came of a call that began a run, or looked at one. */
interface Waited {
  readonly task: Task;
  readonly hasWaited: boolean;
  readonly notes: readonly string[];
}

/**
 * Begins something with a task and waits until it is at rest or the time is over, as the routes do; tells the client how far
 * it is meanwhile. With no seconds it waits for nothing.
 */
export async function waited(
  { waits, kernel }: ToolWorld,
  begin: () => Promise<Task>,
  seconds: number,
  { signal, progress }: ToolCall,
): Promise<Waited> {
  const query = new URLSearchParams(seconds === 0 ? {} : { wait: String(Math.ceil(seconds)) });
  const request: ApiRequest = { method: "POST", target: "/mcp", headers: {}, signal };
  let stop = () => {};
  try {
    return await waits.after({ request, query }, async () => {
      const task = await begin();
      if (progress !== undefined && seconds > 0) stop = followed(kernel.events, task, progress);
      return task;
    });
  } finally {
    stop();
  }
}

/** Tells how far a task is whenever that changes; what is told never goes back. Returns what ends it. */
function followed(
  events: ToolWorld["kernel"]["events"],
  { _id, status, progress: so }: Task,
  tell: (percent: number, message: string) => void,
): () => void {
  let told = -1;
  const say = (percent: number, message: string) => {
    // A message alone is told by a step that nobody sees.
    const next = percent > told ? percent : told + 0.01;
    if (next > 100) return;
    told = next;
    tell(told, message);
  };
  say(status === "draft" ? 0 : (so?.percent ?? 0), status);
  return events.onAny((name, event) => {
    if (name === "task.progress" && "progress" in event && event.id === _id) {
      const { percent, done, total, rows, phase } = event.progress;
      say(percent, `${done} of ${total} lines, ${rows} rows${phase === "" ? "" : `: ${phase}`}`);
    } else if ("task" in event && event.task.id === _id) say(0, event.task.status);
  });
}
