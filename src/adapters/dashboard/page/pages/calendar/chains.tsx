import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { LinkButton } from "../../parts/button.js";
import { Icon } from "../../parts/icons.js";
import { Empty, Loaded, Notice, StatusBadge } from "../../parts/status.js";
import { client } from "../../state/client.js";
import { useResource } from "../../state/resource.js";
import { href } from "../../state/route.js";
import { typeTitle, useTypes } from "../../state/types.js";
import { calendarPage as say } from "../../strings.js";
import { type Arrow, type ChainMap, type ChainTask, chainMaps } from "./chain-layout.js";

const MOST = 500;
const MISSING = "missing";

interface FoundTask {
  readonly _id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly data?: { readonly chainJobId?: unknown; readonly chainOn?: unknown };
}

const PROJECTION = { name: 1, type: 1, status: 1, "data.chainJobId": 1, "data.chainOn": 1 } as const;

/** Every task that starts another one or is started by one. */
async function chained(
  signal: AbortSignal,
): Promise<{ readonly tasks: readonly ChainTask[]; readonly isCut: boolean }> {
  const query = { "data.chainJobId": { $exists: true, $nin: ["", null] } };
  const starting = await client.find<FoundTask>({ query, projection: PROJECTION, limit: MOST + 1 }, { signal });
  const known = new Map(starting.slice(0, MOST).map((task) => [task._id, taskOf(task)]));
  const ends = [...new Set([...known.values()].map(({ next }) => next))].filter((id) => !known.has(id));
  const found =
    ends.length === 0
      ? []
      : await client.find<FoundTask>({ query: { _id: { $in: ends } }, projection: PROJECTION }, { signal });
  for (const task of found) known.set(task._id, { ...taskOf(task), next: "" });
  for (const id of ends) {
    if (!known.has(id)) known.set(id, { id, name: "", type: "", status: MISSING, next: "", on: "" });
  }
  return { tasks: [...known.values()], isCut: starting.length > MOST };
}

function taskOf({ _id: id, name, type, status, data }: FoundTask): ChainTask {
  const { chainJobId, chainOn } = data ?? {};
  return {
    ...{ id, name, type, status },
    next: typeof chainJobId === "string" ? chainJobId.trim() : "",
    on: typeof chainOn === "string" ? chainOn : "complete",
  };
}

export function Chains(): JSX.Element {
  const found = useResource("chains", chained, { live: true, every: 3000 });
  return (
    <Loaded from={found}>
      {({ tasks, isCut }) =>
        tasks.length === 0 ? (
          <Empty
            icon="link"
            title={say.noChains}
            actions={
              <LinkButton icon="tasks" href={href("tasks")}>
                {say.toTasks}
              </LinkButton>
            }
          >
            {say.noChainsIs}
          </Empty>
        ) : (
          <>
            {isCut && <Notice>{say.chainsCut(MOST)}</Notice>}
            <Maps tasks={tasks} />
          </>
        )
      }
    </Loaded>
  );
}

function Maps({ tasks }: { readonly tasks: readonly ChainTask[] }): JSX.Element {
  const maps = useMemo(() => chainMaps(tasks), [tasks]);
  const types = useTypes().data;
  return (
    <>
      {maps.map((map) => (
        <section class="card chain" key={map.tasks[0]!.id} aria-label={say.chainOf(map.tasks.length)}>
          {map.arrows.some(({ isBack }) => isBack) && (
            <Notice kind="warning" title={say.circle}>
              {say.circleIs}
            </Notice>
          )}
          <Picture map={map} titleOf={(type) => typeTitle(types, type)} />
          <details class="fold">
            <summary>
              <Icon name="chevron" size={16} />
              <span class="fold-title">{say.asList}</span>
            </summary>
            <ol class="chain-list">
              {map.arrows.map(({ from, to, on }) => (
                <li key={from.id}>
                  <a href={href("task", from.id)}>{nameOf(from)}</a> {say.starts(on)}{" "}
                  {to.status === MISSING ? <span>{say.missing}</span> : <a href={href("task", to.id)}>{nameOf(to)}</a>}
                </li>
              ))}
            </ol>
          </details>
        </section>
      ))}
    </>
  );
}

