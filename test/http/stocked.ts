import type { StartedApi } from "../api/server.js";

/** Makes so many tasks in the store of a server. */
export async function stock(
  api: StartedApi,
  tasks: number,
  data: () => Record<string, string | readonly unknown[]>,
): Promise<StartedApi> {
  for (let number = 0; number < tasks; number += 1) {
    await api.kernel.tasks.create("articlecreator", { jobName: `task ${number}`, ...data() } as never);
  }
  return api;
}
