/** A task of a chain. */
export interface ChainTask {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** `missing` for one that is no longer there. */
  readonly status: string;
  /** The task it starts; empty for none. */
  readonly next: string;
  /** After which end. */
  readonly on: string;
}

export interface PlacedTask extends ChainTask {
  readonly column: number;
  readonly row: number;
}

export interface Arrow {
  readonly from: PlacedTask;
  readonly to: PlacedTask;
  readonly on: string;
  /** Leads to a task that stands before it: the chain goes in a circle. */
  readonly isBack: boolean;
}

export interface ChainMap {
  readonly tasks: readonly PlacedTask[];
  readonly arrows: readonly Arrow[];
  readonly columns: number;
  readonly rows: number;
}

/**
 * Places each chain in layers: a task one column behind the last of those that start it, those of one column below each other,
 * near what they start. An arrow of a circle goes back.
 */
export function chainMaps(tasks: readonly ChainTask[]): readonly ChainMap[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return together(tasks, byId).map((own) => mapOf(own, byId));
}

/** The tasks that are connected, the largest chains first. */
function together(tasks: readonly ChainTask[], byId: ReadonlyMap<string, ChainTask>): ChainTask[][] {
  const group = new Map<string, ChainTask[]>();
  for (const task of tasks) {
    const own = group.get(task.id) ?? [task];
    const other = byId.has(task.next) ? (group.get(task.next) ?? [byId.get(task.next)!]) : own;
    const all = own === other ? own : [...own, ...other];
    for (const one of all) group.set(one.id, all);
  }
  return [...new Set(group.values())].sort((one, other) => other.length - one.length);
}

function mapOf(own: readonly ChainTask[], byId: ReadonlyMap<string, ChainTask>): ChainMap {
  const before = Map.groupBy(own, ({ next }) => next);
  const column = new Map<string, number>();
  const reach = (id: string, way: ReadonlySet<string>): number => {
    const known = column.get(id);
    if (known !== undefined) return known;
    const ahead = (before.get(id) ?? []).filter((one) => !way.has(one.id));
    const found = Math.max(-1, ...ahead.map((one) => reach(one.id, new Set([...way, one.id])))) + 1;
    // Within a circle the place depends on where one comes from.
    if (way.size === 1 || ahead.length === (before.get(id) ?? []).length) column.set(id, found);
    return found;
  };
  for (const { id } of own) reach(id, new Set([id]));
  // A task has one successor, so that a row follows from the end of its chain.
  const taken = new Map<number, number>();
  const placed = new Map<string, PlacedTask>();
  const place = (task: ChainTask, least: number) => {
    if (placed.has(task.id)) return;
    const at = column.get(task.id)!;
    const row = Math.max(least, taken.get(at) ?? 0);
    taken.set(at, row + 1);
    placed.set(task.id, { ...task, column: at, row });
    for (const [index, one] of (before.get(task.id) ?? []).entries()) place(one, row + index);
  };
  const ends = own.toSorted((one, other) => column.get(other.id)! - column.get(one.id)!);
  for (const task of ends) place(task, 0);
  // Within a circle nobody may be first.
  const first = Math.min(...[...placed.values()].map((one) => one.column));
  for (const [id, one] of placed) placed.set(id, { ...one, column: one.column - first });
  const tasks = [...placed.values()];
  const arrows = tasks.flatMap((from): Arrow[] => {
    const to = byId.has(from.next) ? placed.get(from.next) : undefined;
    return to === undefined ? [] : [{ from, to, on: from.on, isBack: to.column <= from.column }];
  });
  return {
    tasks: tasks.toSorted((one, other) => one.column - other.column || one.row - other.row),
    arrows,
    columns: Math.max(...tasks.map((one) => one.column)) + 1,
    rows: Math.max(...tasks.map((one) => one.row)) + 1,
  };
}
