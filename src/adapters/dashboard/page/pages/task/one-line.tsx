import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { isList, type ObjectValue, type Schema, type Value } from "../../parts/schema-form/schema.js";
import { taskPage as say, words } from "../../strings.js";

/** The lists of the schema whose lines are work (`x-input`), and those of a type that cannot tell: its basic ones. */
export function inputsOf(schema: Schema): readonly string[] {
  const all = Object.entries(schema.properties ?? {});
  const named = all.filter(([, own]) => own["x-input"]);
  const found = named.length > 0 ? named : all.filter(([, own]) => own["x-basic"] && own["x-lines"]);
  return found.map(([name]) => name);
}

const MOST_SHOWN = 200;

/** Chooses the one line that a run is to work. */
export function OneLine({
  schema,
  draft,
  onRun,
  onClose,
}: {
  readonly schema: Schema;
  readonly draft: ObjectValue;
  /** With the settings that replace those of the task in this run. */
  readonly onRun: (overrides: Readonly<Record<string, Value>>) => void;
  readonly onClose: () => void;
}): JSX.Element {
  const inputs = useMemo(() => inputsOf(schema), [schema]);
  const lines = useMemo(
    () =>
      inputs.flatMap((name) => {
        const value = draft[name];
        return isList(value) ? value.map((line) => ({ name, line })) : [];
      }),
    [inputs, draft],
  );
  const [wanted, want] = useState("");
  const [chosen, choose] = useState(0);
  const term = wanted.trim().toLowerCase();
  const found = lines
    .map((one, index) => ({ ...one, index }))
    .filter(({ line }) => String(line).toLowerCase().includes(term));
  const run = () => {
    const one = lines[chosen];
    if (one === undefined) return;
    const isOwn = (name: string) => schema.properties?.[name]?.["x-input"] === true;
    const emptied = inputs.filter((name) => name !== one.name && isOwn(name)).map((name) => [name, []] as const);
    onRun({ ...Object.fromEntries(emptied), [one.name]: [one.line] });
  };
  return (
    <Dialog
      title={say.oneLine}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" icon="play" disabled={lines[chosen] === undefined} onClick={run}>
            {say.runLine}
          </Button>
        </>
      }
    >
      <div class="stack">
        <p class="soft">{lines.length === 0 ? say.noLines : say.oneLineIs}</p>
        {lines.length > 8 && (
          <input
            type="search"
            aria-label={say.findLine}
            placeholder={say.findLine}
            value={wanted}
            onInput={(event) => want(event.currentTarget.value)}
          />
        )}
        <div class="line-choices" role="radiogroup" aria-label={say.oneLine}>
          {found.slice(0, MOST_SHOWN).map(({ name, line, index }) => (
            <label key={`${name}/${index}`} class="line-choice">
              <input type="radio" name="line" checked={index === chosen} onChange={() => choose(index)} />
              <span>{String(line)}</span>
              {inputs.length > 1 && <span class="soft small-text">{schema.properties?.[name]?.title ?? name}</span>}
            </label>
          ))}
        </div>
        {found.length > MOST_SHOWN && <p class="soft small-text">{say.moreLines(found.length - MOST_SHOWN)}</p>}
      </div>
    </Dialog>
  );
}
