import { ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/values/json.js";
import { type ProxyAddress, readProxyAddress } from "./proxy-address.js";

/** The proxies of a pool that the settings name. Throws CONFIG_INVALID for a line that is no proxy, or with none. */
export function poolOfSettings(name: string, lines: readonly string[]): ProxyAddress[] {
  const setting = `The pool of proxies "${shown(name)}" in the settings`;
  const bad = (problem: string) =>
    new ScriptoriumError("CONFIG_INVALID", `${setting} ${problem}`, { setting: "proxyPools" });
  if (lines.length === 0) throw bad("is empty. Give it at least one proxy, or take it out.");
  return lines.map((line, index) => {
    const address = readProxyAddress(line);
    if (typeof address !== "string") return address;
    throw bad(
      `cannot be used: its proxy ${index + 1} ${address}. Write it like http://user:password@proxy.example:3128.`,
    );
  });
}
