import type { JSX } from "preact";
import { number } from "../../../state/format.js";

export const GROUPS = ["new", "gone", "changed"] as const;
export type Group = (typeof GROUPS)[number];

interface GroupsProps {
  readonly shown: Group;
  readonly choose: (group: Group) => void;
  readonly counts: Readonly<Record<Group | "same", number>>;
  readonly titles: Readonly<Record<Group | "same", string>>;
}

/** How much is in each group of a comparison; the one that is shown below is chosen here, and what is the same is not shown. */
export function Groups({ shown, choose, counts, titles }: GroupsProps): JSX.Element {
  return (
    <div class="run-groups">
      {GROUPS.map((one) => (
        <button
          key={one}
          type="button"
          class={`run-group ${one}`}
          aria-pressed={one === shown}
          onClick={() => choose(one)}
        >
          <strong>{number(counts[one])}</strong>
          {titles[one]}
        </button>
      ))}
      <div class="run-group">
        <strong>{number(counts.same)}</strong>
        {titles.same}
      </div>
    </div>
  );
}
