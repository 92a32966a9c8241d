import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import type { Schema, Value } from "../../parts/schema-form/schema.js";
import { taskPage as say, words } from "../../strings.js";
import type { Clash } from "./editing.js";

/** Both sides of every member that two have changed; nothing is stored before each is decided. */
export function Conflict({
  clashes,
  schema,
  onSettle,
}: {
  readonly clashes: readonly Clash[];
  readonly schema: Schema;
  readonly onSettle: (theirs: ReadonlySet<string> | undefined) => void;
}): JSX.Element {
  const [sides, choose] = useState<Readonly<Record<string, "mine" | "theirs">>>({});
  const isDecided = clashes.every(({ name }) => sides[name] !== undefined);
  const all = (side: "mine" | "theirs") => choose(Object.fromEntries(clashes.map(({ name }) => [name, side])));
  return (
    <Dialog
      wide
      title={say.clashTitle}
      onClose={() => onSettle(undefined)}
      actions={
        <>
          <Button onClick={() => onSettle(undefined)}>{words.cancel}</Button>
          <Button
            kind="primary"
            disabled={!isDecided}
            onClick={() =>
              onSettle(new Set(clashes.map(({ name }) => name).filter((name) => sides[name] === "theirs")))
            }
          >
            {say.clashSave}
          </Button>
        </>
      }
    >
      <div class="stack">
        <p>{say.clashIs}</p>
        <div class="row">
          <Button small onClick={() => all("mine")}>
            {say.allMine}
          </Button>
          <Button small onClick={() => all("theirs")}>
            {say.allTheirs}
          </Button>
        </div>
        {clashes.map(({ name, mine, theirs }) => (
          <fieldset class="clash" key={name}>
            <legend>{schema.properties?.[name]?.title ?? name}</legend>
            {(["mine", "theirs"] as const).map((side) => (
              <label class={sides[name] === side ? "side chosen" : "side"} key={side}>
                <span class="row">
                  <input
                    type="radio"
                    name={`clash-${name}`}
                    checked={sides[name] === side}
                    onChange={() => choose({ ...sides, [name]: side })}
                  />
                  <strong>{say.sides[side]}</strong>
                </span>
                <pre>{shown(side === "mine" ? mine : theirs)}</pre>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </Dialog>
  );
}

function shown(value: Value | undefined): string {
  if (value === undefined || value === null || value === "") return say.empty;
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join("\n") || say.empty;
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
