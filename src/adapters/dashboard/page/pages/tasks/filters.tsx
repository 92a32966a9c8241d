import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { Icon } from "../../parts/icons.js";
import { client } from "../../state/client.js";
import { useResource } from "../../state/resource.js";
import { setQuery } from "../../state/route.js";
import { typeTitle } from "../../state/types.js";
import { tasksPage as say, words } from "../../strings.js";
import type { Found } from "./search.js";
import { isCut, type ListedTask } from "./tasks-store.js";

type FilterName = "status" | "type" | "group" | "tag";

/** The search box and what narrows the list, each with the values that there are. */
export function Filters({
  text,
  found,
  tasks,
  types,
  filters,
}: {
  readonly text: string;
  readonly found: Found;
  readonly tasks: readonly ListedTask[];
  readonly types: Parameters<typeof typeTitle>[0];
  readonly filters: Readonly<Record<FilterName, string | null>>;
}): JSX.Element {
  // Of tasks that are not listed only the server knows.
  const groups = useResource(isCut.value ? "groups" : undefined, (signal) => client.groups({ signal })).data;
  const values = useMemo(
    () => valuesOf(tasks, groups && { groups, types: types?.map(({ words }) => words) ?? [] }),
    [tasks, groups, types],
  );
  const choice = (name: FilterName, label: string, write: (value: string) => string = (value) => value) =>
    (values[name].length > (isCut.value ? 0 : 1) || filters[name]) && (
      <label class="filter">
        <span class="visually-hidden">{label}</span>
        <select
          class={filters[name] ? "is-set" : ""}
          value={filters[name] ?? ""}
          onChange={(event) => setQuery({ [name]: event.currentTarget.value })}
        >
          <option value="">{`${label}: ${say.all}`}</option>
          {[...new Set([...values[name], ...(filters[name] ? [filters[name]] : [])])].map((value) => (
            <option key={value} value={value}>
              {write(value)}
            </option>
          ))}
        </select>
      </label>
    );
  const isSet = Object.values(filters).some(Boolean) || text !== "";
  return (
    <div class="filters">
      <div class="task-search">
        <Icon name="search" size={18} />
        <input
          type="search"
          aria-label={say.searchLabel}
          aria-describedby="search-said"
          aria-invalid={found.problem !== undefined || undefined}
          placeholder={say.search}
          value={text}
          spellcheck={false}
          onInput={(event) => setQuery({ q: event.currentTarget.value })}
        />
      </div>
      {choice("status", say.status, words.status)}
      {choice("type", say.type, (value) => typeTitle(types, value))}
      {choice("group", say.group)}
      {choice("tag", say.tag)}
      {isSet && (
        <Button
          kind="quiet"
          icon="close"
          onClick={() =>
            setQuery({ q: undefined, status: undefined, type: undefined, group: undefined, tag: undefined })
          }
        >
          {say.clearFilters}
        </Button>
      )}
      <p id="search-said" class="search-said" role="status">
        {found.problem ? (
          <span class="field-problem">{found.problem}</span>
        ) : found.isQuery ? (
          <span class="soft">{say.queryHelp}</span>
        ) : null}
      </p>
    </div>
  );
}

const STATUSES = ["draft", "waiting", "running", "aborted", "failed", "complete"];

/** The values that tasks have, and where not all are listed those that others may have. */
function valuesOf(
  tasks: readonly ListedTask[],
  others?: { readonly groups: readonly string[]; readonly types: readonly string[] },
): Readonly<Record<FilterName, readonly string[]>> {
  const sets = { status: new Set<string>(), type: new Set<string>(), group: new Set<string>(), tag: new Set<string>() };
  for (const { status, type, group, data } of tasks) {
    sets.status.add(status);
    sets.type.add(type);
    if (group) sets.group.add(group);
    for (const tag of data?.tags ?? []) sets.tag.add(tag);
  }
  if (others) {
    for (const status of STATUSES) sets.status.add(status);
    for (const type of others.types) sets.type.add(type);
    for (const group of others.groups) sets.group.add(group);
  }
  const sorted = (set: ReadonlySet<string>) => [...set].sort((one, other) => one.localeCompare(other));
  return { status: sorted(sets.status), type: sorted(sets.type), group: sorted(sets.group), tag: sorted(sets.tag) };
}