const nameOf = ({ name, status }: ChainTask) => (status === MISSING ? say.missing : name || say.untitled);

const WIDTH = 190;
const HEIGHT = 84;
const GAP_X = 92;
const GAP_Y = 24;
const EDGE = 8;

const x = (column: number) => EDGE + column * (WIDTH + GAP_X);
const y = (row: number) => EDGE + row * (HEIGHT + GAP_Y);

/** Tasks as boxes with arrows. Turned round by the style where the language runs from right to left. */
function Picture({
  map,
  titleOf,
}: {
  readonly map: ChainMap;
  readonly titleOf: (type: string) => string;
}): JSX.Element {
  const hasBack = map.arrows.some(({ isBack }) => isBack);
  const width = x(map.columns) - GAP_X + EDGE;
  const height = y(map.rows) - GAP_Y + EDGE + (hasBack ? GAP_Y : 0);
  return (
    <div class="chain-box" tabIndex={0} role="group" aria-label={say.chainOf(map.tasks.length)}>
      <div class="chain-map" style={{ inlineSize: `${width}px`, blockSize: `${height}px` }}>
        <svg width={width} height={height} aria-hidden="true" focusable="false">
          {map.arrows.map((arrow) => (
            <path
              key={arrow.from.id}
              class={arrow.isBack ? "chain-arrow back" : "chain-arrow"}
              d={pathOf(arrow, height)}
            />
          ))}
          {map.arrows.map((arrow) => (
            <path key={arrow.from.id} class={arrow.isBack ? "chain-tip back" : "chain-tip"} d={tipOf(arrow)} />
          ))}
        </svg>
        {map.arrows
          .filter(({ isBack }) => !isBack)
          .map(({ from, on }) => (
            <span
              key={from.id}
              class="chain-on"
              style={{
                insetInlineStart: `${x(from.column) + WIDTH + 6}px`,
                insetBlockStart: `${y(from.row) + HEIGHT / 2 - 24}px`,
              }}
            >
              {say.on(on)}
            </span>
          ))}
        {map.tasks.map((task) => {
          const style = {
            insetInlineStart: `${x(task.column)}px`,
            insetBlockStart: `${y(task.row)}px`,
            inlineSize: `${WIDTH}px`,
            blockSize: `${HEIGHT}px`,
          };
          return task.status === MISSING ? (
            <span key={task.id} class="chain-task missing" style={style}>
              <strong>{say.missing}</strong>
              <span class="soft small-text">{task.id}</span>
            </span>
          ) : (
            <a key={task.id} class="chain-task" href={href("task", task.id)} style={style} title={nameOf(task)}>
              <strong>{nameOf(task)}</strong>
              <span class="soft small-text">{titleOf(task.type)}</span>
              <span>
                <StatusBadge status={task.status} />
              </span>
            </a>
          );
        })}
      </div>
    </div>
  );
}

function pathOf({ from, to, isBack }: Arrow, height: number): string {
  const [x1, y1] = [x(from.column) + WIDTH, y(from.row) + HEIGHT / 2];
  const [x2, y2] = [x(to.column), y(to.row) + HEIGHT / 2];
  if (isBack) {
    const under = height - EDGE;
    const [from1, to1] = [x(from.column) + WIDTH / 2, x(to.column) + WIDTH / 2];
    const side = from1 === to1 ? 40 : 0;
    return `M${from1 + side} ${y(from.row) + HEIGHT} V${under - 10} q0 10 -10 10 H${to1 + 10} q-10 0 -10 -10 V${y(to.row) + HEIGHT + 7}`;
  }
  const bend = (x2 - x1) / 2;
  return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 7} ${y2}`;
}

function tipOf({ to, isBack }: Arrow): string {
  if (isBack) return `M${x(to.column) + WIDTH / 2} ${y(to.row) + HEIGHT + 1} l-5 9 h10 z`;
  return `M${x(to.column) - 1} ${y(to.row) + HEIGHT / 2} l-9 -5 v10 z`;
}
