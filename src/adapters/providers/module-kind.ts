import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { ScriptoriumError } from "../../kernel/errors.js";
import { defineProviderKind, type OpenedProvider, type ProviderName } from "../../kernel/index.js";
import { runtimeImport } from "../../kernel/values/runtime-import.js";

/**
 * A provider out of a JavaScript file, for every port: its default export is the provider, or a function that is given the
 * setting and what a provider may use of the server, and returns the provider.
 */
export const MODULE_KIND = defineProviderKind<ProviderName, z.ZodObject>({
  port: "writer",
  kind: "module",
  title: "Module",
  key: "optional",
  address: "optional",
  options: z.looseObject({ path: z.string().min(1) }),
  async open(setting, world) {
    const path = String(setting.options["path"]);
    const loaded = await runtimeImport(pathToFileURL(resolve(path)).href).catch((cause: unknown) => {
      throw invalid(
        path,
        "cannot be loaded. Check its path, and run it with node to see what is wrong with it.",
        cause,
      );
    });
    const { default: given } = loaded as { readonly default?: unknown };
    const provider: unknown = typeof given === "function" ? await given(setting, world) : given;
    if (typeof provider !== "object" || provider === null) {
      throw invalid(path, "gives no provider. Export one by default, or a function that returns one.");
    }
    const { close, probe } = provider as Partial<Record<"close" | "probe", unknown>>;
    // Whether it keeps the promises of its port only its calls can show.
    const opened = { provider } as unknown as OpenedProvider;
    return {
      ...opened,
      ...(typeof probe === "function" ? { probe: async (signal) => String(await probe.call(provider, signal)) } : {}),
      ...(typeof close === "function" ? { close: async () => void (await close.call(provider)) } : {}),
    };
  },
});

function invalid(path: string, says: string, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError(
    "CONFIG_INVALID",
    `The provider file ${path} ${says}`,
    { setting: "providers" },
    cause === undefined ? {} : { cause },
  );
}
