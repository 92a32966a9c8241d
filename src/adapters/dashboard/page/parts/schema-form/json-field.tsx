import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../../strings.js";
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
  const [text, write] = useState(asText);
  const [problem, report] = useState<string>();
  const sent = useRef(asText);
  useEffect(() => {
    if (asText === sent.current) return;
    sent.current = asText;
    write(asText);
    report(undefined);
  }, [asText]);
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
          write(next);
          try {
            const read = JSON.parse(next) as Value;
            sent.current = JSON.stringify(read, null, 2);
            report(undefined);
            onChange(read);
          } catch (error) {
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
