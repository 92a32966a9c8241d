import type { Json } from "../../kernel/index.js";
import { isPlainObject, MASK } from "../../kernel/index.js";
import { withoutAddressSecrets } from "../../kernel/secrets/address-secrets.js";
import { isSecretName } from "../../kernel/secrets/secret-names.js";
import type { ListedSetting } from "../../kernel/values/listed-setting.js";
import { settingGroups } from "./setting-flags.js";
import { SETTINGS, type Settings } from "./settings.js";

/** All settings of a server with where each comes from, in the order of help. No secret is among them. */
export function listedSettings(settings: Settings): readonly ListedSetting[] {
  return Object.entries(settingGroups()).flatMap(([group, names]) =>
    names.map((name) => {
      const plain = settings[name] as Json;
      const value = withoutSecrets(plain, name);
      const secret = JSON.stringify(value) !== JSON.stringify(plain);
      return { name, group, value, secret, ...settings.origins[name], help: SETTINGS[name].help };
    }),
  );
}

/** A mask for texts that are secrets by their names, and for logins in addresses. */
function withoutSecrets(value: Json, name: string): Json {
  if (typeof value === "string") {
    if (value !== "" && isSecretName(name)) return MASK;
    return withoutAddressSecrets(value);
  }
  if (Array.isArray(value)) return value.map((one: Json) => withoutSecrets(one, name));
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value) as [string, Json][];
  return Object.fromEntries(members.map(([own, one]) => [own, withoutSecrets(one, own)]));
}
