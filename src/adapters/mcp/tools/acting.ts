import { z } from "zod";
import type { Json, JsonObject, Task } from "../../../kernel/index.js";
import { inShort } from "../in-short.js";
import { dataProblems, defined } from "../input.js";
import {
  ADDS,
  OVERWRITES,
  PUBLISHES,
  READS,
  type Said,
  type Tool,
  type ToolCall,
  ToolRefused,
  type ToolWorld,
} from "../tool.js";
import { DATA_OF_OTHERS, noteFor } from "../wording.js";
import { id, knownForm, wait } from "./fields.js";
import { nextFor } from "./reading.js";
import { schemaOfType } from "./type-schemas.js";
import { waited } from "./waited.js";

const RUNS =
  "A run of a type that publishes posts or sends mail does so, and so may the tasks that are chained to it: ask the user first.";

/** What is done with tasks that are there. */
export function actingTools(world: ToolWorld): readonly Tool[] {
  const { tasks } = world.kernel;

  const begun = async (begin: () => Promise<Task>, seconds: number, call: ToolCall): Promise<Said> => {
    const { task, hasWaited, notes } = await waited(world, begin, seconds, call);
    return {
      ...{ id: task._id, name: task.name, status: task.status, run: task.runId ?? null },
      ...(hasWaited ? { progress: told(task.progress), error: told(task.error) } : {}),
      ...(notes.length > 0 ? { notes: notes.map(noteFor) } : {}),
      next: nextFor(task.status),
    };
  };

  return [
    defined({
      name: "task_run",
      title: "Run a task",
      description: `Starts a task, or goes on with its unfinished run. One that waits or runs already stays as it is. ${RUNS}`,
      annotations: PUBLISHES,
      input: z.object({
        id,
        wait,
        overrides: z
          .record(z.string(), z.json())
          .default({})
          .describe("Settings that replace those of the task in this run alone."),
      }),
      run({ id, wait, overrides }, call) {
        const own = Object.keys(overrides).length === 0 ? {} : { overrides };
        return begun(() => tasks.run(knownForm(id), { origin: "mcp", ...own }), wait, call);
      },
    }),
    defined({
      name: "task_restart",
      title: "Restart a task",
      description: `Begins a new run from the first line, whatever the last one has done. ${RUNS}`,
      annotations: PUBLISHES,
      input: z.object({ id, wait }),
      run: ({ id, wait }, call) => begun(() => tasks.restart(knownForm(id), { origin: "mcp" }), wait, call),
    }),
    defined({
      name: "task_retry",
      title: "Retry failed lines",
      description: `Works the lines of the last run again that failed, and no others. ${RUNS}`,
      annotations: PUBLISHES,
      input: z.object({ id, wait }),
      run: ({ id, wait }, call) => begun(() => tasks.retry(knownForm(id), { origin: "mcp" }), wait, call),
    }),
    defined({
      name: "task_wait",
      title: "Wait for a task",
      description: "Answers when the run of a task has ended, or the time is over. Starts nothing.",
      annotations: READS,
      input: z.object({ id, wait: wait.default(60) }),
      run: ({ id, wait }, call) => begun(() => tasks.existing(knownForm(id)), wait, call),
    }),
    defined({
      name: "task_cancel",
      title: "Stop a task",
      description:
        "Stops the run of a task; what it has stored stays, and task_run goes on with it. At rest nothing changes.",
      annotations: { ...ADDS, idempotentHint: true },
      input: z.object({ id }),
      // Lines in work get some seconds to end.
      run: ({ id }, call) => begun(() => tasks.abort(knownForm(id)), 12, { signal: call.signal }),
    }),
    defined({
      name: "task_delete",
      title: "Delete a task",
      description:
        "Removes a task with its results, articles, files and log, and stops its run first. It cannot be had back: ask the user first.",
      annotations: OVERWRITES,
      input: z.object({ id }),
      async run({ id }) {
        const wasThere = /^[A-Za-z0-9_-]{1,64}$/.test(id) && (await tasks.delete(id));
        return { id, deleted: wasThere, ...(wasThere ? {} : { notes: ["There was no task with this id."] }) };
      },
    }),
    defined({
      name: "task_set_data",
      title: "Change settings of a task",
      description:
        "Changes members of the data object of a task: objects are merged, lists and all else replaced; members that are not given stay. task_type says what there is. A run at work goes on with the data it began with.",
      annotations: OVERWRITES,
      input: z.object({
        id,
        data: z.record(z.string(), z.json()).describe("The members to change, with their new values."),
      }),
      async run({ id, data }) {
        const task = await tasks.existing(knownForm(id));
        const schema = await schemaOfType(world.kernel, task.type);
        const problems = schema === undefined ? [] : dataProblems(schema, data);
        if (problems.length > 0) throw new ToolRefused(`${problems.join(" ")} Nothing was changed.`);
        const changed = await tasks.patch(task._id, data);
        const notes = await tasks.notesOn(changed, data);
        const now = Object.fromEntries(Object.keys(data).map((name) => [name, changed.data[name] ?? null]));
        return {
          ...{ id: task._id, status: changed.status, changed: inShort(now) },
          ...(notes.length > 0 ? { notes: notes.map(noteFor) } : {}),
          next: nextFor(changed.status),
        };
      },
    }),
    defined({
      name: "task_duplicate",
      title: "Copy a task",
      description: "Makes a draft with the same type and settings; its schedule is off, and it has no results.",
      annotations: ADDS,
      input: z.object({ id }),
      async run({ id }) {
        const { _id, name, type, status } = await tasks.duplicate(knownForm(id));
        return { id: _id, name, type, status, next: nextFor(status) };
      },
    }),
    defined({
      name: "task_try",
      title: "Try a task",
      description:
        "Shows what a run of the task would make of a little of its input, without a run: pages are fetched, and nothing is stored. A type that cannot be tried says so.",
      annotations: { ...READS, openWorldHint: true },
      input: z.object({
        id,
        data: z.record(z.string(), z.json()).optional().describe("Members of the data object for this call alone."),
        asked: z
          .record(z.string(), z.json())
          .default({})
          .describe("What else the type asks for: a web scraper takes `url`, `html`, `rows`, `examples`."),
      }),
      async run({ id, data, asked }, { signal }) {
        const whole: JsonObject = { ...asked, ...(data === undefined ? {} : { data }) };
        const { shown, notes } = await tasks.try(knownForm(id), whole, { signal });
        return { about: DATA_OF_OTHERS, shown: inShort(shown), notes: notes.map(noteFor) };
      },
    }),
  ];
}

/** What a task has of its run, where it has. */
function told(what: object | undefined): Json {
  return what === undefined ? null : inShort({ ...what });
}
