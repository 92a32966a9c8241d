import type { ProbedProvider } from "../../../kernel/index.js";
import type { Command } from "../command.js";
import { connected, SERVER_FLAGS } from "../connection/connect.js";
import { SERVER_VARIABLE } from "../connection/target.js";
import { EXIT } from "../exit-codes.js";
import { print, printJson } from "../printing.js";
import { settingFlags } from "../setting-flags.js";
import { readSettings } from "../settings.js";
import { screenOf } from "../terminal/screen.js";
import { tableLines } from "../terminal/table.js";

export const providersCommand: Command = {
  args: {
    set: { type: "boolean", description: "Only those that settings name" },
    json: { type: "boolean", description: "Answer in JSON" },
    ...SERVER_FLAGS,
    ...settingFlags(["providers", "allowPrivate", "plugins"]),
  },
  async run(given, assembly) {
    const named = given["server"] ?? process.env[SERVER_VARIABLE];
    const probed =
      typeof named === "string" && named !== ""
        ? await connected(
            given,
            assembly,
            { use: "none" },
            async ({ client }) => (await client.ready({ verbose: true })).providers,
          )
        : await here();
    const shown = given["set"] === true ? probed.filter(({ isDefault }) => !isDefault) : probed;
    // Nobody has asked for the usual ones: a machine without a network is in order.
    if (shown.some(({ answers, isDefault }) => !answers && !isDefault)) process.exitCode = EXIT.error;
    if (given["json"] === true) await printJson(shown);
    else if (shown.length === 0)
      process.stderr.write('No setting names a provider. "scriptorium doctor" says what task types need.\n');
    else {
      const lines = tableLines(
        [
          { title: "PORT", of: ({ port }: ProbedProvider) => port },
          { title: "PROVIDER", of: ({ name }) => name },
          { title: "SET BY", of: ({ isDefault }) => (isDefault ? "default" : "setting") },
          {
            title: "ANSWERS",
            of: ({ answers }) => (answers ? "yes" : "no"),
            colour: ({ answers }) => (answers ? "green" : "red"),
          },
          { title: "SAYS", of: ({ says }) => says, prose: true },
        ],
        shown,
        screenOf(process.stdout),
      );
      await print(lines);
    }

    async function here(): Promise<readonly ProbedProvider[]> {
      const { providers, close } = await assembly.checkup(readSettings(given, process.env));
      try {
        return await providers.probe();
      } finally {
        await close();
      }
    }
  },
};
