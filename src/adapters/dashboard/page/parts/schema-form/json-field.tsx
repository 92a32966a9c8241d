import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { words } from "../../strings.js";
import { useOwnText } from "./own-text.js";
import type { Value } from "./schema.js";

/**
 * A value of any shape as JSON text. What cannot be read stays in the box and changes nothing, but words where a text may stand: those
 * need no quotation marks. `takesText` is given for fields of a schema; an empty box of one has no value.
 */
export function JsonField({
  id,
  label,
  value,
  takesText,
  readOnly,
  onChange,
}: {
  readonly id?: string;
  readonly label: string;
  readonly value: Value | undefined;
  readonly takesText?: boolean;
  readonly readOnly: boolean;
  readonly onChange: (value: Value | undefined) => void;
}): JSX.Element {
  const written = (one: Value = "") =>
    one === "" || (takesText && typeof one === "string" && isWords(one)) ? one : JSON.stringify(one, null, 2);
  const asText = written(value);
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
            const read =
              takesText !== undefined && next === "" ? undefined : takesText && isWords(next) ? next : JSON.parse(next);
            write(next, written(read));
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text stands for itself: none that is JSON, or begins as if it were. */
const isWords = (text: string): boolean => !/^\s*(?:[[{"]|$)/.test(text) && !isJson(text);
