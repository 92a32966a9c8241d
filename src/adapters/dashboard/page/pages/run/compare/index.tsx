import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { ShownRun } from "../../../../../../kernel/index.js";
import { Button } from "../../../parts/button.js";
import { Dialog } from "../../../parts/dialog.js";
import { Empty, Loaded, Notice } from "../../../parts/status.js";
import { Table } from "../../../parts/table.js";
import { client } from "../../../state/client.js";
import { bytes, dateTime, duration, number } from "../../../state/format.js";
import { useResource } from "../../../state/resource.js";
import { runPage, runCompare as say } from "../../../strings.js";
import { columnsOf, plainText, type Row, slim } from "../rows/cells.js";
import { titleOf } from "../rows/index.js";
import type { Peek } from "../rows/reading.js";
import { Cells } from "../rows/row-dialog.js";
import { type RunNow, secondsOf } from "../state.js";
import { type Comparison, compareRuns, type Different, likelyKey, MOST_LISTED } from "./comparing.js";
import { CompareFiles } from "./files.js";
import { GROUPS, type Group, Groups } from "./groups.js";

/** Rows that are compared without being asked. */
const AT_ONCE = 20_000;

/** What is different from another run of the task: figures, and rows by a column that tells them apart. */
export function Compare({ now, peek }: { readonly now: RunNow; readonly peek: Peek | undefined }): JSX.Element {
  const { id, run } = now;
  const others = useResource(`runs to compare ${id} ${now.runCount}`, async (signal) => {
    const { runs } = await client.runs(id, { limit: 200 }, { signal });
    return runs;
  });
  const [chosen, choose] = useState<string>();
  return (
    <Loaded from={others}>
      {(runs) => {
        const at = runs.findIndex(({ _id }) => _id === run!._id);
        // The one before, or the one after the very first.
        const other = runs.find(({ _id }) => _id === chosen) ?? runs[at + 1] ?? runs[at - 1];
        if (other === undefined) {
          return (
            <Empty icon="shuffle" title={say.nothing}>
              {say.nothingIs}
            </Empty>
          );
        }
        return (
          <div class="stack">
            <label class="run-with">
              <span>{say.with}</span>
              <select value={other._id} onChange={({ currentTarget }) => choose(currentTarget.value)}>
                {runs
                  .filter(({ _id }) => _id !== run!._id)
                  .map((one) => (
                    <option key={one._id} value={one._id}>
                      {say.runWith(
                        dateTime(one.startedAt ?? one.createdAt),
                        number(one.progress?.rows ?? 0),
                        one.progress?.rows === 1,
                      )}
                    </option>
                  ))}
              </select>
            </label>
            <Figures now={run!} other={other} />
            <CompareFiles key={`files ${run!._id} ${other._id}`} id={id} now={run!} other={other} />
            <CompareRows key={`${run!._id} ${other._id}`} id={id} now={run!} other={other} peek={peek} />
          </div>
        );
      }}
    </Loaded>
  );
}

