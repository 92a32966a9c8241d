import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Chart } from "../../../parts/chart.js";
import { Loaded, Notice } from "../../../parts/status.js";
import { useResource } from "../../../state/resource.js";
import { runRanks as say } from "../../../strings.js";
import type { Peek } from "../rows/reading.js";
import type { RunNow } from "../state.js";
import { type History, historyOf, type RankColumns, type Series } from "./ranks.js";

/** As many as can be told apart. */
const LINES = 5;
const LISTED = 50;

/** How ranks have moved: lines, and a table of the last two moments. */
export function RanksView({ now, peek, columns }: { now: RunNow; peek: Peek; columns: RankColumns }): JSX.Element {
  const history = useResource(`ranks ${now.id} ${now.runCount} ${now.task.status}`, (signal) =>
    historyOf(now.id, columns, peek.scanSize, signal),
  );
  return <Loaded from={history}>{(found) => <Ranks history={found} />}</Loaded>;
}

function Ranks({ history: { times, byKeyword } }: { readonly history: History }): JSX.Element {
  const keywords = [...byKeyword.keys()];
  const [chosen, choose] = useState<string>();
  const keyword = chosen !== undefined && byKeyword.has(chosen) ? chosen : (keywords[0] ?? "");
  const all = byKeyword.get(keyword) ?? [];
  const drawn = all.slice(0, LINES);
  return (
    <div class="stack">
      {keywords.length > 1 && (
        <label class="run-with">
          <span>{say.choose}</span>
          <select value={keyword} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {keywords.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
      {times.length < 2 ? (
        <Notice kind="info">{say.onlyOnce}</Notice>
      ) : (
        <div class="card">
          <p class="soft small-text">
            {say.moments(times.length)} {all.length > LINES && say.shown(drawn.length, all.length)}
          </p>
          <Chart
            key={keyword}
            reversed
            height={280}
            label={say.chart(keyword || drawn.map(({ name }) => name).join(", "))}
            times={times}
            lines={drawn.map(({ name, ranks }) => ({ label: shortened(name), values: ranks }))}
            write={(value) => (Number.isInteger(value) && value >= 1 ? String(value) : "")}
          />
        </div>
      )}
      <div class="run-figures">
        <table>
          <thead>
            <tr>
              <th scope="col">{say.series}</th>
              <th scope="col">{say.now}</th>
              <th scope="col">{say.before}</th>
              <th scope="col">{say.change}</th>
              <th scope="col">{say.best}</th>
            </tr>
          </thead>
          <tbody>
            {all.slice(0, LISTED).map((series) => (
              <RankRow key={series.name} series={series} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function RankRow({ series: { name, ranks } }: { readonly series: Series }): JSX.Element {
  const now = ranks.at(-1) ?? null;
  const before = ranks.length > 1 ? (ranks.at(-2) ?? null) : null;
  const best = Math.min(...ranks.map((rank) => rank ?? Number.POSITIVE_INFINITY));
  const change = now !== null && before !== null ? before - now : undefined;
  return (
    <tr>
      <th scope="row">
        <bdi title={name}>{shortened(name)}</bdi>
      </th>
      <td>{now ?? <span class="soft">{say.out}</span>}</td>
      <td class="soft">{before ?? (ranks.length > 1 ? say.out : "")}</td>
      <td class={change === undefined || change === 0 ? "soft" : change > 0 ? "good" : "bad"}>
        {change === undefined
          ? now !== null && ranks.length > 1 && say.isNew
          : change === 0
            ? say.same
            : change > 0
              ? say.up(change)
              : say.down(-change)}
      </td>
      <td>{best}</td>
    </tr>
  );
}

function shortened(text: string): string {
  const plain = text.replace(/^https?:\/\/(?:www\.)?/i, "");
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
}
