import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { LineResult } from "../../../../../../kernel/storage/records.js";
import { LinkButton } from "../../../parts/button.js";
import { Dialog } from "../../../parts/dialog.js";
import { Badge, Empty, Notice, Skeleton } from "../../../parts/status.js";
import { Table } from "../../../parts/table.js";
import { client, readOnly } from "../../../state/client.js";
import { number } from "../../../state/format.js";
import { href } from "../../../state/route.js";
import { runPage, runFailed as say } from "../../../strings.js";
import type { RunNow } from "../state.js";
import { useEndless } from "./endless.js";

/** Most reasons that are named above the lines. */
const REASONS = 6;

/** The lines that failed, why, and what to do about it. */
export function Failed({ now }: { readonly now: RunNow }): JSX.Element {
  const { id, isLast } = now;
  const run = now.run!._id;
  const failed = now.run!.progress?.failed ?? 0;
  /** Why the run has failed stands above, with the way to the task. */
  const hasNotice = now.run!.error !== undefined;
  const lines = useEndless<LineResult>(`failed ${run} ${failed}`, async (offset, limit, signal) => {
    const found = await client.lines(id, { run, state: "failed", offset, limit }, { signal });
    return found.lines;
  });
  const [opened, open] = useState<LineResult>();
  if (lines.error) return <Notice kind="error">{lines.error.message}</Notice>;
  if (!lines.isReady) return <Skeleton />;
  // A line that was taken out of the list since stays among the lines of its run.
  if (lines.isEmpty || now.run!.progress?.failed === 0) {
    return (
      <Empty icon="check" title={say.nothing}>
        {say.nothingIs}
      </Empty>
    );
  }
  const edit = (line: LineResult) => href("task", id, { line: line.line });
  return (
    <>
      {!readOnly && (
        <div class="run-hint">
          <p class="soft">{isLast ? say.hint : say.onlyLast}</p>
          {isLast && !hasNotice && (
            <LinkButton small icon="edit" href={href("task", id)}>
              {runPage.editTask}
            </LinkButton>
          )}
        </div>
      )}
      <Reasons lines={lines} />
      <Table
        label={say.title}
        rows={lines}
        rowKey={({ key }) => key}
        onOpen={open}
        rowHeight={60}
        columns={[
          {
            name: "line",
            title: say.line,
            width: "minmax(10rem, 1.2fr)",
            render: ({ line }) => (
              <strong>
                <bdi class="two-lines" title={line}>
                  {line}
                </bdi>
              </strong>
            ),
          },
          {
            name: "error",
            title: say.reason,
            width: "minmax(14rem, 2.2fr)",
            render: ({ error }) => (
              <bdi class="two-lines" title={error}>
                {error}
              </bdi>
            ),
          },
          {
            name: "code",
            title: say.code,
            width: "minmax(7rem, 0.6fr)",
            render: ({ code }) => code && <Badge kind="bad">{code}</Badge>,
          },
          {
            name: "attempts",
            title: say.attempts,
            align: "end",
            width: "5rem",
            render: ({ attempts }) => number(attempts),
          },
        ]}
        narrow={{
          height: 84,
          render: ({ line, error }) => (
            <span class="narrow-row">
              <strong>
                <bdi>{line}</bdi>
              </strong>
              <span class="small-text soft two-lines">{error}</span>
            </span>
          ),
        }}
      />
      {opened && (
        <Dialog
          title={say.line}
          onClose={() => open(undefined)}
          actions={
            <LinkButton kind="primary" icon="edit" href={edit(opened)}>
              {runPage.editLine}
            </LinkButton>
          }
        >
          <dl class="row-cells">
            <div>
              <dt>{say.line}</dt>
              <dd>
                <pre class="cell-text">{opened.line}</pre>
              </dd>
            </div>
            <div>
              <dt>{say.reason}</dt>
              <dd>
                <pre class="cell-text">{opened.error}</pre>
              </dd>
            </div>
            {opened.code && (
              <div>
                <dt>{say.code}</dt>
                <dd>
                  <code>{opened.code}</code>
                </dd>
              </div>
            )}
          </dl>
        </Dialog>
      )}
    </>
  );
}

/** How often each code comes up among the lines that were read. */
function Reasons({ lines }: { readonly lines: { readonly total: number; at(index: number): LineResult | undefined } }) {
  const counts = new Map<string, number>();
  for (let index = 0; index < lines.total; index += 1) {
    const code = lines.at(index)?.code;
    if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  if (counts.size < 2) return null;
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, REASONS);
  return (
    <ul class="row" aria-label={say.reasons}>
      {most.map(([code, count]) => (
        <li key={code}>
          <Badge>
            {code} <strong class="numbers">{number(count)}</strong>
          </Badge>
        </li>
      ))}
    </ul>
  );
}
