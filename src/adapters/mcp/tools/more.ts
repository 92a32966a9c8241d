import { z } from "zod";
import { type Json, systemClock } from "../../../kernel/index.js";
import { fitting } from "../in-short.js";
import { defined } from "../input.js";
import { READS, type Tool, ToolRefused, type ToolWorld } from "../tool.js";
import { id, knownForm, offset } from "./fields.js";

/** Accounts, schedules, and how the server is. */
export function moreTools({ kernel, version }: ToolWorld): readonly Tool[] {
  return [
    defined({
      name: "account_list",
      title: "List accounts",
      description:
        "The accounts that tasks may use: blogs, mail accounts and keys of providers, by their ids and names. Passwords and keys are not shown.",
      annotations: READS,
      input: z.object({
        kind: z.string().optional().describe("Only accounts of this kind, such as `blog` or `mail`."),
        offset,
        limit: z.int().min(1).max(200).default(50).describe("Most accounts of the answer."),
      }),
      async run({ kind, offset, limit }) {
        const found = kernel.accounts.list(kind ? { kind } : {});
        const { items, hasMore } = await fitting(paged(found, offset, limit + 1));
        const accounts = items.slice(0, limit);
        const isMore = hasMore || items.length > limit;
        return { accounts, next_offset: isMore ? offset + accounts.length : null };
      },
    }),
    defined({
      name: "schedule_preview",
      title: "Preview a schedule",
      description:
        "The next five times at which a schedule fires: that of a task, or one that is given before it is put into `jobCron`.",
      annotations: { ...READS, idempotentHint: false },
      input: z.object({
        id: id.optional(),
        cron: z.string().optional().describe("Five or six fields or a macro: `0 9 * * 1-5`, `@daily`."),
        timezone: z.string().default("").describe("An IANA name such as `Europe/Berlin`; the server's by default."),
      }),
      async run({ id, cron, timezone }) {
        if ((id === undefined) === (cron === undefined)) {
          throw new ToolRefused('Give either "id" or "cron".');
        }
        const task =
          id === undefined
            ? { data: { jobCron: cron ?? "", jobCronTimezone: timezone }, status: "complete" as const }
            : await kernel.tasks.existing(knownForm(id));
        return { ...(await kernel.schedule.view(task)), now: systemClock.now().toISOString() } as Record<string, Json>;
      },
    }),
    defined({
      name: "server_status",
      title: "Look at the server",
      description:
        "Whether the server and its storage are well, how much waits and runs, and which task types cannot run yet.",
      annotations: { ...READS, idempotentHint: false },
      input: z.object({}),
      async run() {
        const { storage } = await kernel.health();
        const unready = kernel.unready().map(({ type, missing }) => ({ type, missing: [...missing] }));
        return { name: "Scriptorium", version, storage, load: { ...(await kernel.load()) }, unready };
      },
    }),
  ];
}

/** Accounts come without what is secret in them. */
async function* paged(found: AsyncIterable<object>, offset: number, limit: number): AsyncGenerator<Json> {
  let index = -1;
  for await (const one of found) {
    index += 1;
    if (index < offset) continue;
    if (index >= offset + limit) return;
    yield JSON.parse(JSON.stringify(one)) as Json;
  }
}
