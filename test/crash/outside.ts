import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** What a plugin reported of one line; `at` is in milliseconds of this process. */
export interface Report {
  readonly what: "begun" | "taken" | "cut" | "sent" | "over";
  readonly taskId: string;
  readonly runId: string;
  readonly line: string;
  readonly pid: number;
  readonly at: number;
}

/** How a line is to behave that was just taken. */
export interface Orders {
  /** The line holds the event loop of its process until this file exists. */
  readonly blockUntil?: string;
  readonly deafMs?: number;
  /** Instead of the pause in the data of the task; an abort cuts it short. */
  readonly pauseMs?: number;
}

/** The world outside of a deployment: it sees every effect, and no crash of a worker reaches it. */
export interface Outside {
  readonly address: string;
  readonly reports: readonly Report[];
  /** How often each item was sent, by task and line. */
  sent(): ReadonlyMap<string, number>;
  /** Asked about every line that is taken. */
  orders: (report: Report) => Orders;
  close(): Promise<void>;
}

/** Before and after an effect is noted a while passes, so that a process may end on either side of it. */
const AROUND_MS = 40;

export async function openOutside(): Promise<Outside> {
  const entries: Report[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const report: Report = { ...JSON.parse(body), at: performance.now() };
    if (report.what === "sent") await wait(AROUND_MS);
    entries.push(report);
    if (report.what === "sent") await wait(AROUND_MS);
    response.end(JSON.stringify(report.what === "taken" ? outside.orders(report) : {}));
  });
  // Whoever was killed in the middle of a call.
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const outside: Outside = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reports: entries,
    sent() {
      const counts = new Map<string, number>();
      for (const { what, taskId, line } of entries) {
        if (what === "sent") counts.set(`${taskId} ${line}`, (counts.get(`${taskId} ${line}`) ?? 0) + 1);
      }
      return counts;
    },
    orders: () => ({}),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return outside;
}