function Figures({ now, other }: { readonly now: ShownRun; readonly other: ShownRun }): JSX.Element {
  const { facts } = runPage;
  const of = (read: (run: ShownRun) => number | undefined) => [read(now) ?? 0, read(other) ?? 0] as const;
  const figures = [
    [facts.ok, ...of(({ progress }) => progress?.ok), number],
    [facts.failed, ...of(({ progress }) => progress?.failed), number],
    [facts.rows, ...of(({ progress }) => progress?.rows), number],
    [facts.files, ...of(({ progress }) => progress?.files), number],
    [say.bytes, ...of(({ progress }) => progress?.bytes), bytes],
    [facts.cost, ...of(({ progress }) => progress?.cost), number],
    [facts.duration, ...of(secondsOf), duration],
  ] as const;
  return (
    <div class="run-figures">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{say.figure}</span>
            </th>
            <th scope="col">{say.here}</th>
            <th scope="col">{say.there}</th>
            <th scope="col">{say.difference}</th>
          </tr>
        </thead>
        <tbody>
          {figures
            .filter(([title, here, there]) => here !== 0 || there !== 0 || title === facts.rows)
            .map(([title, here, there, write]) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{write(here)}</td>
                <td class="soft">{write(there)}</td>
                <td class={write(here) === write(there) ? "soft" : "moved"}>
                  {write(here) === write(there) ? "=" : `${here > there ? "+" : "−"}${write(Math.abs(here - there))}`}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function CompareRows({ id, now, other, peek }: { id: string; now: ShownRun; other: ShownRun; peek: Peek | undefined }) {
  const columns = useMemo(() => columnsOf(peek?.some ?? []), [peek]);
  const likely = useMemo(() => likelyKey(peek?.some ?? [], columns), [peek, columns]);
  const [chosen, choose] = useState<string>();
  const column = chosen ?? likely;
  const count = (now.progress?.rows ?? 0) + (other.progress?.rows ?? 0);
  const [isWanted, want] = useState(count <= AT_ONCE);
  const [found, set] = useState<Comparison>();
  const [error, fail] = useState<Error>();
  const [group, setGroup] = useState<Group>();
  const [opened, open] = useState<Different>();
  useEffect(() => {
    if (column === undefined || !isWanted || peek === undefined) return;
    const control = new AbortController();
    const { signal } = control;
    set(undefined);
    fail(undefined);
    compareRuns(
      id,
      { now: now._id, before: other._id, scanSize: peek.scanSize },
      column,
      (comparison) => signal.aborted || set(comparison),
      signal,
    ).catch((caught: Error) => signal.aborted || fail(caught));
    return () => control.abort();
  }, [id, now._id, other._id, column, isWanted, peek?.scanSize]);
  if (count === 0 || peek === undefined) return null;
  const shown = group ?? GROUPS.find((one) => (found?.counts[one] ?? 0) > 0) ?? "new";
  return (
    <>
      <label class="run-with">
        <span>{say.key}</span>
        <select value={column ?? ""} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {column === undefined && <option value="">{say.choose}</option>}
          {columns.map((name) => (
            <option key={name} value={name}>
              {titleOf(name)}
            </option>
          ))}
        </select>
      </label>
      {column === undefined && <p class="soft">{say.noKey}</p>}
      {column !== undefined && !isWanted && (
        <div>
          <Button icon="shuffle" onClick={() => want(true)}>
            {say.compareRows(number(count))}
          </Button>
        </div>
      )}
      {error && <Notice kind="error">{error.message}</Notice>}
      {found && (
        <>
          {!found.isDone && (
            <p class="soft small-text" role="status">
              {say.reading(number(found.read), number(found.total))}
            </p>
          )}
          <Groups shown={shown} choose={setGroup} counts={found.counts} titles={say.groups} />
          {found.doubles > 0 && <p class="soft small-text">{say.doubles(number(found.doubles))}</p>}
          {found.without > 0 && <p class="soft small-text">{say.without(number(found.without))}</p>}
          {found.isDone && (
            <Table
              label={say.groups[shown]}
              height="24rem"
              rows={found[shown]}
              rowKey={({ key }) => key}
              onOpen={open}
              rowHeight={40}
              columns={[
                {
                  name: "key",
                  title: titleOf(column ?? ""),
                  width: "minmax(12rem, 2fr)",
                  render: ({ key }) => <bdi title={key}>{key}</bdi>,
                },
                {
                  name: "columns",
                  title: shown === "changed" ? say.columns : "",
                  render: ({ columns: changed = [] }) => <bdi class="soft">{changed.map(titleOf).join(", ")}</bdi>,
                },
              ]}
              narrow={{
                height: 60,
                render: ({ key, columns: changed = [] }) => (
                  <span class="narrow-row">
                    <bdi>{key}</bdi>
                    {changed.length > 0 && <span class="small-text soft">{changed.map(titleOf).join(", ")}</span>}
                  </span>
                ),
              }}
              empty={<p class="soft run-none">{say.nothingIn}</p>}
            />
          )}
          {found.counts[shown] > MOST_LISTED && <p class="soft small-text">{say.most(number(MOST_LISTED))}</p>}
        </>
      )}
      {opened && (
        <DifferenceDialog id={id} now={now._id} before={other._id} row={opened} onClose={() => open(undefined)} />
      )}
    </>
  );
}

/** Both sides of a row, or the one that there is. */
function DifferenceDialog(given: { id: string; now: string; before: string; row: Different; onClose: () => void }) {
  const { id, now, before, row, onClose } = given;
  const both = useResource(`difference ${now} ${before} ${row.now} ${row.before}`, async (signal) => {
    const read = async (run: string, at: number | undefined): Promise<Row | undefined> =>
      at === undefined ? undefined : (await client.results<Row>(id, { run, offset: at, limit: 1 }, { signal })).rows[0];
    return Promise.all([read(before, row.before), read(now, row.now)]);
  });
  return (
    <Dialog title={row.key} onClose={onClose}>
      <Loaded from={both}>
        {([old, young]) =>
          old === undefined || young === undefined ? (
            <Cells row={young ?? old ?? {}} />
          ) : (
            <dl class="row-cells">
              {(row.columns ?? []).map((name) => (
                <div key={name}>
                  <dt>
                    <bdi>{titleOf(name)}</bdi>
                  </dt>
                  <dd class="both-sides">
                    <Side title={say.before} row={old} name={name} />
                    <Side title={say.now} row={young} name={name} />
                  </dd>
                </div>
              ))}
            </dl>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Side({ title, row, name }: { readonly title: string; readonly row: Row; readonly name: string }): JSX.Element {
  return (
    <div>
      <span class="soft small-text">{title}</span>
      <pre class="cell-text">{plainText(slim(row, 0).cells[name]) || "–"}</pre>
    </div>
  );
}
