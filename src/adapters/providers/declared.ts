import { ScriptoriumError } from "../../kernel/errors.js";
import { isPlainObject, type ProviderKind, type ProviderName, shown } from "../../kernel/index.js";
import { nearestName } from "../../kernel/values/nearest-name.js";
import type { ProviderFamily } from "./family.js";
import { MODULE_KIND } from "./module-kind.js";

/** What the settings say of providers: by port a kind, an object with a kind, or a list of those. */
export type ProviderSettings = Readonly<Record<string, unknown>>;

/** Where a key is. */
export type KeySource =
  | { readonly variable: string }
  | { readonly account: string }
  | { readonly text: string }
  | undefined;

/** A provider as the settings name it, checked. */
export interface DeclaredProvider {
  readonly port: ProviderName;
  readonly name: string;
  readonly kind: ProviderKind;
  readonly address: string;
  readonly key: KeySource;
  readonly options: Readonly<Record<string, unknown>>;
  readonly isDefault: boolean;
}

/** Switches the usual provider of a port off. */
const NONE = "none";
const OWN_MEMBERS = ["kind", "name", "address", "keyVariable", "account", "key", "keyInFile"];
const NAME = /^[\w][\w .-]{0,63}$/;

/**
 * The providers that the settings name, and the usual ones of ports that they do not name, by port in the order of the settings.
 * Throws CONFIG_INVALID with all that is wrong with them, a line each.
 */
export function declaredProviders(
  settings: ProviderSettings,
  families: readonly ProviderFamily[],
  environment: Readonly<Record<string, string | undefined>>,
): DeclaredProvider[] {
  const problems: string[] = [];
  const ports = families.map(({ port }) => port);
  for (const port of Object.keys(settings)) {
    if (ports.includes(port as ProviderName)) continue;
    const meant = nearestName(port, ports);
    problems.push(
      `There is no kind of provider "${shown(port)}". ${meant === undefined ? `There are ${ports.join(", ")}.` : `Did you mean "${meant}"?`}`,
    );
  }
  const declared = families.flatMap((family) => ofPort(family, settings[family.port], environment, problems));
  if (problems.length === 0) return declared;
  throw new ScriptoriumError("CONFIG_INVALID", problems.join("\n"), { setting: "providers" });
}

function ofPort(
  family: ProviderFamily,
  value: unknown,
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): DeclaredProvider[] {
  const { port, usual } = family;
  if (value === NONE) return [];
  if (value === undefined) {
    if (usual === undefined || usual.isThere?.() === false) return [];
    return [usual.kind].flat().flatMap((kind) => declare(family, { kind }, environment, problems, true));
  }
  const entries = Array.isArray(value) ? value : [value];
  const declared = entries.flatMap((entry: unknown) =>
    declare(family, typeof entry === "string" ? { kind: entry } : entry, environment, problems, false),
  );
  const names = declared.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    problems.push(`Two providers of providers.${port} have the name "${twice}". Give one of them another "name".`);
  }
  return declared;
}

function declare(
  { port, kinds: own }: ProviderFamily,
  entry: unknown,
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
  isDefault: boolean,
): DeclaredProvider[] {
  const where = `providers.${port}`;
  const kinds = [...own, MODULE_KIND];
  const known = kinds.map(({ kind }) => kind);
  const refuse = (problem: string): [] => {
    problems.push(problem);
    return [];
  };
  if (!isPlainObject(entry) || typeof entry["kind"] !== "string") {
    return refuse(
      `${where} holds something without a kind. Write a kind, such as "${known[0]}", or {"kind": "${known[0]}", ...}.`,
    );
  }
  const kind = kinds.find((one) => one.kind === entry["kind"]);
  if (kind === undefined) {
    const meant = nearestName(entry["kind"], known);
    const remedy = meant === undefined ? `There are ${[...known, NONE].join(", ")}.` : `Did you mean "${meant}"?`;
    return refuse(`${where} has the kind "${shown(entry["kind"])}", which is not known. ${remedy}`);
  }
  const { name = kind.kind, address = "" } = entry;
  if (typeof name !== "string" || !NAME.test(name)) {
    return refuse(`A "name" of ${where} cannot be used. Give it up to 64 letters, digits, dots and hyphens.`);
  }
  const called = `${where} "${name}"`;
  if (typeof address !== "string" || (address !== "" && kind.address === "none")) {
    return refuse(`${called} has an "address", which ${kind.title} does not take. Leave it out.`);
  }
  if (address === "" && kind.address === "required") {
    return refuse(`${called} needs the address of its server. Add "address": "http://...".`);
  }
  const key = keyOf(entry, name, kind, called, environment);
  if (typeof key === "string") return refuse(key);
  const rest = Object.fromEntries(Object.entries(entry).filter(([member]) => !OWN_MEMBERS.includes(member)));
  const members = Object.keys(kind.options.shape);
  const strange = Object.keys(rest).filter((member) => !members.includes(member));
  if (strange.length > 0) {
    const meant = nearestName(strange[0]!, [...members, ...OWN_MEMBERS]);
    const remedy =
      meant === undefined
        ? `${kind.title} takes ${[...members, ...OWN_MEMBERS].join(", ")}.`
        : `Did you mean "${meant}"?`;
    return refuse(`${called} has an option "${shown(strange[0]!)}" that is not known. ${remedy}`);
  }
  const options = kind.options.safeParse(rest);
  if (!options.success) {
    const [issue] = options.error.issues;
    return refuse(
      `The option "${shown(String(issue?.path[0] ?? ""))}" of ${called} cannot be used: ${lowered(issue?.message ?? "")}. Correct it.`,
    );
  }
  return [{ port, name, kind: kind as ProviderKind, address, key: key.source, options: options.data, isDefault }];
}

/** A sentence for what cannot be used. */
function keyOf(
  entry: Readonly<Record<string, unknown>>,
  name: string,
  { title, key: wanted }: ProviderKind,
  called: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | { readonly source: KeySource } {
  const { keyVariable, account, key, keyInFile } = entry;
  const given = [keyVariable, account, key].filter((value) => value !== undefined);
  if (wanted === "none") {
    return given.length === 0 ? { source: undefined } : `${called} has a key, but ${title} needs none. Leave it out.`;
  }
  if (given.length > 1 || given.some((value) => typeof value !== "string" || value === "")) {
    return `${called} has to say once where its key is. Give one of "keyVariable" and "account".`;
  }
  if (typeof key === "string") {
    return keyInFile === true
      ? { source: { text: key } }
      : `${called} has its key in clear. Put it into the environment (${usualVariable(name)}) or an account ("account": its name), or insist with "keyInFile": true.`;
  }
  if (typeof account === "string") return { source: { account } };
  const variable = typeof keyVariable === "string" ? keyVariable : usualVariable(name);
  if ((environment[variable] ?? "") !== "") return { source: { variable } };
  if (typeof keyVariable === "string" || wanted === "required") {
    return `${called} needs a key, and the variable ${variable} is not set. Set it, or name an account that has the key ("account").`;
  }
  return { source: undefined };
}

/** `SCRIPTORIUM_BRAVE_KEY` for a provider called brave. */
export function usualVariable(name: string): string {
  return `SCRIPTORIUM_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}_KEY`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");
}
