import { confirm } from "../../parts/dialog.js";
import { toast, toastError, withUndo } from "../../parts/toast.js";
import { client } from "../../state/client.js";
import { number } from "../../state/format.js";
import { tasksPage as say } from "../../strings.js";
import { forget, hide, type ListedTask } from "./tasks-store.js";

const AT_ONCE = 4;
const MANY = 20;

/** Does the same with several tasks, a few at a time. Gives what went wrong. */
async function eachOf(found: readonly ListedTask[], act: (task: ListedTask) => Promise<unknown>): Promise<Error[]> {
  const failures: Error[] = [];
  const left = [...found];
  const work = async () => {
    for (let task = left.shift(); task; task = left.shift()) {
      await act(task).catch((error: Error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures;
}

/** As `eachOf`, and says how many went well. */
async function each(
  found: readonly ListedTask[],
  act: (task: ListedTask) => Promise<unknown>,
  done: (count: number) => string,
) {
  const failures = await eachOf(found, act);
  const count = found.length - failures.length;
  if (count > 0) toast(done(count), { kind: "success" });
  if (failures.length > 0) toastError(new Error(say.someFailed(failures.length, failures[0]!.message)));
}

/** Many are asked about: they may have been chosen by one click. */
export async function runTasks(found: readonly ListedTask[]): Promise<void> {
  const count = found.length;
  if (count > MANY && !(await confirm({ title: say.runMany(number(count)), text: say.runManyIs, yes: say.run })))
    return;
  await each(found, ({ _id }) => client.run(_id, { origin: "ui" }), say.started);
}

export const abortTasks = (found: readonly ListedTask[]) => each(found, ({ _id }) => client.abort(_id), say.aborted);

export const duplicateTasks = (found: readonly ListedTask[]) =>
  each(found, ({ _id }) => client.duplicate(_id), say.duplicated);

/** Gone from the list at once; from the server when it can no longer be undone. */
export function deleteTasks(found: readonly ListedTask[]): void {
  const ids = found.map(({ _id }) => _id);
  withUndo(say.deleted(ids.length, found[0]?.name || say.untitled), {
    hide: () => hide(ids, true),
    show: () => hide(ids, false),
    async act() {
      const [failure] = await eachOf(found, async ({ _id }) => {
        await client.delete(_id);
        forget([_id]);
      });
      if (failure) throw failure;
    },
  });
}
