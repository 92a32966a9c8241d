import { ScriptoriumError } from "../errors.js";
import type { OutputPlace, OutputProvider } from "../providers.js";
import { type JsonObject, shown } from "../values/json.js";
import { noProvider, toHaveProvider } from "../values/provider-settings.js";
import { pathProblem } from "./run-output.js";

const PROJECT = "%project_folder%";

export interface PlacedRun {
  readonly taskId: string;
  readonly runId: string;
  readonly jobName: string;
  /** When it began: an ISO time. */
  readonly startedAt: string;
}

/**
 * The folder besides that of the task that `outputFolder` names; undefined for none. Throws bad-input for one that cannot be or may not
 * be written, and no-provider where the server lays out no files.
 */
export function outputPlace(
  { outputFolder }: JsonObject,
  run: PlacedRun,
  output: OutputProvider | undefined,
): OutputPlace | undefined {
  const given = typeof outputFolder === "string" ? outputFolder.trim().replace(/\/+$/, "") : "";
  if (given === "" || given === PROJECT) return undefined;
  if (output === undefined) {
    throw new ScriptoriumError(
      "no-provider",
      `outputFolder is "${shown(given)}". ${noProvider("output")} Set outputFolder to "${PROJECT}". ${toHaveProvider("output")}`,
      { provider: "output", field: "outputFolder" },
    );
  }
  const isOfTask = given.startsWith(`${PROJECT}/`);
  const folder = filled(isOfTask ? given.slice(PROJECT.length + 1) : given, run);
  if (isOfTask) {
    const problem = pathProblem(folder);
    if (problem !== undefined) {
      throw refused(
        `outputFolder is "${shown(given)}", which cannot be used: ${problem}. Correct it, or set it to "${PROJECT}".`,
      );
    }
    return placeOfTask(output, run.taskId, folder);
  }
  if (output.place === undefined) {
    throw refused(
      `outputFolder is "${shown(given)}", and this server writes to folders of tasks alone. Begin it with "${PROJECT}/".`,
    );
  }
  return output.place(folder);
}

function placeOfTask(output: OutputProvider, taskId: string, folder: string): OutputPlace {
  return {
    write: (path, bytes) => output.write(taskId, `${folder}/${path}`, bytes),
    ...(output.writeSlices && {
      writeSlices: async (path, slices) => output.writeSlices?.(taskId, `${folder}/${path}`, slices),
    }),
    ...(output.has && {
      has: async (file) => (await output.has?.(taskId, { ...file, path: `${folder}/${file.path}` }, true)) === true,
    }),
    removeFile: async (path) => output.removeFile?.(taskId, `${folder}/${path}`),
  };
}

function filled(folder: string, { taskId, runId, jobName, startedAt }: PlacedRun): string {
  const values: Readonly<Record<string, string>> = {
    ...{ task_id: taskId, run_id: runId, date: startedAt.slice(0, 10), job_name: asName(jobName) },
  };
  return folder.replace(/%([a-z_]+)%/gi, (place, name: string) => {
    const value = values[name.toLowerCase()];
    if (value !== undefined) return value;
    const others = Object.keys(values).map((one) => `%${one}%`);
    throw refused(
      `outputFolder has ${shown(place)}, which stands for nothing there. Use ${others.join(", ")}, and "${PROJECT}" at its beginning.`,
    );
  });
}

/** One part of a path, whatever the text is. */
function asName(text: string): string {
  const name = text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f<>:"|?*\\/%]+/g, "-")
    .slice(0, 80)
    .replace(/^[. -]+|[. -]+$/g, "");
  return pathProblem(name) === undefined ? name : "task";
}

function refused(message: string): ScriptoriumError {
  return new ScriptoriumError("bad-input", message, { field: "outputFolder" });
}
