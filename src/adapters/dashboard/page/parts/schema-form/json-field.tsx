import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { words } from "../../strings.js";
import { useOwnText } from "./own-text.js";
import type { Value } from "./schema.js";

/** A value of any shape as JSON text. What cannot be read stays in the box and changes nothing. */
export function JsonField({
  id,
  label,
  value,
  readOnly,
  onChange,
}: {
  readonly id?: string;
  readonly label: string;
  readonly value: Value | undefined;
  readonly readOnly: boolean;
  readonly onChange: (value: Value) => void;
}): JSX.Element {
  const asText = value === undefined ? "" : JSON.stringify(value, null, 2);
  const [problem, report] = useState<string>();
  const [text, write] = useOwnText(asText, () => report(undefined));
  return (
    <>
      <textarea
        id={id}
        class="code"
        aria-label={id === undefined ? label : undefined}
        aria-invalid={problem !== undefined || undefined}
        rows={Math.min(16, Math.max(2, text.split("\n").length))}
        value={text}
        readOnly={readOnly}
        spellcheck={false}
        onInput={(event) => {
          const next = event.currentTarget.value;
          try {
            const read = JSON.parse(next) as Value;
            write(next, JSON.stringify(read, null, 2));
            report(undefined);
            onChange(read);
          } catch (error) {
            write(next);
            report(words.noJson((error as Error).message));
          }
        }}
      />
      {problem && (
        <span class="field-problem" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
