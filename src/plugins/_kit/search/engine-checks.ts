import { badField } from "../../../engines/pages/fields.js";
import { type SearchProvider, type SearchVertical, shown } from "../../../kernel/index.js";
import { listed } from "../../../kernel/values/in-brief.js";
import { settingsFor } from "../../../kernel/values/provider-settings.js";

/** Hits of one request where the provider does not say. */
const USUAL_PAGE = 10;

/** Hits of one page of the engines that are asked. */
export function pageSizeOf(provider: SearchProvider, names: readonly string[]): number {
  const engines = provider.engines?.() ?? [];
  const chosen = names.length === 0 ? engines.slice(0, 1) : engines.filter(({ name }) => names.includes(name));
  return Math.max(1, ...chosen.map(({ pageSize }) => pageSize)) || USUAL_PAGE;
}

/** Throws bad-input, naming the field, for an engine that there is not. */
export function refuseUnknownEngines(provider: SearchProvider, names: readonly string[], field: string): void {
  const known = (provider.engines?.() ?? []).map(({ name }) => name);
  const strange = names.find((name) => !known.includes(name));
  if (strange === undefined) return;
  const advice =
    known.length === 0
      ? "The search provider of this server has no names to choose by. Leave it empty."
      : `Use ${known.map((name) => `"${name}"`).join(", ")}, or name another in ${settingsFor("search")}.`;
  throw badField(field, `${field} has "${shown(strange)}", and there is no search engine of this name. ${advice}`);
}

/** Throws bad-input, naming the field, for a kind of search that an engine does not have. */
export function refuseVertical(
  provider: SearchProvider,
  names: readonly string[],
  vertical: SearchVertical,
  field: string,
): void {
  const engines = provider.engines?.() ?? [];
  const chosen = names.length === 0 ? engines.slice(0, 1) : engines.filter(({ name }) => names.includes(name));
  const lacking = chosen.find(({ verticals }) => !verticals.includes(vertical));
  if (lacking === undefined) return;
  const problem =
    field === "vertical"
      ? `vertical is "${vertical}", but the search engine "${lacking.name}" has no such search. Use ${listed(lacking.verticals, "or")}, or another engine.`
      : `The search engine "${lacking.name}" has no search of the kind "${vertical}". Name another one in ${field}.`;
  throw badField(field, problem);
}
