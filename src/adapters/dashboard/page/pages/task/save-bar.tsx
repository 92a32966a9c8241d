import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { confirm } from "../../parts/dialog.js";
import type { Schema } from "../../parts/schema-form/index.js";
import { useShortcuts } from "../../parts/shortcuts.js";
import { announce } from "../../parts/toast.js";
import { taskPage as say, words } from "../../strings.js";
import type { Editing } from "./editing.js";

const MOST_NAMED = 3;

/** Stays at the foot of the page while something is not saved: what it is, and Save (Ctrl+S). */
export function SaveBar({
  editing,
  schema,
  problems,
  onSave,
}: {
  readonly editing: Editing;
  readonly schema: Schema;
  readonly problems: ReadonlyMap<string, string>;
  readonly onSave: () => Promise<boolean>;
}): JSX.Element | null {
  const { isDirty, isSaving, changes } = editing;
  const save = async () => {
    if (await onSave()) announce(say.saved);
  };
  // What is typed right before the key is saved, too, though it is not drawn yet.
  const latest = useRef(save);
  latest.current = save;
  useShortcuts([{ keys: "Ctrl+S", label: say.save, run: () => void latest.current() }]);
  if (!isDirty) return null;
  const titles = Object.keys(changes).map((name) => schema.properties?.[name]?.title ?? name);
  const wrong = Object.keys(changes).filter((name) =>
    [...problems.keys()].some((path) => path === name || path.startsWith(`${name}.`)),
  );
  return (
    <section class="save-bar" aria-label={say.unsaved}>
      <div class="save-text">
        <strong>{say.unsaved}</strong>{" "}
        <span class="soft">
          {titles.slice(0, MOST_NAMED).join(", ")}
          {titles.length > MOST_NAMED && ` ${say.andMore(titles.length - MOST_NAMED)}`}
        </span>
        {wrong.length > 0 && <span class="badge bad">{words.problemCount(wrong.length)}</span>}
      </div>
      <div class="row">
        <Button
          kind="quiet"
          disabled={isSaving}
          onClick={async () => {
            const isSure =
              titles.length === 1 ||
              (await confirm({ title: say.discardTitle, text: titles.join(", "), yes: say.discard, danger: true }));
            if (isSure) editing.discard();
          }}
        >
          {say.discard}
        </Button>
        <Button kind="primary" icon="check" busy={isSaving} title="Ctrl+S" onClick={() => void save()}>
          {say.save}
        </Button>
      </div>
    </section>
  );
}
