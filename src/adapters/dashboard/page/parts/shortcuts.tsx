import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { words } from "../strings.js";
import { Dialog } from "./dialog.js";

export interface Shortcut {
  /** A key, or two one after the other: `n`, `/`, `g t`. With Ctrl it works while somebody types, too: `Ctrl+Enter`, `Ctrl+S`. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}

const known = signal<readonly Shortcut[]>([]);
const isHelpOpen = signal(false);
let before = "";
let beforeAt = 0;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"))
  );
}

addEventListener("keydown", (event) => {
  if (event.altKey || event.defaultPrevented) return;
  const isOpen = document.querySelector("dialog[open]") !== null;
  if (event.ctrlKey || event.metaKey) {
    const name = `Ctrl+${event.key.length === 1 ? event.key.toUpperCase() : event.key}`;
    const found = known.value.findLast(({ keys }) => keys === name);
    if (found === undefined) return;
    event.preventDefault();
    if (!isOpen) found.run();
    return;
  }
  if (isOpen || isTyping(event.target)) return;
  if (event.key === "?") {
    isHelpOpen.value = true;
    event.preventDefault();
    return;
  }
  const both = Date.now() - beforeAt < 1200 ? `${before} ${event.key}` : "";
  // The newest come first: those of the page win.
  const found =
    known.value.findLast(({ keys }) => keys === both) ?? known.value.findLast(({ keys }) => keys === event.key);
  before = event.key;
  beforeAt = Date.now();
  if (found === undefined) return;
  before = "";
  event.preventDefault();
  found.run();
});

/** Keys that work while the component is shown, listed by `?`. Not while a dialog is open, nor those without Ctrl while somebody types. */
export function useShortcuts(shortcuts: readonly Shortcut[], deps: readonly unknown[] = []): void {
  // Before the page is painted: who sees it may press its keys.
  useLayoutEffect(() => {
    known.value = [...known.value, ...shortcuts];
    return () => {
      known.value = known.value.filter((one) => !shortcuts.includes(one));
    };
  }, deps);
}

export function openShortcutHelp(): void {
  isHelpOpen.value = true;
}

/** The list of keys; the shell has it. */
export function ShortcutHelp(): JSX.Element | null {
  if (!isHelpOpen.value) return null;
  const all = [...known.value, { keys: "?", label: words.showKeys }];
  return (
    <Dialog title={words.keyboard} onClose={() => (isHelpOpen.value = false)}>
      <dl class="keys">
        {[...all.map(({ keys, label }) => [keys, label] as const), ...words.tableKeys].map(([keys, label]) => (
          <div key={keys + label}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
