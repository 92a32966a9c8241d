import { type MachineState, ScriptoriumError } from "../../../kernel/index.js";
import { inTime } from "../../../kernel/values/in-time.js";
import { toHaveProvider } from "../../../kernel/values/provider-settings.js";
import { type FullerArea, type FullerCall, read } from "./fuller.js";

/** How long the storage may take to answer before the server counts as not ready. */
const ANSWER_MS = 1000;

/** For supervisors and people: whether the process lives, whether it can work, and how busy it and its machine are. */
export const health: FullerArea = ({ kernel, version, machine, providers }) => {
  async function ready({ query }: FullerCall): Promise<unknown> {
    const isVerbose = query.has("verbose") && query.get("verbose") !== "false";
    const { started, stopping, storage: answer } = await inTime(ANSWER_MS, kernel.health(), throwLate);
    const problem = stopping
      ? "The server is stopping. Send requests to another one, or try again later."
      : !started
        ? "The server is not ready yet. Try again in a moment."
        : answer;
    if (problem !== "ok") throw new ScriptoriumError(started && !stopping ? "STORAGE_FAILED" : "NOT_STARTED", problem);
    if (!isVerbose) return null;
    // A provider that does not answer keeps only its own tasks from running.
    const unready = kernel.unready();
    const lacked = new Set(unready.flatMap(({ missing }) => missing));
    const remedies = Object.fromEntries([...lacked].map((port) => [port, toHaveProvider(port)]));
    return { providers: (await providers?.probe()) ?? [], unready, remedies };
  }

  async function status(): Promise<unknown> {
    const [{ waiting, running, here }, state] = await Promise.all([kernel.load(), machine?.state()]);
    return {
      version,
      uptimeSeconds: Math.floor(process.uptime()),
      ...kernel.names,
      waiting,
      running,
      runningHere: here,
      machine: state === undefined ? null : shownState(state),
    };
  }

  return [read("/healthz", () => null), read("/readyz", ready), read("/status", status)];
};

function throwLate(): never {
  throw new ScriptoriumError(
    "STORAGE_FAILED",
    "The storage does not answer. Check the disk or the database, and try again.",
  );
}

function shownState({ cpuPercent, memory, disk }: MachineState): unknown {
  const memoryPercent = Math.round((100 * memory.used) / memory.total);
  return { cpuPercent: Math.round(cpuPercent), memory: { ...memory, percent: memoryPercent }, disk: disk ?? null };
}
