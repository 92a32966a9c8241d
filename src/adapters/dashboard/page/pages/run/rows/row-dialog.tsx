import type { JSX } from "preact";
import type { Json } from "../../../../../../kernel/values/json.js";
import { Button, IconButton } from "../../../parts/button.js";
import { Dialog } from "../../../parts/dialog.js";
import { Loaded } from "../../../parts/status.js";
import { toast, toastError } from "../../../parts/toast.js";
import { client } from "../../../state/client.js";
import { number } from "../../../state/format.js";
import { useResource } from "../../../state/resource.js";
import { runRows as say } from "../../../strings.js";
import { figure } from "./cell.js";
import { linkOf, type Row } from "./cells.js";

/** So many characters of a cell are drawn; more would stop the browser. */
const DRAWN = 50_000;

/** One row, with every cell whole. */
export function RowDialog({
  id,
  run,
  at,
  total,
  before,
  after,
  onMove,
  onClose,
}: {
  readonly id: string;
  readonly run: string;
  readonly at: number;
  readonly total: number;
  /** Its neighbours, as the rows are shown. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly onMove: (at: number) => void;
  readonly onClose: () => void;
}): JSX.Element {
  const row = useResource(`row ${run} ${at}`, async (signal) => {
    const { rows } = await client.results<Row>(id, { run, offset: at, limit: 1 }, { signal });
    return rows[0] ?? {};
  });
  return (
    <Dialog
      wide
      title={say.row(number(at + 1), number(total))}
      onClose={onClose}
      actions={
        <>
          <Button disabled={before === undefined} onClick={() => onMove(before!)}>
            {say.previous}
          </Button>
          <Button disabled={after === undefined} onClick={() => onMove(after!)}>
            {say.next}
          </Button>
        </>
      }
    >
      <Loaded from={row}>{(found) => <Cells row={found} />}</Loaded>
    </Dialog>
  );
}

/** The members of a row, one below the other. */
export function Cells({ row }: { readonly row: Row }): JSX.Element {
  return (
    <dl class="row-cells">
      {Object.entries(row).map(([name, value]) => (
        <div key={name}>
          <dt>
            <bdi>{name.trim() === "" ? say.unnamed : name}</bdi>
          </dt>
          <dd>
            <Whole value={value} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Whole({ value, name }: { readonly value: Json | undefined; readonly name: string }): JSX.Element {
  if (value === null || value === undefined || value === "") return <span class="soft">{say.empty}</span>;
  if (typeof value === "boolean") return <>{value ? say.yes : say.no}</>;
  if (typeof value === "number") return <span class="numbers">{figure(value)}</span>;
  const isText = typeof value === "string";
  const text = isText ? value : JSON.stringify(value, null, 2);
  const link = linkOf(value);
  const copy = () => navigator.clipboard.writeText(text).then(() => toast(say.copied, { kind: "success" }), toastError);
  return (
    <div class="whole-cell">
      {link !== undefined ? (
        <a href={link} target="_blank" rel="noopener noreferrer">
          <bdi>{link}</bdi>
        </a>
      ) : (
        <pre class={isText ? "cell-text" : "cell-text code"} tabIndex={text.length > 600 ? 0 : undefined}>
          {text.slice(0, DRAWN)}
        </pre>
      )}
      {text.length > 60 && <IconButton small icon="copy" label={`${say.copy} ${name}`} onClick={copy} />}
      {text.length > DRAWN && <p class="soft small-text">{say.part(number(DRAWN), number(text.length))}</p>}
    </div>
  );
}
