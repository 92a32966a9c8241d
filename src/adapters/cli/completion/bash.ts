import type { CompletedOption, CompletionTables } from "./tables.js";

/** The script for bash 4 and later; needs no other package. */
export function bashCompletion({ commands, types }: CompletionTables): string {
  const open = commands.filter(({ isOpen }) => isOpen).map(({ name }) => name);
  const flags = (options: readonly CompletedOption[]) => options.map(({ flag }) => `--${flag}`).join(" ");
  return `# Completions of scriptorium for bash. Read them with: source <(scriptorium completion bash)
_scriptorium() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local type= options= words= values= word
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} --help --version" -- "$current"))
    return
  fi
  case $command in
${commands.map(({ name, options, words }) => `    ${name}) options=${quoted(`${flags(options)} --help`)} words=${quoted(words.join(" "))} ;;`).join("\n")}
  esac
  case $command in ${open.join("|")})
    for word in "\${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
      case $word in
${types.map(({ type, options }) => `        ${type}) type=$word options+=${quoted(` ${flags(options)}`)} ;;`).join("\n")}
      esac
    done
  esac
  [ -n "$type" ] && words=
  case $previous in --*)
    case "$command $previous" in
${valueCases(commands.map(({ name, options }) => [name, options]))}
    esac
    [ -z "$values" ] && case "$type $previous" in
${valueCases(types.map(({ type, options }) => [type, options]))}
    esac
  esac
  case $values in
    "") ;;
    @nothing) values= ;;
    @file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
    @folder) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")); return ;;
    @text) case $current in @*) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -P @ -f -- "\${current#@}")) ;; esac; return ;;
    *) COMPREPLY=($(compgen -W "$values" -- "$current")); return ;;
  esac
  case $current in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")); [ -z "$words" ] && compopt -o default 2>/dev/null ;;
  esac
}
complete -F _scriptorium scriptorium
`;
}

/** A line for every option that takes something. */
function valueCases(owners: readonly (readonly [string, readonly CompletedOption[]])[]): string {
  const byValue = new Map<string, string[]>();
  for (const [owner, options] of owners) {
    for (const { flag, takes, values } of options) {
      if (takes === "nothing") continue;
      const value = values.length > 0 ? values.join(" ") : `@${takes}`;
      byValue.set(value, [...(byValue.get(value) ?? []), `${quoted(`${owner} --${flag}`)}`]);
    }
  }
  return [...byValue].map(([value, patterns]) => `      ${patterns.join("|")}) values=${quoted(value)} ;;`).join("\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
