import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { isList, type ObjectValue, type Value } from "../../parts/schema-form/schema.js";
import { client } from "../../state/client.js";
import { useResource } from "../../state/resource.js";
import { taskPage as say, words } from "../../strings.js";
import { textOf } from "./schedule.js";

/** Group, tags and notes. */
export function About({
  draft,
  readOnly,
  onChange,
}: {
  readonly draft: ObjectValue;
  readonly readOnly: boolean;
  readonly onChange: (changes: Readonly<Record<string, Value>>) => void;
}): JSX.Element {
  const id = useId();
  const groups = useResource("groups", (signal) => client.groups({ signal })).data ?? [];
  const tags = isList(draft["tags"]) ? draft["tags"].map(String) : [];
  const notes = textOf(draft["notes"]);
  return (
    <section class="card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{say.about}</h2>
      <div class="fields">
        <label class="field">
          <span class="field-title">{say.group}</span>
          <input
            list={`${id}-groups`}
            value={textOf(draft["group"])}
            readOnly={readOnly}
            onInput={(event) => onChange({ group: event.currentTarget.value })}
          />
          <datalist id={`${id}-groups`}>
            {groups.map((group) => (
              <option key={group} value={group} />
            ))}
          </datalist>
        </label>
        <Tags tags={tags} readOnly={readOnly} onChange={(next) => onChange({ tags: next })} />
        <label class="field">
          <span class="field-title">{say.notes}</span>
          <textarea
            rows={Math.min(10, Math.max(3, notes.split("\n").length + 1))}
            value={notes}
            readOnly={readOnly}
            onInput={(event) => onChange({ notes: event.currentTarget.value })}
          />
        </label>
      </div>
    </section>
  );
}

/** Words as chips: Enter or a comma adds one, Backspace in the empty box takes the last. */
function Tags({
  tags,
  readOnly,
  onChange,
}: {
  readonly tags: readonly string[];
  readonly readOnly: boolean;
  readonly onChange: (tags: readonly string[]) => void;
}): JSX.Element {
  const id = useId();
  const [text, write] = useState("");
  const add = () => {
    const found = text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "" && !tags.includes(tag));
    if (found.length > 0) onChange([...tags, ...new Set(found)]);
    write("");
  };
  return (
    <div class="field">
      <label class="field-title" for={id}>
        {say.tags}
      </label>
      {tags.length > 0 && (
        <div class="row tags">
          {tags.map((tag) =>
            readOnly ? (
              <span class="chip" key={tag}>
                {tag}
              </span>
            ) : (
              <button
                key={tag}
                type="button"
                class="chip"
                aria-label={say.removeTag(tag)}
                title={words.remove}
                onClick={() => onChange(tags.filter((one) => one !== tag))}
              >
                {tag} ×
              </button>
            ),
          )}
        </div>
      )}
      {!readOnly && (
        <input
          id={id}
          value={text}
          placeholder={say.addTag}
          onInput={(event) => write(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === "Enter" || event.key === ",") {
              event.preventDefault();
              add();
            } else if (event.key === "Backspace" && text === "" && tags.length > 0) onChange(tags.slice(0, -1));
          }}
        />
      )}
    </div>
  );
}
