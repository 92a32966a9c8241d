import { inject, injectable } from "../di.js";
import { ScriptoriumError } from "../errors.js";
import { PluginRegistry } from "../plugin-registry.js";
import type { Providers } from "../providers.js";
import { Redactor } from "../secrets/redaction.js";
import { MASK } from "../secrets/secret-names.js";
import type { Vault } from "../secrets/vault.js";
import type { StorageAdapter } from "../storage.js";
import type { Task } from "../task.js";
import type { AnyTaskPlugin } from "../task-plugin.js";
import { LOGGER, PROVIDERS, STORAGE, VAULT } from "../tokens.js";
import type { JsonObject } from "../values/json.js";
import { loadedOnce } from "../values/loaded-once.js";
import type { Logger } from "../values/logger.js";
import { commonFields } from "./common-fields.js";
import { fittingOptions, optionProblems, problemNotes } from "./options.js";

const postedNotes = loadedOnce(() => import("./posted-notes.js"));
const notesOnLines = loadedOnce(() => import("./line-notes.js"));

/** Says what is wrong with data objects before a run refuses them. */
@injectable()
export class DataNotes {
  constructor(
    @inject(PluginRegistry) private readonly registry: PluginRegistry,
    @inject(STORAGE) private readonly storage: StorageAdapter,
    @inject(VAULT) private readonly vault: Vault,
    @inject(PROVIDERS) private readonly providers: Partial<Providers>,
    @inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What a person should know about fields that were posted to the task, which holds them now. */
  async on({ _id, type, data }: Task, posted: JsonObject): Promise<readonly string[]> {
    const entry = this.registry.find(type);
    if (entry === undefined) return [];
    const commonOptions = await commonFields();
    const plugin = await this.registry.plugin(entry);
    const { postedFieldNotes } = await postedNotes();
    const notes = postedFieldNotes(plugin, commonOptions, data, posted);
    // Settings contradict each other, so that any of the type's own may have made one unusable.
    if (!Object.keys(posted).some((name) => Object.hasOwn(plugin.options.shape, name))) return notes;
    // A task as callers have it comes without its secrets.
    const sealed = JSON.stringify(data).includes(MASK) ? (await this.storage.tasks.get(_id))?.sealed : undefined;
    const revealed = await this.vault.revealed(data, sealed);
    const redactor = new Redactor(revealed.values);
    const found = await this.judged(plugin, revealed.data, posted, redactor);
    return [...notes, ...found.map((note) => redactor.text(note))];
  }

  /** What the task type's checks find. One that fails takes nothing from what the others say. */
  private async judged(
    plugin: AnyTaskPlugin,
    data: JsonObject,
    posted: JsonObject,
    redactor: Redactor,
  ): Promise<readonly string[]> {
    const noted = (notes: () => Promise<readonly string[]>) => this.noted(plugin, notes, redactor);
    const found = await noted(async () => {
      const fitting = fittingOptions(plugin, data);
      const { lineNotes } = await notesOnLines();
      return [
        ...(await noted(async () => problemNotes(await optionProblems(plugin, fitting, this.providers)))),
        ...(await noted(() => lineNotes(plugin, fitting, posted, this.providers))),
      ];
    });
    return [...new Set(found)];
  }

  /**
   * An error of ours that a check throws is a note. Of any other the task type has nothing to say: the data are stored, and a run
   * reports the fault.
   */
  private async noted(
    plugin: AnyTaskPlugin,
    notes: () => Promise<readonly string[]>,
    redactor: Redactor,
  ): Promise<readonly string[]> {
    try {
      return await notes();
    } catch (error) {
      if (ScriptoriumError.is(error)) return [error.message];
      this.logger.error(`The task type "${plugin.type}" could not check the data of a task.`, redactor.error(error));
      return [];
    }
  }
}
