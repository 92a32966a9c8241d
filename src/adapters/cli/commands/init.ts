import { writeFileSync } from "node:fs";
import type { Command } from "../command.js";
import { configError } from "../config-error.js";
import { printJson, write } from "../printing.js";
import { settingGroups } from "../setting-flags.js";
import { CONFIG_FILE, SETTINGS, type SettingName, variableOf } from "../settings.js";
import { wrapped } from "../terminal/width.js";
import { writingError } from "../written-file.js";

const WIDTH = 100;

export const initCommand: Command = {
  args: {
    config: { type: "string", description: `File to write; ${CONFIG_FILE} here by default`, valueHint: "FILE" },
    json: { type: "boolean", description: "Answer in JSON" },
  },
  async run(given) {
    const path = typeof given["config"] === "string" ? given["config"] : CONFIG_FILE;
    try {
      // It may come to hold passwords.
      writeFileSync(path, configText(), { flag: "wx", mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw writingError(error, path);
      throw configError(
        `The config file ${path} is there already, and is left as it is. Edit it, or name another with --config.`,
      );
    }
    if (given["json"] === true) {
      await printJson({ config: path });
      return;
    }
    const option = path === CONFIG_FILE ? "" : ` --config ${path}`;
    await write(`Wrote ${path}: every setting with its default, as comments.

Next:
  scriptorium doctor${option}     which task types can run, and what the others need
  scriptorium serve${option}      start the server
  scriptorium run webcrawler --url https://example.com --max-pages 20 --out ./crawl
`);
  },
};

/** The text of a config file in which every setting is a comment, but for one: each other one can be taken in as it is. */
export function configText(): string {
  const groups = Object.entries(settingGroups()).map(([group, names]) => {
    const settings = names.filter((name) => name !== LAST).map(linesOf);
    return [`  // == ${group}`, ...settings].join("\n");
  });
  return `// Settings of Scriptorium. Take away the // before a setting to change it. Flags and variables win over this file.
{
${groups.join("\n\n")}

${comment(SETTINGS[LAST].help)}
  "${LAST}": ${JSON.stringify(SETTINGS[LAST].schema.parse(undefined))}
}
`;
}

/** It stands at the end, without a comma behind it. */
const LAST = "data" satisfies SettingName;

function linesOf(name: SettingName): string {
  const value = SETTINGS[name].schema.parse(undefined);
  return `${comment(`${SETTINGS[name].help} (${variableOf(name)})`)}\n  // "${name}": ${JSON.stringify(value)},`;
}

function comment(text: string): string {
  return wrapped(text, WIDTH)
    .map((line) => `  // ${line}`)
    .join("\n");
}
