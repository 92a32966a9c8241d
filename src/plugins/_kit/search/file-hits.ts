import { ScriptoriumError, shown } from "../../../kernel/index.js";
import { settingsFor } from "../../../kernel/values/provider-settings.js";

/** A local index of a folder gives addresses of files where nobody has said where these are on the web. */
export function isFileHit(url: string): boolean {
  return /^file:/i.test(url);
}

/** Why such a hit is not fetched, and what to set. */
export function fileHitRefused(url: string): ScriptoriumError {
  return new ScriptoriumError(
    "bad-input",
    `${shown(url)} is a file of the folder of a local index, which is not read from the web. Set "address" of that index in ${settingsFor("search")} to where its folder is on the web, or name the file as a line of an article downloader.`,
    { url: shown(url), reason: "file-hit" },
  );
}
