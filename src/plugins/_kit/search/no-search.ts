import { ScriptoriumError } from "../../../kernel/index.js";
import { settingsFor } from "../../../kernel/values/provider-settings.js";

/** `instead` ends the advice: what the task can do without a search, or nothing. */
export function noSearchProvider(field: string, { who = "", instead = "" } = {}): ScriptoriumError {
  const sent = who === "" ? "no query was sent" : `${who} sent no query`;
  return new ScriptoriumError(
    "no-provider",
    `No search provider is configured, so ${sent}. Set ${settingsFor("search")} (SearXNG, Brave, Serper, custom)${instead === "" ? "" : `, ${instead}`}.`,
    { field, provider: "search" },
  );
}
