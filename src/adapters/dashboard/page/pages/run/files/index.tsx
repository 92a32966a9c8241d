import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { FileInfo } from "../../../../../../kernel/storage/records.js";
import { Button, IconButton } from "../../../parts/button.js";
import { Icon } from "../../../parts/icons.js";
import { download } from "../../../parts/preview.js";
import { Empty, Notice, Skeleton } from "../../../parts/status.js";
import { Table } from "../../../parts/table.js";
import { toastError } from "../../../parts/toast.js";
import { client } from "../../../state/client.js";
import { bytes, number } from "../../../state/format.js";
import { runFiles as say } from "../../../strings.js";
import { useEndless } from "../lists/endless.js";
import { fileName } from "../rows/export.js";
import { isAtWork, type RunNow } from "../state.js";
import { FileDialog, saveFile } from "./preview.js";

/** The files of the task, with a look into each. */
export function Files({ now }: { readonly now: RunNow }): JSX.Element {
  const { id, run } = now;
  const isLive = isAtWork(now.task.status);
  const files = useEndless<FileInfo>(
    `files ${id} ${isLive ? run?.progress?.files : run?._id} ${now.task.status}`,
    async (offset, limit, signal) => (await client.files(id, { offset, limit }, { signal })).files,
  );
  const [opened, open] = useState<FileInfo>();
  const [zipping, zip] = useState(false);
  const saveAll = async () => {
    zip(true);
    try {
      await download(`${fileName(now.name)}.zip`, await client.zip(id));
    } catch (error) {
      toastError(error);
    } finally {
      zip(false);
    }
  };
  if (files.error) return <Notice kind="error">{files.error.message}</Notice>;
  if (!files.isReady) return <Skeleton />;
  if (files.isEmpty) {
    return (
      <Empty icon="file" title={say.nothing}>
        {say.nothingIs}
      </Empty>
    );
  }
  return (
    <>
      <div class="run-hint">
        <p class="soft small-text">
          {say.count(number(files.total), files.total === 1, files.isWhole)}. {say.ofTask}
        </p>
        <Button small icon="download" busy={zipping} onClick={saveAll}>
          {say.zip}
        </Button>
      </div>
      <Table
        label={say.title}
        rows={files}
        rowKey={({ path }) => path}
        onOpen={open}
        actions={({ path }) => (
          <IconButton small icon="download" label={`${say.download} ${path}`} onClick={() => void saveFile(id, path)} />
        )}
        columns={[
          {
            name: "path",
            title: say.path,
            width: "minmax(14rem, 3fr)",
            render: ({ path }) => <FileName path={path} />,
          },
          {
            name: "type",
            title: say.type,
            width: "minmax(8rem, 1fr)",
            render: ({ type }) => <span class="soft">{shortType(type)}</span>,
          },
          { name: "size", title: say.size, align: "end", width: "6rem", render: ({ size }) => bytes(size) },
        ]}
        narrow={{
          height: 64,
          render: ({ path, type, size }) => (
            <span class="narrow-row">
              <FileName path={path} />
              <span class="small-text soft">
                {bytes(size)} · {shortType(type)}
              </span>
            </span>
          ),
        }}
      />
      {opened && <FileDialog id={id} file={opened} onClose={() => open(undefined)} />}
    </>
  );
}

/** Without its parameters; a task type of others may have stored a file without any. */
const shortType = (type: string | undefined): string | undefined => type?.replace(/;.*$/, "");

/** The folder is fainter than the name. */
function FileName({ path }: { readonly path: string }): JSX.Element {
  const slash = path.lastIndexOf("/") + 1;
  return (
    <span class="file-name" title={path}>
      <Icon name="file" size={16} />
      <bdi>
        <span class="soft">{path.slice(0, slash)}</span>
        {path.slice(slash)}
      </bdi>
    </span>
  );
}
