import type { CompletedOption, CompletionTables } from "./tables.js";

/** The script for fish 3 and later: ~/.config/fish/completions/scriptorium.fish. */
export function fishCompletion({ commands, types }: CompletionTables): string {
  const open = commands.filter(({ isOpen }) => isOpen).map(({ name }) => name);
  const lines = [
    "# Completions of scriptorium for fish.",
    "complete -c scriptorium -f",
    ...commands.map(
      ({ name, says }) => `complete -c scriptorium -n __fish_use_subcommand -a ${name} -d ${quoted(says)}`,
    ),
    ...commands.flatMap(({ name, options, words }) => {
      const condition = quoted(`__fish_seen_subcommand_from ${name}`);
      return [
        ...(words.length === 0
          ? []
          : [
              `complete -c scriptorium -n ${quoted(`__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${words.join(" ")}`)} -a ${quoted(words.join(" "))}`,
            ]),
        ...options.map((option) => optionLine(condition, option)),
      ];
    }),
    ...types.flatMap(({ type, options }) => {
      const condition = quoted(
        `__fish_seen_subcommand_from ${open.join(" ")}; and __fish_seen_subcommand_from ${type}`,
      );
      return options.map((option) => optionLine(condition, option));
    }),
  ];
  return `${lines.join("\n")}\n`;
}

function optionLine(condition: string, { flag, says, takes, values }: CompletedOption): string {
  const value =
    takes === "nothing"
      ? ""
      : values.length > 0
        ? ` -x -a ${quoted(values.join(" "))}`
        : takes === "text"
          ? " -x"
          : takes === "folder"
            ? ` -x -a '(__fish_complete_directories)'`
            : " -r -F";
  return `complete -c scriptorium -n ${condition} -l ${quoted(flag)}${value} -d ${quoted(says)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
