import type { Json } from "./json.js";

/** A setting of the server, as those who run it are shown it. */
export interface ListedSetting {
  /** As in the config file. */
  readonly name: string;
  /** The heading that help has it under. */
  readonly group: string;
  /** The value in force, with a mask for secrets. */
  readonly value: Json;
  /** Whether the value is one that is masked. */
  readonly secret: boolean;
  readonly source: SettingSource;
  /** Where that is: `--port`, `SCRIPTORIUM_PORT`, `line 3 of the config file`; empty for what is usual. */
  readonly place: string;
  readonly help: string;
}

export type SettingSource = "default" | "file" | "environment" | "flag";
