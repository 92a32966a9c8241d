import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { Menu } from "../../parts/menu.js";
import type { Schema } from "../../parts/schema-form/index.js";
import { useShortcuts } from "../../parts/shortcuts.js";
import { toast, toastError } from "../../parts/toast.js";
import { client } from "../../state/client.js";
import { go } from "../../state/route.js";
import { taskPage as say, tasksPage } from "../../strings.js";
import { deleteTasks } from "../tasks/actions.js";
import type { Editing } from "./editing.js";
import { leaveFreely } from "./held-page.js";
import { inputsOf, OneLine } from "./one-line.js";
import { isLive, type ShownTask } from "./state.js";

/** What can be done with the task. What is begun works on what is shown: changes are saved first. */
export function Actions({
  task,
  editing,
  schema,
  onSave,
  isUnknownType,
}: {
  readonly task: ShownTask;
  readonly editing: Editing;
  readonly schema: Schema;
  readonly onSave: () => Promise<boolean>;
  readonly isUnknownType: boolean;
}): JSX.Element {
  const [busy, setBusy] = useState(false);
  const [isChoosing, chooseLine] = useState(false);
  const id = task._id;
  const live = isLive(task.status);
  const act = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const begin = (work: () => Promise<unknown>) =>
    act(async () => {
      if (editing.isDirty && !(await onSave())) return;
      await work();
      toast(say.started, { kind: "success", action: { label: say.watch, run: () => go("run", id) } });
    });
  const run = () => begin(() => client.run(id, { origin: "ui" }));
  const abort = () => act(() => client.abort(id));
  // What is typed right before the key is run, too, though it is not drawn yet.
  const latest = useRef(run);
  latest.current = run;
  const canRun = !live && !isUnknownType;
  useShortcuts(
    [
      ...(canRun
        ? [
            { keys: "r", label: tasksPage.run, run: () => void latest.current() },
            { keys: "Ctrl+Enter", label: say.saveAndRun, run: () => void latest.current() },
          ]
        : []),
      ...(task.runId ? [{ keys: "o", label: say.lastRun, run: () => go("run", id) }] : []),
    ],
    [canRun, task.runId, id],
  );
  return (
    <>
      {live ? (
        <Button icon="stop" busy={busy} disabled={task.status.startsWith("aborting")} onClick={() => void abort()}>
          {tasksPage.abort}
        </Button>
      ) : (
        <Button
          kind="primary"
          icon="play"
          busy={busy || editing.isSaving}
          disabled={isUnknownType}
          onClick={() => void run()}
        >
          {editing.isDirty ? say.saveAndRun : tasksPage.run}
        </Button>
      )}
      <Menu
        label={say.more}
        items={[
          {
            label: say.oneLine,
            icon: "play",
            disabled: live || isUnknownType || inputsOf(schema).length === 0,
            run: () => chooseLine(true),
          },
          {
            label: say.restart,
            icon: "restart",
            disabled: live || isUnknownType,
            run: () => void begin(() => client.restart(id, { origin: "ui" })),
          },
          {
            label: say.retry,
            icon: "shuffle",
            disabled: live || isUnknownType || !task.progress?.failed,
            run: () => void begin(() => client.retry(id, { origin: "ui" })),
          },
          {
            label: tasksPage.duplicate,
            icon: "copy",
            run: () =>
              void act(async () => {
                const copy = await client.duplicate(id);
                toast(say.duplicated, {
                  kind: "success",
                  action: { label: tasksPage.open, run: () => go("task", copy) },
                });
              }),
          },
          { label: say.lastRun, icon: "clock", disabled: !task.runId, run: () => go("run", id) },
          {
            label: tasksPage.delete,
            icon: "trash",
            danger: true,
            run: () => {
              deleteTasks([task]);
              leaveFreely();
              go("tasks");
            },
          },
        ]}
      />
      {isChoosing && editing.draft && (
        <OneLine
          schema={schema}
          draft={editing.draft}
          onClose={() => chooseLine(false)}
          onRun={(overrides) => {
            chooseLine(false);
            void begin(() => client.restart(id, { origin: "ui", overrides }));
          }}
        />
      )}
    </>
  );
}
