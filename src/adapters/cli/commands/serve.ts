import type { Command } from "../command.js";
import { serve } from "../serve.js";
import { settingFlags } from "../setting-flags.js";
import { readSettings, SETTINGS, type SettingName } from "../settings.js";

export const serveCommand: Command = {
  description: "Start the server",
  args: settingFlags(Object.keys(SETTINGS) as SettingName[]),
  run: (given, assembly) => serve(readSettings(given, process.env), assembly),
};
