import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { FileInfo } from "../../../../../../kernel/storage/records.js";
import { Button } from "../../../parts/button.js";
import { Dialog } from "../../../parts/dialog.js";
import { LineView, textLines } from "../../../parts/log-view.js";
import { download, FilePreview, type LoadFile, TEXT_LIMIT, textPart } from "../../../parts/preview.js";
import { Loaded, Notice } from "../../../parts/status.js";
import { Table } from "../../../parts/table.js";
import { toastError } from "../../../parts/toast.js";
import { client } from "../../../state/client.js";
import { bytes, number } from "../../../state/format.js";
import { useResource } from "../../../state/resource.js";
import { runFiles as say } from "../../../strings.js";
import { csvRows } from "./csv.js";

/** Larger JSON is shown as it is. */
const MOST_JSON = 1024 * 1024;
const MOST_ROWS = 5000;
const MOST_COLUMNS = 40;

/** A file in a dialog, as a run left it or as it is now: as a table, as pretty JSON, or as FilePreview shows it. */
export function FileDialog({
  id,
  file,
  run,
  onClose,
}: {
  readonly id: string;
  readonly file: FileInfo;
  readonly run?: string;
  readonly onClose: () => void;
}): JSX.Element {
  const { path, type, size } = file;
  const isTable = /^text\/(?:csv|tab-separated-values)\b/.test(type) || /\.(?:csv|tsv)$/i.test(path);
  const isJson = /[/+]json(?:;|$)/.test(type) && size <= MOST_JSON;
  const [asText, setAsText] = useState(false);
  const ofRun = run === undefined ? {} : { run };
  const load: LoadFile = (signal, range) => client.file(id, path, { signal, ...ofRun, ...(range ? { range } : {}) });
  return (
    <Dialog
      wide
      title={path}
      onClose={onClose}
      actions={
        <>
          {isTable && (
            <Button icon={asText ? "columns" : "file"} onClick={() => setAsText(!asText)}>
              {asText ? say.asTable : say.asText}
            </Button>
          )}
          <Button kind="primary" icon="download" onClick={() => void saveFile(id, path, ofRun)}>
            {say.download} ({bytes(size)})
          </Button>
        </>
      }
    >
      {isTable && !asText ? (
        <TableFile file={file} load={load} />
      ) : isJson ? (
        <JsonFile file={file} load={load} />
      ) : (
        <FilePreview name={path} type={isTable ? "text/plain" : type} size={size} load={load} />
      )}
    </Dialog>
  );
}

export async function saveFile(id: string, path: string, ofRun: { readonly run?: string } = {}): Promise<void> {
  try {
    await download(path.slice(path.lastIndexOf("/") + 1), await client.file(id, path, ofRun));
  } catch (error) {
    toastError(error);
  }
}

interface Part {
  readonly file: FileInfo;
  readonly load: LoadFile;
}

function TableFile({ file, load }: Part): JSX.Element {
  const text = useResource(`file ${file.sha256}`, (signal) => textPart(load, file.size, signal));
  return (
    <Loaded from={text}>
      {(found) => {
        const { rows, isWhole } = csvRows(found, MOST_ROWS + 1);
        const [head = [], ...body] = rows;
        const width = Math.min(MOST_COLUMNS, Math.max(head.length, ...body.slice(0, 100).map(({ length }) => length)));
        // The last line of a part is most likely cut.
        const isPart = !isWhole || file.size > TEXT_LIMIT;
        return (
          <>
            {isPart && <Notice kind="info">{say.tablePart(number(body.length))}</Notice>}
            <Table
              label={say.table}
              height="min(32rem, 60dvh)"
              rows={body}
              rowKey={(_, index) => String(index)}
              rowHeight={36}
              columns={Array.from({ length: width }, (_, index) => ({
                name: String(index),
                title: head[index]?.trim() || say.column(index + 1),
                render: (row: readonly string[]) => <bdi title={row[index]}>{row[index]?.slice(0, 300)}</bdi>,
              }))}
              empty={<LineView label={file.path} lines={textLines(found)} />}
            />
          </>
        );
      }}
    </Loaded>
  );
}

function JsonFile({ file, load }: Part): JSX.Element {
  const text = useResource(`file ${file.sha256}`, (signal) => textPart(load, file.size, signal));
  return (
    <Loaded from={text}>
      {(found) => <LineView label={file.path} lines={textLines(pretty(found), true)} height="min(32rem, 60dvh)" />}
    </Loaded>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
