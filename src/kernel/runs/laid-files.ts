import { ScriptoriumError } from "../errors.js";
import { taskFiles } from "../files/task-files.js";
import type { OutputPlace, OutputProvider } from "../providers.js";
import type { ContentStore } from "../storage.js";
import type { RunLog } from "../task-plugin.js";
import { placedAt, placedWhole } from "./laid-out.js";
import type { FileOrder } from "./run-output.js";

export interface FilesOfTask {
  readonly content: Pick<ContentStore, "files" | "file">;
  readonly taskId: string;
  /** The output folder, where there is one. */
  readonly output: OutputProvider | undefined;
  /** Another folder that gets the files too. */
  readonly also?: OutputPlace | undefined;
  readonly log: Pick<RunLog, "warn">;
}

/** Lays the files of a run into the output folder. What goes wrong is a warning: they are stored. */
export class LaidFiles {
  constructor(private readonly about: FilesOfTask) {}

  /** Lays out what a step has stored; files that grow are laid out at the end. */
  async step(orders: readonly FileOrder[]): Promise<void> {
    const { output, taskId, also } = this.about;
    if (output === undefined) return;
    for (const { kind, path, bytes } of orders) {
      if (kind === "file") {
        await this.warned(path, () => output.write(taskId, path, bytes));
        await this.warned(path, async () => also?.write(path, bytes));
      } else if (kind === "remove") {
        await this.warned(path, async () => output.removeFile?.(taskId, path));
        await this.warned(path, async () => also?.removeFile?.(path));
      }
    }
  }

  /** Lays the files of the task that the other folder lacks into it: an attempt that was cut off may have stored some and not come to that. */
  async again(): Promise<void> {
    const { also, content, taskId } = this.about;
    if (also === undefined) return;
    const files = taskFiles(content);
    for await (const info of files.files(taskId)) {
      const { path } = info;
      await this.warned(path, async () => {
        if ((await also.has?.(info)) === true) return;
        const file = await files.open(taskId, path);
        if (file !== undefined) await placedAt(also, file);
      });
    }
  }

  async grown(paths: Iterable<string>): Promise<void> {
    const { output, content, taskId, also } = this.about;
    if (output === undefined) return;
    for (const path of paths) {
      await this.warned(path, async () => {
        const file = await taskFiles(content).open(taskId, path);
        if (file !== undefined) await placedWhole(output, taskId, file);
        if (file !== undefined && also !== undefined) await placedAt(also, file);
      });
    }
  }

  private async warned(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const why = ScriptoriumError.is(error) ? error.message : "The output folder could not be written.";
      this.about.log.warn(`The file ${path} is stored, but was not laid into the output folder. ${why}`);
    }
  }
}
