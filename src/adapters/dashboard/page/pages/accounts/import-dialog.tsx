import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { Badge, Notice } from "../../parts/status.js";
import { Table } from "../../parts/table.js";
import { toast } from "../../parts/toast.js";
import { client } from "../../state/client.js";
import { number } from "../../state/format.js";
import { accountsPage as say, words } from "../../strings.js";
import type { Kind } from "./kinds.js";

type Outcome = Awaited<ReturnType<typeof client.accounts.import>>;

const BECAME = { added: "good", changed: "accent", same: "neutral", refused: "bad", "left out": "warn" } as const;
/** As the server takes it. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Many accounts out of a table: first what would become of each row, then the import. */
export function ImportDialog({
  kinds,
  onClose,
  onStored,
}: {
  readonly kinds: readonly Kind[];
  readonly onClose: () => void;
  readonly onStored: () => void;
}): JSX.Element {
  const [kind, setKind] = useState(kinds[0]?.kind ?? "");
  const [text, setText] = useState("");
  const [outcome, setOutcome] = useState<Outcome>();
  const [refusal, setRefusal] = useState("");
  const [busy, setBusy] = useState(false);
  const [isOver, over] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const change = (next: string) => {
    setText(next);
    // What was said was said of another table.
    setOutcome(undefined);
    setRefusal("");
  };
  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    if (chosen.size > MOST_BYTES) return setRefusal(words.fileTooLarge(chosen.name));
    const content = await chosen.text();
    if (content.includes("\u0000")) return setRefusal(words.fileNoText(chosen.name));
    change(content);
  };
  const send = async (dryRun: boolean) => {
    setBusy(true);
    setRefusal("");
    try {
      const format = /^\s*[[{]/.test(text) ? "json" : "csv";
      const options = { kind: kind as "blog", dryRun, onNotes: () => {} };
      const found = await client.accounts.import({ format, text }, options);
      setOutcome(found);
      if (found.stored) {
        toast(say.imported(found.added, found.changed), { kind: "success" });
        onStored();
        if (found.refused === 0) onClose();
      }
    } catch (error) {
      setOutcome(undefined);
      setRefusal((error as Error).message);
    }
    setBusy(false);
  };
  const good = outcome ? outcome.added + outcome.changed : 0;
  return (
    <Dialog
      title={say.importTitle}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{outcome?.stored ? words.close : words.cancel}</Button>
          <Button busy={busy} disabled={text.trim() === ""} onClick={() => void send(true)}>
            {say.tryOut}
          </Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={outcome === undefined || outcome.stored || good === 0}
            onClick={() => void send(false)}
          >
            {outcome && good > 0 ? say.importCount(good) : say.import}
          </Button>
        </>
      }
    >
      <div class="stack">
        <label class="field">
          <span class="field-title">{say.columns.kind}</span>
          <select
            value={kind}
            onChange={(event) => {
              setKind(event.currentTarget.value);
              setOutcome(undefined);
            }}
          >
            {kinds.map((one) => (
              <option key={one.kind} value={one.kind}>
                {say.kind(one.title)}
              </option>
            ))}
          </select>
        </label>
        <div class="field">
          <label class="field-title" for="import-text">
            {say.table}
          </label>
          <span class="field-help">{say.tableIs}</span>
          <textarea
            id="import-text"
            class={isOver ? "code over" : "code"}
            rows={outcome ? 4 : 9}
            spellcheck={false}
            placeholder={"url,username,password,group\nhttps://blog.example,anna,…,news"}
            value={text}
            onInput={(event) => change(event.currentTarget.value)}
            onDragOver={(event) => {
              event.preventDefault();
              over(true);
            }}
            onDragLeave={() => over(false)}
            onDrop={(event) => {
              event.preventDefault();
              over(false);
              void read(event.dataTransfer?.files[0]);
            }}
          />
          <div class="row">
            <Button small icon="file" onClick={() => file.current?.click()}>
              {words.fromFile}
            </Button>
            <input
              ref={file}
              type="file"
              hidden
              accept=".csv,.tsv,.txt,.json"
              onChange={(event) => void read(event.currentTarget.files?.[0])}
            />
          </div>
        </div>
        {refusal && <Notice kind="error">{refusal}</Notice>}
        {outcome && <Rows outcome={outcome} />}
      </div>
    </Dialog>
  );
}

function Rows({ outcome }: { readonly outcome: Outcome }): JSX.Element {
  const { added, changed, same, refused, stored, rows } = outcome;
  return (
    <>
      <p role="status">
        <strong>{stored ? say.isStored : say.isTrial}</strong>{" "}
        {say.sums(number(added), number(changed), number(same), number(refused))}
      </p>
      <Table
        label={say.rows}
        height={`${Math.min(18, 4 + rows.length * 2.75)}rem`}
        columns={[
          { name: "row", title: say.row, width: "3.5rem", align: "end", render: ({ row }) => number(row) },
          {
            name: "became",
            title: say.became,
            width: "7rem",
            render: ({ became }) => <Badge kind={BECAME[became]}>{say.outcomes[became]}</Badge>,
          },
          { name: "name", title: say.columns.name, width: "minmax(8rem, 1fr)", render: ({ name }) => name },
          {
            name: "says",
            title: say.says,
            width: "minmax(12rem, 2.5fr)",
            render: ({ says }) => <span title={says}>{says}</span>,
          },
        ]}
        rows={rows}
        rowKey={({ row }) => String(row)}
        narrow={{
          height: 92,
          render: ({ row, became, name, says }) => (
            <span class="narrow-account">
              <span>
                <span>
                  {number(row)} {name}
                </span>
                <Badge kind={BECAME[became]}>{say.outcomes[became]}</Badge>
              </span>
              <span class="soft small-text import-says">{says}</span>
            </span>
          ),
        }}
      />
    </>
  );
}
