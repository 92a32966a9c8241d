import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { type ObjectValue, problemsOf, type Schema, SchemaForm, type Value } from "../../parts/schema-form/index.js";
import { Notice, Skeleton, StatusBadge } from "../../parts/status.js";
import { PageHead } from "../../shell/page-head.js";
import { client, readOnly } from "../../state/client.js";
import { ago, dateTime } from "../../state/format.js";
import { useResource } from "../../state/resource.js";
import { href, route } from "../../state/route.js";
import { useTypes } from "../../state/types.js";
import { taskPage as say, tasksPage, words } from "../../strings.js";
import { About } from "./about.js";
import { Actions } from "./actions.js";
import { Chain } from "./chain.js";
import { Conflict } from "./conflict.js";
import { useEditing } from "./editing.js";
import { Gone } from "./gone.js";
import { useHeldPage } from "./held-page.js";
import { Lacks } from "./lacks.js";
import { SaveBar } from "./save-bar.js";
import { Schedule, textOf } from "./schedule.js";
import { readTask, State } from "./state.js";

/** Of every task type, with a place of their own on the page. */
const ELSEWHERE = [
  "jobName",
  "group",
  "tags",
  "notes",
  "jobCron",
  "jobCronTimezone",
  "jobCronOverlap",
  "jobCronMissed",
  "jobCronPausedUntil",
  "chainJobId",
  "chainOn",
  "chainPassOutput",
];
const NO_SCHEMA: Schema = { properties: {} };

/** Shows and chooses the line that the address names, such as one that has failed, in the list that has it. */
function useLineOfAddress(isShown: boolean): void {
  const line = route.value.query.get("line");
  useEffect(() => {
    if (!isShown || line === null) return;
    for (const area of document.querySelectorAll<HTMLTextAreaElement>(".task-form textarea")) {
      const at = `\n${area.value}\n`.indexOf(`\n${line}\n`);
      if (at < 0) continue;
      area.focus();
      area.setSelectionRange(at, at + line.length);
      area.scrollTop = (area.scrollHeight * at) / area.value.length;
      return;
    }
  }, [isShown, line]);
}

export function Task({ id }: { readonly id: string }): JSX.Element {
  const task = useResource(`task/${id}`, (signal) => readTask(id, signal), { live: id });
  const editing = useEditing(id);
  const types = useTypes();
  const type = types.data?.find(({ words: own }) => own === task.data?.type);
  const described = useResource(type && `type/${type.type}`, (signal) => client.type(type!.type, { signal }));
  const [touched, touch] = useState<ReadonlySet<string>>(new Set());
  const schema = (described.data?.schema as unknown as Schema | undefined) ?? NO_SCHEMA;
  const isUnknownType = types.data !== undefined && task.data !== undefined && task.data !== null && type === undefined;
  const { draft, isDirty } = editing;
  const problems = useMemo(() => (draft ? problemsOf(schema, draft) : new Map<string, string>()), [schema, draft]);
  const isGone = task.data === null;
  const lastType = useRef<string | undefined>(undefined);
  if (type) lastType.current = type.type;
  useHeldPage(isDirty && !isGone && !readOnly);

  useLineOfAddress(described.data !== undefined && draft !== undefined && task.data !== undefined);

  const back = { href: href("tasks"), label: tasksPage.title };
  if (isGone) return <Gone draft={draft} type={lastType.current} back={back} lastName={textOf(draft?.["jobName"])} />;
  if (draft === undefined || task.data === undefined) {
    const error = task.error ?? editing.error;
    return (
      <>
        <PageHead title={say.title} back={back} />
        {error ? (
          <Notice
            kind="error"
            title={words.notLoaded}
            actions={
              <Button
                small
                onClick={() => {
                  task.reload();
                  editing.reload();
                }}
              >
                {words.tryAgain}
              </Button>
            }
          >
            {error.message}
          </Notice>
        ) : (
          <Skeleton lines={9} />
        )}
      </>
    );
  }

  const shown = task.data!;
  const set = (changes: Readonly<Record<string, Value>>) => {
    touch(new Set([...touched, ...Object.keys(changes)]));
    editing.change({ ...draft, ...changes });
  };
  const changeForm = (value: ObjectValue) => {
    const changed = Object.keys(value).filter((name) => JSON.stringify(value[name]) !== JSON.stringify(draft[name]));
    touch(new Set([...touched, ...changed]));
    editing.change(value);
  };
  const save = async () => {
    const isStored = await editing.save();
    if (isStored) touch(new Set());
    return isStored;
  };
  const said = Object.fromEntries(
    Object.keys(schema.properties ?? {})
      .filter((name) => !touched.has(name))
      .map((name) => [name, editing.notes.find((note) => note.split(/[^A-Za-z0-9_]+/).includes(name))] as const)
      .filter((one): one is readonly [string, string] => one[1] !== undefined),
  );
  const name = textOf(draft["jobName"]);
  const parts = { draft, schema, readOnly, onChange: set };
  return (
    <>
      <PageHead
        title={name || tasksPage.untitled}
        back={back}
        about={
          <>
            {type?.title ?? shown.type} ·{" "}
            <span title={dateTime(shown.updatedAt)}>{say.changed(ago(shown.updatedAt))}</span>
          </>
        }
        badges={<StatusBadge status={shown.status} />}
        heading={
          readOnly ? undefined : (
            <input
              class="name-input"
              aria-label={say.name}
              value={name}
              placeholder={tasksPage.untitled}
              spellcheck={false}
              onInput={(event) => set({ jobName: event.currentTarget.value })}
            />
          )
        }
      >
        {!readOnly && (
          <Actions task={shown} editing={editing} schema={schema} onSave={save} isUnknownType={isUnknownType} />
        )}
      </PageHead>
      {isUnknownType && (
        <Notice kind="error" title={say.noType(shown.type)}>
          {say.noTypeIs}
        </Notice>
      )}
      {type && <Lacks type={type} />}
      {editing.isStale && (
        <Notice
          kind="warning"
          title={say.stale}
          actions={
            <Button small onClick={() => void editing.compare()}>
              {say.compare}
            </Button>
          }
        >
          {say.staleIs}
        </Notice>
      )}
      {editing.notes.length > 0 && !isDirty && (
        <Notice kind="warning" title={say.saidOnSave}>
          <ul class="said">
            {editing.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div class="task-page">
        <State task={shown} />
        <div class="task-form">
          <h2 class="visually-hidden">{say.settings}</h2>
          {described.data === undefined && !isUnknownType ? (
            <Skeleton lines={9} />
          ) : (
            <SchemaForm
              schema={schema}
              value={draft}
              onChange={changeForm}
              readOnly={readOnly}
              said={said}
              without={ELSEWHERE}
            />
          )}
        </div>
        <div class="task-side">
          <Schedule id={id} status={shown.status} {...parts} />
          <Chain id={id} {...parts} />
          <About {...parts} />
        </div>
      </div>
      {!readOnly && <SaveBar editing={editing} schema={schema} problems={problems} onSave={save} />}
      {editing.clashes.length > 0 && (
        <Conflict clashes={editing.clashes} schema={schema} onSettle={(theirs) => void editing.settle(theirs)} />
      )}
    </>
  );
}
