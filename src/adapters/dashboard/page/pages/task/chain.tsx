import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { Button, IconButton } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { FindBox } from "../../parts/find-box.js";
import type { ObjectValue, Schema, Value } from "../../parts/schema-form/schema.js";
import { Loaded, StatusBadge } from "../../parts/status.js";
import { client } from "../../state/client.js";
import { useResource } from "../../state/resource.js";
import { href } from "../../state/route.js";
import { typeTitle, useTypes } from "../../state/types.js";
import { taskPage as say, tasksPage } from "../../strings.js";
import { textOf } from "./schedule.js";

interface ChainProps {
  readonly id: string;
  readonly draft: ObjectValue;
  readonly schema: Schema;
  readonly readOnly: boolean;
  readonly onChange: (changes: Readonly<Record<string, Value>>) => void;
}

interface Picked {
  readonly _id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
}

/** Which task is started after this one, and the tasks that lead here. */
export function Chain({ id, draft, schema, readOnly, onChange }: ChainProps): JSX.Element {
  const nextId = textOf(draft["chainJobId"]);
  const [isPicking, pick] = useState(false);
  const tree = useResource(`tree/${id}`, (signal) => client.tree(id, { signal }), { live: true, every: 5000 }).data;
  const next = useResource(nextId === "" ? undefined : `chain/${nextId}`, async (signal) => {
    const [found] = await client.find<Picked>({ query: { _id: nextId }, projection: SHOWN }, { signal });
    return found ?? null;
  });
  const title = useId();
  const parents = tree?.above ?? [];
  // What is stored of the chain goes on behind the next task, as long as that is the stored one.
  const further = tree?.below[0]?.id === nextId ? tree.below.slice(1) : [];
  const isCycle = tree?.below.some(({ cycle }) => cycle) === true && tree.below[0]?.id === nextId;
  return (
    <section class="card" aria-labelledby={title}>
      <h2 id={title}>{say.chain}</h2>
      {parents.length === 0 && nextId === "" && <p class="soft">{say.noChain}</p>}
      <ol class="task-chain">
        {parents.map((one) => (
          <li key={one.id}>
            <ChainTask id={one.id} name={one.name} status={one.status} />
            <span class="soft small-text">{say.starts(one.chainOn)}</span>
          </li>
        ))}
        {(parents.length > 0 || nextId !== "") && (
          <li class="this">
            <strong>{say.thisTask}</strong>
          </li>
        )}
        {nextId !== "" && (
          <li>
            <span class="row">
              <ChainTask
                id={nextId}
                name={next.data?.name ?? (next.data === null ? say.missingTask : "…")}
                status={next.data?.status ?? (next.data === null ? "missing" : "")}
              />
              {!readOnly && (
                <IconButton small icon="close" label={say.endChain} onClick={() => onChange({ chainJobId: "" })} />
              )}
            </span>
          </li>
        )}
        {further.map((one) => (
          <li key={one.id}>
            <ChainTask id={one.id} name={one.name || say.missingTask} status={one.status} />
          </li>
        ))}
      </ol>
      {isCycle && <p class="field-problem">{say.cycle}</p>}
      {nextId !== "" && (
        <div class="fields">
          <label class="field">
            <span class="field-title">{say.chainOn}</span>
            <select
              value={textOf(draft["chainOn"])}
              disabled={readOnly}
              onChange={(event) => onChange({ chainOn: event.currentTarget.value })}
            >
              {(schema.properties?.["chainOn"]?.enum ?? Object.keys(say.ends)).map(String).map((end) => (
                <option key={end} value={end} selected={end === draft["chainOn"]}>
                  {(say.ends as Readonly<Record<string, string>>)[end] ?? end}
                </option>
              ))}
            </select>
          </label>
          <label class="choice">
            <input
              type="checkbox"
              checked={draft["chainPassOutput"] !== false}
              disabled={readOnly}
              onChange={(event) => onChange({ chainPassOutput: event.currentTarget.checked })}
            />
            {say.passOutput}
          </label>
        </div>
      )}
      {!readOnly && (
        <div>
          <Button small icon="link" onClick={() => pick(true)}>
            {nextId === "" ? say.chooseNext : say.chooseOther}
          </Button>
        </div>
      )}
      {isPicking && (
        <TaskPicker
          own={id}
          onClose={() => pick(false)}
          onPick={(chainJobId) => {
            pick(false);
            onChange({ chainJobId });
          }}
        />
      )}
    </section>
  );
}

const SHOWN = { name: 1, type: 1, status: 1 } as const;

function ChainTask({
  id,
  name,
  status,
}: {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}): JSX.Element {
  return (
    <span class="linked-task">
      {status === "missing" ? (
        <span class="field-problem">{name}</span>
      ) : (
        <a href={href("task", id)}>{name || tasksPage.untitled}</a>
      )}
      {status !== "" && status !== "missing" && <StatusBadge status={status} />}
    </span>
  );
}

const MOST_LISTED = 60;

/** Finds a task by its name. */
function TaskPicker({
  own,
  onPick,
  onClose,
}: {
  readonly own: string;
  readonly onPick: (id: string) => void;
  readonly onClose: () => void;
}): JSX.Element {
  const [wanted, want] = useState("");
  const types = useTypes().data;
  const term = wanted.trim();
  const found = useResource(`pick/${term}`, (signal) =>
    client.find<Picked>(
      {
        query: {
          _id: { $ne: own },
          ...(term === "" ? {} : { name: { $regex: term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), $options: "i" } }),
        },
        projection: SHOWN,
        sort: "-createdAt",
        limit: MOST_LISTED,
      },
      { signal },
    ),
  );
  return (
    <Dialog title={say.pickTask} onClose={onClose}>
      <div class="stack">
        <FindBox label={say.findTask} value={wanted} onFind={want} />
        <Loaded from={found}>
          {(tasks) =>
            tasks.length === 0 ? (
              <p class="soft">{say.noTaskFound}</p>
            ) : (
              <ul class="picks">
                {tasks.map(({ _id, name, type, status }) => (
                  <li key={_id}>
                    <button type="button" onClick={() => onPick(_id)}>
                      <span class="pick-name">{name || tasksPage.untitled}</span>
                      <span class="soft small-text">{typeTitle(types, type)}</span>
                      <StatusBadge status={status} />
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}
