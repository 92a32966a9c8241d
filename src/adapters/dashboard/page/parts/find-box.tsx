import type { JSX } from "preact";
import { Icon } from "./icons.js";

/** A field to search a list or form by words, with what it finds as its label and placeholder. */
export function FindBox({
  label,
  value,
  class: own = "",
  onFind,
}: {
  readonly label: string;
  readonly value: string;
  readonly class?: string;
  readonly onFind: (words: string) => void;
}): JSX.Element {
  return (
    <div class={`form-find ${own}`}>
      <Icon name="search" size={16} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onInput={(event) => onFind(event.currentTarget.value)}
      />
    </div>
  );
}
