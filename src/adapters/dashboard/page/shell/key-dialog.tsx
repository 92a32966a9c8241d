import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { Notice } from "../parts/status.js";
import { keyQuestion } from "../state/client.js";
import { shell } from "../strings.js";

/** Asks for the API key when the server wants one. */
export function KeyDialog(): JSX.Element | null {
  const question = keyQuestion.value;
  const [text, write] = useState("");
  const id = useId();
  if (question === undefined) return null;
  return (
    <Dialog firm title={shell.keyTitle} onClose={() => {}}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === "") return;
          write("");
          question.answer(text);
        }}
      >
        {question.refused ? <Notice kind="error">{shell.keyWrong}</Notice> : <p>{shell.keyIs}</p>}
        <div class="field">
          <label class="field-title" for={id}>
            {shell.keyLabel}
          </label>
          <input
            id={id}
            type="password"
            autocomplete="off"
            value={text}
            onInput={(event) => write(event.currentTarget.value)}
          />
        </div>
        <div class="dialog-actions">
          <Button type="submit" kind="primary" disabled={text.trim() === ""}>
            {shell.keySend}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
