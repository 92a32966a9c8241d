import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { number } from "../../state/format.js";
import { words } from "../../strings.js";
import { Button } from "../button.js";
import { toastError } from "../toast.js";
import { useOwnText } from "./own-text.js";
import type { Value } from "./schema.js";

interface LinesFieldProps {
  readonly id: string;
  readonly describedBy: string;
  readonly value: readonly Value[];
  readonly isNumeric?: boolean;
  /** Shown as dots until somebody asks to see them. */
  readonly isSecret?: boolean;
  readonly isWrong?: boolean;
  readonly problems?: ReadonlyMap<string, string>;
  readonly path?: string;
  readonly readOnly: boolean;
  readonly onChange: (lines: readonly Value[]) => void;
}

/** Larger files are for `sources` that read folders. */
const FILE_LIMIT = 8 * 1024 * 1024;

/** A list of texts, one per line: typed, pasted, or dropped as text files. */
export function LinesField(props: LinesFieldProps): JSX.Element {
  const { id, describedBy, value, isNumeric, isSecret, isWrong, problems, path = "", readOnly, onChange } = props;
  const asText = value.map(String).join("\n");
  // What others have changed is shown; what is typed here keeps its empty lines.
  const [text, write] = useOwnText(asText);
  const [isOver, over] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const set = (next: string) => {
    const lines = linesIn(next);
    const values = isNumeric ? lines.map((line) => (Number.isFinite(Number(line)) ? Number(line) : line)) : lines;
    write(next, values.join("\n"));
    onChange(values);
  };
  const addFiles = async (files: Iterable<File>) => {
    let added = text;
    for (const file of files) {
      if (file.size > FILE_LIMIT) toastError(new Error(words.fileTooLarge(file.name)));
      else {
        const content = (await file.text()).replace(/^\uFEFF/, "");
        if (content.includes("\0")) toastError(new Error(words.fileNoText(file.name)));
        else added = added.trim() === "" ? content.trimEnd() : `${added.trimEnd()}\n${content.trimEnd()}`;
      }
    }
    if (added !== text) set(added);
  };
  const wrongLines = [...(problems ?? [])]
    .filter(([place]) => place.startsWith(`${path}.`))
    .slice(0, 3)
    .map(([place, problem]) => words.inLine(Number(place.slice(path.length + 1).split(".")[0]) + 1, problem));
  return (
    <div
      class={`lines${isOver ? " over" : ""}`}
      onDragOver={(event) => {
        if (readOnly || !event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        over(true);
      }}
      onDragLeave={() => over(false)}
      onDrop={(event) => {
        over(false);
        if (readOnly || !event.dataTransfer?.files.length) return;
        event.preventDefault();
        void addFiles(event.dataTransfer.files);
      }}
    >
      <textarea
        id={id}
        class={isSecret ? "secret-lines" : ""}
        aria-describedby={describedBy}
        aria-invalid={isWrong || wrongLines.length > 0 || undefined}
        rows={Math.min(12, Math.max(3, value.length + 1))}
        value={text}
        readOnly={readOnly}
        spellcheck={false}
        wrap="off"
        onInput={(event) => set(event.currentTarget.value)}
      />
      {wrongLines.map((line) => (
        <span class="field-problem" role="alert" key={line}>
          {line}
        </span>
      ))}
      <div class="lines-foot">
        <span class="soft">{words.lineCount(number(value.length), value.length)}</span>
        {!readOnly && (
          <>
            <Button small kind="quiet" icon="upload" onClick={() => input.current?.click()}>
              {words.fromFile}
            </Button>
            {value.length > 0 && (
              <Button small kind="quiet" onClick={() => set([...new Set(linesIn(text))].join("\n"))}>
                {words.withoutDoubles}
              </Button>
            )}
            <input
              ref={input}
              type="file"
              accept="text/*,.txt,.csv,.md"
              multiple
              hidden
              onChange={(event) => {
                void addFiles([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = "";
              }}
            />
          </>
        )}
      </div>
    </div>
  );
}

function linesIn(text: string): string[] {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
}
