import { shown } from "../../../kernel/values/json.js";
import { nearestName } from "../../../kernel/values/nearest-name.js";
import type { Command } from "../command.js";
import { completionOf, SHELLS, type Shell } from "../completion/completion.js";
import { completionTables } from "../completion/tables.js";
import { needed, unknown } from "../flags.js";
import { write } from "../printing.js";
import { settingFlags } from "../setting-flags.js";

const HOW: Readonly<Record<Shell, string>> = {
  bash: "source <(scriptorium completion bash), in ~/.bashrc",
  zsh: "source <(scriptorium completion zsh), in ~/.zshrc behind compinit",
  fish: "scriptorium completion fish > ~/.config/fish/completions/scriptorium.fish",
};

export const completionCommand: Command = {
  args: {
    shell: { type: "positional", description: `bash, zsh or fish (${Object.values(HOW).join("; ")})`, required: false },
    ...settingFlags(["plugins"]),
  },
  async run(given, assembly) {
    const word = needed(given["shell"], "the shell: bash, zsh or fish", "completion");
    const shell = SHELLS.find((one) => one === word);
    if (shell === undefined) {
      const meant = nearestName(word, SHELLS);
      throw unknown(
        `There are no completions for "${shown(word)}".${meant === undefined ? "" : ` Did you mean "${meant}"?`}`,
        "completion",
      );
    }
    await write(completionOf(shell, await completionTables(given, assembly)));
  },
};
