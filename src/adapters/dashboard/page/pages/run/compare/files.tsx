import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ShownRun } from "../../../../../../kernel/index.js";
import type { FileInfo } from "../../../../../../kernel/storage/records.js";
import { Button } from "../../../parts/button.js";
import { Loaded } from "../../../parts/status.js";
import { Table } from "../../../parts/table.js";
import { client } from "../../../state/client.js";
import { bytes } from "../../../state/format.js";
import { useResource } from "../../../state/resource.js";
import { runFiles, runCompare as say } from "../../../strings.js";
import { FileDialog } from "../files/preview.js";
import { GROUPS, type Group, Groups } from "./groups.js";

/** Most files of a run that are compared. */
const MOST = 10_000;
const PAGE = 1000;

/** A file of one run or of both. */
interface Pair {
  readonly path: string;
  readonly now?: FileInfo;
  readonly before?: FileInfo;
}

/** The files of two runs by their names: those that are new, gone or changed, each to be opened as either run left it. */
export function CompareFiles({
  id,
  now,
  other,
}: {
  readonly id: string;
  readonly now: ShownRun;
  readonly other: ShownRun;
}): JSX.Element | null {
  const isWanted = [now, other].some(({ progress }) => (progress?.files ?? 0) > 0);
  const pairs = useResource(isWanted ? `files of ${now._id} and ${other._id}` : undefined, async (signal) => {
    const [young, old] = await Promise.all([listed(id, now._id, signal), listed(id, other._id, signal)]);
    return { groups: grouped(young, old), isUnknown: [young, old].some(({ length }) => length === 0) };
  });
  const [chosen, choose] = useState<Group>();
  const [opened, open] = useState<{ readonly file: FileInfo; readonly run: string }>();
  if (!isWanted) return null;
  return (
    <section class="stack" aria-label={runFiles.title}>
      <h2>{say.filesTitle}</h2>
      <Loaded from={pairs}>
        {({ groups, isUnknown }) => {
          const shown = chosen ?? GROUPS.find((one) => groups[one].length > 0) ?? "changed";
          const versions = ({ now: young, before: old }: Pair) => (
            <span class="row">
              {old && (
                <Button small onClick={() => open({ file: old, run: other._id })}>
                  {say.before}
                </Button>
              )}
              {young && (
                <Button small onClick={() => open({ file: young, run: now._id })}>
                  {say.now}
                </Button>
              )}
            </span>
          );
          return (
            <>
              {isUnknown && <p class="soft small-text">{say.filesUnknown}</p>}
              <Groups
                shown={shown}
                choose={choose}
                counts={{
                  new: groups.new.length,
                  gone: groups.gone.length,
                  changed: groups.changed.length,
                  same: groups.same,
                }}
                titles={say.groups}
              />
              <Table
                label={`${say.filesTitle}: ${say.groups[shown]}`}
                height="20rem"
                rows={groups[shown]}
                rowKey={({ path }) => path}
                rowHeight={48}
                columns={[
                  {
                    name: "path",
                    title: runFiles.path,
                    width: "minmax(12rem, 3fr)",
                    render: ({ path }) => <bdi title={path}>{path}</bdi>,
                  },
                  { name: "size", title: runFiles.size, width: "minmax(9rem, 1fr)", render: sizes },
                  { name: "versions", title: say.open, width: "11rem", render: versions },
                ]}
                narrow={{
                  height: 104,
                  render: (pair) => (
                    <span class="narrow-row">
                      <bdi>{pair.path}</bdi>
                      <span class="small-text soft">{sizes(pair)}</span>
                      {versions(pair)}
                    </span>
                  ),
                }}
                empty={<p class="soft run-none">{say.noFileIn}</p>}
              />
            </>
          );
        }}
      </Loaded>
      {opened && <FileDialog id={id} file={opened.file} run={opened.run} onClose={() => open(undefined)} />}
    </section>
  );
}

function sizes({ now, before }: Pair): string {
  const size = bytes((now ?? before)!.size);
  if (now === undefined || before === undefined) return size;
  const old = bytes(before.size);
  return old === size ? say.otherContent(size) : say.sizes(old, size);
}

async function listed(id: string, run: string, signal: AbortSignal): Promise<readonly FileInfo[]> {
  const found: FileInfo[] = [];
  for (;;) {
    const { files } = await client.files(id, { run, offset: found.length, limit: PAGE }, { signal });
    found.push(...files);
    if (files.length < PAGE || found.length >= MOST) return found;
  }
}

function grouped(young: readonly FileInfo[], old: readonly FileInfo[]) {
  const before = new Map(old.map((file) => [file.path, file]));
  const names = new Set(young.map(({ path }) => path));
  const pairs = young.map((now): Pair => {
    const other = before.get(now.path);
    return { path: now.path, now, ...(other ? { before: other } : {}) };
  });
  const changed = pairs.filter(({ now, before }) => now && before && now.sha256 !== before.sha256);
  const added = pairs.filter((pair) => pair.before === undefined);
  return {
    new: added,
    gone: old.filter(({ path }) => !names.has(path)).map((file): Pair => ({ path: file.path, before: file })),
    changed,
    same: pairs.length - changed.length - added.length,
  };
}
