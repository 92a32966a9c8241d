import type { ObjectValue, Schema, Value } from "../../parts/schema-form/index.js";
import { client } from "../../state/client.js";
import { type Resource, useResource } from "../../state/resource.js";

export type Kind = Awaited<ReturnType<typeof client.accountKinds>>[number];
export type Account = Awaited<ReturnType<typeof client.accounts.list>>[number];

export const useKinds = (): Resource<readonly Kind[]> =>
  useResource("account-kinds", (signal) => client.accountKinds({ signal }));

export const schemaOf = (kind: Kind | undefined): Schema => (kind?.schema ?? { type: "object" }) as unknown as Schema;

/** Settings and secrets as one object, as a form has them. */
export const formValue = ({ settings, secrets }: Pick<Account, "settings" | "secrets">): ObjectValue =>
  ({ ...settings, ...secrets }) as ObjectValue;

/** What the form has, as the server takes it. A secret that is not known as one stays in its place. */
export function posted(value: ObjectValue, kind: Kind | undefined, before?: Account) {
  const names = new Set([...(kind?.secrets ?? []), ...Object.keys(before?.secrets ?? {})]);
  const entries = Object.entries(value) as [string, Value][];
  const part = (isSecret: boolean) =>
    Object.fromEntries(entries.filter(([name]) => names.has(name) === isSecret)) as never;
  return { settings: part(false), secrets: part(true) };
}

/** Where an account leads to: the first setting that looks like a place. */
export function placeOf({ settings }: Account): string {
  for (const name of ["url", "host", "address"]) {
    const value = settings[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return "";
}

export const textOf = ({ settings }: Account, name: string): string => {
  const value = settings[name];
  return typeof value === "string" ? value : "";
};
