import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { words } from "../strings.js";
import { Button, IconButton } from "./button.js";
import { Icon } from "./icons.js";

type ToastKind = "info" | "success" | "warning" | "error";

interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const toasts = signal<readonly Toast[]>([]);
/** What a screen reader says next. */
const announced = signal("");
let count = 0;

/** Has a screen reader say something that the eye sees anyway. */
export function announce(text: string): void {
  announced.value = announced.value === text ? `${text}\u00a0` : text;
}

interface ToastOptions {
  readonly kind?: ToastKind;
  readonly action?: Toast["action"];
  /** How long it stays; errors stay until they are closed. */
  readonly seconds?: number;
}

/** Says something at the edge of the page. Gives what takes it away again. */
export function toast(text: string, { kind = "info", action, seconds }: ToastOptions = {}): () => void {
  count += 1;
  const id = count;
  const away = () => {
    toasts.value = toasts.value.filter((one) => one.id !== id);
  };
  toasts.value = [...toasts.value.slice(-3), { id, kind, text, ...(action ? { action } : {}) }];
  announce(text);
  const time = seconds ?? (kind === "error" ? 0 : 6);
  if (time > 0) setTimeout(away, time * 1000);
  return away;
}

/** An error of a call, in its own words. */
export function toastError(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  toast(error instanceof Error ? error.message : String(error), { kind: "error" });
}

const UNDO_SECONDS = 7;

/**
 * Does something that cannot be taken back once its time for undo is over: hides at once, acts later, or shows again. `act`
 * may fail: then it is shown again, too. A page that is closed meanwhile has done nothing.
 */
export function withUndo(text: string, parts: { hide(): void; show(): void; act(): Promise<unknown> }): void {
  parts.hide();
  let isOver = false;
  const act = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    away();
    parts.act().catch((error) => {
      parts.show();
      toastError(error);
    });
  };
  const timer = setTimeout(act, UNDO_SECONDS * 1000);
  const away = toast(text, {
    seconds: UNDO_SECONDS,
    action: {
      label: words.undo,
      run() {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        parts.show();
        announce(words.undone);
      },
    },
  });
}

/** Where toasts are shown; the shell has it. */
export function ToastPlace(): JSX.Element {
  return (
    <>
      <div class="visually-hidden" aria-live="polite" role="status">
        {announced.value}
      </div>
      <section class="toasts" aria-label={words.messages}>
        {toasts.value.map(({ id, kind, text, action }) => {
          const away = () => {
            toasts.value = toasts.value.filter((one) => one.id !== id);
          };
          return (
            <div key={id} class={`toast ${kind}`}>
              <Icon name={kind === "success" ? "check" : kind === "info" ? "info" : "warning"} />
              <p>{text}</p>
              {action && (
                <Button
                  small
                  kind="quiet"
                  onClick={() => {
                    away();
                    action.run();
                  }}
                >
                  {action.label}
                </Button>
              )}
              <IconButton small icon="close" label={words.close} onClick={away} />
            </div>
          );
        })}
      </section>
    </>
  );
}
