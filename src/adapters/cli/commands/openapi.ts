import { ScriptoriumError } from "../../../kernel/errors.js";
import type { Command } from "../command.js";
import { connected, SERVER_FLAGS } from "../connection/connect.js";
import { unknown } from "../flags.js";
import { writeBody } from "../printing.js";
import { settingFlags } from "../setting-flags.js";

const EDITIONS = ["fuller", "reduced"] as const;

export const openapiCommand: Command = {
  args: {
    edition: {
      type: "string",
      description: "Edition that is described; that of the server by default",
      valueHint: EDITIONS.join("|"),
    },
    ...SERVER_FLAGS,
    ...settingFlags(["plugins"]),
  },
  run: (given, assembly) => {
    const edition = EDITIONS.find((one) => one === given["edition"]);
    if (given["edition"] !== undefined && edition === undefined) {
      throw unknown(`The option "--edition" must be ${EDITIONS.join(" or ")}.`, "openapi");
    }
    return connected(given, assembly, { use: "none" }, async ({ open }) => {
      const response = await open(`/openapi.json${edition === undefined ? "" : `?edition=${edition}`}`);
      if (!response.ok) {
        const { message } = (await response.json().catch(() => ({}))) as { readonly message?: string };
        throw new ScriptoriumError(
          "CONFIG_INVALID",
          message ?? `The server answered ${response.status}. Check --server and --api-key.`,
        );
      }
      await writeBody(response);
    });
  },
};
