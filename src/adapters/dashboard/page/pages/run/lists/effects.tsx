import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Effect } from "../../../../../../kernel/storage/records.js";
import { Dialog } from "../../../parts/dialog.js";
import { Badge, Empty, Notice, Skeleton } from "../../../parts/status.js";
import { Table } from "../../../parts/table.js";
import { client } from "../../../state/client.js";
import { dateTime } from "../../../state/format.js";
import { runEffects as say } from "../../../strings.js";
import { CellView } from "../rows/cell.js";
import { cellOf, linkOf } from "../rows/cells.js";
import { Cells } from "../rows/row-dialog.js";
import { isAtWork, type RunNow } from "../state.js";
import { useEndless } from "./endless.js";

const KINDS = { intent: "accent", done: "good", failed: "bad", uncertain: "warn", checkpoint: "neutral" } as const;

/** Posts, mails and what else the run did in the outside world. Checkpoints of long lines are kept beside them and are none. */
export function Effects({ now }: { readonly now: RunNow }): JSX.Element {
  const { id } = now;
  const { _id: run, status, progress } = now.run!;
  const effects = useEndless<Effect>(
    `effects ${run} ${isAtWork(status) ? progress?.done : status}`,
    async (offset, limit, signal) => (await client.effects(id, { run, offset, limit }, { signal })).effects,
    ({ state }) => state !== "checkpoint",
  );
  const [opened, open] = useState<Effect>();
  if (effects.error) return <Notice kind="error">{effects.error.message}</Notice>;
  if (!effects.isReady) return <Skeleton />;
  if (effects.isEmpty) {
    return (
      <Empty icon="globe" title={say.nothing}>
        {say.nothingIs}
      </Empty>
    );
  }
  const badge = ({ state }: Effect) => <Badge kind={KINDS[state]}>{say.states[state] ?? state}</Badge>;
  return (
    <>
      <Table
        label={say.title}
        rows={effects}
        rowKey={({ key }) => key}
        onOpen={open}
        columns={[
          { name: "state", title: say.state, width: "7rem", render: badge },
          { name: "what", title: say.what, width: "minmax(12rem, 2fr)", render: ({ what }) => <bdi>{what}</bdi> },
          {
            name: "result",
            title: say.result,
            width: "minmax(10rem, 1.5fr)",
            render: ({ result }) => <CellView cell={resultOf(result)} />,
          },
          {
            name: "at",
            title: say.at,
            width: "13rem",
            render: ({ at }) => <time dateTime={at}>{dateTime(at)}</time>,
          },
        ]}
        narrow={{
          height: 72,
          render: (effect) => (
            <span class="narrow-row">
              <span class="narrow-line">
                <strong>
                  <bdi>{effect.what}</bdi>
                </strong>
                {badge(effect)}
              </span>
              <span class="small-text soft">
                <CellView cell={resultOf(effect.result)} />
              </span>
            </span>
          ),
        }}
      />
      {opened && (
        <Dialog title={opened.what} onClose={() => open(undefined)}>
          <Cells
            row={{
              [say.state]: say.states[opened.state] ?? opened.state,
              [say.at]: dateTime(opened.at),
              ...opened.result,
            }}
          />
        </Dialog>
      )}
    </>
  );
}

/** An address where there is one: that of the post; otherwise all of it. */
function resultOf(result: Effect["result"]) {
  if (result === undefined) return undefined;
  return (Object.values(result).find((value) => linkOf(value) !== undefined) as string | undefined) ?? cellOf(result);
}
