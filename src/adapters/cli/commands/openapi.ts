import { ScriptoriumError } from "../../../kernel/errors.js";
import type { Command } from "../command.js";
import { connected, SERVER_FLAGS } from "../connection/connect.js";
import { writeBody } from "../printing.js";
import { settingFlags } from "../setting-flags.js";

export const openapiCommand: Command = {
  args: { ...SERVER_FLAGS, ...settingFlags(["plugins"]) },
  run: (given, assembly) =>
    connected(given, assembly, { use: "none" }, async ({ open }) => {
      const response = await open("/openapi.json");
      if (!response.ok) {
        const { message } = (await response.json().catch(() => ({}))) as { readonly message?: string };
        throw new ScriptoriumError(
          "CONFIG_INVALID",
          message ?? `The server answered ${response.status}. Check --server and --api-key.`,
        );
      }
      await writeBody(response);
    }),
};
