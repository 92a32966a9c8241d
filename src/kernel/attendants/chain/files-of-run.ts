import { taskFiles } from "../../files/task-files.js";
import type { ContentStore, FileInfo, Run } from "../../storage.js";
import type { Json } from "../../values/json.js";

/**
 * The files of a task that a run of it has written, sorted by path. A storage keeps files by task and not by run, so it is
 * `file` in the rows of the run that names them, with the same in the other forms of its `outputFormats`. All files of the
 * task where rows of the run have no such member, and none where the run has no rows.
 */
export async function filesOfRun(
  content: ContentStore,
  { _id: runId, taskId, data }: Pick<Run, "_id" | "taskId" | "data">,
): Promise<readonly FileInfo[]> {
  const stored = await Array.fromAsync(taskFiles(content).files(taskId));
  const paths = new Set(stored.map(({ path }) => path));
  const named = new Set<string>();
  let isSaid = false;
  let hasRows = false;
  for await (const { file } of content.rows(taskId, { runId })) {
    hasRows = true;
    if (typeof file !== "string") continue;
    isSaid ||= file === "" || paths.has(file);
    if (file !== "") named.add(file);
  }
  if (!hasRows) return [];
  if (!isSaid) return stored;
  const forms = formsOf(data?.["outputFormats"]);
  const stems = new Set([...named].filter((path) => paths.has(path)).map((path) => parted(path).stem));
  return stored.filter(({ path }) => {
    const { stem, form } = parted(path);
    return named.has(path) || (forms.has(form) && stems.has(stem));
  });
}

function formsOf(value: Json | undefined): ReadonlySet<string> {
  const given = Array.isArray(value) ? value : [];
  return new Set(given.flatMap((one) => (typeof one === "string" ? [one.trim().toLowerCase()] : [])));
}

function parted(path: string): { readonly stem: string; readonly form: string } {
  const [, stem = path, form = ""] = /^(.*)\.([^./]+)$/s.exec(path) ?? [];
  return { stem, form: form.toLowerCase() };
}
