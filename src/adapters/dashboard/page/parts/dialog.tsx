import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { words } from "../strings.js";
import { Button, IconButton } from "./button.js";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The buttons at its end. */
  readonly actions?: ComponentChildren;
  readonly wide?: boolean;
  /** Stays until it is answered: no cross, no Escape. */
  readonly firm?: boolean;
}

/** A dialog over the page, which keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children, actions, wide, firm }: DialogProps): JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const dialog = box.current!;
    dialog.showModal();
    // The cross is the last choice: Cancel comes first among buttons, and what is only read begins with its title.
    for (const place of [
      "[autofocus]",
      ".dialog-content :is(input, textarea, select)",
      ".dialog-actions button",
      "h2",
    ]) {
      const found = dialog.querySelector<HTMLElement>(`${place}:not(:disabled)`);
      found?.focus();
      if (found) break;
    }
    return () => {
      dialog.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      class={wide ? "dialog wide" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!firm) onClose();
      }}
      onClick={(event) => {
        if (event.target === box.current && !firm) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {!firm && <IconButton icon="close" label={words.close} onClick={onClose} />}
        </header>
        <div class="dialog-content">{children}</div>
        {actions && <footer class="dialog-actions">{actions}</footer>}
      </div>
    </dialog>
  );
}

interface Question {
  readonly title: string;
  readonly text: ComponentChildren;
  readonly yes: string;
  readonly danger?: boolean;
}

const question = signal<(Question & { readonly answer: (yes: boolean) => void }) | undefined>(undefined);

/** Asks a person and resolves with the answer: `if (await confirm({ title, text, yes: "Delete", danger: true })) ...`. */
export function confirm(asked: Question): Promise<boolean> {
  question.value?.answer(false);
  return new Promise((resolve) => {
    question.value = {
      ...asked,
      answer(yes) {
        question.value = undefined;
        resolve(yes);
      },
    };
  });
}

/** Where `confirm` is shown; the shell has it. */
export function ConfirmPlace(): JSX.Element | null {
  const asked = question.value;
  if (asked === undefined) return null;
  return (
    <Dialog
      title={asked.title}
      onClose={() => asked.answer(false)}
      actions={
        <>
          <Button onClick={() => asked.answer(false)}>{words.cancel}</Button>
          <Button kind={asked.danger ? "danger" : "primary"} onClick={() => asked.answer(true)}>
            {asked.yes}
          </Button>
        </>
      }
    >
      <p>{asked.text}</p>
    </Dialog>
  );
}
