import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { FileInfo } from "../../../../../../kernel/storage/records.js";
import type { Json, JsonObject } from "../../../../../../kernel/values/json.js";
import { Button } from "../../../parts/button.js";
import { Badge, Empty, Loaded } from "../../../parts/status.js";
import { client } from "../../../state/client.js";
import { number } from "../../../state/format.js";
import { useResource } from "../../../state/resource.js";
import { runReport as say } from "../../../strings.js";
import { CellView, figure } from "../rows/cell.js";
import { cellOf, linkOf } from "../rows/cells.js";
import { type Kind, parted, type Report, type ReportFiles, readReport, spaced, TABLE_PART } from "./report.js";

const PIECE = 50;
/** Of a list within an item. */
const INNER = 10;

/** What a report says: its kinds of issues by how grave they are, and the pages of the chosen one. */
export function ReportView({
  id,
  files,
  names,
}: {
  id: string;
  files: ReportFiles;
  names: ReadonlySet<string>;
}): JSX.Element {
  const { report, issues } = files;
  const read = useResource(`report ${id} ${report.sha256} ${issues?.sha256}`, async (signal) => {
    const text = async ({ path, size }: FileInfo, part?: number) =>
      (
        await client.file(id, path, { signal, ...(part && size > part ? { range: [0, part - 1] as const } : {}) })
      ).text();
    return readReport(await text(report), issues && (await text(issues, TABLE_PART)), names);
  });
  return <Loaded from={read}>{(found) => <Kinds report={found} />}</Loaded>;
}

const SEVERITIES = { error: "bad", critical: "bad", high: "bad", warning: "warn", medium: "warn" } as const;

function Kinds({ report: { issues, lists, figures, groups } }: { readonly report: Report }): JSX.Element {
  const found = lists.filter(({ count }) => count > 0);
  const clean = lists.filter(({ count }) => count === 0);
  const [chosen, choose] = useState<Kind>();
  const shown = chosen ?? issues[0] ?? found[0];
  const section = (title: string, kinds: readonly Kind[]) =>
    kinds.length > 0 && (
      <section>
        <h3>{title}</h3>
        <ul>
          {kinds.map((kind) => (
            <li key={kind.title}>
              <button type="button" aria-pressed={kind === shown} onClick={() => choose(kind)}>
                <span>{kind.title}</span>
                <Badge kind={SEVERITIES[kind.severity as keyof typeof SEVERITIES] ?? "neutral"}>
                  {number(kind.count)}
                </Badge>
              </button>
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <div class="stack">
      {figures.length + groups.length > 0 && (
        <div class="report-figures">
          <dl>
            {figures.map(({ title, value }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{typeof value === "number" ? number(value) : <CellView cell={value} />}</dd>
              </div>
            ))}
          </dl>
          {groups.map((group) => (
            <p key={group.title} class="small-text">
              <span class="soft">{group.title}</span>
              {group.figures.map(({ title, value }) => (
                <span key={title}>
                  {title}: <strong>{number(value as number)}</strong>
                </span>
              ))}
            </p>
          ))}
        </div>
      )}
      {shown === undefined ? (
        <Empty icon="check" title={say.nothing}>
          {say.nothingIs}
        </Empty>
      ) : (
        <div class="report">
          <nav aria-label={say.kinds}>
            {section(say.issues, issues)}
            {section(say.lists, found)}
          </nav>
          <Items key={shown.title} kind={shown} />
        </div>
      )}
      {clean.length > 0 && (
        <p class="soft small-text">
          {say.clean}: {clean.map(({ title }) => title).join(", ")}.
        </p>
      )}
    </div>
  );
}

function Items({ kind: { title, count, items, severity } }: { readonly kind: Kind }): JSX.Element {
  const [most, show] = useState(PIECE);
  const shown = items.slice(0, most);
  return (
    <section class="report-items" aria-label={title}>
      <header class="row">
        <h2>{title}</h2>
        {severity && <Badge kind={SEVERITIES[severity as keyof typeof SEVERITIES] ?? "neutral"}>{severity}</Badge>}
        <span class="soft small-text">{say.total(number(count), count === 1)}</span>
      </header>
      <ul>
        {shown.map((item, index) => (
          <li key={index}>
            <Item item={item} />
          </li>
        ))}
      </ul>
      {items.length > most && (
        <div class="row">
          <Button small onClick={() => show(most + PIECE * 4)}>
            {say.more}
          </Button>
          <span class="soft small-text">{say.items(number(shown.length), number(items.length))}</span>
        </div>
      )}
      {items.length <= most && count > items.length && <p class="soft small-text">{say.left(number(count))}</p>}
    </section>
  );
}

/** An address or text on a line of its own, and what else is said of it behind or below. */
function Item({ item }: { readonly item: Json }): JSX.Element {
  if (item === null || typeof item !== "object" || Array.isArray(item)) return <CellView cell={cellOf(item)} />;
  const members = Object.entries(item as JsonObject).map(([name, value]) => [spaced(name), parted(value)] as const);
  const head =
    members.find(([, value]) => linkOf(value) !== undefined) ?? members.find(([, value]) => typeof value === "string");
  const others = members.filter((member) => member !== head && member[1] !== "" && member[1] !== null);
  const lists = others.filter(([, value]) => typeof value === "object");
  const plain = others.filter(([, value]) => typeof value !== "object");
  return (
    <>
      <div class="report-item">
        {head && (
          <span class="report-head">
            <CellView cell={cellOf(head[1])} />
          </span>
        )}
        {plain.map(([name, value]) => (
          <span key={name} class="small-text">
            <span class="soft">{name}</span>{" "}
            {typeof value === "number" ? figure(value) : <CellView cell={cellOf(value)} />}
          </span>
        ))}
      </div>
      {lists.map(([name, value]) => (
        <details key={name}>
          <summary class="small-text">
            {name}
            {Array.isArray(value) && <span class="count">{number(value.length)}</span>}
          </summary>
          <Inner value={value} />
        </details>
      ))}
    </>
  );
}

function Inner({ value }: { readonly value: Json | undefined }): JSX.Element {
  const [most, show] = useState(INNER);
  const all = Array.isArray(value) ? (value as Json[]) : [value ?? null];
  return (
    <ul class="report-inner">
      {all.slice(0, most).map((item, index) => (
        <li key={index}>
          {item !== null && typeof item === "object" && !Array.isArray(item) ? (
            <Item item={item} />
          ) : (
            <CellView cell={cellOf(item)} />
          )}
        </li>
      ))}
      {all.length > most && (
        <li>
          <Button small kind="quiet" onClick={() => show(most + 100)}>
            {say.more}
          </Button>
        </li>
      )}
    </ul>
  );
}
